import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/db.ts';
import { watchReadiness } from '#platform/db/health.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers, and its clock agrees with this node's. Of every process, whatever its roles. */
export function registerHealth(apps: readonly FastifyInstance[], db: Database): void {
  const readiness = watchReadiness(db);
  for (const app of apps) {
    app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'));
    app.get('/readyz', async (_request, reply) => {
      const state = await readiness();
      return reply
        .type('text/plain')
        .code(state === 'ready' ? 200 : 503)
        .send(state);
    });
  }
}
