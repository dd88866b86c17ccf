/** Plays one frozen case from its inputs: both ends of an exchange, or both ends of a call. */
import { createHash } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import { printAnswer, sealAnswer, type Answer, type Reply, type SealedError } from '../../src/answer.ts';
import { answerExchange, beginExchange, finishExchange, type ExchangedSession } from '../../src/exchange.ts';
import { hashDevice } from '../../src/identity.ts';
import type { Endpoint } from '../../src/limits.ts';
import type { Primitives } from '../../src/primitives/port.ts';
import { sealRequest } from '../../src/request.ts';
import { importSealKey, type SealKey } from '../../src/seal.ts';
import { createStreamOpener, createStreamSealer } from '../../src/stream.ts';
import { printRequestText } from '../../src/text.ts';
import { ticketEpoch } from '../../src/ticket.ts';
import { hex, openWith, run, scripted } from '../support.ts';

export interface SessionInputs {
  readonly kid: number;
  readonly device: string;
  readonly clientNow: number;
  readonly serverNow: number;
  readonly serverPrivate: string;
  readonly clientPrivate: string;
  readonly ephemeralPrivate: string;
  readonly ticketKey: string;
  readonly ivs: { readonly request: string; readonly ticket: string; readonly answer: string };
}

export interface SessionCase {
  readonly kind: 'session';
  readonly name: string;
  readonly inputs: SessionInputs;
  readonly body: string;
  readonly answer: string;
}

export interface CallInputs {
  readonly session: number;
  readonly endpoint: Endpoint;
  readonly bUrl: string;
  readonly rid?: string | undefined;
  readonly pairs: Readonly<Record<string, string>>;
  /** A u64 in decimal. */
  readonly seq: string;
  readonly sentAt: number;
  readonly iv: string;
  readonly answer: {
    readonly now: number;
    readonly body: string;
    /** Instead of the body, except on a stream. */
    readonly error?: SealedError | undefined;
    /** One for an answer, three for the frames of a stream. */
    readonly ivs: readonly string[];
  };
}

export interface CallCase {
  readonly kind: 'call';
  readonly name: string;
  readonly inputs: CallInputs;
  readonly body: string;
  /** The answer, or the three frames. */
  readonly texts: readonly string[];
}

/** Long texts are frozen by their hash. */
export function wholeOrHash(text: string): string {
  return text.length <= 4_096 ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

export interface PlayedSession {
  readonly texts: { readonly body: string; readonly answer: string };
  readonly keys: ExchangedSession;
  readonly device: string;
  readonly serverNow: number;
  readonly ticketKey: { readonly epoch: number; readonly key: SealKey };
}

async function pairOf(p: Primitives, scalar: string) {
  return defined(await p.keyPairOf(hex(scalar)), 'a scalar');
}

/** Replays the exchange; `given` puts a frozen answer in place of the one made here. */
export async function playSession(
  p: Primitives,
  inputs: SessionInputs,
  given?: string,
): Promise<PlayedSession> {
  const { kid, device, clientNow, serverNow, ivs } = inputs;
  const pair = await pairOf(p, inputs.serverPrivate);
  const drawing = scripted(p, { random: [hex(ivs.request)], scalars: [hex(inputs.clientPrivate)] });
  const begun = await run(
    beginExchange(drawing, { pin: { kid, point: pair.point }, device, now: clientNow }),
  );
  const pending = defined(begun, 'the pin is a point');
  const epoch = ticketEpoch(serverNow);
  const ticketKey = { epoch, key: await run(importSealKey(p, hex(inputs.ticketKey))) };
  const random = [hex(ivs.ticket), hex(ivs.answer)];
  const answering = scripted(p, { random, scalars: [hex(inputs.ephemeralPrivate)] });
  const server = { serverKeys: [{ kid, pair }], ticketKey, now: serverNow };
  const { text: answer } = await run(answerExchange(answering, server, pending.body));
  const keys = defined(await run(finishExchange(p, pending, given ?? answer)), 'the exchange opens');
  return { texts: { body: pending.body, answer }, keys, device, serverNow, ticketKey };
}

export interface PlayedCall {
  readonly body: string;
  readonly texts: readonly string[];
  readonly reply: Reply;
}

export async function playCall(
  p: Primitives,
  { session, inputs }: { session: PlayedSession; inputs: CallInputs },
): Promise<PlayedCall> {
  const { endpoint, bUrl, rid, sentAt, answer } = inputs;
  const { ticket } = session.keys;
  const text = printRequestText({
    device: session.device,
    rid,
    pairs: new Map(Object.entries(inputs.pairs)),
  });
  const deviceHash = await run(hashDevice(p, session.device));
  const input = { endpoint, bUrl, deviceHash, ticket, seq: BigInt(inputs.seq), sentAt, text };
  const { body, reply } = await run(
    sealRequest(scripted(p, { random: [hex(inputs.iv)] }), session.keys, input),
  );
  const random = answer.ivs.map(hex);
  const drawing = scripted(p, { random });
  if (endpoint !== '/proxystream') {
    const said = answer.error ?? printAnswer(answer.now, answer.body);
    return { body, reply, texts: [await run(sealAnswer(drawing, reply, said))] };
  }
  const sealer = createStreamSealer(drawing, reply);
  const texts: string[] = [];
  for (const _ of random) texts.push(await run(sealer.seal(answer)));
  return { body, reply, texts };
}

/** What the client reads in a call's answer or frames. */
export async function readTexts(
  p: Primitives,
  { endpoint, reply, texts }: { endpoint: Endpoint; reply: Reply; texts: readonly string[] },
): Promise<(Answer | undefined)[]> {
  const read: (Answer | undefined)[] = [];
  const frames = createStreamOpener(p, reply);
  for (const text of texts) {
    read.push(endpoint === '/proxystream' ? await run(frames.open(text)) : await openWith(p, reply, text));
  }
  return read;
}

export function parseCases(file: string): { sessions: SessionCase[]; calls: CallCase[] } {
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionCase | CallCase);
  return {
    sessions: lines.filter((line) => line.kind === 'session'),
    calls: lines.filter((line) => line.kind === 'call'),
  };
}
