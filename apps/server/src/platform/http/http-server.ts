import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '#platform/log/log.ts';
import { allowedNetworks } from './allowed-networks.ts';
import { pagePolicyOf, SECURITY_HEADERS } from './headers.ts';
import { serveWorker } from './service-worker.ts';

export type HttpServer = FastifyInstance;

/** Node's defaults are lenient, so every limit is set here (docs/security.md). */
const MAX_HEADER_BYTES = 8 * 1024;
const REQUEST_MS = 10_000;
/** Idle timeout of a connection, longer than the 25 s that a call may take. */
const IDLE_MS = 30_000;

/**
 * Browsers open connections in advance, and one without a request for `REQUEST_MS` is closed. If the browser sends a request at that
 * very moment, it retries it by itself after a 408; a 400 would be shown to the member.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export interface HttpOptions {
  readonly log: Log;
  /** Addresses of our reverse proxies: only theirs X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** The networks that are answered; left out: all. The address is the client's own, as a trusted proxy has it. */
  readonly networks?: readonly string[] | undefined;
  /** Folder of the built app, if this process serves one. */
  readonly webDir: string | undefined;
  /** The routes of that app. */
  readonly pages?: readonly string[];
  /** Origins besides our own whose videos the app's page may show. */
  readonly mediaOrigins?: readonly string[];
  /** The assets host, where that is another origin than this one. */
  readonly fileOrigins?: readonly string[];
  /** Whether that app's service worker may go on; left out: it has none. */
  readonly serviceWorker?: boolean;
}

/** Creates a Fastify instance with our headers, limits and empty errors. The roles add routes; it does not listen yet. */
export async function createHttpServer({
  log,
  trustedProxies,
  networks,
  webDir,
  pages = APP_PATHS,
  mediaOrigins = [],
  fileOrigins = [],
  serviceWorker,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 5000,
    maxRequestsPerSocket: 1000,
    bodyLimit: 1024,
    exposeHeadRoutes: true,
    // Graceful shutdown: running requests finish; main sets the limit.
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: REQUEST_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false, // Node's own refusal would lack our headers; the hook below refuses instead
    },
    // A URL that does not decode never reaches the hooks.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.headers(SECURITY_HEADERS).code(400).send(),
    clientErrorHandler(error, socket) {
      // Not HTTP, headers too large, or too slow: answered with our headers, then closed.
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

  // The channel gets the raw bytes; nothing else is parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  addHooks(app, log);
  if (networks) refuseOtherNetworks(app, networks);
  if (webDir === undefined) app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  else {
    if (serviceWorker !== undefined) serveWorker(app, { webDir, isOn: serviceWorker });
    await serveApp(app, { webDir, pages, origins: { media: mediaOrigins, files: fileOrigins } });
  }
  return app;
}

/** Answers nobody from another network, whatever is asked: not even a page. */
function refuseOtherNetworks(app: FastifyInstance, networks: readonly string[]): void {
  const isAllowed = allowedNetworks(networks);
  app.addHook('onRequest', (request, reply, done) => {
    if (isAllowed(request.ip)) return done();
    return reply.code(403).send();
  });
}

/** What an address asks for besides its path, such as the link of a listing, is nothing for a log. */
const pathOf = ({ url }: { readonly url: string }): string => url.split('?', 1)[0] ?? '';

/** Hooks and error handling of every answer. */
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
    if (closing) reply.header('connection', 'close'); // else the shutdown would wait for idle keep-alive connections
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    // A client that leaves a page aborts its live stream: no fault.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      log.debug({ url: pathOf(request) }, 'a client went away');
    else if (status >= 500) log.error({ err: error, url: pathOf(request) }, 'a request failed');
    return reply.code(status).send();
  });
}

/** The routes of the member app. Each gets the same page; routing happens in the browser. */
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

/** The policy of the page as it stands in its file: a build may replace the file while the product runs. */
function policyOfFile(path: string, origins: ServedApp['origins']): () => Promise<string> {
  let known: { version: string; policy: string } | undefined;
  return async () => {
    const { mtimeMs, size } = await stat(path);
    const version = `${mtimeMs} ${size}`;
    if (known?.version !== version)
      known = { version, policy: pagePolicyOf(await readFile(path, 'utf8'), origins) };
    return known.policy;
  };
}

interface ServedApp {
  readonly webDir: string;
  readonly pages: readonly string[];
  readonly origins: Parameters<typeof pagePolicyOf>[1];
}

async function serveApp(app: FastifyInstance, { webDir, pages, origins }: ServedApp): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // Files with a hash in their name never change; everything else is revalidated.
      const hashed = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const policy = policyOfFile(join(webDir, 'index.html'), origins);
  await policy(); // a folder without a page ends the start, not the first visit
  const sendPage = async (reply: FastifyReply) =>
    reply.header('content-security-policy', await policy()).sendFile('index.html');
  const page = (_request: unknown, reply: FastifyReply) => sendPage(reply);
  // By the name of its file the service worker stores it, with the policy that belongs to it.
  for (const path of [...pages, '/index.html']) app.get(path, page);
  // An unknown page gets the app, which redirects. A missing file stays a 404, so that no script is answered with a page.
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const isNavigation = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    return isNavigation && !path.includes('.') ? sendPage(reply.code(404)) : reply.code(404).send();
  });
}
