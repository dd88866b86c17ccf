import { isIP } from 'node:net';

/** The name under which the native shells' service is known. */
export const FCM_SERVICE = 'fcm';

export interface PushServices {
  /** The host of the push service of a browser's address; undefined where it is none of ours. */
  serviceOf: (endpoint: string) => string | undefined;
}

/**
 * The push services that browsers may name. The address comes from a client, and the server posts to it: without this list whoever signs
 * in could make the server call anything.
 */
export function createPushServices({
  services,
  testService,
}: {
  readonly services: readonly string[];
  readonly testService: string | undefined;
}): PushServices {
  const isListed = (host: string) =>
    services.some((known) => (known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known));
  return {
    serviceOf(endpoint) {
      if (!URL.canParse(endpoint)) return undefined;
      const { protocol, hostname, host, port, username, password, origin } = new URL(endpoint);
      if (testService !== undefined && origin === testService) return host;
      const isOpen = protocol === 'https:' && port === '' && username === '' && password === '';
      return isOpen && isIP(hostname) === 0 && isListed(hostname) ? hostname : undefined;
    },
  };
}
