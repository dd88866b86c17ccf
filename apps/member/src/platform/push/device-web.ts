import { forgetBinding, keepBinding, ownerOf, readBinding } from './kept-binding.ts';
import type { PushDevice, PushWord } from './port.ts';

/** The worker is registered after the first screen; on a slow phone its files take a while. */
const WORKER_MS = 10_000;
/** Where a network lets nothing through to the push service, a browser asks it for ever, and every later registration would wait for that one. */
const SUBSCRIBE_MS = 30_000;

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(base64url.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.codePointAt(0) ?? 0,
  );

const isKeyOf = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const given = options.applicationServerKey;
  return given !== null && new Uint8Array(given).every((byte, n) => byte === key[n]);
};

/** What has come by then; undefined if it is late. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const findWorker = () => within(WORKER_MS, navigator.serviceWorker.ready);

const isWord = (value: unknown): value is PushWord =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** The push service of this browser, reached by its service worker. */
export function createPushDevice(): PushDevice {
  return {
    hasWorker: async () => (await findWorker()) !== undefined,
    async subscribe(serverKey) {
      const worker = await findWorker();
      if (!worker) throw new Error('there is no service worker');
      const key = toBytes(serverKey);
      const present = await worker.pushManager.getSubscription();
      if (present && !isKeyOf(present, key)) await present.unsubscribe();
      // Every message is shown: browsers take no other promise.
      const asked = worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const made = await within(SUBSCRIBE_MS, asked);
      if (!made) throw new Error('the push service does not answer');
      const { endpoint, keys } = made.toJSON();
      const { p256dh, auth } = keys ?? {};
      if (endpoint === undefined || p256dh === undefined || auth === undefined)
        throw new Error('half a subscription');
      return { endpoint, p256dh, auth };
    },
    async unsubscribe() {
      // First: from here on nothing that is on its way is shown, whatever becomes of the rest.
      await forgetBinding();
      const worker = await navigator.serviceWorker.getRegistration();
      const present = await worker?.pushManager.getSubscription();
      await present?.unsubscribe();
      for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
    },
    async bind({ binding, uid }) {
      await keepBinding({ binding, owner: await ownerOf({ binding, uid }) });
    },
    async isBoundToOther(uid) {
      const kept = await readBinding();
      return kept !== undefined && kept.owner !== (await ownerOf({ binding: kept.binding, uid }));
    },
    subscribeToWords(listener) {
      const hear = ({ data, ports: [answer] }: MessageEvent<unknown>) => {
        if (!isWord(data)) return;
        // The worker opens a window of its own where nobody answers.
        answer?.postMessage('heard');
        listener(data);
      };
      navigator.serviceWorker.addEventListener('message', hear);
      return () => navigator.serviceWorker.removeEventListener('message', hear);
    },
    exclusively: (act) => navigator.locks.request('push', act),
  };
}
