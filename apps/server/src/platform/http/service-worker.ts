import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** An address for ever: browsers ask for the worker that they have by no other. */
const PATH = '/sw.js';

/**
 * Takes the place of whatever worker a browser has, and removes it with all that it has stored. It serves nothing, so that from then on everything comes
 * from the server; pages that are open stay as they are. Written here and not by the build, because it must be there when a build is the fault.
 */
export const WITHDRAWN_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(withdraw()));
async function withdraw() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** The service worker of a member app: the build's own; or the one that ends it, when it is switched off, or the build that was put back had none yet. */
export function serveWorker(app: FastifyInstance, { webDir, isOn }: { webDir: string; isOn: boolean }): void {
  app.get(PATH, (_request, reply) =>
    isOn && existsSync(join(webDir, PATH))
      ? reply.sendFile(PATH.slice(1))
      : reply
          .type('text/javascript; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(WITHDRAWN_WORKER),
  );
}
