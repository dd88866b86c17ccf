import { existsSync, readFileSync } from 'node:fs';
import { defined } from '@holdfast/kernel';
import { openAnswer, type Answer, type Reply } from '../src/answer.ts';
import { fromHex, type Bytes } from '../src/bytes.ts';
import { beginSession, finishSession, type CallInput, type ClientSession } from '../src/client-session.ts';
import { answerExchange, type Pin, type ServerKey } from '../src/exchange.ts';
import { createBrowserPrimitives } from '../src/primitives/browser.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import type { KeyPair, Primitives } from '../src/primitives/port.ts';
import { importSealKey, type SealKey } from '../src/seal.ts';
import {
  openRequest,
  type OpenedOutcome,
  type OpenedRequest,
  type RequestContext,
} from '../src/server-request.ts';
import { SessionMemory } from '../src/sessions.ts';
import { runAsync, type Step } from '../src/step.ts';
import { ticketEpoch } from '../src/ticket.ts';

export const browserPrimitives = createBrowserPrimitives();

/** Every rule of the wire is tested over both sets of primitives. */
export const BACKENDS: readonly (readonly [name: string, p: Primitives])[] = [
  ['node:crypto', nodePrimitives],
  ['noble and WebCrypto', browserPrimitives],
];

export function hex(text: string): Bytes {
  return defined(fromHex(text), 'test data is hex');
}

export function ascii(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Reference data outside the repository; undefined in a checkout that stands alone. */
export function readShared(path: string): string | undefined {
  const url = new URL(`../../../../shared/vectors/${path}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : undefined;
}

/** Says on the run's output how many cases were left out for want of reference data. */
export function sayLeftOut(what: string, cases: number): void {
  if (cases > 0) process.stdout.write(`${what}: ${cases} cases left out, ../shared/vectors is not there\n`);
}

/** The same primitives with the next random bytes and scalars fixed; using more than were given fails. */
export function scripted(
  p: Primitives,
  script: { random?: readonly Bytes[]; scalars?: readonly Bytes[] },
): Primitives {
  const random = [...(script.random ?? [])];
  const scalars = [...(script.scalars ?? [])];
  return {
    ...p,
    randomBytes(length) {
      const bytes = defined(random.shift(), 'the script has no more random bytes');
      if (bytes.length !== length) throw new RangeError('the script has random bytes of another length here');
      return Uint8Array.from(bytes);
    },
    async generateKeyPair() {
      return defined(
        await p.keyPairOf(defined(scalars.shift(), 'the script has no more scalars')),
        'a scalar',
      );
    },
  };
}

export interface Counts {
  sign: number;
  encrypt: number;
  decrypt: number;
  agree: number;
  hkdf: number;
}

/** The same primitives with a counter on every operation that uses a key. */
export function counted(p: Primitives): { p: Primitives; counts: Counts; watch(pair: KeyPair): KeyPair } {
  const counts: Counts = { sign: 0, encrypt: 0, decrypt: 0, agree: 0, hkdf: 0 };
  const count = <A extends readonly unknown[], R>(
    name: keyof Counts,
    work: (...args: A) => R,
  ): ((...args: A) => R) => {
    return (...args) => {
      counts[name] += 1;
      return work(...args);
    };
  };
  const watch = (pair: KeyPair): KeyPair => ({ ...pair, agree: count('agree', pair.agree) });
  const then = <T, R>(value: T | Promise<T>, wrap: (value: T) => R): R | Promise<R> =>
    value instanceof Promise ? value.then(wrap) : wrap(value);
  const wrapped: Primitives = {
    ...p,
    hkdf: count('hkdf', p.hkdf),
    macKey: (raw, hash) => then(p.macKey(raw, hash), (key) => ({ sign: count('sign', key.sign) })),
    cipherKey: (raw) =>
      then(p.cipherKey(raw), (key) => ({
        encrypt: count('encrypt', key.encrypt),
        decrypt: count('decrypt', key.decrypt),
      })),
    keyPairOf: (scalar) => then(p.keyPairOf(scalar), (pair) => pair && watch(pair)),
    generateKeyPair: () => then(p.generateKeyPair(), watch),
  };
  return { p: wrapped, counts, watch };
}

export const NOW = 1_800_000_000_000;
export const DEVICE = '0123456789abcdef';

/** A server of one key and a client with a finished exchange, over the same primitives. */
export interface World {
  readonly p: Primitives;
  readonly serverKey: ServerKey;
  readonly pin: Pin;
  readonly ticketKeys: Map<number, SealKey>;
  readonly memory: SessionMemory;
  readonly session: ClientSession;
  /** The server's verdict on a raw body. */
  judge(
    body: string,
    more?: Partial<RequestContext> & { endpoint?: CallInput['endpoint'] },
  ): Promise<OpenedOutcome>;
  seal(input?: Partial<CallInput> & { now?: number }): Promise<{ body: string; reply: Reply }>;
}

export const CALL: CallInput = {
  endpoint: '/proxypost',
  bUrl: '/member/balanceinfo',
  rid: 'AAECAwQFBgcICQoLDA0ODw',
  pairs: { account: 'alice01', remark: '穩付 & =' },
};

export async function makeTicketKeys(p: Primitives, now = NOW): Promise<Map<number, SealKey>> {
  const epoch = ticketEpoch(now);
  return new Map([[epoch, await runAsync(importSealKey(p, p.randomBytes(64)))]]);
}

/** One exchange, both ends; undefined when either refuses. */
export async function exchange(
  p: Primitives,
  server: { serverKey: ServerKey; ticketKeys: ReadonlyMap<number, SealKey> },
  { device = DEVICE, now = NOW }: { device?: string; now?: number } = {},
): Promise<ClientSession | undefined> {
  const { serverKey, ticketKeys } = server;
  const pin = { kid: serverKey.kid, point: serverKey.pair.point };
  const pending = defined(await runAsync(beginSession(p, { pin, device, now })), 'a pin');
  const epoch = ticketEpoch(now);
  const ticketKey = { epoch, key: defined(ticketKeys.get(epoch), 'a ticket key') };
  const answer = await runAsync(answerExchange(p, { serverKeys: [serverKey], ticketKey, now }, pending.body));
  if (answer.kind !== 'answered') return undefined;
  const timing = { sentAt: now, receivedAt: now };
  return runAsync(finishSession(p, { pending, text: answer.text, timing }));
}

export async function makeWorld(p: Primitives = nodePrimitives): Promise<World> {
  const serverKey = { kid: 7, pair: await p.generateKeyPair() };
  const ticketKeys = await makeTicketKeys(p);
  const memory = new SessionMemory(100);
  memory.setTicketKeys(ticketKeys);
  const session = defined(await exchange(p, { serverKey, ticketKeys }), 'a session');
  return {
    p,
    serverKey,
    pin: { kid: serverKey.kid, point: serverKey.pair.point },
    ticketKeys,
    memory,
    session,
    judge: (body, { endpoint = '/proxypost', ...more } = {}) =>
      run(openRequest(p, { memory, now: NOW, isRevoked: () => false, ...more }, { endpoint, body })),
    seal: (input = {}) => run(session.seal(p, { ...CALL, now: NOW, ...input })),
  };
}

export function run<T>(step: Step<T>): Promise<T> {
  return runAsync(step);
}

export async function opened(outcome: OpenedOutcome | Promise<OpenedOutcome>): Promise<OpenedRequest> {
  const known = await outcome;
  if (known.kind !== 'opened') throw new Error(`refused: ${JSON.stringify(known)}`);
  return known.request;
}

/** What went over the wire in plain sight: a verdict as the client would see it. */
export function verdict(outcome: OpenedOutcome): string {
  return outcome.kind === 'opened' ? 'opened' : outcome.text;
}

export function openWith(p: Primitives, reply: Reply, text: string): Promise<Answer | undefined> {
  return run(openAnswer(p, reply, text));
}

/** The parts of a request's raw body, and a body made of parts again. */
export interface BodyParts {
  deviceHash: string;
  bUrl: string;
  pld: string;
}

export function partsOf(body: string): BodyParts {
  const { DEV_ID, B_URL, PLD } = JSON.parse(body) as Record<'DEV_ID' | 'B_URL' | 'PLD', string>;
  return { deviceHash: DEV_ID, bUrl: B_URL, pld: PLD };
}

export function bodyOf({ deviceHash, bUrl, pld }: BodyParts): string {
  return `{"DEV_ID":"${deviceHash}","B_URL":"${bUrl}","PLD":"${pld}"}`;
}

/** The body with its PLD bytes changed. */
export function withPld(body: string, change: (pld: Bytes) => Uint8Array): string {
  const parts = partsOf(body);
  const changed = change(Uint8Array.from(Buffer.from(parts.pld, 'base64url')));
  return bodyOf({ ...parts, pld: Buffer.from(changed).toString('base64url') });
}

export function flipBit(bytes: Uint8Array, bit: number): Bytes {
  const flipped = Uint8Array.from(bytes);
  flipped[bit >>> 3] = (flipped[bit >>> 3] ?? 0) ^ (0x80 >>> (bit & 7));
  return flipped;
}

export function bytesOf(text: string): Bytes {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** A client that seals another text than it should: everything up to the text is sound. */
export function lying(p: Primitives, change: (text: string) => string | Uint8Array): Primitives {
  return {
    ...p,
    utf8(text) {
      if (!text.startsWith('L:')) return p.utf8(text);
      const changed = change(text);
      return typeof changed === 'string' ? p.utf8(changed) : Uint8Array.from(changed);
    },
  };
}
