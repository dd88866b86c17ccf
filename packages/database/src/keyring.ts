import { createHmac, hkdfSync } from 'node:crypto';
import { createBox, type Box } from '@holdfast/secure-channel/node';

/** A key that all keys of one generation are derived from. Its id stands in every box and every look-up hash that was made with it. */
export interface MasterKey {
  readonly id: number;
  readonly bytes: Buffer;
}

/** Unusable keys, with a sentence for the person who starts the product and nothing of their content. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** Two while keys change, one otherwise. */
const KEYS_MAX = 2;
const LINE = /^(?:(\d{1,3}):)?([0-9a-f]{64})$/;

/** Reads `id:64 hex digits`, a line for each key, the current one first. Without an id it is number 1. */
export function parseMasterKeys(text: string): MasterKey[] {
  const keys = text
    .trim()
    .split(/\s+/)
    .map((line) => {
      const [, id = '1', hex] = LINE.exec(line) ?? [];
      if (hex === undefined || Number(id) < 1 || Number(id) > 255)
        throw new KeyError(
          'The master key is not 64 hexadecimal digits, after an id from 1 to 255 and a colon.',
        );
      return { id: Number(id), bytes: Buffer.from(hex, 'hex') };
    });
  if (keys.length > KEYS_MAX)
    throw new KeyError('More than two master keys: finish the running change of keys first.');
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new KeyError('Two master keys have the same id: give the new one the next number.');
  return keys;
}

/** What is derived from the master keys. While two live, everything of either opens and is found; only the current one seals. */
export interface Keyring {
  readonly currentId: number;
  readonly ids: readonly number[];
  /** Seals under the current key, opens under any; the first byte of a box is the id of its key. */
  box(purpose: string): Box;
  /**
   * The keyed hashes by which a value is found, one for each key, the current one first. All are stored and any may match, so uniqueness
   * holds between processes of which one has the old key first and the other the new one.
   */
  lookups(purpose: string, value: string): Buffer[];
}

const derive = (key: MasterKey, label: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(32), `holdfast/${label}/1`, bytes));

export const keyIdOf = (sealed: Uint8Array): number => sealed[0] ?? 0;

export function createKeyring(keys: readonly MasterKey[]): Keyring {
  const [current] = keys;
  if (current === undefined) throw new KeyError('There is no master key.');
  const withId = (id: number, bytes: Uint8Array) => Buffer.concat([Buffer.of(id), bytes]);
  const lookupKeys = keys.map((key) => ({ id: key.id, bytes: derive(key, 'lookups', 32) }));
  const boxes = new Map<string, Box>();

  function makeBox(purpose: string): Box {
    const byId = new Map(keys.map((key) => [key.id, createBox(derive(key, purpose, 64))]));
    return {
      seal: (context, plain) =>
        withId(current?.id ?? 0, byId.get(current?.id ?? 0)?.seal(context, plain) ?? Buffer.alloc(0)),
      open: (context, sealed) => byId.get(keyIdOf(sealed))?.open(context, sealed.subarray(1)),
    };
  }
  return {
    currentId: current.id,
    ids: keys.map(({ id }) => id),
    box(purpose) {
      const made = boxes.get(purpose) ?? makeBox(purpose);
      boxes.set(purpose, made);
      return made;
    },
    lookups: (purpose, value) =>
      lookupKeys.map(({ id, bytes }) =>
        withId(id, createHmac('sha256', bytes).update(`${purpose} ${value}`).digest()),
      ),
  };
}
