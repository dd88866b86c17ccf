import type { Handler } from '#platform/gateway/call-table.ts';

/** The newest release, and the oldest that may still talk to this server. */
const NEWEST_VERSION = '0.1.0';
const MINIMUM_VERSION = '0.1.0';

export interface AppVersionParts {
  readonly supportUrl: string;
  readonly maintenanceUntil: () => Date | undefined;
}

/** What an app must know before anybody signs in. Also answers during maintenance: it is how the app learns of one. */
export const checkVersion =
  ({ supportUrl, maintenanceUntil }: AppVersionParts): Handler<'/member/checkVersion', undefined> =>
  async ({ now }) => ({
    minimumVersion: MINIMUM_VERSION,
    newestVersion: NEWEST_VERSION,
    features: { pinLock: true },
    supportUrl,
    maintenanceUntil: maintenanceUntil()?.toISOString() ?? null,
    serverTime: now.toISOString(),
  });
