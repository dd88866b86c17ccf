import { createHash, randomBytes } from 'node:crypto';
import type { WireErrorName } from '@holdfast/contract/errors';
import type { UploadPurpose, UploadType } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { createBox } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

export interface StoredFile {
  readonly id: string;
  readonly memberId: MemberId;
  readonly purpose: UploadPurpose;
  readonly type: UploadType;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** What names it, or null. */
  readonly claimedBy: string | null;
  /** What its QR code says; null for a picture that was not read. */
  readonly code: string | null;
}

interface FileRow extends Omit<StoredFile, 'code'> {
  readonly codeSealed: Buffer | null;
}

/** What an upload has come to. */
export type UploadState =
  | { readonly state: 'awaited' | 'stored' | 'removed' }
  | { readonly state: 'refused'; readonly refusal: WireErrorName };

const KEY = 'assets.file.key_sealed';
const CODE = 'assets.file.code_sealed';
const PRINT = 'assets.file.print_sealed';
const FILE = sql`id, member_id::text as "memberId", purpose, type, bytes, width, height, claimed_by as "claimedBy", code_sealed as "codeSealed"`;

const toFile = (db: Database | Tx, { codeSealed, ...row }: FileRow): StoredFile => ({
  ...row,
  code: codeSealed && keysOf(db).open(CODE, row.id, codeSealed),
});

/** The box of one file. Its key stands in the file's row alone. */
export interface FileSeal {
  seal(bytes: Uint8Array): Uint8Array;
  open(sealed: Uint8Array): Buffer | undefined;
}

function sealWith(id: string, key: Buffer): FileSeal {
  const [box, context] = [createBox(key), Buffer.from(`file ${id}`)];
  return {
    seal: (bytes) => box.seal(context, bytes),
    open(sealed) {
      const plain = box.open(context, sealed);
      return plain && Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
    },
  };
}

/** Takes the advisory lock that serialises one member's tokens, so that the limit of a day holds against parallel calls. */
export async function takeUploadsAdvisory(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('assets.file', ${memberId}::bigint))`.execute(tx);
}

/** How many uploads a member has begun within a day, and when the first of them is a day old. */
export async function countUploads(
  tx: Tx,
  memberId: MemberId,
): Promise<{ count: number; until: Date | null }> {
  const { rows } = await sql<{ count: number; until: Date | null }>`
    select count(*)::int as count, min(made_at) + interval '1 day' as until from assets.file
    where member_id = ${memberId} and made_at > platform.app_now() - interval '1 day'`.execute(tx);
  return defined(rows[0], 'a count is one row');
}

/** With the key of the bytes to come: of two processes that end one upload, either's bytes are then the file's. */
export async function insertAwaited(
  tx: Tx,
  { id, memberId, purpose }: Pick<StoredFile, 'id' | 'memberId' | 'purpose'>,
): Promise<void> {
  const sealed = keysOf(tx).seal(KEY, id, randomBytes(64).toString('base64'));
  await sql`
    insert into assets.file (id, member_id, purpose, key_sealed)
    values (${id}, ${memberId}, ${purpose}, ${sealed})`.execute(tx);
}

const openSeal = (db: Database | Tx, id: string, keySealed: Buffer): FileSeal =>
  sealWith(id, Buffer.from(keysOf(db).open(KEY, id, keySealed), 'base64'));

/** The box of a file that is awaited: undefined where its upload has ended. */
export async function findAwaitedSeal(db: Database | Tx, id: string): Promise<FileSeal | undefined> {
  const { rows } = await sql<{ keySealed: Buffer }>`
    select key_sealed as "keySealed" from assets.file where id = ${id} and state = 'awaited'`.execute(db);
  return rows[0] && openSeal(db, id, rows[0].keySealed);
}

/** Undefined for a file that no row names (any more). `now` is the database's. */
export async function findUpload(
  db: Database | Tx,
  id: string,
): Promise<(UploadState & { now: Date }) | undefined> {
  const { rows } = await sql<UploadState & { now: Date }>`
    select state, refusal, platform.app_now() as now from assets.file where id = ${id}`.execute(db);
  return rows[0];
}

/** Ends an upload with a stored file; false where it has ended already. */
export async function saveStored(
  db: Database | Tx,
  id: string,
  stored: Pick<StoredFile, 'type' | 'bytes' | 'width' | 'height' | 'code'> & {
    readonly print?: Uint8Array | null;
    readonly digest: Buffer;
  },
): Promise<boolean> {
  const { type, bytes, width, height, code, digest, print = null } = stored;
  const codeSealed = code === null ? null : keysOf(db).seal(CODE, id, code);
  const printSealed =
    print === null ? null : keysOf(db).seal(PRINT, id, Buffer.from(print).toString('base64'));
  const { numAffectedRows } = await sql`
    update assets.file set state = 'stored', type = ${type}, bytes = ${bytes}, width = ${width}, height = ${height},
      code_sealed = ${codeSealed}, print_sealed = ${printSealed}, digest = ${digest}, changed_at = platform.app_now()
    where id = ${id} and state = 'awaited'`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends an upload with a refusal, so that its token is spent; false where it has ended already. */
export async function saveRefused(db: Database, id: string, refusal: WireErrorName): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update assets.file set state = 'refused', refusal = ${refusal}, key_sealed = null, changed_at = platform.app_now()
    where id = ${id} and state = 'awaited'`.execute(db);
  return numAffectedRows === 1n;
}

/** A stored file. */
export async function findFile(db: Database | Tx, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<FileRow>`
    select ${FILE} from assets.file where id = ${id} and state = 'stored'`.execute(db);
  return rows[0] && toFile(db, rows[0]);
}

/** The SHA-256 of each of these files, in hexadecimal digits. Those that were stored before digests were kept have none. */
export async function digestsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; digest: string }>`
    select id, encode(digest, 'hex') as digest from assets.file where id = any(${ids}::text[]) and digest is not null`.execute(
    tx,
  );
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** What is kept of the bytes of a file beside them. */
export const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** How the picture is known again; undefined where it has no print. It can be read like the picture itself, so it is sealed as well. */
export async function findPrint(tx: Tx, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select print_sealed as sealed from assets.file where id = ${id} and state = 'stored'`.execute(tx);
  const sealed = rows[0]?.sealed;
  return sealed ? Buffer.from(keysOf(tx).open(PRINT, id, sealed), 'base64') : undefined;
}

/** A stored file with the box that opens its bytes. */
export async function findSealedFile(
  db: Database | Tx,
  id: string,
): Promise<{ readonly file: StoredFile; readonly seal: FileSeal } | undefined> {
  const { rows } = await sql<FileRow & { keySealed: Buffer }>`
    select ${FILE}, key_sealed as "keySealed" from assets.file where id = ${id} and state = 'stored'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { keySealed, ...file } = row;
  return { file: toFile(db, file), seal: openSeal(db, id, keySealed) };
}

/** Names a stored file of this owner and purpose that nothing names yet. Undefined when there is none. */
export async function claim(
  tx: Tx,
  { id, memberId, purpose, by }: Pick<StoredFile, 'id' | 'memberId' | 'purpose'> & { readonly by: string },
): Promise<StoredFile | undefined> {
  // With `coalesce` the index of files without a name cannot serve this: a plan made while that index was empty would read all of it.
  const { rows } = await sql<FileRow>`
    update assets.file set claimed_by = ${by}, changed_at = platform.app_now()
    where id = ${id} and member_id = ${memberId} and purpose = ${purpose} and state = 'stored' and coalesce(claimed_by, '') = ''
    returning ${FILE}`.execute(tx);
  return rows[0] && toFile(tx, rows[0]);
}

/** Nothing names the file any more: its key is gone with the commit, its bytes with the next sweep. */
export async function release(tx: Tx, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    update assets.file set state = 'removed', key_sealed = null, code_sealed = null, print_sealed = null, type = null, bytes = null, changed_at = platform.app_now()
    where id = ${id} and claimed_by = ${by} and state = 'stored' returning 1`.execute(tx);
  return rows.length === 1;
}

/** Hours for which a stored file waits for something to name it. */
const UNCLAIMED_HOURS = 24;

/** Gives up files that nobody has named. */
export async function releaseUnclaimed(db: Database): Promise<void> {
  await sql`
    update assets.file set state = 'removed', key_sealed = null, code_sealed = null, print_sealed = null, type = null, bytes = null, changed_at = platform.app_now()
    where claimed_by is null and state = 'stored'
      and changed_at < platform.app_now() - make_interval(hours => ${UNCLAIMED_HOURS}::int)`.execute(db);
}

/**
 * Deletes the rows of what is over, and answers their ids: their blobs go with them. A row stays for a day, as the count of a member's day
 * reads it, and so its token opens nothing a second time.
 */
export async function deleteEnded(
  db: Database,
  limit: number,
  remove: (id: string) => Promise<void>,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from assets.file
    where (claimed_by is null or state = 'removed') and state <> 'stored'
      and changed_at < platform.app_now() - interval '1 day' order by changed_at limit ${limit}`.execute(db);
  for (const { id } of rows) {
    await remove(id);
    await sql`delete from assets.file where id = ${id} and state <> 'stored'`.execute(db);
  }
  return rows.length;
}

/** Those of `ids` that a row names. */
export async function namedAmong(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from assets.file where id = any(${ids}::text[]) and state in ('awaited', 'stored')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
