import type { OperatorRole } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** What only the owner of the database does: the application may neither make an operator nor give a role. */

export async function insertOperator(
  tx: Tx,
  { email, name, role }: { email: string; name: string; role: OperatorRole },
): Promise<OperatorId> {
  const { rows } = await sql<{ id: OperatorId }>`
    insert into operator.operator (email, name, role) values (${email}, ${name}, ${role}) returning id::text`.execute(
    tx,
  );
  return rows[0]?.id ?? ('' as OperatorId);
}

/** Serialises the commands that make administrators. */
export async function hasAdmins(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('holdfast founding', 0))`.execute(tx);
  const { rows } = await sql`select from operator.operator where role = 'admin' limit 1`.execute(tx);
  return rows.length > 0;
}

export async function hasOperators(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('holdfast founding', 0))`.execute(tx);
  const { rows } = await sql`select from operator.operator limit 1`.execute(tx);
  return rows.length > 0;
}

/** Takes away everything by which an administrator signs in; undefined if nobody of that name is one. */
export async function resetAdmin(tx: Tx, email: string): Promise<OperatorId | undefined> {
  const { rows } = await sql<{ id: OperatorId }>`
    update operator.operator set disabled = false where email = ${email} and role = 'admin' returning id::text`.execute(
    tx,
  );
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`select operator.forget_credential(${id})`.execute(tx);
  return id;
}
