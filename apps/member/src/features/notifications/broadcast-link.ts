import { BROADCAST_LINKS, BROADCAST_NOTICE, type BroadcastLink } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import type { PanelName, ScreenPath } from '#platform/router/routes.rules.ts';

type Target = { readonly path: ScreenPath } | { readonly panel: PanelName };

const TARGETS: Readonly<Record<BroadcastLink, Target>> = {
  home: { path: '/home' },
  market: { path: '/transaction' },
  listings: { path: '/pendingOrder' },
  orders: { path: '/front-end-order' },
  security: { panel: 'security' },
  devices: { panel: 'devices' },
  'real-name': { panel: 'real-name' },
  'bank-cards': { panel: 'bank-cards' },
  settings: { panel: 'settings' },
};

/** Where a broadcast leads in this app; undefined where it leads nowhere, or to what a later version has. */
export function broadcastTarget({ type, extra }: InboxRow): Target | undefined {
  const { link } = extra;
  if (type !== BROADCAST_NOTICE || typeof link !== 'string' || !Object.hasOwn(BROADCAST_LINKS, link))
    return undefined;
  return TARGETS[link as BroadcastLink];
}
