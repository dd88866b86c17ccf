import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface OperatorBooks {
  /** Makes an operator who has not enrolled yet, as two administrators would, and the invitation that was sent to them. */
  inviteOperator(role: string): Promise<{ email: string; name: string; invitation: string }>;
}

export function operatorBooks({ db, keys }: Connection): OperatorBooks {
  return {
    async inviteOperator(role) {
      const name = `op${randomBytes(3).toString('hex')}`;
      const email = `${name}@operators.example`;
      const invitation = randomBytes(16).toString('base64url');
      const hash = (await keys()).identify('operator-invitation', invitation);
      await sql`
        with made as (insert into operator.operator (email, name, role) values (${email}, ${name}, ${role}) returning id)
        insert into operator.invitation (operator_id, token_hash, expires_at)
        select id, ${hash}, platform.app_now() + interval '1 day' from made`.execute(db);
      return { email, name, invitation };
    },
  };
}
