import { beforeAll, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { printAnswer, sealAnswer } from '../src/answer.ts';
import { beginExchange, finishExchange, answerExchange, type ExchangeServer } from '../src/exchange.ts';
import { copyOf, toHex, type Bytes } from '../src/bytes.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import type { KeyPair } from '../src/primitives/port.ts';
import { createStreamOpener, createStreamSealer } from '../src/stream.ts';
import { openTicket, ticketEpoch } from '../src/ticket.ts';
import {
  BACKENDS,
  bytesOf,
  counted,
  DEVICE,
  flipBit,
  makeWorld,
  NOW,
  opened,
  openWith,
  run,
  textOf,
  verdict,
  withPld,
  type World,
} from './support.ts';

/** Every bit of the bytes in turn, or one in so many where a case costs milliseconds. */
function bitsOf(bytes: Uint8Array, step = 1): number[] {
  return Array.from({ length: Math.ceil((bytes.length * 8) / step) }, (_, index) => index * step);
}

/** How the changed messages were answered, and how often. */
async function tally(
  bits: readonly number[],
  answer: (bit: number) => Promise<string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const bit of bits) {
    const text = await answer(bit);
    counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
}

// The first byte of every message is its version, and is public: 8 bits.
const VERSION_BITS = 8;

describe.each(BACKENDS)('a single changed bit over %s (A1)', { timeout: 60_000 }, (_, p) => {
  // WebCrypto takes its time for each of the exchange's keys: there every third bit, which still meets every byte at other places.
  const exchangeStep = p === nodePrimitives ? 1 : 3;
  let world: World;

  beforeAll(async () => {
    world = await makeWorld(p);
  });

  it('of a request is ERROR001, of its version byte ERROR003, and the cipher is never reached', async () => {
    const spy = counted(p);
    const watched = await makeWorld(spy.p);
    const { body } = await watched.seal();
    // The first request opens the ticket; only afterwards does the count begin, for the session is then known.
    await opened(watched.judge((await watched.seal()).body));
    const before = spy.counts.decrypt;
    const pld = bytesOf(/"PLD":"([^"]+)"/.exec(body)?.[1] ?? '');
    const bits = bitsOf(pld);
    const counts = await tally(bits, async (bit) =>
      verdict(await watched.judge(withPld(body, (bytes) => flipBit(bytes, bit)))),
    );
    expect(counts).toEqual({ ERROR001: bits.length - VERSION_BITS, ERROR003: VERSION_BITS });
    expect(spy.counts.decrypt).toBe(before);
    expect(await watched.judge(body)).toMatchObject({ kind: 'opened' });
  });

  it('of a ticket leaves it closed', async () => {
    const { ticket } = world.session;
    const key = defined(world.ticketKeys.get(ticketEpoch(NOW)), 'the hour has a key');
    const open = async (bytes: Uint8Array): Promise<string> =>
      (await run(openTicket(p, key, Uint8Array.from(bytes)))) ? 'opened' : 'closed';
    expect(await open(ticket)).toBe('opened');
    expect(await tally(bitsOf(ticket), (bit) => open(flipBit(ticket, bit)))).toEqual({
      closed: ticket.length * 8,
    });
  });

  it('of an answer is refused by the client', async () => {
    const { body, reply } = await world.seal();
    const request = await opened(world.judge(body));
    const answer = bytesOf(await run(sealAnswer(p, request.reply, printAnswer(NOW, '{"errorCode":0}'))));
    const open = async (bytes: Uint8Array): Promise<string> =>
      (await openWith(p, reply, textOf(bytes))) ? 'opened' : 'refused';
    expect(await open(answer)).toBe('opened');
    expect(await tally(bitsOf(answer), (bit) => open(flipBit(answer, bit)))).toEqual({
      refused: answer.length * 8,
    });
  });

  it('of a stream frame is refused by the client', async () => {
    const { reply } = await world.seal({ endpoint: '/proxystream' });
    const frame = bytesOf(
      await run(createStreamSealer(p, reply).seal({ now: NOW, body: '{"type":"heartbeat"}' })),
    );
    const open = async (bytes: Uint8Array): Promise<string> =>
      (await run(createStreamOpener(p, reply).open(textOf(bytes)))) ? 'opened' : 'refused';
    expect(await open(frame)).toBe('opened');
    expect(await tally(bitsOf(frame), (bit) => open(flipBit(frame, bit)))).toEqual({
      refused: frame.length * 8,
    });
  });

  it('of the exchange message is ERROR003', async () => {
    const { server, payload } = await exchangeParts(world);
    const answer = async (bytes: Uint8Array): Promise<string> =>
      (await run(answerExchange(p, server, `{"PAYLOAD":"${textOf(bytes)}"}`))).text.slice(0, 8);
    expect(await answer(payload)).not.toBe('ERROR003');
    const bits = bitsOf(payload, exchangeStep);
    expect(await tally(bits, (bit) => answer(flipBit(payload, bit)))).toEqual({ ERROR003: bits.length });
  });

  it('of the exchange answer is refused by the client, who can still take the true one', async () => {
    const { server, pending } = await exchangeParts(world);
    const { text } = await run(answerExchange(p, server, pending.body));
    const answer = bytesOf(text);
    const finish = async (bytes: Uint8Array): Promise<string> =>
      (await run(finishExchange(p, pending, textOf(bytes)))) ? 'opened' : 'refused';
    const bits = bitsOf(answer, exchangeStep);
    expect(await tally(bits, (bit) => finish(flipBit(answer, bit)))).toEqual({ refused: bits.length });
    expect(await finish(answer)).toBe('opened');
  });
});

/** Most changed bits leave the point alone; its agreement need not be computed a thousand times. */
function remembering(pair: KeyPair): KeyPair {
  const known = new Map<string, ReturnType<KeyPair['agree']>>();
  const agree = (peer: Bytes): ReturnType<KeyPair['agree']> => {
    const name = toHex(peer);
    if (!known.has(name)) known.set(name, pair.agree(peer));
    const secret = known.get(name);
    // A copy, because whoever derives keys from a secret wipes it.
    return secret instanceof Promise ? secret.then((x) => x && copyOf(x)) : secret && copyOf(secret);
  };
  return { ...pair, agree };
}

async function exchangeParts(world: World) {
  const { p, pin, serverKey, ticketKeys } = world;
  const begun = defined(await run(beginExchange(p, { pin, device: DEVICE, now: NOW })), 'the pin is a point');
  const pending = { ...begun, pair: remembering(begun.pair) };
  const epoch = ticketEpoch(NOW);
  const key = defined(ticketKeys.get(epoch), 'the hour has a key');
  const server: ExchangeServer = {
    serverKeys: [{ ...serverKey, pair: remembering(serverKey.pair) }],
    ticketKey: { epoch, key },
    now: NOW,
  };
  return { pending, server, payload: pending.payload };
}
