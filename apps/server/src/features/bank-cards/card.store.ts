import type { BankCard } from '@holdfast/contract/calls';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined, type CardId, type CardVersionId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, violatedConstraint, type Tx } from '#platform/db/db.ts';

/** A card as its current row says it, or as an earlier one did. */
export interface Card {
  /** Of all its versions; listings name it. */
  readonly id: CardId;
  /** Of this row, which no change touches; orders name it. */
  readonly versionId: CardVersionId;
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

/** The columns of `bank.card` as a `Card`. Its `id` is a text, so sorting names the column: `card.card_id`. */
const CARD = sql`card.card_id::text as id, card.id::text as "versionId", bank_code as "bankCode", account_sealed as "accountSealed", holder_sealed as "holderSealed",
  status, added_at as "addedAt"`;
const ACCOUNT = 'bank.card.account_sealed';
const HOLDER = 'bank.card.holder_sealed';
/** The purpose of the look-up hashes by which a number stands on one live card. */
const LOOKUP = 'bank.account';

function toCard(tx: Tx, { accountSealed, holderSealed, ...row }: CardRow): Card {
  const keys = keysOf(tx);
  return {
    ...row,
    accountNumber: keys.open(ACCOUNT, row.versionId, accountSealed),
    holderName: keys.open(HOLDER, row.versionId, holderSealed),
  };
}

export async function listCards(tx: Tx, memberId: MemberId): Promise<Card[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from bank.card where member_id = ${memberId} and removed_at is null and replaced_at is null order by card.card_id`.execute(
    tx,
  );
  return rows.map((row) => toCard(tx, row));
}

/** One version of a card, also of one that was changed or removed since. */
export async function findCardVersion(tx: Tx, versionId: CardVersionId): Promise<Card | undefined> {
  const { rows } = await sql<CardRow>`select ${CARD} from bank.card where card.id = ${versionId}`.execute(tx);
  return rows[0] && toCard(tx, rows[0]);
}

export interface NewCard extends Omit<Card, 'id' | 'versionId' | 'addedAt'> {
  readonly memberId: MemberId;
}

/** The sealed columns are bound to the row's number, so it is drawn first. */
async function drawVersionId(tx: Tx): Promise<CardVersionId> {
  const { rows } = await sql<{ id: CardVersionId }>`
    select nextval(pg_get_serial_sequence('bank.card', 'id'))::text as id`.execute(tx);
  return defined(rows[0], 'a sequence has a next number').id;
}

/**
 * Undefined when the account number stands on a live card already, whoever owns it. The unique look-up hash decides, because a check before
 * would race; after a clash the transaction can only be rolled back.
 */
export async function insertCard(tx: Tx, card: NewCard): Promise<Card | undefined> {
  const keys = keysOf(tx);
  const id = await drawVersionId(tx);
  try {
    const { rows } = await sql<CardRow>`
      with found_by as (
        insert into bank.account_lookup (hash, card_id)
        select hash, ${id}::bigint from unnest(${keys.lookups(LOOKUP, bankCardKey(card))}::bytea[]) hash order by hash
      )
      insert into bank.card (id, card_id, member_id, bank_code, account_sealed, holder_sealed, status)
      overriding system value
      values (${id}, ${id}, ${card.memberId}, ${card.bankCode}, ${keys.seal(ACCOUNT, id, card.accountNumber)},
              ${keys.seal(HOLDER, id, card.holderName)}, ${card.status})
      returning ${CARD}`.execute(tx);
    return rows[0] && toCard(tx, rows[0]);
  } catch (error) {
    if (violatedConstraint(error) !== 'account_lookup_pkey') throw error;
    return undefined;
  }
}

/**
 * What a review or an operator may change. The account itself is what the card is: another account is another card, with a time of its own
 * at which it was added.
 */
export type CardChange = Partial<Pick<Card, 'status' | 'holderName'>>;

/**
 * Adds a version of the card that differs by `change`; orders go on showing the one that they named. Undefined when `card` is no longer the
 * current version, or is removed.
 */
export async function changeCard(tx: Tx, card: Card, change: CardChange): Promise<Card | undefined> {
  const keys = keysOf(tx);
  const id = await drawVersionId(tx);
  const { accountNumber, holderName, status } = { ...card, ...change };
  const { rows: replaced } = await sql`
    update bank.card set replaced_at = platform.app_now()
    where id = ${card.versionId} and replaced_at is null and removed_at is null returning 1`.execute(tx);
  if (replaced.length === 0) return undefined;
  const { rows } = await sql<CardRow>`
    insert into bank.card (id, card_id, version, member_id, bank_code, account_sealed, holder_sealed, status, added_at)
    overriding system value
    select ${id}, card_id, version + 1, member_id, bank_code, ${keys.seal(ACCOUNT, id, accountNumber)}::bytea,
           ${keys.seal(HOLDER, id, holderName)}::bytea, ${status}, added_at
    from bank.card where id = ${card.versionId}
    returning ${CARD}`.execute(tx);
  await sql`update bank.account_lookup set card_id = ${id} where card_id = ${card.versionId}`.execute(tx);
  return rows[0] && toCard(tx, rows[0]);
}

/** Takes the advisory lock that serialises additions of one member, so that the limit of cards holds against parallel calls. */
export async function takeCardsAdvisory(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank.card', ${memberId}::bigint))`.execute(tx);
}
