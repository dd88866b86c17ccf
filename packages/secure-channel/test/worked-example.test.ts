import { describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { printAnswer, sealAnswer } from '../src/answer.ts';
import { toHex, type Bytes } from '../src/bytes.ts';
import { ClientSession } from '../src/client-session.ts';
import { answerExchange, beginExchange, finishExchange } from '../src/exchange.ts';
import { deviceHash } from '../node.ts';
import type { Primitives } from '../src/primitives/port.ts';
import { importSealKey } from '../src/seal.ts';
import { openRequest } from '../src/server-request.ts';
import { SessionMemory } from '../src/sessions.ts';
import {
  BACKENDS,
  ascii,
  hex,
  opened,
  openWith,
  readShared,
  run,
  sayLeftOut,
  scripted,
  verdict,
} from './support.ts';

/** The example that two other implementations agree on; it stays outside the repository. */
interface Example {
  readonly device: string;
  readonly kid: number;
  readonly epoch: number;
  readonly t0: number;
  readonly serverNow: number;
  readonly requestTs: number;
  readonly replyTs: number;
  readonly B_URL: string;
  readonly serverStaticPrivate: string;
  readonly serverStaticPublic: string;
  readonly exchangePrivate: string;
  readonly serverEphemeralPrivate: string;
  readonly sid: string;
  readonly ticket: string;
  readonly DEV_ID: string;
  readonly PAYLOAD: string;
  readonly exchangeReply: string;
  readonly PLD: string;
  readonly reply: string;
  readonly replyText: string;
}

const source = readShared('worked-example.json');
sayLeftOut('worked example', source === undefined ? 10 : 0);

async function named(p: Primitives, name: string): Promise<Bytes> {
  return p.sha256(ascii(`wallet-proxy/1 vector ${name}`));
}

async function iv(p: Primitives, number: number): Promise<Bytes> {
  return (await named(p, `iv ${number}`)).subarray(0, 16);
}

async function play(p: Primitives, example: Example) {
  const device = example.device;
  const scalars = [hex(example.exchangePrivate)];
  const pin = { kid: example.kid, point: hex(example.serverStaticPublic) };
  const begun = await run(
    beginExchange(scripted(p, { random: [await iv(p, 1)], scalars }), { pin, device, now: example.t0 }),
  );
  const pending = defined(begun, 'the pin is a point');
  const pair = defined(await p.keyPairOf(hex(example.serverStaticPrivate)), 'a scalar');
  const ticketKey = new Uint8Array([...(await named(p, 'stek mac')), ...(await named(p, 'stek enc'))]);
  const key = await run(importSealKey(p, ticketKey));
  const server = {
    serverKeys: [{ kid: example.kid, pair }],
    ticketKey: { epoch: example.epoch, key },
    now: example.serverNow,
  };
  const random = [await iv(p, 3), await iv(p, 2)];
  const drawing = scripted(p, { random, scalars: [hex(example.serverEphemeralPrivate)] });
  const answer = await run(answerExchange(drawing, server, pending.body));
  const memory = new SessionMemory(1);
  memory.setTicketKeys(new Map([[example.epoch, key]]));
  return { pending, answer, memory };
}

async function request(p: Primitives, example: Example) {
  const { pending, memory } = await play(p, example);
  const keys = defined(await run(finishExchange(p, pending, example.exchangeReply)), 'the exchange opens');
  const { device, t0, serverNow } = example;
  // Sent and received around the server's own time, so that the example's stamps come out unshifted.
  const timing = { sentAt: t0, receivedAt: 2 * serverNow - t0 };
  const session = new ClientSession(keys, { ...pending, device, deviceHash: deviceHash(device) }, timing);
  const rid = Buffer.from((await named(p, 'rid')).subarray(0, 16)).toString('base64url');
  const input = { endpoint: '/proxypost', bUrl: example.B_URL, rid, pairs: { account: 'alice01' } } as const;
  const random = [await iv(p, 4)];
  const sealed = await run(session.seal(scripted(p, { random }), { ...input, now: example.requestTs }));
  const judge = (body: string, more: { now?: number; endpoint?: '/proxyget' } = {}) =>
    run(
      openRequest(
        p,
        { memory, now: more.now ?? example.requestTs, isRevoked: () => false },
        { endpoint: more.endpoint ?? '/proxypost', body },
      ),
    );
  return { sealed, keys, judge };
}

describe.skipIf(source === undefined).each(BACKENDS)('the worked example over %s', (_, p) => {
  const example = JSON.parse(source ?? '{}') as Example;

  it('gives the exchange byte for byte, both ways', async () => {
    const { pending, answer } = await play(p, example);
    expect(pending.body).toBe(`{"PAYLOAD":"${example.PAYLOAD}"}`);
    expect(answer).toEqual({ kind: 'answered', text: example.exchangeReply });
  });

  it('opens the exchange to the session of the example', async () => {
    const { keys } = await request(p, example);
    expect(toHex(keys.sid)).toBe(example.sid);
    expect(toHex(keys.ticket)).toBe(example.ticket);
    expect(keys).toMatchObject({ expiresAt: example.serverNow + 3_600_000, serverTime: example.serverNow });
  });

  it('gives the request byte for byte and opens it', async () => {
    const { sealed, judge } = await request(p, example);
    const body = `{"DEV_ID":"${example.DEV_ID}","B_URL":"${example.B_URL}","PLD":"${example.PLD}"}`;
    expect(sealed.body).toBe(body);
    const { seq, sid, device, pairs } = await opened(judge(body));
    expect({ seq, sid, device }).toEqual({ seq: 1n, sid: example.sid, device: example.device });
    expect([...pairs]).toEqual([['account', 'alice01']]);
  });

  it('gives the answer byte for byte and opens it', async () => {
    const { sealed, judge } = await request(p, example);
    const { reply } = await opened(judge(sealed.body));
    const body = example.replyText.slice(example.replyText.indexOf('BODY=') + 5);
    const random = [await iv(p, 5)];
    const text = await run(sealAnswer(scripted(p, { random }), reply, printAnswer(example.replyTs, body)));
    expect(text).toBe(example.reply);
    const answer = { kind: 'body', serverTime: example.replyTs, body };
    expect(await openWith(p, sealed.reply, example.reply)).toEqual(answer);
  });

  it('refuses another path, the other endpoint and a stamp 130 seconds off', async () => {
    const { sealed, judge } = await request(p, example);
    const moved = sealed.body.replace(example.B_URL, '/member/balanceinfx');
    expect(verdict(await judge(moved))).toBe('ERROR001');
    expect(verdict(await judge(sealed.body, { endpoint: '/proxyget' }))).toBe('ERROR001');
    expect(verdict(await judge(sealed.body, { now: example.requestTs + 130_000 }))).toBe('ERROR001');
  });
});
