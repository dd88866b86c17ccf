import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { defined } from '@holdfast/kernel';
import {
  beginNodeExchange,
  createChannelServer,
  loadServerKey,
  makeDevice,
  makeServerKey,
  makeTicketKey,
  ticketEpoch,
} from '@holdfast/secure-channel/node';
import { fastify } from 'fastify';
import { createHttpServer } from '#platform/http/http-server.ts';
import { registerGateway } from '#platform/gateway/routes.ts';
import { createLog } from '#platform/log/log.ts';
import { unknownPlaces } from '#platform/place/place.ts';
import type { Load, LoadResult } from './raw-load.ts';

/**
 * What the channel costs over HTTP: a sealed call through the real gateway routes against the same handler as a bare Fastify JSON
 * route, 16 connections, requests sealed ahead, answers not opened, the bare bodies padded to the size of the sealed ones.
 */

const CONNECTIONS = 16;
const REQUESTS = 6000;
const ROUNDS = 7;

/** The handler of both: an answer of the size of a balance. */
const answer = () => ({
  errorCode: 0,
  errorMessage: '',
  data: {
    coin: 'TWD',
    total: '15480.00',
    available: '12480.00',
    listed: '0.00',
    inOrder: '3000.00',
    onHold: '0.00',
  },
});
const pairs = { device: '0'.repeat(16), checksum: 'ab'.repeat(32), active: '1', coin: 'TWD' };

const log = createLog('silent');
const record = makeServerKey(1);
const channel = createChannelServer({ serverKeys: [loadServerKey(record)] });
channel.setTicketKeys(new Map([[ticketEpoch(Date.now()), makeTicketKey()]]));

const sealed = await createHttpServer({ log, trustedProxies: [], webDir: undefined });
registerGateway(sealed, {
  channel,
  keys: { isRevoked: () => false, refresh: async () => {}, stop: () => {} },
  publicKeys: [],
  evidenceKey: '',
  pipeline: async () => JSON.stringify(answer()),
  streams: { open: async () => ({ kind: 'refused', body: '' }), stop: () => {} },
  limiter: { consume: async () => {}, consumeOnce: async () => {} },
  exchanges: { hasRoom: () => true, run: async (_address, work) => work() },
  watch: { count: () => {}, suspect: () => {}, alarm: () => {} },
  places: unknownPlaces,
  clock: { now: () => Date.now() },
});
const bare = fastify();
bare.post('/bare', async () => answer());
for (const app of [sealed, bare]) await app.listen({ host: '127.0.0.1', port: 0 });
const portOf = (app: { server: Server }) => (app.server.address() as AddressInfo).port;

/** Sealed requests of one fresh session, in the order of their sequence. */
async function sealAhead(): Promise<string[]> {
  const device = makeDevice();
  const sentAt = Date.now();
  const exchange = beginNodeExchange({
    pin: { kid: record.kid, publicKey: record.publicKey },
    device,
    now: sentAt,
  });
  const { payload } = await sealed.inject({
    method: 'POST',
    url: '/proxyconfig',
    headers: { 'content-type': 'application/json' },
    payload: exchange.body,
  });
  const session = defined(exchange.finish(payload, { sentAt, receivedAt: Date.now() }), 'the exchange');
  const seal = () =>
    session.sealRequest({ endpoint: '/proxypost', bUrl: '/member/balanceinfo', pairs, now: Date.now() }).body;
  return Array.from({ length: REQUESTS }, seal);
}

function measure(load: Omit<Load, 'connections'>): Promise<LoadResult> {
  const worker = new Worker(new URL('./raw-load.ts', import.meta.url), {
    workerData: { ...load, connections: CONNECTIONS },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const median = (values: number[]) =>
  defined(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], 'rounds');

const rates: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const bodies = await sealAhead();
  const ours = await measure({ port: portOf(sealed), path: '/proxypost', bodies });
  if (!/^A[\w-]+$/.test(ours.sample)) throw new Error(`not a sealed answer: ${ours.sample.slice(0, 40)}`);
  const empty = JSON.stringify({ ...pairs, pad: '' });
  const padded = bodies.map((body) =>
    JSON.stringify({
      ...pairs,
      pad: randomBytes(body.length)
        .toString('hex')
        .slice(0, body.length - empty.length),
    }),
  );
  const reference = await measure({ port: portOf(bare), path: '/bare', bodies: padded });
  if (round === 0) continue; // warm-up
  rates.ours.push(ours.answers / ours.seconds);
  rates.reference.push(reference.answers / reference.seconds);
}
const ratio = median(rates.ours.map((rate, i) => rate / defined(rates.reference[i], 'a round has both')));
console.log(
  JSON.stringify({
    bench: 'channel',
    case: 'bare',
    ratio: Number(ratio.toFixed(3)),
    ours: Math.round(median(rates.ours)),
    reference: Math.round(median(rates.reference)),
    unit: 'requests/s',
  }),
);
for (const app of [sealed, bare]) await app.close();
