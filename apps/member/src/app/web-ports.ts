import { webNetwork } from '@holdfast/client/network';
import { areaOr } from '@holdfast/client/storage';
import { createWebPage } from '#platform/pin-lock/page.ts';
import { webPreferences } from '#platform/pin-lock/preferences-web.ts';
import { createCarrier } from '#platform/push/carrier-web.ts';
import type { Ports } from './boot.ts';

/** This browser. */
export function webPorts(): Ports {
  const { area: shared } = areaOr(() => localStorage);
  const { area: tab, isKept: isTabKept } = areaOr(() => sessionStorage);
  return {
    shared,
    tab,
    isTabKept,
    languages: navigator.languages,
    network: webNetwork,
    page: createWebPage(),
    preferences: webPreferences,
    push: createCarrier(),
  };
}
