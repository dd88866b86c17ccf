/**
 * Project Wycheproof's files (C2SP, testvectors_v1), read when they lie beside the repository. They reach the primitives through the
 * port, so what is proved is what the composition uses. The counts say how many cases were run and how many cannot apply.
 */
import { describe, expect, it } from 'vitest';
import { toHex, type Bytes } from '../src/bytes.ts';
import type { KeyPair, Primitives } from '../src/primitives/port.ts';
import { importSealKey, open } from '../src/seal.ts';
import { BACKENDS, hex, readShared, run, sayLeftOut } from './support.ts';

interface Case {
  readonly tcId: number;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly [field: string]: unknown;
}

interface File {
  readonly testGroups: readonly { readonly tagSize?: number; readonly tests: readonly Case[] }[];
}

const NAMES = [
  'a256cbc_hs512',
  'aes_cbc_pkcs5',
  'ecdh_secp256k1',
  'ecdh_secp256k1_webcrypto',
  'hkdf_sha256',
  'hmac_sha256',
] as const;
const COUNTS: Readonly<Record<(typeof NAMES)[number], number>> = {
  a256cbc_hs512: 94,
  aes_cbc_pkcs5: 216,
  ecdh_secp256k1: 752,
  ecdh_secp256k1_webcrypto: 496,
  hkdf_sha256: 86,
  hmac_sha256: 174,
};
const files = new Map(NAMES.map((name) => [name, readShared(`wycheproof/${name}.json`)]));
const missing = NAMES.filter((name) => files.get(name) === undefined);
sayLeftOut(
  'Wycheproof',
  missing.reduce((sum, name) => sum + COUNTS[name], 0),
);

function casesOf(name: (typeof NAMES)[number]): (Case & { tagBytes: number })[] {
  const { testGroups } = JSON.parse(files.get(name) ?? '{"testGroups":[]}') as File;
  return testGroups.flatMap(({ tests, tagSize = 0 }) =>
    tests.map((test) => ({ ...test, tagBytes: tagSize / 8 })),
  );
}

const field = (test: Case, name: string): Bytes => hex(String(test[name]));

/** Runs the cases that apply and says how many those were; each must end as its `result` says ("acceptable" leaves it open). */
async function runAll(
  cases: readonly Case[],
  holds: (test: Case) => Promise<boolean | undefined>,
): Promise<number> {
  let ran = 0;
  const wrong: number[] = [];
  for (const test of cases) {
    const held = await holds(test);
    if (held === undefined) continue;
    ran += 1;
    if (test.result !== 'acceptable' && held !== (test.result === 'valid')) wrong.push(test.tcId);
  }
  expect(wrong).toEqual([]);
  return ran;
}

const P = 2n ** 256n - 2n ** 32n - 977n;
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);

/** Our wire knows compressed points alone, so a whole point is compressed here once its equation has been checked. */
function compress(point: Uint8Array): Bytes | undefined {
  if (point.length === 33) return Uint8Array.from(point);
  const [x, y] = [toNumber(point.subarray(1, 33)), toNumber(point.subarray(33))];
  if (point.length !== 65 || point[0] !== 4 || x >= P || y >= P) return undefined;
  if ((y * y - x * x * x - 7n) % P !== 0n) return undefined;
  return Uint8Array.from([y % 2n === 0n ? 2 : 3, ...point.subarray(1, 33)]);
}

const NAMED_CURVE = /^30(?:36|56)301006072a8648ce3d020106052b8104000a03(?:22|42)00/;

function scalarOf(text: string): Bytes {
  return hex(text.replace(/^(?:00)+/, '').padStart(64, '0'));
}

const fromWebCrypto = (text: unknown): string => Buffer.from(String(text), 'base64url').toString('hex');

/**
 * Agreements by key and point. Few keys serve many cases, importing one costs more than an agreement, and the two files of the curve
 * hold mostly the same cases in two forms.
 */
function agreements(p: Primitives): (scalar: Bytes, point: Bytes) => Promise<string | undefined> {
  const pairs = new Map<string, KeyPair | undefined>();
  const secrets = new Map<string, string | undefined>();
  return async (scalar, point) => {
    const key = toHex(scalar);
    const name = `${key} ${toHex(point)}`;
    if (!pairs.has(key)) pairs.set(key, await p.keyPairOf(scalar));
    if (!secrets.has(name)) {
      const x = await pairs.get(key)?.agree(point);
      secrets.set(name, x && toHex(x));
    }
    return secrets.get(name);
  };
}

describe.skipIf(missing.length > 0).each(BACKENDS)('Wycheproof over %s', { timeout: 60_000 }, (_, p) => {
  const agree = agreements(p);

  it('agrees on all 497 points of secp256k1 and leaves out 255 keys that are no named-curve point (A9)', async () => {
    let keysWithoutPoint = 0;
    const ran = await runAll(casesOf('ecdh_secp256k1'), async (test) => {
      const spki = String(test['public']);
      const raw = NAMED_CURVE.test(spki) ? hex(spki.replace(NAMED_CURVE, '')) : undefined;
      if (!raw) {
        keysWithoutPoint += 1;
        return undefined;
      }
      const point = compress(raw);
      if (!point) return false;
      return (await agree(scalarOf(String(test['private'])), point)) === test['shared'];
    });
    expect([ran, keysWithoutPoint]).toEqual([497, 255]);
  });

  it('agrees on 496 of 496 keys in the form of WebCrypto (A9)', async () => {
    const ran = await runAll(casesOf('ecdh_secp256k1_webcrypto'), async (test) => {
      const key = test['public'] as Record<string, unknown>;
      const [x, y] = [fromWebCrypto(key['x']), fromWebCrypto(key['y'])];
      const point = key['crv'] === 'P-256K' ? compress(hex(`04${x}${y}`)) : undefined;
      if (!point) return false;
      const scalar = scalarOf(fromWebCrypto((test['private'] as Record<string, unknown>)['d']));
      return (await agree(scalar, point)) === test['shared'];
    });
    expect(ran).toBe(496);
  });

  it('opens and refuses 216 of 216 AES-CBC texts', async () => {
    const ran = await runAll(casesOf('aes_cbc_pkcs5'), async (test) => {
      const key = await p.cipherKey(field(test, 'key'));
      const [iv, plain, encrypted] = [field(test, 'iv'), field(test, 'msg'), field(test, 'ct')];
      const decrypted = await key.decrypt(iv, encrypted);
      if (decrypted === undefined || toHex(decrypted) !== toHex(plain)) return false;
      return toHex(await key.encrypt(iv, plain)) === toHex(encrypted);
    });
    expect(ran).toBe(216);
  });

  it('tags and refuses 174 of 174 HMAC messages', async () => {
    const ran = await runAll(casesOf('hmac_sha256'), async (test) => {
      const key = await p.macKey(field(test, 'key'));
      const tag = await key.sign(field(test, 'msg'));
      return p.equal(tag.subarray(0, Number(test['tagBytes'])), field(test, 'tag'));
    });
    expect(ran).toBe(174);
  });

  it('derives and refuses 86 of 86 HKDF keys', async () => {
    const ran = await runAll(casesOf('hkdf_sha256'), async (test) => {
      const [secret, salt, info] = [field(test, 'ikm'), field(test, 'salt'), field(test, 'info')];
      try {
        return toHex(await p.hkdf({ salt, secret, info, length: Number(test['size']) })) === test['okm'];
      } catch {
        return false;
      }
    });
    expect(ran).toBe(86);
  });

  it('opens and refuses 94 of 94 texts of A256CBC-HS512 through the same OPEN', async () => {
    const ran = await runAll(casesOf('a256cbc_hs512'), async (test) => {
      const key = await run(importSealKey(p, field(test, 'key'), 'SHA-512'));
      const sealed = hex(`${String(test['iv'])}${String(test['ct'])}${String(test['tag'])}`);
      const plain = await run(open(p, key, field(test, 'aad'), sealed));
      return plain !== undefined && toHex(plain) === test['msg'];
    });
    expect(ran).toBe(94);
  });
});
