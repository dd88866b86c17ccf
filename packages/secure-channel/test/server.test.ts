import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginNodeExchange,
  CHANNEL,
  createBox,
  createChannelServer,
  deviceHash,
  keyFingerprint,
  loadServerKey,
  makeDevice,
  makeRid,
  makeServerKey,
  makeTicketKey,
  sessionProof,
  ticketEpoch,
  isRid,
  type ChannelServer,
  type NodeSession,
} from '../node.ts';
import * as browser from '../browser.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import { createBrowserPrimitives } from '../src/primitives/browser.ts';
import { drawScalar } from '../src/curve.ts';
import { importSealKey, open } from '../src/seal.ts';
import { openRequest } from '../src/server-request.ts';
import { SequenceWindow } from '../src/seq-window.ts';
import { SessionMemory } from '../src/sessions.ts';
import { runAsync, runSync, settled, type Step } from '../src/step.ts';
import {
  BACKENDS,
  bodyOf,
  CALL,
  counted,
  DEVICE,
  flipBit,
  hex,
  makeWorld,
  NOW,
  partsOf,
  run,
  withPld,
} from './support.ts';

const KEY = makeServerKey(3);
const HOUR = 3_600_000;
const IN_THIS_THREAD = { threads: 0, waiting: 0 };

async function connect(server: ChannelServer, { device = DEVICE, now = NOW } = {}): Promise<NodeSession> {
  const exchange = beginNodeExchange({ pin: KEY, device, now });
  const answer = await server.answerExchange(Buffer.from(exchange.body), now);
  if (answer.kind !== 'answered') throw new Error(answer.kind);
  const session = exchange.finish(answer.text, { sentAt: now, receivedAt: now });
  if (!session) throw new Error('the answer does not open');
  return session;
}

describe('the server', () => {
  let server: ChannelServer;
  let session: NodeSession;

  beforeEach(async () => {
    server = createChannelServer({ serverKeys: [loadServerKey(KEY)], exchanges: IN_THIS_THREAD });
    server.setTicketKeys(new Map([[ticketEpoch(NOW), makeTicketKey()]]));
    session = await connect(server);
  });

  const open = (body: string | Uint8Array, more: { now?: number } = {}) =>
    server.openRequest({ endpoint: '/proxypost', body, now: NOW, ...more });

  it('takes a body as bytes, and shows each to the grammar', () => {
    const { body } = session.sealRequest({ ...CALL, now: NOW });
    expect(open(Uint8Array.from([0xef, 0xbb, 0xbf, ...Buffer.from(body)]))).toMatchObject({
      text: 'ERROR003',
    });
    expect(open(Buffer.from(body, 'utf16le'))).toMatchObject({ text: 'ERROR003' });
    expect(open(new Uint8Array(Buffer.from(body)))).toMatchObject({ kind: 'opened' });
  });

  it('answers, refuses and streams under the seal of one request', () => {
    const call = session.sealRequest({ ...CALL, now: NOW });
    const outcome = open(call.body);
    if (outcome.kind !== 'opened') throw new Error(outcome.text);
    const { request } = outcome;
    expect(call.open(server.sealAnswer(request, { now: NOW, body: '{}' }))).toMatchObject({ body: '{}' });
    expect(call.open(server.sealError(request, 'ERROR002'))).toEqual({ kind: 'error', error: 'ERROR002' });
    expect(call.openFrame(server.openStream(request).seal({ now: NOW, body: '1' }))).toMatchObject({
      body: '1',
    });
  });

  it('rejects an exchange in an hour without a ticket key: that is a fault of its own, not of the client', async () => {
    const { body } = beginNodeExchange({ pin: KEY, device: DEVICE, now: NOW });
    await expect(server.answerExchange(body, NOW + HOUR)).rejects.toThrow('ticket key');
  });

  it('answers exchanges in a thread while its own loop turns, and turns them away when the queue is full', async () => {
    const threaded = createChannelServer({
      serverKeys: [loadServerKey(KEY)],
      exchanges: { threads: 1, waiting: 1 },
    });
    const key = makeTicketKey();
    threaded.setTicketKeys(new Map([[ticketEpoch(NOW), key]]));
    // The thread starts later, with the key as it was when it was given.
    key.fill(0);
    const { body } = beginNodeExchange({ pin: KEY, device: DEVICE, now: NOW });
    let turns = 0;
    setImmediate(() => (turns += 1));
    const answers = await Promise.all([1, 2, 3].map(() => threaded.answerExchange(body, NOW)));
    expect(answers.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'busy']);
    expect(turns).toBe(1);
    const session = await connect(threaded);
    const call = session.sealRequest({ ...CALL, now: NOW });
    expect(threaded.openRequest({ endpoint: '/proxypost', body: call.body, now: NOW }).kind).toBe('opened');
    await threaded.close();
  });

  it('tells of a refusal in the thread as of any other', async () => {
    const threaded = createChannelServer({ serverKeys: [loadServerKey(KEY)] });
    threaded.setTicketKeys(new Map([[ticketEpoch(NOW), makeTicketKey()]]));
    const refused = { kind: 'refused', text: 'ERROR003', reason: 'structure' };
    expect(await threaded.answerExchange(Buffer.from('{}'), NOW)).toEqual(refused);
    await threaded.close();
  });

  it('serves sessions of one hour and the next across the change of keys (A24)', async () => {
    const [first, second] = [makeTicketKey(), makeTicketKey()];
    const edge = (ticketEpoch(NOW) + 1) * HOUR;
    const keys = new Map([
      [ticketEpoch(NOW), first],
      [ticketEpoch(NOW) + 1, second],
    ]);
    // Two nodes with the same keys; the clock of one is a second ahead.
    const nodes = [1, 2].map(() =>
      createChannelServer({ serverKeys: [loadServerKey(KEY)], exchanges: IN_THIS_THREAD }),
    );
    for (const node of nodes) node.setTicketKeys(keys);
    const [slow, fast] = nodes;
    if (!slow || !fast) throw new Error('two nodes');
    for (const [from, to] of [
      [slow, fast],
      [fast, slow],
    ] as const) {
      for (const [issuedAt, usedAt] of [
        [edge - 1, edge],
        [edge, edge - 1],
        [edge - 1, edge + HOUR - 1],
      ] as const) {
        const held = await connect(from, { now: issuedAt });
        const { body } = held.sealRequest({ ...CALL, now: usedAt });
        expect(to.openRequest({ endpoint: '/proxypost', body, now: usedAt }).kind).toBe('opened');
      }
    }
  });

  it("keeps the caller's ticket key as it was given", () => {
    const key = makeTicketKey();
    const before = Uint8Array.from(key);
    server.setTicketKeys(new Map([[ticketEpoch(NOW), key]]));
    expect(Buffer.compare(key, before)).toBe(0);
  });

  it('remembers as many sessions as it may, the least recently used going first', async () => {
    const small = createChannelServer({
      serverKeys: [loadServerKey(KEY)],
      sessionsMax: 2,
      exchanges: IN_THIS_THREAD,
    });
    small.setTicketKeys(new Map([[ticketEpoch(NOW), makeTicketKey()]]));
    const held = [await connect(small), await connect(small), await connect(small)];
    const bodies = held.map((each) => each.sealRequest({ ...CALL, now: NOW }).body);
    const kinds = [0, 1, 0, 2, 0, 1].map(
      (index) => small.openRequest({ endpoint: '/proxypost', body: bodies[index] ?? '', now: NOW }).kind,
    );
    // The second is forgotten when the third arrives, so its replay is not seen here; the first, being used, is kept.
    expect(kinds).toEqual(['opened', 'opened', 'refused', 'opened', 'refused', 'opened']);
    expect(small.sessions).toBe(2);
  });
});

describe('the order of the server', () => {
  it('names the first fault when a request has several', async () => {
    const world = await makeWorld();
    const { body } = await world.seal({ now: NOW - 200_000 });
    const spoiled = withPld(body, (pld) => flipBit(pld, pld.length * 8 - 1));
    const elsewhere = bodyOf({ ...partsOf(spoiled), deviceHash: '0'.repeat(64) });
    const reasonOf = async (text: string, more: object): Promise<string> => {
      const outcome = await world.judge(text, more);
      return outcome.kind === 'opened' ? 'none' : outcome.reason;
    };
    const revoked = { isRevoked: () => true };
    const late = { now: NOW + CHANNEL.sessionLifeMs + 1 };
    expect(await reasonOf(`${elsewhere} `, { ...revoked, ...late })).toBe('structure');
    expect(
      await reasonOf(
        withPld(elsewhere, (pld) => flipBit(pld, 20 * 8)),
        { ...revoked, ...late },
      ),
    ).toBe('ticket');
    expect(await reasonOf(elsewhere, { ...revoked, ...late })).toBe('expired');
    expect(await reasonOf(elsewhere, revoked)).toBe('revoked');
    expect(await reasonOf(elsewhere, {})).toBe('time');
    expect(await reasonOf(elsewhere, { now: NOW - 200_000 })).toBe('device');
    expect(await reasonOf(spoiled, { now: NOW - 200_000 })).toBe('seal');
    expect(await reasonOf(body, { now: NOW - 200_000 })).toBe('none');
    expect(await reasonOf(body, { now: NOW - 200_000 })).toBe('replay');
  });

  it('does the same work for every message with a wrong tag, wherever the fault lies', async () => {
    const spy = counted(nodePrimitives);
    const world = await makeWorld(spy.p);
    await world.judge((await world.seal()).body);
    const { body } = await world.seal();
    const faults = [150, 166, 180, -32, -1].map((at) =>
      withPld(body, (pld) => pld.with(at, (pld.at(at) ?? 0) ^ 0x80)),
    );
    faults.push(bodyOf({ ...partsOf(body), bUrl: '/member/balanceinfx' }));
    const work = [];
    for (const fault of faults) {
      const before = { ...spy.counts };
      const outcome = await run(
        openRequest(
          spy.p,
          { memory: world.memory, now: NOW, isRevoked: () => false },
          { endpoint: '/proxypost', body: fault },
        ),
      );
      expect(outcome).toEqual({ kind: 'refused', text: 'ERROR001', reason: 'seal' });
      work.push({
        sign: spy.counts.sign - before.sign,
        decrypt: spy.counts.decrypt - before.decrypt,
        hkdf: spy.counts.hkdf - before.hkdf,
      });
    }
    expect(work).toEqual(faults.map(() => ({ sign: 1, decrypt: 0, hkdf: 0 })));
  });
});

describe.each(BACKENDS)('a cipher key over %s', (_, p) => {
  it.each([
    ['zero', 0x00],
    ['more than a block', 0x11],
    ['bytes that differ', 0x02],
  ])('refuses a padding of %s', async (_name, last) => {
    const key = await p.cipherKey(new Uint8Array(32).fill(3));
    const iv = new Uint8Array(16);
    const encrypted = await key.encrypt(iv, new Uint8Array(15).fill(97));
    expect(await key.decrypt(iv, encrypted)).toHaveLength(15);
    // A bit of the IV turns the same bit of the first block's text, here in its one byte of padding.
    iv[15] = 0x01 ^ last;
    expect(await key.decrypt(iv, encrypted)).toBeUndefined();
  });

  it('refuses what is not whole blocks', async () => {
    const key = await p.cipherKey(new Uint8Array(32));
    for (const length of [0, 1, 15, 17]) {
      expect(await key.decrypt(new Uint8Array(16), new Uint8Array(length))).toBeUndefined();
    }
  });

  it('is not asked, nor the tag, when the length already says no', async () => {
    const spy = counted(p);
    const key = await run(importSealKey(spy.p, new Uint8Array(64)));
    for (const length of [0, 48, 63, 65, 79]) {
      expect(await run(open(spy.p, key, new Uint8Array(1), new Uint8Array(length)))).toBeUndefined();
    }
    expect(spy.counts).toMatchObject({ sign: 0, decrypt: 0 });
  });
});

describe('the sequence window', () => {
  it('takes each number once, in any order inside 1,024 (A22)', () => {
    const window = new SequenceWindow();
    const order = Array.from({ length: 1_024 }, (_, index) => BigInt(((index * 389) % 1_024) + 1));
    expect(order.map((seq) => window.accept(seq))).toEqual(order.map(() => true));
    expect(order.map((seq) => window.accept(seq))).toEqual(order.map(() => false));
  });

  it.each([
    ['the first number again when it has fallen out', [1n, 1_025n, 1n], [true, true, false]],
    ['a late number at the last place', [1_025n, 2n, 1n], [true, true, false]],
    ['a jump far ahead', [5n, 5_000n, 3_977n, 3_976n, 5n], [true, true, true, false, false]],
    ['a jump of one more than the window', [1n, 1_026n, 2n, 3n], [true, true, false, true]],
    ['numbers outside 1 to 2^63 - 1', [0n, -1n, 2n ** 63n, 2n ** 63n - 1n], [false, false, false, true]],
  ])('judges %s', (_name, seqs, answers) => {
    const window = new SequenceWindow();
    expect(seqs.map((seq) => window.accept(seq))).toEqual(answers);
  });

  it('agrees with a list of all numbers seen, over a random walk', () => {
    const window = new SequenceWindow();
    const seen = new Set<bigint>();
    let highest = 0n;
    let state = 12_345;
    const verdicts: boolean[] = [];
    for (let turn = 0; turn < 20_000; turn += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const seq = highest + BigInt((state >>> 8) % 1_200) - 1_100n;
      const fresh = seq >= 1n && seq > highest - 1_024n && !seen.has(seq);
      verdicts.push(window.accept(seq) === fresh);
      if (fresh) seen.add(seq);
      if (fresh && seq > highest) highest = seq;
    }
    expect(verdicts.every(Boolean)).toBe(true);
  });
});

describe('the steps', () => {
  function* fails(): Step<string> {
    try {
      return yield* settled<string>(Promise.reject(new Error('library')));
    } catch {
      return 'caught';
    }
  }

  it('meet the failure of a primitive inside, where it can be cleaned up', async () => {
    expect(await runAsync(fails())).toBe('caught');
  });

  it('never let a promise pass for a value', () => {
    function* waits(): Step<number> {
      return yield* settled(Promise.resolve(1));
    }
    expect(() => runSync(waits())).toThrow('asynchronous primitive');
  });
});

describe('server keys', () => {
  it('are made, stored as text and loaded again', () => {
    const record = makeServerKey(9);
    expect(loadServerKey(record)).toMatchObject({ kid: 9, publicKey: record.publicKey });
    expect(record.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
  });

  it.each([
    ['a kid above a byte', { ...KEY, kid: 256 }],
    ['a key too short', { ...KEY, privateKey: KEY.privateKey.slice(2) }],
    ['a key in capitals', { ...KEY, privateKey: 'AB'.repeat(32) }],
    ['zero', { ...KEY, privateKey: '0'.repeat(64) }],
    [
      'the order of the group',
      { ...KEY, privateKey: 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141' },
    ],
    ['a public key of another', { ...KEY, publicKey: makeServerKey(3).publicKey }],
  ])('with %s are refused without being named', (_name, record) => {
    const attempt = () => loadServerKey(record);
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow(record.privateKey);
  });

  it('of one server have different numbers', () => {
    expect(() => createChannelServer({ serverKeys: [loadServerKey(KEY), loadServerKey(KEY)] })).toThrow(
      'kid',
    );
  });

  it('have a fingerprint of the compressed point, the same in both faces', async () => {
    const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const fingerprint = '0f715baf5d4c2ed329785cef29e562f73488c8a2bb9dbc5700b361d54b9b0554';
    expect([keyFingerprint(publicKey), await browser.keyFingerprint(publicKey)]).toEqual([
      fingerprint,
      fingerprint,
    ]);
  });
});

describe('scalars', () => {
  it('are redrawn until they lie between zero and the order', () => {
    const order = hex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
    const draws = [new Uint8Array(32), order, new Uint8Array(32).fill(255), new Uint8Array(32).fill(7)];
    expect(drawScalar(() => draws.shift() ?? new Uint8Array(32))).toEqual(new Uint8Array(32).fill(7));
    expect(draws).toHaveLength(0);
  });

  it('of a browser are drawn from its own source, and forgotten when told', async () => {
    const drawn: number[] = [];
    const getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      if (array instanceof Uint8Array) array.fill(drawn.push(array.length) === 1 ? 0 : 5);
      return array;
    };
    const p = createBrowserPrimitives({ subtle: crypto.subtle, getRandomValues });
    const pair = await p.generateKeyPair();
    expect(drawn).toEqual([32, 32]);
    const peer = (await p.keyPairOf(new Uint8Array(32).fill(9)))?.point ?? new Uint8Array(0);
    expect(await pair.agree(peer)).toHaveLength(32);
    pair.erase();
    expect(await pair.agree(peer)).toBeUndefined();
  });
});

describe('the keys of a browser', () => {
  it('cannot be taken out of it again', async () => {
    const extractable: boolean[] = [];
    const subtle = new Proxy(crypto.subtle, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (name === 'importKey') extractable.push(args[3] === true);
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
    const p = createBrowserPrimitives({ subtle, getRandomValues: (array) => crypto.getRandomValues(array) });
    await (await makeWorld(p)).seal();
    expect(extractable.length).toBeGreaterThan(10);
    expect(extractable.includes(true)).toBe(false);
  });
});

describe('identities', () => {
  it('have their forms', () => {
    expect([makeDevice(), browser.makeDevice()].every((device) => /^[0-9a-f]{16}$/.test(device))).toBe(true);
    expect([makeRid(), browser.makeRid()].every(isRid)).toBe(true);
    expect(new Set(Array.from({ length: 1_000 }, makeRid)).size).toBe(1_000);
  });

  it('are hashed and proved alike in both faces', async () => {
    const input = { account: 'alice01', device: DEVICE, token: 'A'.repeat(43) };
    expect(await browser.deviceHash(DEVICE)).toBe(deviceHash(DEVICE));
    expect(await browser.sessionProof(input)).toBe(sessionProof(input));
    // SHA-256 of `alice01`, the device and the token, joined, by another tool.
    expect(sessionProof(input)).toBe('614cba795ce197cce039076aa1b81b6e34eb4fd2b89a8e545c3ed6088fcafa25');
  });

  it.each([
    { account: 'a', device: '0', token: 'A'.repeat(43) },
    { account: 'a', device: DEVICE, token: 'A'.repeat(42) },
  ])('of another shape prove nothing, for the join would be ambiguous: %j', (input) => {
    expect(() => sessionProof(input)).toThrow(RangeError);
  });
});

describe('a box', () => {
  it('opens under its key and context alone, and leaves the key with its owner', () => {
    const key = makeTicketKey();
    const [box, context, plain] = [createBox(key), Buffer.from('wallet.row 1'), Buffer.from('secret')];
    const sealed = box.seal(context, plain);
    expect(Buffer.from(box.open(context, sealed) ?? []).toString()).toBe('secret');
    expect(box.open(Buffer.from('wallet.row 2'), sealed)).toBeUndefined();
    expect(createBox(makeTicketKey()).open(context, sealed)).toBeUndefined();
    expect(createBox(key).open(context, sealed)).toBeDefined();
  });
});

describe('the memory of a node', () => {
  it('forgets with an hour the sessions of that hour', async () => {
    const world = await makeWorld();
    await world.judge((await world.seal()).body);
    expect(world.memory.size).toBe(1);
    world.memory.setTicketKeys(new Map());
    expect(world.memory.size).toBe(0);
    expect(new SessionMemory(1).find('')).toBeUndefined();
  });
});
