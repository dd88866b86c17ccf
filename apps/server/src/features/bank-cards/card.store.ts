import type { BankCard } from '@holdfast/contract/calls';
import type { CardId, MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface Card {
  readonly id: CardId;
  readonly bankCode: string;
  readonly accountSealed: Buffer;
  readonly accountLast4: string;
  readonly holderName: string;
  readonly status: BankCard['status'];
  readonly addedAt: Date;
}

/** The columns of `bank.card` as a `Card`. Its `id` is a text, so sorting names the column: `card.id`. */
const CARD = sql`id::text, bank_code as "bankCode", account_sealed as "accountSealed", account_last4 as "accountLast4",
  holder_name as "holderName", status, added_at as "addedAt"`;

export async function listCards(tx: Tx, memberId: MemberId): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select ${CARD} from bank.card where member_id = ${memberId} and removed_at is null order by card.id`.execute(
    tx,
  );
  return rows;
}

export async function findCard(tx: Tx, id: CardId): Promise<Card | undefined> {
  const { rows } = await sql<Card>`select ${CARD} from bank.card where card.id = ${id}`.execute(tx);
  return rows[0];
}

export interface NewCard extends Omit<Card, 'id' | 'addedAt'> {
  readonly memberId: MemberId;
  readonly accountKey: Buffer;
}

/** Undefined when the account number stands on a live card already, whoever owns it. */
export async function insertCard(tx: Tx, card: NewCard): Promise<Card | undefined> {
  const { rows } = await sql<Card>`
    insert into bank.card (member_id, bank_code, account_sealed, account_key, account_last4, holder_name, status)
    values (${card.memberId}, ${card.bankCode}, ${card.accountSealed}, ${card.accountKey}, ${card.accountLast4},
            ${card.holderName}, ${card.status})
    on conflict (account_key) where removed_at is null do nothing
    returning ${CARD}`.execute(tx);
  return rows[0];
}

/** Takes the advisory lock that serialises additions of one member, so that the limit of cards holds against parallel calls. */
export async function takeCardsAdvisory(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank.card', ${memberId}::bigint))`.execute(tx);
}
