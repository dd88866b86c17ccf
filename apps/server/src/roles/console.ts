import type { FastifyInstance } from 'fastify';
import { OUTBOX_STYLE, outboxPage, type DemoOutbox } from '#platform/messaging/demo-outbox.ts';

/** The console's origin. In a demo it shows the messages that are not sent. In production the console does not exist yet, and neither does the port. */

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function registerDemoOutbox(app: FastifyInstance, outbox: DemoOutbox): void {
  app.get('/', (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(outboxPage(outbox.list())),
  );
  app.get('/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(OUTBOX_STYLE));
}
