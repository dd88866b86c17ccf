import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { cacheOf, findInAnyBuild } from './builds.ts';

declare const self: ServiceWorkerGlobalScope;

/** Written by the build: its files. The page among them has the name of the build as its revision. */
const files = self.__WB_MANIFEST as PrecacheEntry[];

const PAGE = '/index.html';
/** A network that has not begun to answer by then does not hold the app up: it starts from what the device has. */
const PAGE_WITHIN_SECONDS = 4;
const GATEWAY_ERROR_MIN = 502;

/** The name of the build that this worker belongs to. */
export const BUILD = files.find(({ url }) => url === PAGE.slice(1))?.revision ?? 'none';

/** A reverse proxy that reaches no server answers in its place; the app says that better itself. */
const refuseGatewayErrors = {
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if (response.status >= GATEWAY_ERROR_MIN) throw new Error(`the page: HTTP ${response.status}`);
    return response;
  },
};

/**
 * Files of the build, and nothing else: whatever is not named in it goes to the network as if there were no worker, above all every call. The page comes
 * from the server when that answers, so that a release, or one that is taken back, is there at the next start.
 */
export function serveFiles(): void {
  const precache = new PrecacheController({ cacheName: cacheOf(BUILD) });
  precache.precache(files);
  const page = new NetworkOnly({
    networkTimeoutSeconds: PAGE_WITHIN_SECONDS,
    plugins: [refuseGatewayErrors, { handlerDidError: async () => precache.matchPrecache(PAGE) }],
  });
  registerRoute(new NavigationRoute(page));
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
  // A tab of an earlier build asks for what the server may not have any more.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await findInAnyBuild(request)) ?? fetch(request),
  );
}
