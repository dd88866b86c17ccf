import { randomBytes } from 'node:crypto';
import { runStatement } from '@holdfast/database';
import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** The application's connection could begin a session of any operator, or set how one signs in: two of them approve whatever it likes. */
export const attack: Attack = {
  name: 'stand in for an operator by SQL on the application connection',
  async run({ appUrl, databaseUrl }) {
    const [victim] = await runStatement(
      databaseUrl,
      `with made as (insert into operator.operator (email, name, role)
         values ('${randomBytes(8).toString('hex')}@victim.example', 'Victim', 'treasury') returning id)
       insert into operator.session (operator_id, checksum_hash, device_hash)
       select id, sha256(gen_random_uuid()::text::bytea), sha256('d') from made returning operator_id::text as id`,
    );
    const id = String(victim?.['id']);
    return trySql(appUrl, {
      'a session of an operator': `insert into operator.session (operator_id, checksum_hash, device_hash, ended_at)
        values (${id}, sha256(gen_random_uuid()::text::bytea), sha256('d'), now())`,
      'a session that has another proof': `update operator.session set checksum_hash = sha256(gen_random_uuid()::text::bytea) where operator_id = ${id}`,
      'a password of its own': `update operator.credential set password_verifier = sha256('x') where operator_id = ${id}`,
      'an invitation of its own': `insert into operator.invitation (operator_id, token_hash, expires_at)
        values (${id}, sha256(gen_random_uuid()::text::bytea), now() + interval '1 day')`,
      'an invitation without an administrator': `select operator.invite('x', ${id}, 'x', 24)`,
      'a request as whoever is signed in': `select operator.ask(checksum_hash, 'operator-add', 'x', '{}', '[]', 'x', now())
        from operator.session where operator_id = ${id}`,
      'what an operator shows': `select password_verifier, authenticator_encrypted from operator.credential`,
    });
  },
};
