import type { RegisterBlockKind } from '@holdfast/contract/member';
import { defined, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { REGISTER_BLOCK, REGISTER_BLOCK_PATTERN } from '#platform/db/personal.ts';

/** One thing that a rule may name, or that a registration brings: its kind and how it is kept. */
export interface Pattern {
  readonly kind: RegisterBlockKind;
  readonly value: string;
}

const hashesOf = (tx: Tx, { kind, value }: Pattern): Buffer[] =>
  keysOf(tx).lookups(REGISTER_BLOCK, `${kind} ${value}`);

export interface RegisterBlock extends Pattern {
  readonly id: string;
  readonly about: string;
  readonly reason: string;
  /** `NEVER` for one without an end. */
  readonly endsAt: Date;
  readonly isLive: boolean;
  readonly hits: number;
  readonly hitAt: Date | null;
  readonly addedBy: OperatorId;
  readonly addedAt: Date;
  readonly changedBy: OperatorId | null;
  readonly changedAt: Date | null;
}

/** The end of what has none. */
export const NEVER = new Date('9999-12-31T00:00:00.000Z');

type Row = Omit<RegisterBlock, 'value'> & { readonly sealed: Buffer };

const BLOCK = sql`
  select b.id::text, b.kind, b.pattern_sealed as sealed, b.about, b.reason, b.ends_at as "endsAt",
    b.ends_at > platform.app_now() as "isLive", b.hits, b.hit_at as "hitAt", b.added_by::text as "addedBy", b.added_at as "addedAt",
    b.changed_by::text as "changedBy", b.changed_at as "changedAt"
  from member.register_block b`;

const toBlocks = (tx: Tx, rows: readonly Row[]): RegisterBlock[] =>
  rows.map(({ sealed, ...row }) => ({
    ...row,
    value: keysOf(tx).open(REGISTER_BLOCK_PATTERN, row.id, sealed),
  }));

export interface NewBlock extends Pattern {
  readonly about: string;
  readonly reason: string;
  readonly endsAt: Date;
  readonly addedBy: OperatorId;
}

/** Adds a rule; or returns the id of the live one that names the same. One that has ended gives its pattern to the new one. */
export async function insertBlock(
  tx: Tx,
  block: NewBlock,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const known = await findLiveBlock(tx, block);
  if (known !== undefined) return { id: known, isNew: false };
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('member.register_block', 'id'))::text as id`.execute(tx);
  const { id } = defined(rows[0], 'a sequence has a next number');
  const sealed = keysOf(tx).seal(REGISTER_BLOCK_PATTERN, id, block.value);
  await sql`
    insert into member.register_block (id, kind, pattern_sealed, about, reason, ends_at, added_by)
    overriding system value
    values (${id}, ${block.kind}, ${sealed}, ${block.about}, ${block.reason}, ${block.endsAt}, ${block.addedBy})`.execute(
    tx,
  );
  await sql`
    insert into member.register_block_lookup (hash, block_id)
    select hash, ${id} from unnest(${hashesOf(tx, block)}::bytea[]) hash order by hash
    on conflict (hash) do update set block_id = excluded.block_id`.execute(tx);
  return { id, isNew: true };
}

/** Rules about one thing are added one after the other. */
export async function takePatternAdvisory(tx: Tx, { kind, value }: Pattern): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`register block ${kind} ${value}`}, 0))`.execute(
    tx,
  );
}

async function findLiveBlock(tx: Tx, pattern: Pattern): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id::text from member.register_block_lookup l join member.register_block b on b.id = l.block_id
    where l.hash = any(${hashesOf(tx, pattern)}::bytea[]) and b.ends_at > platform.app_now() limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Counts a try with each live rule that meets it; how many those are. */
export async function countHits(tx: Tx, patterns: readonly Pattern[]): Promise<number> {
  const hashes = patterns.flatMap((pattern) => hashesOf(tx, pattern));
  const { rows } = await sql`
    update member.register_block b set hits = b.hits + 1, hit_at = platform.app_now()
    from (
      select own.id from member.register_block own
      where own.id in (select block_id from member.register_block_lookup where hash = any(${hashes}::bytea[]))
        and own.ends_at > platform.app_now()
      order by own.id for no key update
    ) met where b.id = met.id returning b.id`.execute(tx);
  return rows.length;
}

export async function selectBlockForUpdate(tx: Tx, id: string): Promise<RegisterBlock | undefined> {
  const { rows } = await sql<Row>`${BLOCK} where b.id = ${id} for no key update`.execute(tx);
  return toBlocks(tx, rows)[0];
}

export interface BlockChange {
  readonly id: string;
  readonly endsAt: Date;
  readonly reason: string;
  readonly changedBy: OperatorId;
}

export async function saveBlock(tx: Tx, { id, endsAt, reason, changedBy }: BlockChange): Promise<void> {
  await sql`
    update member.register_block
    set ends_at = ${endsAt}, reason = ${reason}, changed_by = ${changedBy}, changed_at = platform.app_now()
    where id = ${id}`.execute(tx);
}

export interface BlockFilter {
  readonly kind: RegisterBlockKind | undefined;
  readonly state: 'live' | 'ended' | undefined;
  /** The keys of the last rule of the page before. */
  readonly after: { readonly endsAt: Date; readonly id: bigint } | undefined;
}

/** Those that end last come first. Every filter is a range of an index. */
export async function listBlocks(
  tx: Tx,
  { kind, state, after }: BlockFilter,
  limit: number,
): Promise<RegisterBlock[]> {
  const { rows } = await sql<Row>`${BLOCK}
    where true
      ${kind === undefined ? sql`` : sql`and b.kind = ${kind}`}
      ${state === 'live' ? sql`and b.ends_at > platform.app_now()` : sql``}
      ${state === 'ended' ? sql`and b.ends_at <= platform.app_now()` : sql``}
      ${after ? sql`and (b.ends_at, b.id) < (${after.endsAt}, ${after.id})` : sql``}
    order by b.ends_at desc, b.id desc limit ${limit}`.execute(tx);
  return toBlocks(tx, rows);
}

/** The newest rule that names exactly this. */
export async function findBlocks(tx: Tx, pattern: Pattern): Promise<RegisterBlock[]> {
  const { rows } = await sql<Row>`${BLOCK}
    where b.id in (select block_id from member.register_block_lookup where hash = any(${hashesOf(tx, pattern)}::bytea[]))`.execute(
    tx,
  );
  return toBlocks(tx, rows);
}

/** The hash of the device that an account signed in from last. */
export async function findDeviceOf(tx: Tx, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ device: string }>`
    select encode(s.device_hash, 'hex') as device from member.session s join member.member m on m.id = s.member_id
    where m.account = ${account} order by s.id desc limit 1`.execute(tx);
  return rows[0]?.device;
}
