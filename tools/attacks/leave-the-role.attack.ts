import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** The user of the session was the owner, so leaving the role that the connection had taken was enough to be it. */
export const attack: Attack = {
  name: 'leave the application role, and change postings as the owner',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'the triggers of the ledger are off': `select set_config('role', 'none', false); alter table ledger.posting disable trigger all`,
      'the triggers of the ledger are off after a reset':
        'reset role; alter table ledger.posting disable trigger all',
      'the session belongs to the owner':
        'do $$ begin execute format($s$set session authorization %I$s$, (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where d.datname = current_database())); end $$',
      'the role is the owner':
        'do $$ begin execute format($s$set role %I$s$, (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where d.datname = current_database())); end $$',
      'the login may create roles': 'create role holdfast_attacker superuser',
    }),
};
