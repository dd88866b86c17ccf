/**
 * Every decoder that sees bytes of a stranger, on input that is nearly right: none may throw, and none may be slow. 10,000 inputs
 * each by default; `FUZZ_RUNS` asks for more.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { parseAnswer, printAnswer, sealAnswer } from '../src/answer.ts';
import { fromBase64Url, toBase64Url } from '../src/base64url.ts';
import { fromHex, toHex } from '../src/bytes.ts';
import { parseRetryAfter } from '../src/client.ts';
import { answerExchange, finishExchange, type ExchangeServer } from '../src/exchange.ts';
import { parsePublicKey } from '../src/identity.ts';
import { beginSession } from '../src/client-session.ts';
import { nodePrimitives as p } from '../src/primitives/node.ts';
import type { KeyPair } from '../src/primitives/port.ts';
import { readEnvelope } from '../src/request.ts';
import { openRequest } from '../src/server-request.ts';
import { runSync } from '../src/step.ts';
import { createStreamOpener } from '../src/stream.ts';
import { isBUrl, isRid, parseRequestText } from '../src/text.ts';
import { openTicket, ticketEpoch } from '../src/ticket.ts';
import { DEVICE, makeWorld, NOW, openWith, run, type World } from './support.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10_000);
const options = { numRuns: RUNS };
// A long run takes minutes; a single one of its inputs still takes microseconds.
const PATIENCE_MS = 10_000 + RUNS * 6;

const BITS = '&=%:"{}[],\\/.-_+ \n\u0000\uFEFFaAfFgGzZ019ELRD';
const noise = fc.oneof(
  fc.string({ unit: fc.constantFrom(...BITS.split('')), maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 400 }),
);

/** A good text with a piece cut out, another put in, or both. */
function near(good: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: good.length });
  return fc.tuple(place, fc.nat({ max: 3 }), fc.oneof(fc.constant(''), noise)).map(([at, cut, put]) => {
    return good.slice(0, at) + put + good.slice(at + cut);
  });
}

const around = (good: string): fc.Arbitrary<string> => fc.oneof(near(good), noise);

function survives<T>(input: fc.Arbitrary<T>, decode: (value: T) => void): void {
  fc.assert(
    fc.property(input, (value) => {
      decode(value);
    }),
    options,
  );
}

describe(`${RUNS} inputs each`, { timeout: PATIENCE_MS }, () => {
  let world: World;
  let body: string;
  let answer: string;
  beforeAll(async () => {
    world = await makeWorld(p);
    const sealed = await world.seal();
    ({ body } = sealed);
    answer = await run(sealAnswer(p, sealed.reply, printAnswer(NOW, '{"errorCode":0}')));
  });

  it('base64url and hex give bytes of that spelling or nothing', () => {
    survives(around(toBase64Url(new Uint8Array(50).fill(77))), (said) => {
      const [read, mirror] = [p.fromBase64Url(said), fromBase64Url(said)];
      expect(read && toHex(read)).toBe(mirror && toHex(mirror));
      expect(read === undefined || p.toBase64Url(read) === said).toBe(true);
      const bytes = fromHex(said);
      expect(bytes === undefined || toHex(bytes) === said).toBe(true);
    });
  });

  it('the text of a request gives strings under proper keys or nothing', () => {
    survives(
      around(`L:DEV_ID=${DEVICE}&RID=AAECAwQFBgcICQoLDA0ODw&account=alice01&remark=%E7%A9%A9`),
      (said) => {
        const parsed = parseRequestText(said);
        for (const [name, value] of parsed?.pairs ?? []) {
          expect([
            isRid(parsed?.rid ?? 'A'.repeat(22)),
            /^[A-Za-z0-9_.-]{1,64}$/.test(name),
            typeof value,
          ]).toEqual([true, true, 'string']);
        }
      },
    );
  });

  it('the text of an answer gives a time and a body or nothing', () => {
    survives(around(printAnswer(NOW, '{"errorCode":0}')), (said) => {
      const parsed = parseAnswer(said);
      expect(parsed === undefined || parsed.kind === 'error' || Number.isSafeInteger(parsed.serverTime)).toBe(
        true,
      );
    });
  });

  it('small texts of the edges give their value or nothing', () => {
    survives(fc.oneof(around('/member/login'), around('02'.repeat(33)), around('17')), (said) => {
      expect([typeof isBUrl(said), typeof isRid(said)]).toEqual(['boolean', 'boolean']);
      expect(parsePublicKey(said)?.length ?? 33).toBe(33);
      expect(parseRetryAfter(said) ?? 0).toBeLessThanOrEqual(30_000);
    });
  });

  it('the body of a request gives an envelope or nothing', () => {
    survives(around(body), (said) => {
      const envelope = readEnvelope(p, '/proxypost', said);
      expect(envelope === undefined || isBUrl(envelope.bUrl)).toBe(true);
    });
  });

  it('a request gives one of the two plain errors, unless it is the true one', () => {
    const context = { memory: world.memory, now: NOW, isRevoked: () => false };
    survives(
      around(body).filter((said) => said !== body),
      (said) => {
        const outcome = runSync(openRequest(p, context, { endpoint: '/proxypost', body: said }));
        expect(outcome.kind === 'refused' ? outcome.text : outcome.kind).toMatch(/^ERROR00[13]$/);
      },
    );
  });

  it('a ticket gives its content or nothing', () => {
    const key = defined(world.ticketKeys.get(ticketEpoch(NOW)), 'a key');
    const good = world.session.ticket;
    const ticket = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(fc.nat({ max: 132 }), fc.nat({ max: 255 })).map(([at, value]) => good.with(at, value)),
    );
    survives(ticket, (bytes) => {
      const content = runSync(openTicket(p, key, Uint8Array.from(bytes)));
      expect(content !== undefined && Buffer.compare(bytes, good) !== 0).toBe(false);
    });
  });

  it('an answer and a frame give what the server sealed or nothing', async () => {
    const { reply } = await world.seal();
    await fc.assert(
      fc.asyncProperty(around(answer), async (said) => {
        expect(await openWith(p, reply, said)).toBeUndefined();
        expect(runSync(createStreamOpener(p, reply).open(said))).toBeUndefined();
      }),
      options,
    );
  });

  it('the exchange gives ERROR003, and its answer no session', () => {
    // A curve that answers at once: the decoders are meant here, and 0.5 ms for each input would hide them.
    const pair: KeyPair = {
      point: new Uint8Array(33).fill(2),
      agree: () => new Uint8Array(32),
      erase: () => undefined,
    };
    const quick = { ...p, generateKeyPair: () => pair };
    const key = defined(world.ticketKeys.get(ticketEpoch(NOW)), 'a key');
    const server: ExchangeServer = {
      serverKeys: [{ kid: 1, pair }],
      ticketKey: { epoch: ticketEpoch(NOW), key },
      now: NOW,
    };
    const pin = { kid: 1, point: pair.point };
    const pending = defined(runSync(beginSession(quick, { pin, device: DEVICE, now: NOW })), 'a pin');
    const good = runSync(answerExchange(quick, server, pending.body)).text;
    survives(
      fc.tuple(
        around(pending.body).filter((said) => said !== pending.body),
        around(good).filter((said) => said !== good),
      ),
      ([said, reply]) => {
        expect(runSync(answerExchange(quick, server, said)).text).toBe('ERROR003');
        expect(runSync(finishExchange(quick, pending, reply))).toBeUndefined();
      },
    );
  });
});
