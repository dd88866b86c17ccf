import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { openAnswer, parseAnswer, printAnswer, sealAnswer } from '../src/answer.ts';
import { fromBase64Url, toBase64Url } from '../src/base64url.ts';
import { fromHex, toHex, type Bytes } from '../src/bytes.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import type { Primitives } from '../src/primitives/port.ts';
import { importSealKey, isSealedLength, open, seal, sealedLength } from '../src/seal.ts';
import { parseRequestText, printRequestText } from '../src/text.ts';
import { BACKENDS, browserPrimitives, flipBit, makeWorld, NOW, opened, run, scripted } from './support.ts';

const bytes = (constraints: fc.IntArrayConstraints = {}): fc.Arbitrary<Bytes> =>
  fc.uint8Array(constraints).map((value) => Uint8Array.from(value));
const oneOf = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...characters.split(''));
const exactly = (length: number): fc.Arbitrary<Bytes> => bytes({ minLength: length, maxLength: length });
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed());
const key = fc
  .string({ unit: oneOf('abcXYZ019_.-'), minLength: 1, maxLength: 64 })
  .filter((name) => name !== 'RID' && name !== 'DEV_ID');
const pairs = fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 64 });
const rid = fc.option(exactly(16).map(toBase64Url), { nil: undefined });
const device = exactly(8).map(toHex);

/** Both directions of every pair of backends: what one made, the other takes. */
const ROUTES = BACKENDS.flatMap(([from, sealing]) =>
  BACKENDS.map(([to, opening]) => [from, to, sealing, opening] as const),
);

const sealKey = (p: Primitives, raw: Bytes) => run(importSealKey(p, Uint8Array.from(raw)));

describe.each(ROUTES)('sealed over %s and opened over %s', (_from, _to, sealing, opening) => {
  it('every text comes back, and no change of key, context or any bit opens it', async () => {
    const bit = fc.nat({ max: 10_000 });
    await fc.assert(
      fc.asyncProperty(
        exactly(64),
        bytes({ maxLength: 80 }),
        bytes({ maxLength: 100 }),
        bit,
        async (raw, context, plain, at) => {
          const sealed = sealing.concat(
            ...(await run(seal(sealing, await sealKey(sealing, raw), context, plain))),
          );
          expect(sealed.length).toBe(sealedLength(plain.length));
          const openingKey = await sealKey(opening, raw);
          expect(toHex(defined(await run(open(opening, openingKey, context, sealed)), 'it opens'))).toBe(
            toHex(plain),
          );
          expect(
            await run(open(opening, openingKey, context, flipBit(sealed, at % (sealed.length * 8)))),
          ).toBeUndefined();
          expect(
            await run(open(opening, openingKey, Uint8Array.from([...context, 0]), sealed)),
          ).toBeUndefined();
          const otherKey = await sealKey(opening, flipBit(raw, at % 256));
          expect(await run(open(opening, otherKey, context, sealed))).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('every answer comes back', async () => {
    const reply = { key: await sealKey(sealing, new Uint8Array(64)), context: Uint8Array.of(1) };
    const other = { ...reply, key: await sealKey(opening, new Uint8Array(64)) };
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 9_999_999_999 }), async (body, after) => {
        const sealed = await run(sealAnswer(sealing, reply, printAnswer(NOW + after, body)));
        const answer = { kind: 'body', serverTime: NOW + after, body };
        expect(await run(openAnswer(opening, other, sealed))).toEqual(answer);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the two sets of primitives', { timeout: 60_000 }, () => {
  const [node, browser] = [nodePrimitives, browserPrimitives];

  it('give the same bytes for the same key, IV, context and text', async () => {
    await fc.assert(
      fc.asyncProperty(
        exactly(64),
        exactly(16),
        bytes({ maxLength: 80 }),
        bytes({ maxLength: 100 }),
        async (raw, iv, context, plain) => {
          const sealed = [node, browser].map(async (p) =>
            toHex(
              p.concat(
                ...(await run(seal(scripted(p, { random: [iv] }), await sealKey(p, raw), context, plain))),
              ),
            ),
          );
          const [left, right] = await Promise.all(sealed);
          expect(left).toBe(right);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('derive the same keys', async () => {
    const length = fc.integer({ min: 1, max: 96 });
    await fc.assert(
      fc.asyncProperty(
        exactly(32),
        exactly(32),
        bytes({ maxLength: 99 }),
        length,
        async (salt, secret, info, n) => {
          const input = { salt, secret, info, length: n };
          expect(toHex(node.hkdf(input))).toBe(toHex(await browser.hkdf(input)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have the same points and agree on the same secret, each with the other', async () => {
    await fc.assert(
      fc.asyncProperty(exactly(32), exactly(32), async (left, right) => {
        const [own, peer] = [node.keyPairOf(left), await browser.keyPairOf(right)];
        fc.pre(own !== undefined && peer !== undefined);
        const [mirror, peerMirror] = [await browser.keyPairOf(left), node.keyPairOf(right)];
        expect(toHex(defined(mirror, 'a pair').point)).toBe(toHex(own.point));
        const secrets = [
          own.agree(peer.point),
          mirror?.agree(peer.point),
          peer.agree(own.point),
          peerMirror?.agree(own.point),
        ];
        const shown = (await Promise.all(secrets.map(async (secret) => secret))).map((secret) =>
          toHex(secret ?? new Uint8Array(0)),
        );
        expect(new Set(shown).size).toBe(1);
        expect(shown[0]).toHaveLength(64);
      }),
      { numRuns: 15 },
    );
  });

  it('refuse the same points', async () => {
    const pair = [
      node.keyPairOf(new Uint8Array(32).fill(1)),
      await browser.keyPairOf(new Uint8Array(32).fill(1)),
    ];
    const point = fc.oneof(
      bytes({ maxLength: 70 }),
      exactly(32).chain((x) => fc.constantFrom(2, 3, 4, 0).map((first) => Uint8Array.from([first, ...x]))),
    );
    await fc.assert(
      fc.asyncProperty(point, async (peer) => {
        const secrets = await Promise.all(pair.map(async (each) => each?.agree(peer)));
        const shown = secrets.map((secret) => secret && toHex(secret));
        expect(shown[0]).toBe(shown[1]);
      }),
      { numRuns: 60 },
    );
  });

  it('spell and read base64url, UTF-8 and equality alike', () => {
    fc.assert(
      fc.property(bytes({ maxLength: 70 }), bytes({ maxLength: 70 }), text, (left, right, said) => {
        expect(node.toBase64Url(left)).toBe(browser.toBase64Url(left));
        const read = left.length === 0 ? left : fromBase64Url(node.toBase64Url(left));
        expect(read && toHex(read)).toBe(toHex(left));
        expect(node.decodeUtf8(left)).toBe(browser.decodeUtf8(left));
        expect(toHex(node.utf8(said))).toBe(toHex(browser.utf8(said)));
        expect(node.decodeUtf8(node.utf8(said))).toBe(said);
        expect([node.equal(left, right), browser.equal(left, right)]).toEqual(
          Array(2).fill(toHex(left) === toHex(right)),
        );
        expect(node.equal(left, Uint8Array.from(left))).toBe(true);
        expect(toHex(node.concat(left, right))).toBe(toHex(left) + toHex(right));
      }),
    );
  });
});

describe('the texts', () => {
  it('parse(print(request)) is the request, and print(parse(text)) the text (A16)', () => {
    fc.assert(
      fc.property(device, rid, pairs, (id, request, list) => {
        const value = { device: id, rid: request, pairs: new Map(list) };
        const printed = printRequestText(value);
        const parsed = defined(parseRequestText(printed), 'a printed text parses');
        expect(parsed).toEqual(value);
        expect([...parsed.pairs.keys()]).toEqual(list.map(([name]) => name));
        expect(printRequestText(parsed)).toBe(printed);
      }),
    );
  });

  it('any other text that parses is printed back as it was: there is one spelling', () => {
    const piece = fc.constantFrom(
      '',
      'a',
      'RID',
      'DEV_ID',
      '1',
      '=',
      '&',
      '.',
      "'",
      '%41',
      '%20',
      '%E7%A9%A9',
      '%e7',
      '%',
      '+',
    );
    const rest = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    let read = 0;
    fc.assert(
      fc.property(
        device,
        fc.string({ unit: oneOf('aZ0_.-'), minLength: 1, maxLength: 3 }),
        rest,
        (id, name, tail) => {
          const said = `L:DEV_ID=${id}&${name}=${tail}`;
          const parsed = parseRequestText(said);
          read += parsed ? 1 : 0;
          // A RID out of place is kept as a pair, which a client would not write.
          expect(parsed && !parsed.pairs.has('RID') ? printRequestText(parsed) : said).toBe(said);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('an answer is read as it was printed', () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(parseAnswer(printAnswer(NOW, body))).toEqual({ kind: 'body', serverTime: NOW, body });
      }),
    );
  });

  it('a text that JavaScript cannot send as UTF-8 is sent with U+FFFD, as forms do', () => {
    const printed = printRequestText({
      device: '0'.repeat(16),
      rid: undefined,
      pairs: new Map([['a', 'x\ud800']]),
    });
    expect(parseRequestText(printed)?.pairs.get('a')).toBe('x\ufffd');
  });
});

describe('the codecs', () => {
  it('base64url: every text is refused or is the spelling of its bytes (A17)', () => {
    fc.assert(
      fc.property(fc.string({ unit: oneOf('AQgwBZaz09-_+/= \n'), maxLength: 12 }), (said) => {
        const isSpelling = said !== '' && Buffer.from(said, 'base64url').toString('base64url') === said;
        for (const p of [nodePrimitives, browserPrimitives]) {
          const read = p.fromBase64Url(said);
          expect(read !== undefined).toBe(isSpelling);
          expect(read ? toBase64Url(read) : said).toBe(said);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('hex: every text is refused or is the spelling of its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: oneOf('0189afAFgx '), maxLength: 8 }), (said) => {
        const read = fromHex(said);
        expect(read !== undefined).toBe(/^(?:[0-9a-f]{2})*$/.test(said));
        expect(read ? toHex(read) : said).toBe(said);
      }),
    );
  });

  it('a sealed length is one that some text has', () => {
    const lengths = new Set(Array.from({ length: 400 }, (_, length) => sealedLength(length)));
    for (let length = 0; length < 400; length += 1) expect(isSealedLength(length)).toBe(lengths.has(length));
  });
});

describe.each(BACKENDS)('a call over %s', (_, p) => {
  it('arrives with every pair as it was given', async () => {
    const world = await makeWorld(p);
    await fc.assert(
      fc.asyncProperty(rid, pairs, async (id, list) => {
        const { body } = await world.seal({ rid: id, pairs: new Map(list) });
        const request = await opened(world.judge(body));
        expect([request.rid, [...request.pairs]]).toEqual([id, list]);
      }),
      { numRuns: 40 },
    );
  });
});
