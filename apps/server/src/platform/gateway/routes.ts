import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findErrorByCode, isFailure, type ErrorName } from '@holdfast/contract/errors';
import type { Clock } from '@holdfast/kernel';
import { CHANNEL, type ChannelServer, type OpenedRequest } from '@holdfast/secure-channel/node';
import type { Limit, Limiter } from '#platform/limits/limits.ts';
import { networkOf } from '#platform/limits/networks.ts';
import type { AlarmKind, Watch } from '#platform/metrics/watch.ts';
import { placeOf, type PlacePort } from '#platform/place/place.ts';
import type { Origin } from './call-table.ts';
import type { ExchangeQueue } from './exchange-queue.ts';
import type { Pipeline } from './pipeline.ts';
import { findRoute } from './router.ts';
import type { StreamServer } from './stream.ts';
import type { ChannelKeys } from './ticket-keys.ts';

/** HTTP routes of the channel: raw bytes in, one text out. `channel` and `pipeline` do everything that is secret. */

/** Timeout of a call: answered with ERROR002. Shorter than the client's own, which is 30 s. */
const CALL_TIMEOUT_MS = 25_000;
const EXCHANGES: Limit = { points: 60, seconds: 60, scope: 'address', store: 'local' };

export interface GatewayParts {
  readonly channel: ChannelServer;
  readonly keys: ChannelKeys;
  readonly publicKeys: readonly { readonly kid: number; readonly S: string }[];
  readonly pipeline: Pipeline;
  /** With which files of evidence are checked, as a PEM text. */
  readonly evidenceKey: string;
  readonly streams: StreamServer;
  readonly limiter: Limiter;
  readonly exchanges: ExchangeQueue;
  readonly watch: Watch;
  readonly places: PlacePort;
  readonly clock: Clock;
}

const originOf = (request: FastifyRequest, places: PlacePort): Origin => ({
  address: request.ip,
  network: networkOf(request.ip),
  place: placeOf(places, request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 256),
});

/** The raw body; a missing body counts as an empty one, which the channel refuses like any other malformed body. */
const bodyOf = (request: FastifyRequest): Buffer => (request.body as Buffer | undefined) ?? Buffer.alloc(0);

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(text);
}

const ERROR_CODE = /^\{"errorCode":(\d+)/;

/** Refusals that are a defence at work, each of them: one more of these is no ordinary mistake, or is one at a place where few people call. */
const ALARM_OF: Partial<Readonly<Record<ErrorName, AlarmKind>>> = {
  RATE_LIMITED: 'calls of a limit',
  SIGN_IN_DELAYED: 'sign-in: delay',
  OPERATOR_SIGN_IN_FAILED: 'console: sign-in refused',
  INVITATION_INVALID: 'console: invitation refused',
  TRANSACTION_SECRET_LOCKED: 'transaction secret: locked',
  REGISTRATION_REFUSED: 'registration: blocked',
};

/** Counts a refusal by its code, and says which defence it is. Every body of ours begins with its code. */
function seeRefusal(watch: Watch, body: string, { method, bUrl }: OpenedRequest, { place }: Origin): void {
  const errorCode = Number(ERROR_CODE.exec(body)?.[1] ?? 0);
  if (errorCode === 0) return;
  const code = findErrorByCode(errorCode);
  watch.suspect('holdfast_refusals_total', { code: code ?? String(errorCode) });
  const kind = code && ALARM_OF[code];
  // The path as the contract has it: the one that was asked for may name an account.
  if (kind) watch.alarm(kind, { of: findRoute(method, bUrl)?.path ?? '', network: place.network });
}

export function registerGateway(app: FastifyInstance, parts: GatewayParts): void {
  const { channel, keys, pipeline, streams, watch, places, clock } = parts;

  /** Opens a request. When this node lacks the key of the ticket's hour, it reloads the keys and retries once. */
  async function open(endpoint: '/proxypost' | '/proxyget' | '/proxystream', body: Uint8Array) {
    const attempt = () =>
      channel.openRequest({ endpoint, body, now: clock.now(), isRevoked: keys.isRevoked });
    let opened = attempt();
    if (opened.kind === 'refused' && opened.reason === 'ticket-key') {
      await keys.refresh();
      opened = attempt();
    }
    // The reason is not logged: anybody could flood the log.
    if (opened.kind !== 'opened') watch.suspect('holdfast_refusals_total', { code: opened.text });
    return opened;
  }

  async function answer(opened: OpenedRequest, origin: Origin): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, CALL_TIMEOUT_MS, undefined);
    });
    const body = await Promise.race([pipeline(opened, origin), timeout]);
    clearTimeout(timer);
    seeRefusal(watch, body ?? '', opened, origin);
    return body === undefined
      ? channel.sealError(opened, 'ERROR002')
      : channel.sealAnswer(opened, { now: clock.now(), body });
  }

  registerExchange(app, parts);

  for (const endpoint of ['/proxypost', '/proxyget'] as const) {
    app.post(endpoint, { bodyLimit: CHANNEL.requestBodyBytesMax }, async (request, reply) => {
      const opened = await open(endpoint, bodyOf(request));
      if (opened.kind !== 'opened') return sendText(reply, opened.text);
      return sendText(reply, await answer(opened.request, originOf(request, places)));
    });
  }

  app.post('/proxystream', { bodyLimit: CHANNEL.requestBodyBytesMax }, async (request, reply) => {
    const opened = await open('/proxystream', bodyOf(request));
    if (opened.kind !== 'opened') return sendText(reply, opened.text);
    const origin = originOf(request, places);
    const stream = await streams.open(opened.request, origin);
    if (stream.kind === 'refused') {
      seeRefusal(watch, stream.body, opened.request, origin);
      return sendText(reply, channel.sealAnswer(opened.request, { now: clock.now(), body: stream.body }));
    }
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(stream.events);
  });

  registerKeys(app, parts);
  registerRefusedMethods(app);
}

/**
 * POST /proxyconfig. Whoever gets no place is refused on the head of the request alone: under a flood most of them are, and a refusal must
 * cost little more than the connection.
 */
function registerExchange(app: FastifyInstance, parts: GatewayParts): void {
  const { channel, exchanges, limiter, watch, places, clock } = parts;
  const bodyLimit = CHANNEL.exchangeBodyBytesMax;

  function refuse(reply: FastifyReply, end: 'limited' | 'busy'): FastifyReply {
    watch.suspect('holdfast_exchanges_total', { end });
    return reply.code(503).header('retry-after', '1').send();
  }
  function refuseBusy(reply: FastifyReply): FastifyReply {
    watch.alarm('exchanges: queue full');
    return refuse(reply, 'busy');
  }

  async function onRequest({ ip }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    try {
      await limiter.consume('/proxyconfig', EXCHANGES, networkOf(ip));
    } catch (error) {
      if (!isFailure(error, 'RATE_LIMITED')) throw error;
      watch.alarm('exchanges of a network', { network: placeOf(places, ip).network });
      return refuse(reply, 'limited');
    }
    return exchanges.hasRoom(ip) ? undefined : refuseBusy(reply);
  }

  app.post('/proxyconfig', { bodyLimit, onRequest }, async (request, reply) => {
    const answer = () => channel.answerExchange(bodyOf(request), clock.now());
    const result = await exchanges.run(request.ip, answer);
    if (result === 'busy' || result.kind === 'busy') return refuseBusy(reply);
    watch[result.kind === 'answered' ? 'count' : 'suspect']('holdfast_exchanges_total', { end: result.kind });
    return sendText(reply, result.text);
  });
}

/** GET /proxykeys: the public keys in plain text, cacheable, for tools. Apps have theirs built in. */
function registerKeys(
  app: FastifyInstance,
  { publicKeys, evidenceKey }: Pick<GatewayParts, 'publicKeys' | 'evidenceKey'>,
): void {
  const body = JSON.stringify({ keys: publicKeys });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  const headers = { 'cache-control': 'public, max-age=300', etag };
  app.get('/proxykeys', (_request, reply) =>
    reply.type('application/json; charset=utf-8').headers(headers).send(body),
  );
  app.get(EVIDENCE_KEY_PATH, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(evidenceKey),
  );
}

/** Printed in instructions and kept by people, so it never changes. */
const EVIDENCE_KEY_PATH = '/.well-known/holdfast-evidence.pem';

const ENDPOINTS = ['/proxyconfig', '/proxypost', '/proxyget', '/proxystream'] as const;

function registerRefusedMethods(app: FastifyInstance): void {
  for (const url of ENDPOINTS) {
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    });
  }
}
