import { createHmac, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { KeyError, keyIdOf, type Keyring } from './keyring.ts';

/**
 * Keys that are kept in the database, sealed under the master key: what was hashed with them cannot be hashed anew, because nobody has the
 * value any more. A change of the master key seals them again and leaves the hashes as they are.
 */
export const KEPT_KEYS = [
  'password-pepper',
  'body-hash',
  'one-time-code-hash',
  'identifiers',
  'evidence-signing', // what was signed is held against one public key for years
] as const;
export type KeptKey = (typeof KEPT_KEYS)[number];

export const keptKeyContext = (name: string): Buffer => Buffer.from(`kept-key ${name}`);
export const KEPT_KEY_PURPOSE = 'kept-keys';

/** The sealed columns of the database, by `schema.table.column`. */
const COLUMN_PURPOSE = 'columns';
const columnContext = (column: string, row: string): Buffer => Buffer.from(`${column} ${row}`);

/** What a store needs to write and to read personal data. Every sealed value is bound to its column and its row. */
export interface Keys {
  readonly ring: Keyring;
  readonly kept: Readonly<Record<KeptKey, Buffer>>;
  /** Seals a text for one column of one row; null stays null, for an empty column. */
  seal(column: string, row: string, text: string): Buffer;
  /** Opens a column; '' for an empty one. */
  open(column: string, row: string, sealed: Buffer | null): string;
  lookups(purpose: string, value: string): Buffer[];
  /** The keyed hash of a long random identifier (an install id, a session proof, a ticket): the identifier itself is never stored. */
  identify(purpose: string, identifier: string): Buffer;
}

const FOREIGN_KEY =
  'The data were sealed under another master key: bring that one back, or begin with an empty database.';

/** A row of `platform.kept_key`. */
export interface StoredKey {
  readonly name: string;
  readonly sealed: Buffer;
}

/** Refuses a ring that does not open what is kept. Answers the ids of the keys that this is sealed under: none where nothing is kept yet. */
export function assertOpens(ring: Keyring, stored: readonly StoredKey[]): ReadonlySet<number> {
  const box = ring.box(KEPT_KEY_PURPOSE);
  for (const { name, sealed } of stored)
    if (!box.open(keptKeyContext(name), sealed)) throw new KeyError(FOREIGN_KEY);
  return new Set(stored.map(({ sealed }) => keyIdOf(sealed)));
}

/** Reads the kept keys; makes them where there are none. Of two first starts at once one makes them and both read the same. */
export async function loadKeys(db: Kysely<unknown>, ring: Keyring): Promise<Keys> {
  const box = ring.box(KEPT_KEY_PURPOSE);
  const read = async () => {
    const { rows } = await sql<{ name: KeptKey; sealed: Buffer }>`
      select name, sealed from platform.kept_key`.execute(db);
    return new Map(rows.map(({ name, sealed }) => [name, sealed]));
  };
  let stored = await read();
  const missing = KEPT_KEYS.filter((name) => !stored.has(name));
  if (missing.length > 0) {
    const sealed = missing.map((name) => Buffer.from(box.seal(keptKeyContext(name), randomBytes(32))));
    await sql`insert into platform.kept_key (name, sealed)
              select * from unnest(${missing}::text[], ${sealed}::bytea[]) on conflict do nothing`.execute(
      db,
    );
    stored = await read();
  }
  const open = (name: KeptKey): [KeptKey, Buffer] => {
    const bytes = box.open(keptKeyContext(name), stored.get(name) ?? Buffer.alloc(0));
    if (bytes) return [name, Buffer.from(bytes)];
    throw new KeyError(FOREIGN_KEY);
  };
  return createKeys(ring, Object.fromEntries(KEPT_KEYS.map(open)) as Record<KeptKey, Buffer>);
}

function createKeys(ring: Keyring, kept: Readonly<Record<KeptKey, Buffer>>): Keys {
  const box = ring.box(COLUMN_PURPOSE);
  return {
    ring,
    kept,
    seal: (column, row, text) => Buffer.from(box.seal(columnContext(column, row), Buffer.from(text))),
    open(column, row, sealed) {
      if (sealed === null) return '';
      const plain = box.open(columnContext(column, row), sealed);
      if (!plain) throw new KeyError(`${column} of row ${row} does not open`);
      return Buffer.from(plain).toString('utf8');
    },
    lookups: (purpose, value) => ring.lookups(purpose, value),
    identify: (purpose, identifier) =>
      createHmac('sha256', kept.identifiers).update(`${purpose} ${identifier}`).digest(),
  };
}

/** By what all transactions of one pool share. */
const attached = new WeakMap<object, Keys>();

/** Gives a pool its keys. A store asks its transaction for them, so they need not be handed through every use case to reach it. */
export function attachKeys(db: Kysely<unknown>, keys: Keys): void {
  attached.set(db.getExecutor().adapter, keys);
}

/** The keys of a pool or of one of its transactions. */
export function keysOf(db: Kysely<unknown>): Keys {
  const keys = attached.get(db.getExecutor().adapter);
  if (!keys) throw new KeyError('this connection has no keys: attachKeys() comes first');
  return keys;
}
