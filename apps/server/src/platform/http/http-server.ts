import { fastifyStatic } from '@fastify/static';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '#platform/log/log.ts';
import { SECURITY_HEADERS } from './headers.ts';

/** Node's defaults are soft: every limit is written down here (docs/security.md). */
const MAX_HEADER_BYTES = 8 * 1024;
const REQUEST_MS = 10_000;
/** A connection on which nothing moves for this long is dropped: a reader that stopped reading, for one. A call may be silent for 25 s. */
const STILL_MS = 30_000;

/**
 * A browser opens connections before it needs them, and one on which nothing was said for `REQUEST_MS` ends here. What the browser sends
 * on it in that moment it sends again by itself, but only at a 408: a 400 would reach the member.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export interface HttpOptions {
  readonly log: Log;
  /** Addresses of our own reverse proxies; nobody else may speak for a client's address. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built member app, if this process serves it. */
  readonly webDir: string | undefined;
}

/** A Fastify with our headers, limits and plain errors; routes are added by the roles. Nothing listens yet. */
export async function createHttpServer({
  log,
  trustedProxies,
  webDir,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: STILL_MS,
    keepAliveTimeout: 5000,
    maxRequestsPerSocket: 1000,
    bodyLimit: 1024,
    exposeHeadRoutes: true,
    // A stop lets what is under way finish; main bounds how long that may take.
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: REQUEST_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false, // Node's own refusal would carry none of our headers; the hook below refuses instead
    },
    // An address that does not decode never reaches the hooks.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.headers(SECURITY_HEADERS).code(400).send(),
    clientErrorHandler(error, socket) {
      // Not HTTP, headers too large, or too slow: answered in the same headers as everything else, then closed.
      if (socket.writable) {
        const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request';
        const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(
          `HTTP/1.1 ${status}\r\n${headers.join('')}content-length: 0\r\nconnection: close\r\n\r\n`,
        );
      }
      socket.destroy(error);
    },
  });
  app.server.maxConnections = 8000;
  app.server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, { ...SECURITY_HEADERS, 'content-length': 0 }).end(),
  );

  // The channel judges the raw bytes; nothing else is ever parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  addHooks(app, log);
  if (webDir === undefined) app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  else await serveApp(app, webDir);
  return app;
}

/** What every answer has in common, whoever gives it. */
function addHooks(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.headers.host === undefined) return reply.code(400).send();
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') return done();
    return reply.code(415).send();
  });
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close'); // or the stop would wait for a connection that idles
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, url: request.url }, 'a request failed');
    return reply.code(status).send();
  });
}

/** The member app's addresses; each answers the same page, which decides in the browser. */
const APP_PATHS = [
  '/',
  '/login',
  '/home',
  '/transaction',
  '/pendingOrder',
  '/front-end-order',
  '/deposit',
  '/bind',
];

async function serveApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // Hashed names never change their content; everything else is asked for again.
      const hashed = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (_request: unknown, reply: FastifyReply) => reply.sendFile('index.html');
  for (const path of APP_PATHS) app.get(path, page);
  // Somebody who went astray gets the app, which leads on; a missing file stays what it is, so that no script is ever a page.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isVisit = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    return isVisit && !path.includes('.') ? reply.code(404).sendFile('index.html') : reply.code(404).send();
  });
}
