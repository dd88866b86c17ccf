import { isIP } from 'node:net';

/** The name under which the native shells' service is known. */
export const FCM_SERVICE = 'fcm';

/** No name of a host is longer (RFC 1035). */
const HOST_MAX = 253;

export interface PushServices {
  /**
   * The push service of a browser's address, as it is listed: `*.` and what is below it is one service, however many hosts somebody names there.
   * Undefined where it is none of ours.
   */
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
  const listedAs = (host: string) =>
    services.find((known) => (known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known));
  return {
    serviceOf(endpoint) {
      if (!URL.canParse(endpoint)) return undefined;
      const { protocol, hostname, host, port, username, password, origin } = new URL(endpoint);
      if (testService !== undefined && origin === testService) return host;
      const isOpen = protocol === 'https:' && port === '' && username === '' && password === '';
      const isHost = hostname.length <= HOST_MAX && isIP(hostname) === 0;
      return isOpen && isHost ? listedAs(hostname) : undefined;
    },
  };
}
