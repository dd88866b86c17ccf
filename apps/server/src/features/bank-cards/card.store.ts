import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface CardRow {
  readonly id: bigint;
  readonly member_id: bigint;
  readonly bank_code: string;
  readonly account_sealed: Buffer;
  readonly account_last4: string;
  readonly holder_name: string;
  readonly status: 'Review' | 'NotApproved' | 'Approved';
  readonly added_at: Date;
}

export async function listCards(tx: Tx, memberId: MemberId): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select * from bank.card where member_id = ${memberId} and removed_at is null order by id`.execute(tx);
  return rows;
}

export async function findCard(tx: Tx, id: bigint): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`select * from bank.card where id = ${id}`.execute(tx);
  return rows[0];
}

export interface NewCard {
  readonly memberId: MemberId;
  readonly bankCode: string;
  readonly accountSealed: Buffer;
  readonly accountKey: Buffer;
  readonly accountLast4: string;
  readonly holderName: string;
  readonly status: CardRow['status'];
}

/** Undefined when the account number stands on a live card already, whoever owns it. */
export async function insertCard(tx: Tx, card: NewCard): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    insert into bank.card (member_id, bank_code, account_sealed, account_key, account_last4, holder_name, status)
    values (${card.memberId}, ${card.bankCode}, ${card.accountSealed}, ${card.accountKey}, ${card.accountLast4},
            ${card.holderName}, ${card.status})
    on conflict (account_key) where removed_at is null do nothing
    returning *`.execute(tx);
  return rows[0];
}

/** Serialises additions of one member, so that the limit of cards holds against parallel calls. */
export async function lockCardsOf(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank.card', ${memberId}::bigint))`.execute(tx);
}
