const WORKER = '/sw.js';

interface ScriptPolicy {
  createScriptURL: (url: string) => string;
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
};

/** The page's policy asks who makes an address into a script: this is the only one, and knows no other address. */
const scripts = trustedTypes?.createPolicy('app', { createScriptURL: () => WORKER });

/** Registers the service worker of this build. Does nothing where there are none, such as in private windows of some browsers. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(scripts?.createScriptURL(WORKER) ?? WORKER, {
      updateViaCache: 'none',
    });
  } catch {
    // Without it everything works but a start without a network. The next start tries again.
  }
}
