/**
 * Makes `wp1.jsonl`: every case with all it depends on, one a line, over node:crypto. Run it only when the protocol changes:
 *   node packages/secure-channel/test/vectors/make.ts > packages/secure-channel/test/vectors/wp1.jsonl
 * `frozen-vectors.test.ts` checks the file against both sets of primitives.
 */
import { createHash } from 'node:crypto';
import { toHex, type Bytes } from '../../src/bytes.ts';
import { isScalar } from '../../src/curve.ts';
import { nodePrimitives as p } from '../../src/primitives/node.ts';
import { hex } from '../support.ts';
import type { CallCase, CallInputs, SessionCase, SessionInputs } from './play.ts';
import { playCall, playSession, wholeOrHash } from './play.ts';

function named(name: string): Bytes {
  return Uint8Array.from(createHash('sha256').update(`holdfast vector ${name}`).digest());
}

function scalar(name: string): string {
  const drawn = named(name);
  return isScalar(drawn) ? toHex(drawn) : scalar(`${name} again`);
}

const iv = (name: string): string => toHex(named(name).subarray(0, 16));

function startsWithZero(left: string, right: string): boolean {
  const own = p.keyPairOf(hex(left));
  const peer = p.keyPairOf(hex(right));
  return own !== undefined && peer !== undefined && own.agree(peer.point)?.[0] === 0;
}

/** The first of a series of scalars whose shared X coordinate with `other` begins with a zero byte. */
function scalarWithZero(name: string, other: string): string {
  for (let number = 0; ; number += 1) {
    const candidate = scalar(`${name} ${number}`);
    if (startsWithZero(candidate, other)) return candidate;
  }
}

function sessions(): SessionInputs[] {
  const plain = (number: number): SessionInputs => ({
    kid: [0, 1, 2, 127, 128, 255][number % 6] ?? 0,
    device: toHex(named(`device ${number}`).subarray(0, 8)),
    clientNow: 1_700_000_000_000 + number * 86_400_123,
    serverNow: 1_700_000_000_000 + number * 86_400_123 + (number % 2 === 0 ? 41 : -259_200_000),
    serverPrivate: scalar(`server ${number}`),
    clientPrivate: scalar(`client ${number}`),
    ephemeralPrivate: scalar(`ephemeral ${number}`),
    ticketKey: toHex(named(`mac ${number}`)) + toHex(named(`enc ${number}`)),
    ivs: { request: iv(`request ${number}`), ticket: iv(`ticket ${number}`), answer: iv(`answer ${number}`) },
  });
  const made = Array.from({ length: 8 }, (_, number) => plain(number));
  for (const number of [8, 9, 10, 11]) {
    const base = plain(number);
    const clientPrivate =
      number === 9 ? base.clientPrivate : scalarWithZero(`zero 1 ${number}`, base.serverPrivate);
    const ephemeralPrivate =
      number === 8 ? base.ephemeralPrivate : scalarWithZero(`zero 2 ${number}`, clientPrivate);
    made.push({ ...base, clientPrivate, ephemeralPrivate });
  }
  return made;
}

const TEXTS = [
  '',
  ' ',
  '&',
  '=',
  '%',
  '+',
  '/?#',
  'x&amount=1',
  'L:DEV_ID=0',
  '穩付',
  '𠮷野家 🍣',
  "!'()*~-_.",
  '\u0000',
  'é',
  '\u{10ffff}',
];
const B_URLS = [
  '/a',
  '/member/login',
  '/member/chang/balance',
  '/api/vi/rqcode/delelecp',
  `/${'Z'.repeat(64)}`.repeat(8),
];

function calls(): Omit<CallInputs, 'session' | 'seq' | 'sentAt' | 'iv' | 'answer'>[] {
  const endpoints = ['/proxypost', '/proxyget', '/proxystream'] as const;
  const base = (number: number) => ({
    endpoint: endpoints[number % 3] ?? '/proxypost',
    bUrl: B_URLS[number % B_URLS.length] ?? '/a',
    rid:
      number % 4 === 3
        ? undefined
        : Buffer.from(named(`rid ${number}`).subarray(0, 16)).toString('base64url'),
  });
  const byLength = Array.from({ length: 65 }, (_, length) => ({ pairs: { v: 'x'.repeat(length) } }));
  const byBorder = Array.from({ length: 65 }, (_, length) => ({
    pairs: { account: '穩'.repeat(length % 7), n: '7'.repeat(length) },
  }));
  const byText = TEXTS.flatMap((text) => [
    { pairs: { remark: text } },
    { pairs: { a: text, b: '', c: text } },
  ]);
  const byCharacter = Array.from({ length: 40 }, (_, length) => ({
    pairs: { note: '餘額🍣'.repeat(length) },
  }));
  const many = {
    pairs: Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`key.${index}`, String(index)])),
  };
  const prototypes = {
    pairs: Object.fromEntries(['constructor', 'toString', '__proto__'].map((key) => [key, key])),
  };
  const bare = { pairs: {} };
  // 25 bytes of head, `&v=`, and the value: exactly the largest text, and one byte more than the block before it.
  const longest = [65_536, 65_535, 65_521].map((bytes) => ({
    pairs: { v: 'x'.repeat(bytes - 28) },
    rid: undefined,
  }));
  const shapes = [...byLength, ...byBorder, ...byText, ...byCharacter, many, prototypes, bare, ...longest];
  return shapes.map((shape, index) => ({ ...base(index), ...shape }));
}

function answers(number: number): CallInputs['answer'] {
  const bodies = [
    '{}',
    '{"errorCode":0,"errorMessage":"","data":null}',
    '{"data":"餘額 &BODY=1"}',
    '',
    'x'.repeat(number % 65),
  ];
  return {
    now: 1_700_000_500_000 + number,
    body: bodies[number % bodies.length] ?? '',
    error: number % 9 === 8 ? 'ERROR002' : number % 11 === 10 ? 'ERROR003' : undefined,
    ivs: [1, 2, 3].map((frame) => iv(`answer ${number} ${frame}`)),
  };
}

const SEQS = [1n, 2n, 255n, 256n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const lines: (SessionCase | CallCase)[] = [];
const made: SessionCase[] = [];
for (const [index, inputs] of sessions().entries()) {
  const played = await playSession(p, inputs);
  made.push({ kind: 'session', name: `session ${index}`, inputs, ...played.texts });
}
lines.push(...made);
for (const [index, call] of calls().entries()) {
  const session = index % made.length;
  const { inputs } = made[session] ?? {};
  if (!inputs) throw new RangeError('a call has its session');
  const more = {
    session,
    seq: String(SEQS[index % SEQS.length]),
    sentAt: inputs.serverNow + index,
    iv: iv(`pld ${index}`),
  };
  const filled = { ...call, ...more, answer: answers(index) };
  const played = await playCall(p, { session: await playSession(p, inputs), inputs: filled });
  const { body, texts } = played;
  lines.push({ kind: 'call', name: `call ${index}`, inputs: filled, body: wholeOrHash(body), texts });
}
process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
