import { randomBytes, randomInt } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OperatorBooks {
  /** Makes a member to look at, who never signs in, with a mobile number and a nickname that no rule of the product would accept. */
  plantMember(nick: string): Promise<{ account: string; mobile: string }>;
  /** Makes an operator who has not enrolled yet, as two administrators would, and the invitation that was sent to them. */
  inviteOperator(role: string): Promise<{ email: string; name: string; invitation: string }>;
}

export function operatorBooks({ db, keys }: Connection): OperatorBooks {
  return {
    async plantMember(nick) {
      const held = await keys();
      const account = `op${randomBytes(4).toString('hex')}1`;
      const mobile = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const { rows } = await sql<{ id: string }>`select nextval('member.member_id_seq')::text as id`.execute(
        db,
      );
      const id = defined(rows[0], 'a sequence has a next number').id;
      await sql`
        insert into member.member (id, uid, account, nick, nick_key, mobile_sealed, mobile_proven_at)
        overriding system value
        values (${id}, ${String(2_000_000_000 + randomInt(10 ** 9))}, ${account}, ${nick}, ${account},
                ${held.seal('member.member.mobile_sealed', id, mobile)}, platform.app_now())`.execute(db);
      await sql`insert into member.credential (member_id, password_hash, secret_form) values (${id}, 'none', 'six-digit')`.execute(
        db,
      );
      return { account, mobile };
    },
    async inviteOperator(role) {
      const name = `op${randomBytes(3).toString('hex')}`;
      const email = `${name}@operators.example`;
      const invitation = randomBytes(16).toString('base64url');
      const shown = (await keys()).identify('operator-invitation', invitation);
      await sql`
        with made as (insert into operator.operator (email, name, role) values (${email}, ${name}, ${role}) returning id)
        insert into operator.invitation (operator_id, token_hash, expires_at)
        select id, sha256(${shown}), platform.app_now() + interval '1 day' from made`.execute(db);
      return { email, name, invitation };
    },
  };
}
