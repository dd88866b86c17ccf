import { join } from 'node:path';
import { fastifyMultipart } from '@fastify/multipart';
import { appError, isFailure, wireError } from '@holdfast/contract/errors';
import { systemClock, type OperatorSessionId, type SessionId } from '@holdfast/kernel';
import type { Surface } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createIncoming } from '#platform/blobs/incoming.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import { replyOf } from '#platform/gateway/reply.ts';
import { allowedNetworks } from '#platform/http/allowed-networks.ts';
import { createImagePool } from '#platform/images/image-pool.ts';
import { networkOf } from '#platform/limits/networks.ts';
import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import { createFairQueue, OVERLOADED_SECONDS } from '#platform/queues/fair-queue.ts';
import {
  createReads,
  createUploads,
  sweepBlobs,
  sweepFiles,
  type AssetHeader,
  type ReadableFile,
  type Reads,
  type UploadAnswer,
  type Uploads,
  type Viewer,
} from '#features/assets/index.ts';
import { recheckOperator } from '#features/operators/index.ts';
import { recheckSession } from '#features/sign-in/index.ts';
import { repeat } from './repeat.ts';

/** The assets role: uploads, avatars, private files by link, and the sweep of what nothing names. */

const SWEEP_MS = 10 * 60_000;
const SWEEP_BLOBS_MS = 6 * 3_600_000;
/** The boundary and the headers of the one part. */
const MULTIPART_BYTES_MAX = 2048;
/** What of a file waits for the disk while more of it comes. */
const WAITING_BYTES_MAX = 256 * 1024;

export interface AssetsRole {
  /**
   * Where files are served: at an origin of their own, or, where none is configured, at each app's. There members upload and read at theirs
   * and operators read at theirs.
   */
  readonly apps:
    | { readonly own: FastifyInstance }
    | { readonly member: FastifyInstance; readonly console: FastifyInstance | undefined };
  /** The networks from which operators may read. */
  readonly consoleNetworks?: readonly string[] | undefined;
  readonly db: Database;
  readonly log: Log;
  readonly blobs: BlobStore;
  /** Where files on their way in lie, on this machine's disk. */
  readonly dataDir: string;
}

/** A viewer's session is checked by the slice that keeps it, with what its token says of it. */
async function recheckViewer(tx: Tx, viewer: Viewer): Promise<void> {
  if (viewer.at === 'member') {
    const checksumHash = Buffer.from(viewer.checksumHash, 'hex');
    return recheckSession(tx, { id: viewer.sessionId as SessionId, checksumHash });
  }
  const { sessionId, role } = viewer;
  return recheckOperator(tx, { sessionId: sessionId as OperatorSessionId, role: role as OperatorRole });
}

/** Adds the routes to each origin; resolves to a function that stops the rest. */
export async function startAssets(role: AssetsRole): Promise<() => Promise<void>> {
  const { apps, db, log, blobs } = role;
  const incoming = await createIncoming(join(role.dataDir, 'incoming'));
  const images = createImagePool({ log });
  const parts = { db, blobs, incoming, images, clock: systemClock, recheckViewer };
  const [uploads, reads, inTurn] = [createUploads(parts), createReads(parts), createTurns()];
  const first = 'own' in apps ? apps.own : apps.member;
  await first.register(async (scope) => {
    const limits = { files: 1, fields: 0, parts: 1, headerPairs: 8 };
    await scope.register(fastifyMultipart, { limits, fileHwm: WAITING_BYTES_MAX });
    registerUploads(scope, uploads, { log, inTurn });
  });
  const isOperators = role.consoleNetworks ? allowedNetworks(role.consoleNetworks) : () => true;
  if ('own' in apps) {
    answerOtherOrigins(apps.own);
    registerReads(apps.own, reads, { mayRead: (at, ip) => at === 'member' || isOperators(ip), inTurn });
  } else {
    registerReads(apps.member, reads, { mayRead: (at) => at === 'member', inTurn });
    if (apps.console) registerReads(apps.console, reads, { mayRead: (at) => at === 'console', inTurn });
  }
  first.addHook('onClose', () => images.close());
  let isStopping = false;
  const throttle = createLogThrottle();
  const warn = (error: unknown) =>
    throttle(error, () => log.warn({ err: error }, 'sweeping files failed and is retried'), 'sweeping files');
  const stops = [
    repeat(() => sweepFiles(parts), SWEEP_MS, warn),
    repeat(() => sweepBlobs(parts, () => isStopping), SWEEP_BLOBS_MS, warn),
  ];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** `Authorization: <b64u>`, with nothing before it: the header is all ours. */
const headerOf = (request: FastifyRequest, method: AssetHeader['method']): AssetHeader => ({
  header: request.headers.authorization ?? '',
  method,
  path: request.url,
});

/** A refused body is not read to its end: the connection is closed behind the answer. */
const closing = (reply: FastifyReply): FastifyReply => reply.header('connection', 'close');

const busy = (reply: FastifyReply): FastifyReply =>
  closing(reply).code(503).header('retry-after', String(OVERLOADED_SECONDS)).send();

function sendAnswer(reply: FastifyReply, answer: UploadAnswer): FastifyReply {
  if (answer.kind === 'unauthorized') return closing(reply).code(401).send();
  if (answer.kind === 'busy') return busy(reply);
  const body =
    answer.kind === 'refused'
      ? replyOf(answer.error)
      : { ...wireError('SUCCESS'), data: { received: answer.received, isStored: answer.isStored } };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function lengthOf(headers: FastifyRequest['headers']): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/**
 * Lets the pages of any origin send the header and read the answer (CORS). Nothing here depends on where a page comes from: a file opens by
 * its token alone, no cookie is read, and who has no token gets the same empty 401.
 */
function answerOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    done();
  });
  const preflight = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, *', // the star does not cover the first
        'access-control-max-age': '7200',
      })
      .code(204)
      .send();
  app.options('/upload/:fileId', preflight);
  app.options('/file/:fileId', preflight);
}

function registerUploads(
  app: FastifyInstance,
  uploads: Uploads,
  { log, inTurn }: { log: Log; inTurn: Turns },
): void {
  app.get('/upload/:fileId', (request, reply) =>
    inTurn(request, reply, async () => {
      const upload = uploads.admit(headerOf(request, 'GET'));
      return sendAnswer(reply, upload ? await uploads.stateOf(upload) : { kind: 'unauthorized' });
    }),
  );

  app.post(
    '/upload/:fileId',
    {
      // Before the body is touched: who may not send, or says not how much, costs a look at the header.
      onRequest: async (request, reply) => {
        const upload = uploads.admit(headerOf(request, 'POST'));
        if (!upload) return closing(reply).code(401).send();
        const length = lengthOf(request.headers);
        if (length === undefined) return closing(reply).code(411).send();
        if (length > Math.max(0, upload.file.bytes - upload.at) + MULTIPART_BYTES_MAX)
          return closing(reply).code(413).send();
        if (!request.headers['content-type']?.startsWith('multipart/form-data'))
          return closing(reply).code(415).send();
        return undefined;
      },
    },
    async (request, reply) => {
      const upload = uploads.admit(headerOf(request, 'POST'));
      if (!upload) return closing(reply).code(401).send();
      const part = await request.file({
        limits: { fileSize: upload.grant.maxBytes + 1 },
        throwFileSizeLimit: false,
      });
      if (!part) return closing(reply).code(400).send();
      const answer = await uploads.receive(upload, { chunks: part.file, address: request.ip });
      if (answer.kind === 'refused' && answer.error.code === 'STORAGE_UNAVAILABLE')
        log.error({ err: answer.error.cause }, 'a file could not be stored');
      part.file.resume(); // what nobody has read would hold the connection
      return sendAnswer(reply, answer);
    },
  );
}

/**
 * Files that are read at once, and those that wait; networks take turns. Anybody may ask for an avatar, and a link is good for a minute of
 * asking: without a bound they would take every connection to the database from the members' calls.
 */
const READS = { running: 4, waiting: 64 };

type Turns = (
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<FastifyReply>,
) => Promise<FastifyReply>;

function createTurns(): Turns {
  const queue = createFairQueue({
    ...READS,
    full: () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS }),
  });
  return (request, reply, read) =>
    queue.run(read, networkOf(request.ip)).catch((error: unknown) => {
      if (isFailure(error, 'OVERLOADED')) return busy(reply);
      throw error;
    });
}

/** Nothing in a file may act, whatever it is and however it is opened. */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

/** Under a name of ours: nobody sees the one that it was uploaded with. */
function sendFile(
  reply: FastifyReply,
  { id, type, bytes }: ReadableFile,
  cacheControl: string,
): FastifyReply {
  return reply
    .headers(FILE_HEADERS)
    .header('content-disposition', `attachment; filename="${id}.${EXTENSIONS[type]}"`)
    .header('cache-control', cacheControl)
    .type(type)
    .send(bytes);
}

function registerReads(
  app: FastifyInstance,
  reads: Reads,
  { mayRead, inTurn }: { mayRead: (at: Surface, ip: string) => boolean; inTurn: Turns },
): void {
  app.get('/res/:fileId', (request, reply) =>
    inTurn(request, reply, async () => {
      const { fileId } = request.params as { fileId: string };
      const { checksum } = request.query as { checksum?: unknown };
      const avatar = await reads.readAvatar(fileId, typeof checksum === 'string' ? checksum : '');
      if (!avatar) return reply.code(404).send();
      // Another picture has another id. Any origin of ours may show one.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(reply, avatar, 'public, max-age=31536000, immutable');
    }),
  );

  app.get('/file/:fileId', (request, reply) =>
    inTurn(request, reply, async () => {
      const file = await reads.readLinked(headerOf(request, 'GET'), (at) => mayRead(at, request.ip));
      return file ? sendFile(reply, file, 'no-store') : reply.code(401).send();
    }),
  );
}
