import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface OwnLevel {
  readonly id: MemberId;
  readonly level: number;
  /** An operator has lowered it: own orders do not raise it. */
  readonly isKept: boolean;
  readonly registeredAt: Date;
}

const OWN = sql`select id::text, level, level_kept as "isKept", registered_at as "registeredAt" from member.member`;

export async function findOwnLevel(tx: Tx, memberId: MemberId): Promise<OwnLevel | undefined> {
  const { rows } = await sql<OwnLevel>`${OWN} where id = ${memberId}`.execute(tx);
  return rows[0];
}

/** With the member's row lock. */
export async function selectLevelForUpdate(
  tx: Tx,
  of: { readonly id: MemberId } | { readonly account: string },
): Promise<OwnLevel | undefined> {
  const isIt = 'id' in of ? sql`id = ${of.id}` : sql`account = ${of.account}`;
  const { rows } = await sql<OwnLevel>`${OWN} where ${isIt} for no key update`.execute(tx);
  return rows[0];
}

export async function saveLevel(
  tx: Tx,
  { id, level, isKept }: Pick<OwnLevel, 'id' | 'level' | 'isKept'>,
): Promise<void> {
  await sql`update member.member set level = ${level}, level_kept = ${isKept} where id = ${id}`.execute(tx);
}
