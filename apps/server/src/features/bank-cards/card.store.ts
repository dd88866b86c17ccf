import type { BankCard } from '@holdfast/contract/calls';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined, type CardId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, violatedConstraint, type Tx } from '#platform/db/db.ts';

export interface Card {
  readonly id: CardId;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
  readonly status: BankCard['status'];
  readonly addedAt: Date;
}

interface CardRow extends Omit<Card, 'accountNumber' | 'holderName'> {
  readonly accountSealed: Buffer;
  readonly holderSealed: Buffer;
}

/** The columns of `bank.card`. Its `id` is a text, so sorting names the column: `card.id`. */
const CARD = sql`id::text, bank_code as "bankCode", account_sealed as "accountSealed", holder_sealed as "holderSealed",
  status, added_at as "addedAt"`;
const ACCOUNT = 'bank.card.account_sealed';
const HOLDER = 'bank.card.holder_sealed';
/** The purpose of the look-up hashes by which a number stands on one live card. */
const LOOKUP = 'bank.account';

function toCard(tx: Tx, { accountSealed, holderSealed, ...row }: CardRow): Card {
  const keys = keysOf(tx);
  return {
    ...row,
    accountNumber: keys.open(ACCOUNT, row.id, accountSealed),
    holderName: keys.open(HOLDER, row.id, holderSealed),
  };
}

export async function listCards(tx: Tx, memberId: MemberId): Promise<Card[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from bank.card where member_id = ${memberId} and removed_at is null order by card.id`.execute(
    tx,
  );
  return rows.map((row) => toCard(tx, row));
}

export async function findCard(tx: Tx, id: CardId): Promise<Card | undefined> {
  const { rows } = await sql<CardRow>`select ${CARD} from bank.card where card.id = ${id}`.execute(tx);
  return rows[0] && toCard(tx, rows[0]);
}

export interface NewCard extends Omit<Card, 'id' | 'addedAt'> {
  readonly memberId: MemberId;
}

/**
 * Undefined when the account number stands on a live card already, whoever owns it. The unique look-up hash decides, because a check before
 * would race; after a clash the transaction can only be rolled back.
 */
export async function insertCard(tx: Tx, card: NewCard): Promise<Card | undefined> {
  const keys = keysOf(tx);
  // The sealed columns are bound to the card's number.
  const drawn = await sql<{ id: CardId }>`
    select nextval(pg_get_serial_sequence('bank.card', 'id'))::text as id`.execute(tx);
  const { id } = defined(drawn.rows[0], 'a sequence has a next number');
  try {
    const { rows } = await sql<CardRow>`
      with found_by as (
        insert into bank.account_lookup (hash, card_id)
        select hash, ${id}::bigint from unnest(${keys.lookups(LOOKUP, bankCardKey(card))}::bytea[]) hash order by hash
      )
      insert into bank.card (id, member_id, bank_code, account_sealed, holder_sealed, status)
      overriding system value
      values (${id}, ${card.memberId}, ${card.bankCode}, ${keys.seal(ACCOUNT, id, card.accountNumber)},
              ${keys.seal(HOLDER, id, card.holderName)}, ${card.status})
      returning ${CARD}`.execute(tx);
    return rows[0] && toCard(tx, rows[0]);
  } catch (error) {
    if (violatedConstraint(error) !== 'account_lookup_pkey') throw error;
    return undefined;
  }
}

/** Takes the advisory lock that serialises additions of one member, so that the limit of cards holds against parallel calls. */
export async function takeCardsAdvisory(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank.card', ${memberId}::bigint))`.execute(tx);
}
