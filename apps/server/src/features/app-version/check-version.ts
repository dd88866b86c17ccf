import type { CallInput } from '@holdfast/contract/calls';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { MaintenanceState } from '#platform/maintenance/maintenance.ts';

type Platform = CallInput<'/member/checkVersion'>['platform'];

interface Release {
  /** The oldest supported version. */
  readonly minimum: string;
  readonly newest: string;
  readonly storeUrl: string | undefined;
}

/** The configuration of the apps. */
export interface AppFacts {
  readonly releases: Readonly<Record<Platform, Release>>;
  readonly pinLock: boolean;
  /** The seed's developer switch: off, everything passes that asks for a verified name. */
  readonly realNameCheck: boolean;
  readonly supportUrl: string;
  /** The origin of the assets host; empty where files are served at each app's own origin. */
  readonly assetsUrl: string;
  readonly introVideoUrl: string | undefined;
}

export interface AppVersionParts {
  readonly appFacts: AppFacts;
  readonly maintenance: MaintenanceState;
}

/** What an app must know before sign-in. It answers during maintenance too: that is how the app learns of it. */
export const checkVersion =
  ({ appFacts, maintenance }: AppVersionParts): Handler<'/member/checkVersion'> =>
  async ({ now }, { platform }) => {
    const release = appFacts.releases[platform];
    const planned = maintenance.planned();
    return {
      minimumVersion: release.minimum,
      newestVersion: release.newest,
      storeUrl: release.storeUrl ?? null,
      features: { pinLock: appFacts.pinLock, realNameCheck: appFacts.realNameCheck },
      supportUrl: appFacts.supportUrl,
      assetsUrl: appFacts.assetsUrl,
      introVideoUrl: appFacts.introVideoUrl ?? null,
      maintenanceUntil: maintenance.until()?.toISOString() ?? null,
      maintenancePlanned: planned
        ? { from: planned.from.toISOString(), until: planned.until.toISOString() }
        : null,
      maintenanceMessage: maintenance.message() ?? null,
      serverTime: now.toISOString(),
    };
  };
