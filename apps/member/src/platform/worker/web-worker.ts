import { ASK_BUILD, isBuildMessage, nameOf } from './builds.ts';
import type { StartWorker } from './port.ts';

const WORKER = '/sw.js';
/** Browsers look for a newer worker at each start; a tab that stays open looks by itself. */
const LOOK_AGAIN_MS = 60 * 60_000;
/** Not at every glance. */
const LOOK_LEAST_MS = 60_000;

interface ScriptPolicy {
  createScriptURL: (url: string) => string;
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
};

/** The page's policy asks who makes an address into a script: this is the only one, and knows no other address. */
const scripts = trustedTypes?.createPolicy('app', { createScriptURL: () => WORKER });

/** Says which build this page is, for as long as it is open. */
function holdBuild(build: string): void {
  const forever = new Promise<void>(() => {});
  void navigator.locks.request(nameOf(build), { mode: 'shared' }, () => forever);
}

/**
 * Looks for a newer worker. One that is found takes over by itself and says so; where none is, the present one is asked, in case it took over
 * before this page listened.
 */
async function look(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update();
  if (!registration.installing && !registration.waiting) registration.active?.postMessage(ASK_BUILD);
}

/** Looks again every hour, and when somebody comes back to the tab. */
function lookAgain(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let lookedAt = Date.now();
  const lookNow = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_LEAST_MS) return;
    lookedAt = Date.now();
    look(registration).catch(() => {}); // without a network: the next one
  };
  const timer = setInterval(lookNow, LOOK_AGAIN_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  document.addEventListener('visibilitychange', lookNow, { signal });
}

/** Registers the service worker of this build. Without workers, such as in private windows of some browsers, or in a page that no build has made, it does nothing. */
export const startWorker: StartWorker = async (onNewBuild, signal) => {
  const { build } = document.documentElement.dataset;
  if (build === undefined || !('serviceWorker' in navigator)) return;
  holdBuild(build);
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener(
    'message',
    ({ data }) => {
      if (isBuildMessage(data) && data.build !== build) onNewBuild();
    },
    { signal },
  );
  try {
    await serviceWorker.register(scripts?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: 'none' });
    const registration = await serviceWorker.getRegistration();
    if (!registration || signal.aborted) return;
    lookAgain(registration, signal);
    await look(registration);
  } catch {
    // Without it everything works but a start without a network. The next start tries again.
  }
};
