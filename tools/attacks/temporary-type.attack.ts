import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** ledger.post() runs as the owner and searched the temporary schema first for types: a domain's CHECK ran as the owner. */
export const attack: Attack = {
  name: 'run code as the owner by a temporary domain that ledger.post() takes for its own type',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'a temporary domain': 'create domain pg_temp.timestamptz as pg_catalog.timestamptz check (true)',
      'a temporary function': `create function pg_temp.f() returns int language sql as 'select 1'`,
      'a temporary table': 'create temporary table t (id int)',
      'an object in the schema public': 'create domain public.text as pg_catalog.text',
      'an object in a schema of its own': 'create schema attacker',
    }),
};
