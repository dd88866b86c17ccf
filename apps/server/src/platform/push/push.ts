import type { VapidKeys } from '#platform/secrets/secrets.ts';
import { createFcm, parseFcmAccount } from './fcm.ts';
import { createOutward } from './outward.ts';
import type { PushSender } from './port.ts';
import { createPushServices, type PushServices } from './services.ts';
import { createWebPush } from './web-push.ts';

/** What the configuration says of push. */
export interface PushSettings {
  /** Hosts of push services; `*.` for any host below. */
  readonly services: readonly string[];
  readonly testService: string | undefined;
  /** Firebase's service account as JSON. */
  readonly fcmAccount: string | undefined;
  /** Whom a push service may ask about our messages. */
  readonly contact: string;
}

/** What registering an address depends on. */
export interface PushFacts {
  /** The public VAPID key, by which browsers subscribe. */
  readonly serverKey: string;
  readonly services: PushServices;
  /** Whether there is a service for native shells. */
  readonly hasFcm: boolean;
}

export function pushFactsOf(settings: PushSettings | undefined, { publicKey }: VapidKeys): PushFacts {
  const { services = [], testService, fcmAccount } = settings ?? {};
  return {
    serverKey: publicKey,
    services: createPushServices({ services, testService }),
    hasFcm: fcmAccount !== undefined,
  };
}

/** Sends to browsers and, where there is an account for it, to native shells. */
export function createPushSender(
  { testService, fcmAccount, contact }: PushSettings,
  vapidKeys: VapidKeys,
): PushSender {
  const outward = createOutward({ testOrigin: testService });
  const web = createWebPush({ vapidKeys, contact, outward });
  const origin = testService === undefined ? {} : { origin: testService };
  const fcm =
    fcmAccount === undefined
      ? undefined
      : createFcm({ account: parseFcmAccount(fcmAccount), outward, ...origin });
  return {
    async send(target, message, signal) {
      if (target.carrier === 'web') return web.send(target, message, signal);
      if (fcm) return fcm.send(target, message, signal);
      // Somebody took the account away, perhaps by mistake.
      return { is: 'down', reason: 'no FCM account' };
    },
  };
}
