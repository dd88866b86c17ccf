import { ASK_BUILD, isOfBuild, nameOf, type BuildMessage } from '../platform/worker/builds.ts';
import { BUILD } from './files.ts';

// Each build keeps its files in a cache of its own for as long as a tab of it is open: such a tab goes on with the code that it began with.

declare const self: ServiceWorkerGlobalScope;

const message: BuildMessage = { type: 'build', build: BUILD };

/** Drops the files of builds that no tab has open; not those of the build before, of which a tab may just be starting. */
async function dropUnused(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const names = (await caches.keys()).filter(isOfBuild); // in the order in which they were made
  const before = names.filter((name) => name !== nameOf(BUILD)).at(-1);
  const used = new Set([nameOf(BUILD), before, ...held.map(({ name }) => name)]);
  await Promise.all(names.filter((name) => !used.has(name)).map((name) => caches.delete(name)));
}

async function takeOver(): Promise<void> {
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
  await dropUnused();
}

/**
 * A new worker takes over at once: what is wrong with the one before ends there, and no tab has to be closed for it. The tabs are told which
 * build it serves, and decide themselves when they follow.
 */
export function followBuilds(): void {
  self.addEventListener('install', () => void self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  self.addEventListener('message', (event) => {
    if (event.data !== ASK_BUILD) return;
    event.source?.postMessage(message);
    // A page that was on its way while this worker took over belongs to nobody yet.
    event.waitUntil(self.clients.claim());
  });
}
