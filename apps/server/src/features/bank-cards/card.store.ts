import type { BankCard } from '@holdfast/contract/calls';
import type { CardRefusal } from '@holdfast/contract/operators';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined, type CardId, type CardVersionId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';

/** A card as its current row says it, or as an earlier one did. */
export interface Card {
  /** Of all its versions; listings name it. */
  readonly id: CardId;
  /** Of this row, which no change touches; orders name it. */
  readonly versionId: CardVersionId;
  readonly memberId: MemberId;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
  readonly status: BankCard['status'];
  /** Why a reviewer refused it. */
  readonly refusal: CardRefusal | null;
  readonly addedAt: Date;
}

interface CardRow extends Omit<Card, 'accountNumber' | 'holderName'> {
  readonly accountSealed: Buffer;
  readonly holderSealed: Buffer;
}

/** The columns of `bank.card` as a `Card`. Its `id` is a text, so sorting names the column: `card.card_id`. */
const CARD = sql`card.card_id::text as id, card.id::text as "versionId", card.member_id::text as "memberId", bank_code as "bankCode", account_sealed as "accountSealed", holder_sealed as "holderSealed",
  status, refusal, added_at as "addedAt"`;
const CURRENT = sql`card.removed_at is null and card.replaced_at is null`;
const ACCOUNT = 'bank.card.account_sealed';
const HOLDER = 'bank.card.holder_sealed';
/** The purpose of the look-up hashes by which an approved card claims its account. */
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
    select ${CARD} from bank.card where member_id = ${memberId} and ${CURRENT} order by card.card_id`.execute(
    tx,
  );
  return rows.map((row) => toCard(tx, row));
}

/** One version of a card, also of one that was changed or removed since. */
export async function findCardVersion(tx: Tx, versionId: CardVersionId): Promise<Card | undefined> {
  const { rows } = await sql<CardRow>`select ${CARD} from bank.card where card.id = ${versionId}`.execute(tx);
  return rows[0] && toCard(tx, rows[0]);
}

/** The current version of a card that is not removed. */
export async function findCard(tx: Tx, id: CardId): Promise<Card | undefined> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from bank.card where card.card_id = ${id} and ${CURRENT}`.execute(tx);
  return rows[0] && toCard(tx, rows[0]);
}

/** The same with its row lock, which is that of its first row: nobody changes or removes it, or begins to name it, until this transaction ends. */
export async function selectCardForUpdate(tx: Tx, id: CardId): Promise<Card | undefined> {
  await sql`select from bank.card where id = ${id} for no key update`.execute(tx);
  return findCard(tx, id);
}

/** Keeps cards as they are until the transaction ends. False if one of these versions is no longer current: somebody was faster. */
export async function holdCards(tx: Tx, cards: readonly Pick<Card, 'id' | 'versionId'>[]): Promise<boolean> {
  const ids = cards.map(({ id }) => id);
  await sql`select from bank.card where id = any(${ids}::bigint[]) order by id for share`.execute(tx);
  const versionIds = cards.map(({ versionId }) => versionId);
  const { rows } = await sql`
    select from bank.card where card.id = any(${versionIds}::bigint[]) and ${CURRENT}`.execute(tx);
  return rows.length === versionIds.length;
}

/** The ids of all versions of a card. */
export async function listVersionIds(tx: Tx, id: CardId): Promise<CardVersionId[]> {
  const { rows } = await sql<{ id: CardVersionId }>`
    select id::text from bank.card where card_id = ${id}`.execute(tx);
  return rows.map((row) => row.id);
}

export interface ListedQuery {
  readonly status: BankCard['status'];
  readonly memberId: MemberId | undefined;
  readonly after: bigint;
  readonly limit: number;
}

/** Cards of whatever members, the one that has waited longest first. */
export async function listByStatus(tx: Tx, query: ListedQuery): Promise<Card[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD} from bank.card
    where status = ${query.status} and card.id > ${query.after} and ${CURRENT}
      ${query.memberId === undefined ? sql`` : sql`and member_id = ${query.memberId}`}
    order by card.id limit ${query.limit}`.execute(tx);
  return rows.map((row) => toCard(tx, row));
}

export type NewCard = Pick<Card, 'memberId' | 'bankCode' | 'accountNumber' | 'holderName' | 'status'>;

/** The sealed columns are bound to the row's number, so it is drawn first. */
async function drawVersionId(tx: Tx): Promise<CardVersionId> {
  const { rows } = await sql<{ id: CardVersionId }>`
    select nextval(pg_get_serial_sequence('bank.card', 'id'))::text as id`.execute(tx);
  return defined(rows[0], 'a sequence has a next number').id;
}

type Account = Pick<Card, 'bankCode' | 'accountNumber'>;
const hashesOf = (tx: Tx, account: Account) => keysOf(tx).lookups(LOOKUP, bankCardKey(account));

type Claim = Pick<Card, 'id' | 'memberId'>;

/** The approved card that claims an account. */
export async function findClaim(tx: Tx, account: Account): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select card.card_id::text as id, card.member_id::text as "memberId"
    from bank.account_lookup l join bank.card on card.id = l.card_id
    where l.hash = any(${hashesOf(tx, account)}::bytea[]) limit 1`.execute(tx);
  return rows[0];
}

/** The same for whoever is about to claim it: nobody else gets that far with this account until the transaction ends. */
export async function selectClaimForUpdate(tx: Tx, account: Account): Promise<Claim | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0))
    from (select hash from unnest(${hashesOf(tx, account)}::bytea[]) hash order by hash) sorted`.execute(tx);
  return findClaim(tx, account);
}

/** Adds a card. An approved one claims its account: whoever adds it has asked `selectClaimForUpdate`, and the unique hash refuses a mistake. */
export async function insertCard(tx: Tx, card: NewCard): Promise<Card> {
  const keys = keysOf(tx);
  const id = await drawVersionId(tx);
  const { rows } = await sql<CardRow>`
    insert into bank.card (id, card_id, member_id, bank_code, account_sealed, holder_sealed, status)
    overriding system value
    values (${id}, ${id}, ${card.memberId}, ${card.bankCode}, ${keys.seal(ACCOUNT, id, card.accountNumber)},
            ${keys.seal(HOLDER, id, card.holderName)}, ${card.status})
    returning ${CARD}`.execute(tx);
  const added = toCard(tx, defined(rows[0], 'an insert of one row'));
  await claim(tx, added);
  return added;
}

/** Gives the account to this version if it is approved, and takes it from every earlier one. */
async function claim(tx: Tx, card: Card, before?: Card): Promise<void> {
  if (before) await sql`delete from bank.account_lookup where card_id = ${before.versionId}`.execute(tx);
  if (card.status !== 'Approved') return;
  await sql`
    insert into bank.account_lookup (hash, card_id)
    select hash, ${card.versionId}::bigint from unnest(${hashesOf(tx, card)}::bytea[]) hash order by hash`.execute(
    tx,
  );
}

/** What a review or its member changes of a card. Another account is bound from now on: it cools down as a new one does. */
export type CardChange = Partial<
  Pick<Card, 'status' | 'refusal' | 'holderName' | 'bankCode' | 'accountNumber'>
>;

/**
 * Adds a version of the card that differs by `change`; orders go on showing the one that they named. Undefined when `card` is no longer the
 * current version, or is removed.
 */
export async function changeCard(tx: Tx, card: Card, change: CardChange): Promise<Card | undefined> {
  const keys = keysOf(tx);
  const id = await drawVersionId(tx);
  const { bankCode, accountNumber, holderName, status, refusal } = { ...card, refusal: null, ...change };
  const isOther = bankCardKey({ bankCode, accountNumber }) !== bankCardKey(card);
  const { rows: replaced } = await sql`
    update bank.card set replaced_at = platform.app_now()
    where id = ${card.versionId} and replaced_at is null and removed_at is null returning 1`.execute(tx);
  if (replaced.length === 0) return undefined;
  const { rows } = await sql<CardRow>`
    insert into bank.card (id, card_id, version, member_id, bank_code, account_sealed, holder_sealed, status, refusal, added_at)
    overriding system value
    select ${id}, card_id, version + 1, member_id, ${bankCode}, ${keys.seal(ACCOUNT, id, accountNumber)}::bytea,
           ${keys.seal(HOLDER, id, holderName)}::bytea, ${status}, ${refusal},
           case when ${isOther}::boolean then platform.app_now() else added_at end
    from bank.card where id = ${card.versionId}
    returning ${CARD}`.execute(tx);
  const changed = toCard(tx, defined(rows[0], 'an insert of one row'));
  await claim(tx, changed, card);
  return changed;
}

/** Removes a card whose row lock is held; its account is free again. */
export async function removeCard(tx: Tx, card: Card): Promise<void> {
  await sql`update bank.card set removed_at = platform.app_now() where id = ${card.versionId}`.execute(tx);
  await sql`delete from bank.account_lookup where card_id = ${card.versionId}`.execute(tx);
}

/** Takes the advisory lock that serialises additions of one member, so that the limit of cards holds against parallel calls. */
export async function takeCardsAdvisory(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank.card', ${memberId}::bigint))`.execute(tx);
}
