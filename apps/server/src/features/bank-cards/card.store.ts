import { accountNumberKey, bankCardKey } from '@holdfast/contract/rules';
import type { CardId, CardVersionId, MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { accountStore, type NewAccount, type ReceivingAccount } from '#features/receiving-accounts/index.ts';
import { keysOf, type Tx } from '#platform/db/db.ts';

/** A bank card: a receiving account that is a bank's. */
export interface Card extends ReceivingAccount {
  readonly id: CardId;
  readonly versionId: CardVersionId;
  readonly bankCode: string;
  readonly accountNumber: string;
}

const ACCOUNT = 'bank.card.account_sealed';
/** The purpose of the look-up hashes by which operators find a card, by its number alone. */
const NUMBER = 'bank.number';

const versions = accountStore<Card>({
  table: 'bank.card',
  idColumn: 'card_id',
  lookup: 'bank.account_lookup',
  waitingLookup: 'bank.waiting_lookup',
  purpose: 'bank.account',
  keyOf: bankCardKey,
  columns: sql`a.bank_code as "bankCode", a.account_sealed as "accountSealed"`,
  open: (keys, versionId, { bankCode, accountSealed }) => ({
    bankCode: bankCode as string,
    accountNumber: keys.open(ACCOUNT, versionId, accountSealed as Buffer),
  }),
  seal: (keys, versionId, { bankCode, accountNumber }) => ({
    bank_code: bankCode,
    account_sealed: keys.seal(ACCOUNT, versionId, accountNumber),
  }),
});

/** The cards of all members. Operators find one by its number alone, so that stands in a look-up of its own. */
export const cards = {
  ...versions,
  async insert(tx: Tx, card: NewAccount<Card>): Promise<Card> {
    const added = await versions.insert(tx, card);
    await saveNumber(tx, added);
    return added;
  },
  async change(tx: Tx, card: Card, next: NewAccount<Card>): Promise<Card | undefined> {
    const changed = await versions.change(tx, card, next);
    if (!changed) return undefined;
    await forgetNumber(tx, card);
    await saveNumber(tx, changed);
    return changed;
  },
  async remove(tx: Tx, card: Card): Promise<void> {
    await versions.remove(tx, card);
    await forgetNumber(tx, card);
  },
};

export const { list: listCards, findVersion: findCardVersion } = cards;

const forgetNumber = (tx: Tx, { versionId }: Card) =>
  sql`delete from bank.number_lookup where card_id = ${versionId}`.execute(tx);

const numberHashes = (tx: Tx, accountNumber: string) =>
  keysOf(tx).lookups(NUMBER, accountNumberKey(accountNumber));

/** Lets this version be found by its number. */
async function saveNumber(tx: Tx, { versionId, accountNumber }: Card): Promise<void> {
  await sql`
    insert into bank.number_lookup (hash, card_id)
    select hash, ${versionId}::bigint from unnest(${numberHashes(tx, accountNumber)}::bytea[]) hash order by hash`.execute(
    tx,
  );
}

/** The members who have a card with this number now, at whatever bank. */
export async function findMembersByAccount(tx: Tx, accountNumber: string): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select distinct card.member_id::text as id, card.member_id
    from bank.number_lookup l join bank.card on card.id = l.card_id
    where l.hash = any(${numberHashes(tx, accountNumber)}::bytea[])
    order by card.member_id desc limit 50`.execute(tx);
  return rows.map(({ id }) => id);
}
