import { resolvePlace, type PanelName, type ScreenPath } from '#platform/router/routes.rules.ts';
import type { Place } from '#platform/router/place.rules.ts';

const SCREENS: readonly ScreenPath[] = ['/transaction', '/pendingOrder', '/front-end-order'];
const PANELS: readonly PanelName[] = ['bank-cards', 'pay-accounts', 'create-listing'];

/**
 * Whether a place is for members with a verified name (spec 4). Whoever has an order running keeps the way to it: coin and a deadline wait
 * there, whatever has become of the name since.
 */
export function needsRealName(place: Place, { hasRunning }: { hasRunning: boolean }): boolean {
  const resolved = resolvePlace(place);
  if (resolved.kind === 'redirect') return false;
  const { path, search } = resolved;
  if (search.panel !== undefined && PANELS.includes(search.panel)) return true;
  return SCREENS.includes(path) && !(path === '/front-end-order' && hasRunning);
}
