import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { nameOf } from '../platform/worker/builds.ts';

declare const self: ServiceWorkerGlobalScope;

/** Written by the build: its files. The page among them has the name of the build as its revision. */
const files = self.__WB_MANIFEST as PrecacheEntry[];

const PAGE = '/index.html';
/** A network that has not begun to answer by then does not hold the app up: it starts from what the device has. */
const PAGE_WITHIN_SECONDS = 4;
const GATEWAY_ERROR_MIN = 502;
/** What is opened like a page and is none: it has a dot in its path. */
const FILE = /^[^?]*\./;

/** The name of the build that this worker belongs to. */
export const BUILD = files.find(({ url }) => url === PAGE.slice(1))?.revision ?? 'none';

/** A reverse proxy that reaches no server answers in its place; the app says that better itself. */
const refuseGatewayErrors = {
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if (response.status >= GATEWAY_ERROR_MIN) throw new Error(`the page: HTTP ${response.status}`);
    return response;
  },
};

/** All files or none: what a failed try has stored goes, unless it is what a worker of the same build serves. */
async function install(precache: PrecacheController, event: ExtendableEvent): Promise<void> {
  const name = nameOf(BUILD);
  const wasThere = await caches.has(name);
  try {
    await precache.install(event);
  } catch (cause) {
    if (!wasThere) await caches.delete(name);
    throw cause;
  }
}

/**
 * Files of the build, and nothing else: whatever is not named in it goes to the network as if there were no worker, above all every call. The page comes
 * from the server when that answers, so that a release, or one that is taken back, is there at the next start.
 */
export function serveFiles(): void {
  const precache = new PrecacheController({ cacheName: nameOf(BUILD) });
  precache.addToCacheList(files);
  self.addEventListener('install', (event) => event.waitUntil(install(precache, event)));
  self.addEventListener('activate', (event) => void precache.activate(event));
  const page = new NetworkOnly({
    networkTimeoutSeconds: PAGE_WITHIN_SECONDS,
    plugins: [refuseGatewayErrors, { handlerDidError: async () => precache.matchPrecache(PAGE) }],
  });
  registerRoute(new NavigationRoute(page, { denylist: [FILE] }));
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
  // A tab of an earlier build asks for what the server may not have any more.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request)) ?? fetch(request),
  );
}
