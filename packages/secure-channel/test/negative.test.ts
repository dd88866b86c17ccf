/** Messages that must be refused, each with the exact answer; over both sets of primitives. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { openAnswer, printAnswer, sealAnswer } from '../src/answer.ts';
import { u32, u64, type Bytes } from '../src/bytes.ts';
import { answerExchange, beginExchange, finishExchange } from '../src/exchange.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import { sealRequest } from '../src/request.ts';
import { openRequest } from '../src/server-request.ts';
import { SessionMemory } from '../src/sessions.ts';
import { createStreamOpener, createStreamSealer } from '../src/stream.ts';
import { printRequestText } from '../src/text.ts';
import { ticketEpoch } from '../src/ticket.ts';
import {
  BACKENDS,
  bodyOf,
  bytesOf,
  CALL,
  counted,
  DEVICE,
  exchange,
  hex,
  lying,
  makeTicketKeys,
  makeWorld,
  NOW,
  opened,
  openWith,
  partsOf,
  run,
  textOf,
  verdict,
  withPld,
  type World,
} from './support.ts';

const HOUR = 3_600_000;
const without = (bytes: Uint8Array, at: number, length = 1): Bytes =>
  Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
const replaced = (bytes: Uint8Array, at: number, part: Uint8Array): Bytes => {
  const changed = Uint8Array.from(bytes);
  changed.set(part, at);
  return changed;
};

describe.each(BACKENDS)('the server over %s', (_, p) => {
  let world: World;
  let body: string;

  beforeAll(async () => {
    world = await makeWorld(p);
  });
  beforeEach(async () => {
    ({ body } = await world.seal());
  });

  const judge = async (changed: string): Promise<string> => verdict(await world.judge(changed));

  it.each([
    ['the version', 0],
    ['the ticket', 1],
    ['the end of the ticket', 133],
    ['the sequence number', 134],
    ['the time', 142],
    ['the IV', 150],
    ['the cipher text', 166],
  ])('answers ERROR003 when a byte of %s is missing', async (_field, at) => {
    expect(await judge(withPld(body, (pld) => without(pld, at)))).toBe('ERROR003');
  });

  it('answers ERROR003 when a byte of the tag is missing or one follows it', async () => {
    expect(await judge(withPld(body, (pld) => pld.subarray(0, -1)))).toBe('ERROR003');
    expect(await judge(withPld(body, (pld) => Uint8Array.from([...pld, 0])))).toBe('ERROR003');
  });

  it('answers ERROR001 when a whole block is missing or added: the length alone is right', async () => {
    expect(await judge(withPld(body, (pld) => without(pld, 166, 16)))).toBe('ERROR001');
    expect(await judge(withPld(body, (pld) => Uint8Array.from([...pld, ...pld.subarray(-16)])))).toBe(
      'ERROR001',
    );
  });

  it.each([0, 2, 128, 255])('answers ERROR003 to the version %i', async (version) => {
    expect(await judge(withPld(body, (pld) => replaced(pld, 0, Uint8Array.of(version))))).toBe('ERROR003');
  });

  it.each([
    ['the version of the ticket', 1, Uint8Array.of(2)],
    ['an hour long past', 2, u32(ticketEpoch(NOW) - 2)],
    ['an hour far ahead', 2, u32(ticketEpoch(NOW) + 2)],
    ['the hour after, whose key is not known', 2, u32(ticketEpoch(NOW) + 1)],
    ['the hour before, whose key is not known', 2, u32(ticketEpoch(NOW) - 1)],
    ['another sequence number', 134, u64(99n)],
    ['another time', 142, u64(NOW + 1)],
    ['another IV', 150, new Uint8Array(16)],
  ])('answers ERROR001 to %s', async (_field, at, part) => {
    expect(await judge(withPld(body, (pld) => replaced(pld, at, part)))).toBe('ERROR001');
  });

  it('answers ERROR001 to a ticket moved under the key of a neighbouring hour that is known', async () => {
    const neighbours = new SessionMemory(1);
    const [key] = [...(await makeTicketKeys(p)).values()];
    const entries = [...world.ticketKeys, [ticketEpoch(NOW) + 1, defined(key, 'a key')] as const];
    neighbours.setTicketKeys(new Map(entries));
    const moved = withPld(body, (pld) => replaced(pld, 2, u32(ticketEpoch(NOW) + 1)));
    expect(await world.judge(moved, { memory: neighbours })).toMatchObject({
      text: 'ERROR001',
      reason: 'ticket',
    });
  });

  it('answers ERROR001 when the path, the endpoint or the device is another (A5)', async () => {
    const parts = partsOf(body);
    expect(await judge(bodyOf({ ...parts, bUrl: '/member/balanceinfx' }))).toBe('ERROR001');
    expect(await judge(bodyOf({ ...parts, bUrl: '/member/balanceinfo/x' }))).toBe('ERROR001');
    expect(await judge(bodyOf({ ...parts, deviceHash: '0'.repeat(64) }))).toBe('ERROR001');
    for (const endpoint of ['/proxyget', '/proxystream'] as const) {
      expect(verdict(await world.judge(body, { endpoint }))).toBe('ERROR001');
    }
  });

  it('tells a read from a stream although both are GET (A5)', async () => {
    const read = await world.seal({ endpoint: '/proxyget' });
    expect(verdict(await world.judge(read.body, { endpoint: '/proxystream' }))).toBe('ERROR001');
    expect(verdict(await world.judge(read.body, { endpoint: '/proxyget' }))).toBe('opened');
  });

  it.each([
    [0n, 'ERROR001'],
    [2n ** 63n - 1n, 'opened'],
    [2n ** 63n, 'ERROR001'],
    [2n ** 64n - 1n, 'ERROR001'],
  ])('answers the sequence number %d with %s', async (seq, answer) => {
    const fresh = await makeWorld(p);
    expect(verdict(await fresh.judge(await sealedWith(fresh, { seq })))).toBe(answer);
  });

  it.each([
    [-120_001, 'ERROR001'],
    [-120_000, 'opened'],
    [-119_999, 'opened'],
    [119_999, 'opened'],
    [120_000, 'opened'],
    [120_001, 'ERROR001'],
  ])('answers a stamp %i ms off with %s (A13)', async (off, answer) => {
    expect(verdict(await world.judge((await world.seal({ now: NOW + off })).body))).toBe(answer);
  });

  it.each([0n, 2n ** 53n + 1n, 2n ** 64n - 1n])('answers the stamp %d with ERROR001', async (stamp) => {
    expect(await judge(withPld(body, (pld) => replaced(pld, 142, u64(stamp))))).toBe('ERROR001');
  });

  it('serves a ticket to its last millisecond and answers ERROR001 after it (A12)', async () => {
    const at = async (now: number): Promise<string> =>
      verdict(await world.judge((await world.seal({ now })).body, { now }));
    expect(await at(NOW + HOUR)).toBe('opened');
    expect(await at(NOW + HOUR + 1)).toBe('ERROR001');
  });

  it('answers ERROR001 once the key of the hour is gone, though the ticket was served before (A12)', async () => {
    const fresh = await makeWorld(p);
    await opened(fresh.judge((await fresh.seal()).body));
    fresh.memory.setTicketKeys(new Map());
    expect(await fresh.judge((await fresh.seal()).body)).toMatchObject({
      text: 'ERROR001',
      reason: 'ticket-key',
    });
  });

  it('answers ERROR001 two hours later although the key is still there (A12)', async () => {
    const now = NOW + 2 * HOUR;
    expect(await world.judge((await world.seal({ now })).body, { now })).toMatchObject({
      reason: 'ticket-hour',
    });
  });

  it('answers ERROR001 to a revoked session, before and after it was remembered (A12)', async () => {
    const { sid } = await opened(world.judge(body));
    const isRevoked = (asked: string): boolean => asked === sid;
    const again = (await world.seal()).body;
    expect(await world.judge(again, { isRevoked })).toMatchObject({ text: 'ERROR001', reason: 'revoked' });
    const other = new SessionMemory(1);
    other.setTicketKeys(world.ticketKeys);
    expect(await world.judge(again, { isRevoked, memory: other })).toMatchObject({ reason: 'revoked' });
  });

  it('answers ERROR001 to a stolen ticket without its keys, and to the ticket of another device (A12)', async () => {
    const other = defined(await exchange(p, world, { device: 'ffffffffffffffff' }), 'a session');
    const own = partsOf(body);
    const stolen = withPld(body, (pld) => replaced(pld, 1, other.ticket));
    expect(await world.judge(stolen)).toMatchObject({ text: 'ERROR001', reason: 'device' });
    const claimed = bodyOf({ ...partsOf(stolen), deviceHash: other.deviceHash });
    expect(await world.judge(claimed)).toMatchObject({ text: 'ERROR001', reason: 'seal' });
    expect(own.deviceHash).not.toBe(other.deviceHash);
  });

  it('answers ERROR001 to the request of one session under the ticket of another of the same device', async () => {
    const other = defined(await exchange(p, world), 'a session');
    const mixed = withPld(body, (pld) => replaced(pld, 1, other.ticket));
    expect(await world.judge(mixed)).toMatchObject({ text: 'ERROR001', reason: 'seal' });
  });

  it('answers ERROR001 to a replay, and another node opens it once: its RID must stop it there (A3)', async () => {
    expect(await judge(body)).toBe('opened');
    expect(await judge(body)).toBe('ERROR001');
    const other = new SessionMemory(1);
    other.setTicketKeys(world.ticketKeys);
    expect(verdict(await world.judge(body, { memory: other }))).toBe('opened');
    expect(verdict(await world.judge(body, { memory: other }))).toBe('ERROR001');
  });

  it('answers sealed ERROR003 when the inner device is not the outer one', async () => {
    const body = await sealedWith(world, { device: 'ffffffffffffffff' });
    const outcome = await world.judge(body);
    expect(outcome).toMatchObject({ kind: 'refused-sealed', reason: 'text' });
    expect(verdict(outcome)).toMatch(/^A/);
  });

  async function sealedWith(at: World, change: { seq?: bigint; device?: string }): Promise<string> {
    const { session } = at;
    const secret = defined(await openSecret(at), 'the ticket opens');
    const text = printRequestText({ device: change.device ?? DEVICE, rid: undefined, pairs: new Map() });
    const address = { endpoint: CALL.endpoint, bUrl: CALL.bUrl, deviceHash: session.deviceHash };
    const more = { ticket: session.ticket, seq: change.seq ?? 1_000n, sentAt: NOW, text };
    return (await run(sealRequest(p, secret, { ...address, ...more }))).body;
  }

  /** The session's keys as the server has them. */
  async function openSecret(at: World) {
    const memory = new SessionMemory(1);
    memory.setTicketKeys(at.ticketKeys);
    await opened(at.judge((await at.seal()).body, { memory }));
    return memory.find(textOf(at.session.ticket));
  }
});

describe.each(BACKENDS)('the text inside a request over %s (A16)', (_, p) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(p);
  });

  /** The verdict on a request whose sealed text is another than the session would write. */
  async function judgeText(change: (text: string) => string | Uint8Array) {
    const { body, reply } = await run(world.session.seal(lying(p, change), { ...CALL, now: NOW }));
    const outcome = await world.judge(body);
    return {
      outcome,
      answer: outcome.kind === 'refused-sealed' ? await openWith(p, reply, outcome.text) : undefined,
    };
  }

  const head = `L:DEV_ID=${DEVICE}`;
  it.each([
    ['a byte order mark', `\uFEFF${head}`],
    ['another prefix', `l:DEV_ID=${DEVICE}`],
    ['no device', `L:a=${'1'.repeat(30)}`],
    ['a device in capitals', `L:DEV_ID=${DEVICE.toUpperCase()}`],
    ['a device too short', `L:DEV_ID=${DEVICE.slice(1)}`],
    ['an empty pair at the end', `${head}&`],
    ['an empty pair in the middle', `${head}&a=1&&b=2`],
    ['a pair without =', `${head}&a`],
    ['a pair without a key', `${head}&=1`],
    ['a key with a space', `${head}&a b=1`],
    ['a key with a percent sign', `${head}&a%41=1`],
    ['a key of 65 characters', `${head}&${'k'.repeat(65)}=1`],
    ['a key twice', `${head}&a=1&a=1`],
    ['the device twice', `${head}&DEV_ID=${DEVICE}`],
    ['the RID twice', `${head}&RID=AAECAwQFBgcICQoLDA0ODw&RID=AAECAwQFBgcICQoLDA0ODw`],
    ['65 pairs', head + Array.from({ length: 65 }, (__, index) => `&k${index}=1`).join('')],
    [
      '65 pairs after a RID',
      `${head}&RID=AAECAwQFBgcICQoLDA0ODw${Array.from({ length: 65 }, (__, index) => `&k${index}=1`).join('')}`,
    ],
    ['a broken percent-encoding', `${head}&a=%4`],
    ['a percent-encoding that is no hex', `${head}&a=%zz`],
    ['an overlong encoding of /', `${head}&a=%C0%AF`],
    ['an encoded surrogate', `${head}&a=%ED%A0%80`],
    ['a letter percent-encoded without need', `${head}&a=%41`],
    ['a percent-encoding in small letters', `${head}&a=%e7%a9%a9`],
    ['bare UTF-8', `${head}&a=穩付`],
    ['a plus sign', `${head}&a=1+1`],
    ['a second = in a value', `${head}&a=b=c`],
    ['a NUL', `${head}&a=\u0000`],
    ['a line end', `${head}\n`],
    ['bytes that are not UTF-8', Uint8Array.of(...Buffer.from(head), 0xff)],
  ] as const)('with %s is refused with a sealed ERROR003', async (_name, text) => {
    const { outcome, answer } = await judgeText(() => text);
    expect(outcome.kind).toBe('refused-sealed');
    expect(answer).toEqual({ kind: 'error', error: 'ERROR003' });
  });

  it('too short to name a device is already refused by its length, in plain', async () => {
    expect((await judgeText(() => '')).outcome).toMatchObject({ kind: 'refused', text: 'ERROR003' });
  });

  it('is taken up to 65,536 bytes, and longer by a byte refused with a sealed ERROR003', async () => {
    // The client seals no more than that, so the longer text comes out of a deciphering that adds to it.
    let extra = 0;
    const key = async (raw: Bytes) => {
      const cipher = await p.cipherKey(raw);
      const decrypt = async (iv: Bytes, encrypted: Bytes) => {
        const plain = await cipher.decrypt(iv, encrypted);
        return plain && plain.length > 60_000
          ? Uint8Array.from([...plain, ...new Uint8Array(extra).fill(65)])
          : plain;
      };
      return { ...cipher, decrypt };
    };
    const long = await makeWorld({ ...p, cipherKey: key });
    const pairs = { a: 'x'.repeat(65_536 - 28) };
    const judgeLong = async () => long.judge((await long.seal({ rid: undefined, pairs })).body);
    expect((await judgeLong()).kind).toBe('opened');
    extra = 1;
    expect((await judgeLong()).kind).toBe('refused-sealed');
  });

  it.each([
    ['an injected pair', 'x&amount=1', 'x%26amount%3D1'],
    ['a NUL', '\u0000', '%00'],
    ['a prototype', '__proto__', '__proto__'],
    ['a percent sign', '100%', '100%25'],
    ['an empty value', '', ''],
  ])('keeps %s as text', async (_name, value, encoded) => {
    const { outcome } = await judgeText(() => `${head}&__proto__=${encoded}&constructor=1`);
    if (outcome.kind !== 'opened') throw new Error(outcome.text);
    expect([...outcome.request.pairs]).toEqual([
      ['__proto__', value],
      ['constructor', '1'],
    ]);
  });

  it.each([
    ['malformed', '&RID=short', undefined],
    ['in another spelling', '&RID=AAECAwQFBgcICQoLDA0ODx', undefined],
    ['not in its place', '&a=1&RID=AAECAwQFBgcICQoLDA0ODw', undefined],
    ['in its place', '&RID=AAECAwQFBgcICQoLDA0ODw&a=1', 'AAECAwQFBgcICQoLDA0ODw'],
  ])('takes a RID that is %s for what it is', async (_name, rest, rid) => {
    const { outcome } = await judgeText(() => head + rest);
    if (outcome.kind !== 'opened') throw new Error(outcome.text);
    expect(outcome.request.rid).toBe(rid);
    expect(outcome.request.pairs.has('RID')).toBe(rid === undefined);
  });
});

describe('the outer body', () => {
  const ready = makeWorld(nodePrimitives);
  const judge = async (change: (parts: ReturnType<typeof partsOf>) => string): Promise<string> => {
    const world = await ready;
    const body = change(partsOf((await world.seal()).body));
    // What the network delivers are bytes; the gateway shows each as one character.
    return verdict(await world.judge(Buffer.from(body, 'utf8').toString('latin1')));
  };

  it.each([
    [
      'keys in another order',
      ({ deviceHash: d, bUrl: b, pld }) => `{"B_URL":"${b}","DEV_ID":"${d}","PLD":"${pld}"}`,
    ],
    [
      'a key twice',
      ({ deviceHash: d, bUrl: b, pld }) => `{"DEV_ID":"${d}","DEV_ID":"${d}","B_URL":"${b}","PLD":"${pld}"}`,
    ],
    ['an extra key', (parts) => bodyOf(parts).replace('}', ',"x":1}')],
    ['a space', (parts) => bodyOf(parts).replace(',', ', ')],
    ['a space before', (parts) => ` ${bodyOf(parts)}`],
    ['a line end behind', (parts) => `${bodyOf(parts)}\n`],
    ['a byte order mark', (parts) => `\uFEFF${bodyOf(parts)}`],
    ['UTF-16', (parts) => bodyOf(parts).split('').join('\u0000')],
    ['an escaped letter', (parts) => bodyOf(parts).replace('DEV_ID', '\\u0044EV_ID')],
    ['no PLD', ({ deviceHash: d, bUrl: b }) => `{"DEV_ID":"${d}","B_URL":"${b}"}`],
    ['an array', (parts) => `[${bodyOf(parts)}]`],
    ['nothing', () => ''],
    [
      'a device hash in capitals',
      (parts) => bodyOf({ ...parts, deviceHash: parts.deviceHash.toUpperCase() }),
    ],
    ['a device hash too short', (parts) => bodyOf({ ...parts, deviceHash: parts.deviceHash.slice(1) })],
  ] as readonly [string, (parts: ReturnType<typeof partsOf>) => string][])(
    'with %s is ERROR003 (A15)',
    async (_name, change) => {
      expect(await judge(change)).toBe('ERROR003');
    },
  );

  it.each([
    '',
    '/',
    'member',
    '/member/',
    '//evil',
    '/../x',
    '/%2e%2e',
    '/a@host',
    '/a\\\\b',
    '/a\u0000',
    '/a?b=1',
    '/a#b',
    '/a.b',
    '/穩付',
    'http://evil/a',
    `/${'a'.repeat(65)}`,
    `/${'a'.repeat(2_048)}`,
    '/a'.repeat(9),
  ])('with the path %j is ERROR003 (A14)', async (bUrl) => {
    expect(await judge((parts) => bodyOf({ ...parts, bUrl }))).toBe('ERROR003');
  });

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['a line break', (text: string) => `${text.slice(0, 76)}\\n${text.slice(76)}`],
    ['the other alphabet', (text: string) => `+/${text.slice(2)}`],
    ['a stray bit in the last character', strayBit],
    ['one character more', (text: string) => `${text}A`],
    ['too few characters', (text: string) => text.slice(0, 306)],
  ])('with base64url of %s is ERROR003 (A17)', async (_name, change) => {
    expect(await judge((parts) => bodyOf({ ...parts, pld: change(parts.pld) }))).toBe('ERROR003');
  });

  it('with a block more than the channel carries is ERROR003, with one less ERROR001 (A17)', async () => {
    const world = await ready;
    const { body } = await world.seal();
    const ofLength = async (length: number): Promise<string> => {
      const long = withPld(body, (pld) =>
        Uint8Array.from([...pld.subarray(0, 150), ...new Uint8Array(length - 150)]),
      );
      return verdict(await world.judge(long));
    };
    expect([await ofLength(65_750), await ofLength(65_766)]).toEqual(['ERROR001', 'ERROR003']);
  });

  it('with an unknown path in its grammar is opened: the router answers it, inside the seal (A14)', async () => {
    const world = await ready;
    const { body } = await world.seal({ bUrl: '/no/such/path' });
    expect((await opened(world.judge(body))).bUrl).toBe('/no/such/path');
  });
});

/** Sets the lowest bit of the last character, which no byte stands behind. */
function strayBit(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(text.at(-1) ?? '');
  return text.slice(0, -1) + alphabet.charAt(last | 1);
}

describe.each(BACKENDS)('the exchange over %s', (_, p) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(p);
  });

  async function answer(payload: (payload: Bytes) => Uint8Array | string, q: World['p'] = p) {
    const { pin, serverKey, ticketKeys } = world;
    const pending = defined(await run(beginExchange(q, { pin, device: DEVICE, now: NOW })), 'a pin');
    const changed = payload(pending.payload);
    const epoch = ticketEpoch(NOW);
    const key = defined(ticketKeys.get(epoch), 'a key');
    const spy = counted(p);
    const watched = { ...serverKey, pair: spy.watch(serverKey.pair) };
    const server = { serverKeys: [watched], ticketKey: { epoch, key }, now: NOW };
    const text = typeof changed === 'string' ? changed : `{"PAYLOAD":"${textOf(changed)}"}`;
    return { pending, answered: await run(answerExchange(spy.p, server, text)), counts: spy.counts };
  }

  it.each([
    ['an unknown version', (payload: Bytes) => replaced(payload, 0, Uint8Array.of(2)), 'structure'],
    ['an unknown server key', (payload: Bytes) => replaced(payload, 1, Uint8Array.of(8)), 'server-key'],
    ['a byte missing', (payload: Bytes) => without(payload, 60), 'structure'],
    ['a byte too many', (payload: Bytes) => Uint8Array.from([...payload, 0]), 'structure'],
    ['no body', () => '', 'structure'],
    ['spaces', (payload: Bytes) => `{ "PAYLOAD":"${textOf(payload)}"}`, 'structure'],
    ['another key', (payload: Bytes) => `{"payload":"${textOf(payload)}"}`, 'structure'],
    ['padding', (payload: Bytes) => `{"PAYLOAD":"${textOf(payload)}="}`, 'structure'],
    ['a stray bit', (payload: Bytes) => `{"PAYLOAD":"${strayBit(textOf(payload))}"}`, 'structure'],
    ['a line end', (payload: Bytes) => `{"PAYLOAD":"${textOf(payload)}"}\n`, 'structure'],
  ])('answers %s with ERROR003 and touches no key', async (_name, change, reason) => {
    const { answered, counts } = await answer(change);
    expect(answered).toEqual({ kind: 'refused', text: 'ERROR003', reason });
    expect(counts).toEqual({ sign: 0, encrypt: 0, decrypt: 0, agree: 0, hkdf: 0 });
  });

  const field = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';
  const base = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  it.each([
    ['x equal to the field', `02${field}`],
    ['x above the field', `03${'ff'.repeat(32)}`],
    ['x without a point (a twist point)', `02${'00'.repeat(31)}05`],
    ['33 zero bytes', '00'.repeat(33)],
    ['infinity', `00${base}`],
    ['an uncompressed prefix', `04${base}`],
    ['a hybrid prefix', `06${base}`],
    ['a prefix of no form', `01${base}`],
  ])('answers the point with %s with ERROR003 before any key is derived (A9)', async (_name, point) => {
    const { answered, counts } = await answer((payload) => replaced(payload, 2, hex(point)));
    expect(answered).toEqual({ kind: 'refused', text: 'ERROR003', reason: 'point' });
    expect(counts).toMatchObject({ hkdf: 0, sign: 0, decrypt: 0 });
  });

  it('answers another valid point with ERROR003 by its tag, without deciphering', async () => {
    const { answered, counts } = await answer((payload) => replaced(payload, 2, hex(`02${base}`)));
    expect(answered).toMatchObject({ text: 'ERROR003', reason: 'seal' });
    expect(counts).toMatchObject({ agree: 1, decrypt: 0 });
  });

  const changes: [string, (text: string) => string][] = [
    // The key is drawn anew in every run, so the changed character must differ from whatever it drew.
    [
      'another public key',
      (text) => text.replace(/PubKey=A(.)/, (_, drawn) => `PubKey=A${drawn === 'z' ? 'x' : 'z'}`),
    ],
    ['a device that is none', (text) => text.replace(DEVICE, DEVICE.toUpperCase())],
    ['a time of letters', (text) => text.replace(/TS=\d{13}/, 'TS=abcdefghijklm')],
    ['another prefix', (text) => text.replace('L:', 'M:')],
  ];
  it.each(changes)('answers a sealed text with %s with ERROR003', async (_name, change) => {
    const { answered } = await answer((payload) => payload, lying(p, change));
    expect(answered).toEqual({ kind: 'refused', text: 'ERROR003', reason: 'text' });
  });

  it('does not judge the time of the client: its clock may be wrong by years (A13)', async () => {
    const { answered } = await answer(
      (payload) => payload,
      lying(p, (text) => text.replace(/TS=\d{13}/, 'TS=0000000000000')),
    );
    expect(answered.kind).toBe('answered');
  });

  it('ends for the client with no session when the answer is of another exchange, cut or plain text', async () => {
    const [first, second] = [await answer((payload) => payload), await answer((payload) => payload)];
    const finish = (text: string) => run(finishExchange(p, first.pending, text));
    const bytes = bytesOf(first.answered.text);
    expect(await finish(second.answered.text)).toBeUndefined();
    for (const at of [0, 1, 33, 34, 49, 50, 273, 274, 305])
      expect(await finish(textOf(without(bytes, at)))).toBeUndefined();
    for (const text of ['', 'ERROR003', '<html>', `${first.answered.text}=`])
      expect(await finish(text)).toBeUndefined();
    expect(await finish(first.answered.text)).toMatchObject({ expiresAt: NOW + HOUR });
  });

  it('ends for the client with no session when the server has not the pinned key (A8)', async () => {
    const impostor = { kid: world.pin.kid, pair: await p.generateKeyPair() };
    expect(await exchange(p, { serverKey: impostor, ticketKeys: world.ticketKeys })).toBeDefined();
    const pending = defined(
      await run(beginExchange(p, { pin: world.pin, device: DEVICE, now: NOW })),
      'a pin',
    );
    const epoch = ticketEpoch(NOW);
    const key = defined(world.ticketKeys.get(epoch), 'a key');
    const server = { serverKeys: [impostor], ticketKey: { epoch, key }, now: NOW };
    expect(await run(answerExchange(p, server, pending.body))).toMatchObject({
      text: 'ERROR003',
      reason: 'seal',
    });
  });

  it('does not begin under a pin that is no point (A8)', async () => {
    const pin = { kid: 1, point: hex(`02${'00'.repeat(31)}05`) };
    expect(await run(beginExchange(p, { pin, device: DEVICE, now: NOW }))).toBeUndefined();
  });
});

describe.each(BACKENDS)('the client over %s', (_, p) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(p);
  });

  async function answered(said = '{"errorCode":0}') {
    const { body, reply } = await world.seal();
    const request = await opened(world.judge(body));
    return { body, reply, text: await run(sealAnswer(p, request.reply, printAnswer(NOW, said))) };
  }

  it('refuses the answer of another request, and an older answer (A6)', async () => {
    const [first, second] = [await answered(), await answered()];
    expect(await openWith(p, second.reply, first.text)).toBeUndefined();
    expect(await openWith(p, first.reply, second.text)).toBeUndefined();
    expect(await openWith(p, first.reply, first.text)).toMatchObject({ body: '{"errorCode":0}' });
  });

  it('refuses its own bytes sent back as an answer (A7)', async () => {
    const { body, reply } = await answered();
    const pld = bytesOf(partsOf(body).pld);
    const reflected = textOf(Uint8Array.from([1, ...pld.subarray(150)]));
    expect(await openWith(p, reply, reflected)).toBeUndefined();
    expect(await openWith(p, reply, partsOf(body).pld)).toBeUndefined();
  });

  it('refuses an answer that is cut, of another version or in another spelling', async () => {
    const { reply, text } = await answered();
    const bytes = bytesOf(text);
    for (const at of [0, 1, 16, 17, bytes.length - 1])
      expect(await openWith(p, reply, textOf(without(bytes, at)))).toBeUndefined();
    for (const other of ['', ' ', `${text}=`, `${text}\n`, textOf(replaced(bytes, 0, Uint8Array.of(2)))]) {
      expect(await openWith(p, reply, other)).toBeUndefined();
    }
  });

  it.each([
    '',
    'L:TS=1&BODY={}',
    'L:TS=1800000000000',
    'ERROR001',
    'ERROR004',
    'ERROR003 ',
    '{"errorCode":0}',
  ])('refuses a sealed text outside the grammar: %j', async (said) => {
    const { body, reply } = await world.seal();
    const request = await opened(world.judge(body));
    expect(await openWith(p, reply, await run(sealAnswer(p, request.reply, said)))).toBeUndefined();
  });

  it('reads a sealed answer as one that never begins with ERROR', async () => {
    for (let count = 0; count < 20; count += 1) expect((await answered()).text.startsWith('A')).toBe(true);
  });

  it('refuses frames that are dropped, repeated, reordered or of another stream, and all after them', async () => {
    const [own, other] = [
      await world.seal({ endpoint: '/proxystream' }),
      await world.seal({ endpoint: '/proxystream' }),
    ];
    const frames = createStreamSealer(p, own.reply);
    const [first, second, third] = [
      await run(frames.seal({ now: NOW, body: '1' })),
      await run(frames.seal({ now: NOW, body: '2' })),
      await run(frames.seal({ now: NOW, body: '3' })),
    ];
    const play = async (reply: typeof own.reply, texts: readonly string[]): Promise<string> => {
      const opener = createStreamOpener(p, reply);
      let read = '';
      for (const text of texts) {
        const answer = await run(opener.open(text));
        read += answer?.kind === 'body' ? answer.body : 'x';
      }
      return read;
    };
    expect(await play(own.reply, [first, second, third])).toBe('123');
    expect(await play(own.reply, [first, third, second])).toBe('1xx');
    expect(await play(own.reply, [first, first, second])).toBe('1xx');
    expect(await play(own.reply, [first, 'AAAA', third])).toBe('1xx');
    expect(await play(own.reply, [second])).toBe('x');
    expect(await play(other.reply, [first, second])).toBe('xx');
    expect(await run(openAnswer(p, own.reply, first))).toBeUndefined();
    expect(await play(own.reply, [await run(sealAnswer(p, own.reply, printAnswer(NOW, '1')))])).toBe('x');
  });
});

describe('the padding oracle (A2)', { timeout: 60_000 }, () => {
  it('has nobody to ask: twenty thousand changed last blocks, one answer, the cipher never called', async () => {
    const spy = counted(nodePrimitives);
    const world = await makeWorld(spy.p);
    const { body } = await world.seal();
    const parts = partsOf(body);
    const pld = bytesOf(parts.pld);
    await opened(world.judge((await world.seal()).body));
    const before = { ...spy.counts };
    const answers = new Set<string>();
    const context = { memory: world.memory, now: NOW, isRevoked: () => false };
    for (let count = 0; count < 20_000; count += 1) {
      // The last two blocks of the cipher text, where a padding oracle turns its bytes; every mutant is another one.
      const at = pld.length - 64 + (count % 32);
      const changed = replaced(pld, at, Uint8Array.of(((pld[at] ?? 0) + 1 + ((count >>> 5) % 255)) & 255));
      changed[166] = (changed[166] ?? 0) ^ Math.floor(count / 8_160);
      const mutant = bodyOf({ ...parts, pld: textOf(changed) });
      answers.add(verdict(await run(openRequest(spy.p, context, { endpoint: '/proxypost', body: mutant }))));
    }
    expect([...answers]).toEqual(['ERROR001']);
    expect(spy.counts).toEqual({ ...before, sign: before.sign + 20_000 });
  });
});
