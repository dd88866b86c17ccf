import { accountNumberKey, bankCardKey, readPayCode } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { keyIdOf, KEPT_KEY_PURPOSE, type Keys } from '@holdfast/database';
import { sql, type RawBuilder } from 'kysely';
import { inTransaction, keysOf, type Database, type Tx } from '#platform/db/db.ts';
import {
  IDENTITY_CLAIM,
  IDENTITY_DETAILS,
  IDENTITY_NUMBER,
  MAIL_SOUGHT,
  MOBILE,
  NAME_SOUGHT,
  REGISTER_BLOCK,
  REGISTER_BLOCK_PATTERN,
  SEALED,
} from '#platform/db/personal.ts';
import { BOX_PURPOSES } from './secrets.ts';

/**
 * A change of the master key, while the product runs: every box under another key is opened and sealed under the current one, and every
 * look-up hash of the current key that is missing is written. In small batches, each row by compare and swap, so nothing that the product
 * writes meanwhile is lost. A run that was broken off is started again: what is done already is passed over.
 */

interface SealedColumn {
  readonly table: string;
  /** The primary key, by column and type. */
  readonly key: Readonly<Record<string, string>>;
  readonly column: string;
  readonly purpose: string;
  /** SQL of the text that the box is bound to. */
  readonly context: string;
}

const COLUMNS = 'columns';
const byId = { id: 'bigint' } as const;
const ofRow = (table: string, column: string, key: SealedColumn['key'] = byId, row = 'id'): SealedColumn => ({
  table,
  key,
  column,
  purpose: COLUMNS,
  context: `'${table}.${column} ' || ${row}`,
});

/** Every sealed column of the database. `rotate-keys.db.test.ts` finds one that is missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'platform.kept_key',
    key: { name: 'text' },
    column: 'sealed',
    purpose: KEPT_KEY_PURPOSE,
    context: `'kept-key ' || name`,
  },
  ...['mobile_sealed', 'email_sealed', 'real_name_sealed', 'phrase_sealed'].map((column) =>
    ofRow('member.member', column),
  ),
  ofRow('member.past_address', 'address_sealed'),
  ofRow('member.passkey', 'sealed'),
  ofRow('member.register_block', 'pattern_sealed'),
  ofRow('member.contact_grant', 'mobile_sealed', { member_id: 'bigint' }, 'member_id'),
  ofRow('member.authenticator', 'secret_sealed', { member_id: 'bigint' }, 'member_id'),
  ofRow('member.one_time_code', 'sealed', { id: 'uuid' }),
  ofRow('platform.ticket', 'sealed', { token_hash: 'bytea' }, `encode(token_hash, 'hex')`),
  ofRow('operator.operator', 'authenticator_sealed'),
  ofRow('operator.invitation', 'pending_sealed'),
  ofRow('assets.file', 'key_sealed', { id: 'text' }),
  ofRow('assets.file', 'code_sealed', { id: 'text' }),
  ofRow('assets.file', 'print_sealed', { id: 'text' }),
  ofRow('bank.card', 'account_sealed'),
  ofRow('bank.card', 'holder_sealed'),
  ofRow('pay.account', 'code_sealed'),
  ofRow('pay.account', 'holder_sealed'),
  ofRow('real_name.application', 'details_sealed'),
  ofRow('orders.orders', 'paid_sealed'),
  ...['text_sealed', 'english_sealed'].map((column) =>
    ofRow(
      'orders.thread_line',
      column,
      { order_id: 'bigint', number: 'integer' },
      `order_id || ' ' || author`,
    ),
  ),
  ...['token_sealed', 'password_sealed'].map((column) =>
    ofRow('orders.listing_link', column, byId, `encode(token_hash, 'hex')`),
  ),
  ofRow('orders.case_file', 'text_sealed'),
  ofRow('orders.case_file', 'ruling_text_sealed'),
  ofRow('push.token', 'target_sealed', byId, `encode(token_hash, 'hex')`),
  ofRow('inbox.message', 'extra_sealed', { member_id: 'bigint', seq: 'bigint' }, `member_id || ' ' || type`),
  {
    table: 'platform.command',
    key: { actor: 'text', rid: 'text' },
    column: 'answer',
    purpose: BOX_PURPOSES.answers,
    context: `actor || ' ' || rid`,
  },
  {
    table: 'platform.message',
    key: { id: 'uuid' },
    column: 'sealed',
    purpose: BOX_PURPOSES.messages,
    context: `'message ' || id`,
  },
  {
    table: 'platform.channel_ticket_key',
    key: { epoch: 'integer' },
    column: 'sealed_key',
    purpose: BOX_PURPOSES.ticketKeys,
    context: `'ticket-key ' || epoch`,
  },
];

interface LookupTable {
  readonly table: string;
  readonly owner: string;
  /** SQL of the rows that must be found: their number, and what their hash is made of. */
  readonly rows: string;
  readonly source: string;
  readonly purpose: string;
  valueOf(keys: Keys, row: LookupRow): string;
}
interface LookupRow {
  readonly id: string;
  readonly sealed: Buffer;
  readonly more: string;
}

const bankKeyOf: LookupTable['valueOf'] = (keys, { id, sealed, more }) =>
  bankCardKey({ bankCode: more, accountNumber: keys.open('bank.card.account_sealed', id, sealed) });
const payKeyOf: LookupTable['valueOf'] = (keys, { id, sealed }) =>
  defined(readPayCode(keys.open('pay.account.code_sealed', id, sealed)), 'a stored code can be read').key;

const identityNumberOf: LookupTable['valueOf'] = (keys, { id, sealed }) =>
  (JSON.parse(keys.open(IDENTITY_DETAILS, id, sealed)) as { number: string }).number;

/** What waits for a review and is found by the account that it names. */
const WAITING_TABLES: readonly LookupTable[] = [
  {
    table: 'bank.waiting_lookup',
    owner: 'card_id',
    rows: `select id, account_sealed as sealed, bank_code as more from bank.card where status = 'Review' and removed_at is null and replaced_at is null`,
    source: 'bank.card',
    purpose: 'bank.account',
    valueOf: bankKeyOf,
  },
  {
    table: 'pay.waiting_lookup',
    owner: 'account_id',
    rows: `select id, code_sealed as sealed, '' as more from pay.account where status = 'Review' and removed_at is null and replaced_at is null`,
    source: 'pay.account',
    purpose: 'pay.account',
    valueOf: payKeyOf,
  },
];

export const LOOKUP_TABLES: readonly LookupTable[] = [
  {
    table: 'member.mobile_lookup',
    owner: 'member_id',
    rows: `select id, mobile_sealed as sealed, '' as more from member.member where mobile_sealed is not null`,
    source: 'member.member',
    purpose: MOBILE,
    valueOf: (keys, { id, sealed }) => keys.open(SEALED.mobile, id, sealed),
  },
  {
    table: 'member.mail_lookup',
    owner: 'member_id',
    rows: `select id, email_sealed as sealed, '' as more from member.member where email_sealed is not null`,
    source: 'member.member',
    purpose: MAIL_SOUGHT,
    valueOf: (keys, { id, sealed }) => keys.open(SEALED.mail, id, sealed),
  },
  {
    table: 'member.real_name_lookup',
    owner: 'member_id',
    rows: `select id, real_name_sealed as sealed, '' as more from member.member where real_name_sealed is not null`,
    source: 'member.member',
    purpose: NAME_SOUGHT,
    valueOf: (keys, { id, sealed }) => keys.open(SEALED.realName, id, sealed),
  },
  {
    table: 'bank.number_lookup',
    owner: 'card_id',
    rows: `select id, account_sealed as sealed, '' as more from bank.card where removed_at is null and replaced_at is null`,
    source: 'bank.card',
    purpose: 'bank.number',
    valueOf: (keys, { id, sealed }) => accountNumberKey(keys.open('bank.card.account_sealed', id, sealed)),
  },
  {
    table: 'member.register_block_lookup',
    owner: 'block_id',
    // An ended one may have given its pattern to another.
    rows: `select id, pattern_sealed as sealed, kind as more from member.register_block b
           where ends_at > platform.app_now() or exists (select from member.register_block_lookup l where l.block_id = b.id)`,
    source: 'member.register_block',
    purpose: REGISTER_BLOCK,
    valueOf: (keys, { id, sealed, more }) => `${more} ${keys.open(REGISTER_BLOCK_PATTERN, id, sealed)}`,
  },
  {
    table: 'bank.account_lookup',
    owner: 'card_id',
    rows: `select id, account_sealed as sealed, bank_code as more from bank.card where status = 'Approved' and removed_at is null and replaced_at is null`,
    source: 'bank.card',
    purpose: 'bank.account',
    valueOf: bankKeyOf,
  },
  {
    table: 'pay.account_lookup',
    owner: 'account_id',
    rows: `select id, code_sealed as sealed, '' as more from pay.account where status = 'Approved' and removed_at is null and replaced_at is null`,
    source: 'pay.account',
    purpose: 'pay.account',
    valueOf: payKeyOf,
  },
  ...WAITING_TABLES,
  {
    table: 'real_name.number_lookup',
    owner: 'application_id',
    rows: `select id, details_sealed as sealed, '' as more from real_name.application`,
    source: 'real_name.application',
    purpose: IDENTITY_NUMBER,
    valueOf: identityNumberOf,
  },
  {
    table: 'real_name.claim_lookup',
    owner: 'application_id',
    rows: `select a.id, a.details_sealed as sealed, '' as more from real_name.application a
           where exists (select from real_name.claim_lookup c where c.application_id = a.id)`,
    source: 'real_name.application',
    purpose: IDENTITY_CLAIM,
    valueOf: identityNumberOf,
  },
];

export interface Rotation {
  readonly db: Database;
  readonly keys: Keys;
  /** Rows of one transaction. */
  readonly batch?: number;
  readonly onBatch?: (what: string, rows: number) => void;
}

/** What still depends on a key that is not the current one. Empty: every other key may go. */
export interface Leftover {
  readonly what: string;
  readonly count: number;
}

const BATCH = 500;

export async function rotateKeys(rotation: Rotation): Promise<Leftover[]> {
  for (const column of SEALED_COLUMNS) await sealAnew(rotation, column);
  for (const table of LOOKUP_TABLES) {
    await fillLookups(rotation, table);
    await forgetLookups(rotation, table);
  }
  return findLeftovers(rotation);
}

/**
 * Has what waits for a review found by the account that it names, where its hashes are missing: it was sent before there was such a look-up, or to
 * a process of that version.
 */
export async function fillWaitingLookups(db: Database): Promise<void> {
  for (const table of WAITING_TABLES) await fillLookups({ db, keys: keysOf(db) }, table);
}

const isOld = ({ column }: SealedColumn, currentId: number): RawBuilder<unknown> =>
  sql`octet_length(${sql.ref(column)}) > 0 and get_byte(${sql.ref(column)}, 0) <> ${currentId}`;

/** Walks one column in the order of its primary key. */
async function sealAnew({ db, keys, batch = BATCH, onBatch }: Rotation, column: SealedColumn): Promise<void> {
  const { table, key, column: name, purpose, context } = column;
  const [names, types] = [Object.keys(key), Object.values(key)];
  const box = keys.ring.box(purpose);
  const keyRow = sql.raw(`(${names.join(', ')})`);
  for (let last: string[] | undefined; ;) {
    const after: RawBuilder<unknown> = last
      ? sql`and ${keyRow} > (${sql.join(last.map((value, i) => sql`${value}::text::${sql.raw(types[i] ?? 'text')}`))})`
      : sql``;
    const { rows } = await sql<{ key: string[]; context: string; sealed: Buffer }>`
      select array[${sql.raw(names.map((each) => `${each}::text`).join(', '))}] as key, ${sql.raw(context)} as context,
        ${sql.ref(name)} as sealed
      from ${sql.table(table)} where ${isOld(column, keys.ring.currentId)} ${after}
      order by ${sql.raw(names.join(', '))} limit ${batch}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.key;
    const opened = rows.flatMap((row) => {
      const bound = Buffer.from(row.context);
      const plain = box.open(bound, row.sealed);
      // What does not open stays as it is, and is among the leftovers.
      return plain ? [{ ...row, anew: Buffer.from(box.seal(bound, plain)) }] : [];
    });
    await sql`
      update ${sql.table(table)} t set ${sql.ref(name)} = v.anew
      from unnest(${opened.map(({ sealed }) => sealed)}::bytea[], ${opened.map(({ anew }) => anew)}::bytea[],
                  ${sql.join(names.map((_, i) => sql`${opened.map((row) => row.key[i])}::text[]`))})
        v(sealed, anew, ${sql.raw(names.map((each) => `key_${each}`).join(', '))})
      where t.${sql.ref(name)} = v.sealed
        and ${sql.raw(names.map((each) => `t.${each} = v.key_${each}::${key[each]}`).join(' and '))}`.execute(
      db,
    );
    onBatch?.(`${table}.${name}`, rows.length);
  }
}

const lacksCurrent = ({ table, owner }: LookupTable, currentId: number): RawBuilder<unknown> =>
  sql`not exists (select from ${sql.table(table)} l where l.${sql.ref(owner)} = r.id and get_byte(l.hash, 0) = ${currentId})`;

async function fillLookups(
  { db, keys, batch = BATCH, onBatch }: Rotation,
  table: LookupTable,
): Promise<void> {
  for (let last = '0'; ;) {
    const { rows } = await sql<{ id: string }>`
      select r.id::text from (${sql.raw(table.rows)}) r
      where r.id > ${last}::bigint and ${lacksCurrent(table, keys.ring.currentId)} order by r.id limit ${batch}`.execute(
      db,
    );
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    await inTransaction(db, (tx) =>
      addHashes(
        tx,
        keys,
        table,
        rows.map(({ id }) => id),
      ),
    );
    onBatch?.(table.table, rows.length);
  }
}

/** Under the rows' locks: whoever changes the value meanwhile replaces its hashes, and must not find an older one added afterwards. */
async function addHashes(tx: Tx, keys: Keys, table: LookupTable, ids: readonly string[]): Promise<void> {
  await sql`select from ${sql.table(table.source)} where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<LookupRow>`
    select r.id::text, r.sealed, r.more from (${sql.raw(table.rows)}) r where r.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const hashes = rows.flatMap((row) =>
    keys
      .lookups(table.purpose, table.valueOf(keys, row))
      .filter((hash) => keyIdOf(hash) === keys.ring.currentId)
      .map((hash) => ({ hash, id: row.id })),
  );
  await sql`
    insert into ${sql.table(table.table)} (hash, ${sql.ref(table.owner)})
    select * from unnest(${hashes.map(({ hash }) => hash)}::bytea[], ${hashes.map(({ id }) => id)}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** Removes the hashes of keys that no longer live: nobody checks them, and they would hold numbers that are free. */
async function forgetLookups({ db, keys }: Rotation, { table }: LookupTable): Promise<void> {
  await sql`delete from ${sql.table(table)} where get_byte(hash, 0) <> all(${[...keys.ring.ids]}::int[])`.execute(
    db,
  );
}

export async function findLeftovers({ db, keys }: Pick<Rotation, 'db' | 'keys'>): Promise<Leftover[]> {
  const { currentId } = keys.ring;
  const counts: Leftover[] = [];
  const count = async (what: string, rows: RawBuilder<unknown>) => {
    const found = await sql<{ count: number }>`select count(*)::int as count ${rows}`.execute(db);
    counts.push({ what, count: found.rows[0]?.count ?? 0 });
  };
  for (const column of SEALED_COLUMNS)
    await count(
      `${column.table}.${column.column}`,
      sql`from ${sql.table(column.table)} where ${isOld(column, currentId)}`,
    );
  for (const table of LOOKUP_TABLES)
    await count(table.table, sql`from (${sql.raw(table.rows)}) r where ${lacksCurrent(table, currentId)}`);
  return counts.filter((leftover) => leftover.count > 0);
}
