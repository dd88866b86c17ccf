import type { FastifyInstance } from 'fastify';
import type { DemoOutbox } from '#platform/messaging/demo-outbox.ts';
import { OUTBOX_STYLE, outboxPage } from '#platform/messaging/demo-outbox.ts';

/** The console's origin: the app of the operators, its own door to the proxy (gateway.ts), and in a demo the messages that are not sent. */

/** The routes of the console. Each gets the same page; routing happens in the browser. */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/enrol',
  '/applications',
  '/members',
  '/member',
  '/roles',
  '/register-block',
  '/bank-cards',
  '/pay-accounts',
  '/question',
  '/broadcasts',
  '/maintenance',
  '/settings',
  '/reviews',
  '/cases',
  '/case',
  '/flags',
  '/replies',
  '/requests',
  '/questions',
  '/operators',
  '/audit',
  '/deliveries',
] as const;

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where a demo shows the messages that it does not send. */
export const MESSAGES_PATH = '/messages';

export function registerDemoOutbox(app: FastifyInstance, outbox: DemoOutbox): void {
  app.get(MESSAGES_PATH, (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(outboxPage(outbox.list())),
  );
  app.get('/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(OUTBOX_STYLE));
}

/**
 * Refuses what another site has a browser send here. There is no cookie that would ride along, so such a request proves nobody; this says
 * it once more, before anything is opened. A program that is no browser sends no such header.
 */
export function refuseOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const site = request.headers['sec-fetch-site'];
    if (request.method !== 'POST' || site === undefined || site === 'same-origin') return done();
    return reply.code(403).send();
  });
}
