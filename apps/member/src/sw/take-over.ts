declare const self: ServiceWorkerGlobalScope;

/**
 * A new worker takes over at once: what is wrong with the one before ends there, and no tab has to be closed for it. The tabs themselves stay as they are,
 * with the files of their own build.
 */
export function takeOver(): void {
  self.addEventListener('install', () => void self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
