/**
 * How long a refusal takes, by its reason: 100,000 each of a bad ticket, a bad tag and a bad time, interleaved, one process, no network.
 * The medians must lie within a millisecond of each other; a fault exits with 1. Not part of the tests: it wants a quiet machine.
 */
import {
  beginNodeExchange,
  createChannelServer,
  loadServerKey,
  makeDevice,
  makeServerKey,
  makeTicketKey,
  ticketEpoch,
} from '../node.ts';

const COUNT = 100_000;
const WITHIN_MS = 1;

const key = makeServerKey(1);
const server = createChannelServer({
  serverKeys: [loadServerKey(key)],
  exchanges: { threads: 0, waiting: 0 },
});
const now = Date.now();
server.setTicketKeys(new Map([[ticketEpoch(now), makeTicketKey()]]));
const exchange = beginNodeExchange({ pin: key, device: makeDevice(), now });
const answer = await server.answerExchange(exchange.body, now);
const session = exchange.finish(answer.kind === 'answered' ? answer.text : '', {
  sentAt: now,
  receivedAt: now,
});
if (!session) throw new Error('the exchange does not open');

const call = (at: number): string =>
  session.sealRequest({
    endpoint: '/proxypost',
    bUrl: '/member/login',
    pairs: { text: 'x'.repeat(500) },
    now: at,
  }).body;

function spoil(body: string, at: number): Buffer {
  const [head, text = ''] = body.slice(0, -2).split('"PLD":"');
  const pld = Buffer.from(text, 'base64url');
  const place = (at + pld.length) % pld.length;
  pld[place] = (pld[place] ?? 0) ^ 1;
  return Buffer.from(`${head}"PLD":"${pld.toString('base64url')}"}`);
}

const bodies = {
  ticket: spoil(call(now), 60),
  seal: spoil(call(now), -1),
  time: Buffer.from(call(now - 600_000)),
};
const times: Record<keyof typeof bodies, number[]> = { ticket: [], seal: [], time: [] };
const names = ['ticket', 'seal', 'time'] as const;
for (let turn = 0; turn < COUNT; turn += 1) {
  for (const name of names) {
    const begun = performance.now();
    const outcome = server.openRequest({ endpoint: '/proxypost', body: bodies[name], now });
    times[name].push(performance.now() - begun);
    if (outcome.kind !== 'refused' || outcome.text !== 'ERROR001' || outcome.reason !== name)
      throw new Error(outcome.kind);
  }
}

const medians = names.map(
  (name) => times[name].toSorted((left, right) => left - right)[COUNT >> 1] ?? Number.NaN,
);
const spreadMs = Math.max(...medians) - Math.min(...medians);
const rounded = Object.fromEntries(
  names.map((name, index) => [name, Number(((medians[index] ?? 0) * 1_000).toFixed(1))]),
);
process.stdout.write(
  `${JSON.stringify({ bench: 'refusals', medianMicroseconds: rounded, spreadMs: Number(spreadMs.toFixed(4)) })}\n`,
);
if (!(spreadMs < WITHIN_MS)) process.exitCode = 1;
