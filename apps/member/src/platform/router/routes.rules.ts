import { NOTIFICATION_TYPES, type NotificationType } from '@holdfast/contract/notifications';
import { COINS, type Coin } from '@holdfast/kernel';
import { addressOf, type Place } from './place.rules.ts';

/** What a route is about; footer tab and page title go by it (spec 2). */
export type Category = 'login' | 'wallet' | 'transaction' | 'pending-order' | 'order';

const LOGIN_PANELS = ['register', 'freeze-account', 'unfreeze', 'forgotten', 'forced-reset'] as const;
const MEMBER_PANELS = [
  'settings',
  'record',
  'limits',
  'notifications',
  'push',
  'notification-settings',
  'rename',
  'avatar',
  'real-name',
  'pin',
  'bank-cards',
  'pay-accounts',
  'journal',
  'create-listing',
  'debug-log',
  'security',
  'devices',
  'restrictions',
  'login-history',
  'contact',
  'phrase',
  'authenticator',
  'passkeys',
  'freeze',
  'password',
  'transaction-secret',
  'forgotten-secret',
  'questions',
  'safety',
] as const;

/** Screens that have no route of their own are panels over one, named in the search (decision 3). */
export const PANELS = [...LOGIN_PANELS, ...MEMBER_PANELS] as const;
export type PanelName = (typeof PANELS)[number];

export interface ScreenRoute {
  readonly category: Category;
  readonly needsLogin: boolean;
  readonly panels: readonly PanelName[];
  /** The seed gives one route a name. */
  readonly name?: 'Order';
}

/** The whole route table (spec 2): six screens and two redirects, plus `/`. There are no path parameters. */
export const SCREENS = {
  '/login': {
    category: 'login',
    needsLogin: false,
    panels: LOGIN_PANELS,
  },
  '/home': {
    category: 'wallet',
    needsLogin: true,
    // A link in a security message is opened in any browser, also where somebody is signed in.
    panels: [...MEMBER_PANELS, 'freeze-account'],
  },
  '/transaction': { category: 'transaction', needsLogin: true, panels: MEMBER_PANELS },
  '/pendingOrder': { category: 'pending-order', needsLogin: true, panels: MEMBER_PANELS },
  '/front-end-order': { category: 'order', needsLogin: true, panels: MEMBER_PANELS, name: 'Order' },
} as const satisfies Record<string, ScreenRoute>;
export type ScreenPath = keyof typeof SCREENS;

/** `/deposit` and `/bind` lead Home until their servers exist (decision 3). */
export const REDIRECTS = {
  '/': '/login',
  '/deposit': '/home',
  '/bind': '/home',
} as const satisfies Record<string, ScreenPath>;

/** What the search may say; everything else in it is as if it were not there. */
export interface RouteSearch {
  readonly panel?: PanelName;
  /** The notification type that led to the order. */
  readonly type?: NotificationType;
  readonly orderId?: string;
  readonly scope?: 'active' | 'past';
  readonly coin?: Coin;
  /** Which side of the market. */
  readonly side?: 'buy' | 'sell';
  /** Of a shared listing. As it came: whoever reads it says so where it is no link of ours. */
  readonly link?: string;
}

export type Resolved =
  | { readonly kind: 'redirect'; readonly to: ScreenPath }
  | { readonly kind: 'screen'; readonly path: ScreenPath; readonly search: RouteSearch };

function oneOf<T extends string>(allowed: readonly T[], value: string | null): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** Reads the search by allow-list: a value that is not one of ours is as if it were absent. */
export function parseSearch(path: ScreenPath, search: URLSearchParams): RouteSearch {
  const orderId = search.get('orderId');
  const read: { [Key in keyof RouteSearch]: RouteSearch[Key] | undefined } = {
    panel: oneOf<PanelName>(SCREENS[path].panels, search.get('panel')),
    type: oneOf(NOTIFICATION_TYPES, search.get('type')),
    orderId: orderId !== null && /^[1-9]\d{0,17}$/.test(orderId) ? orderId : undefined,
    scope: oneOf(['active', 'past'], search.get('scope')),
    coin: oneOf(COINS, search.get('coin')),
    side: oneOf(['buy', 'sell'], search.get('side')),
    link: search.get('link')?.slice(0, 64) || undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** What an address means. An unknown path is the start, which leads on by itself. */
export function resolvePlace({ path, search }: Place): Resolved {
  if (Object.hasOwn(SCREENS, path)) {
    const screen = path as ScreenPath;
    return { kind: 'screen', path: screen, search: parseSearch(screen, search) };
  }
  const known = Object.hasOwn(REDIRECTS, path) ? REDIRECTS[path as keyof typeof REDIRECTS] : REDIRECTS['/'];
  return { kind: 'redirect', to: known };
}

const DETOURS: readonly PanelName[] = ['transaction-secret', 'forgotten-secret'];

/** Whether a place is a panel that forms lead to for what they lack, and that leads back to them. */
export function isDetour(place: Place): boolean {
  const resolved = resolvePlace(place);
  return (
    resolved.kind === 'screen' &&
    resolved.search.panel !== undefined &&
    DETOURS.includes(resolved.search.panel)
  );
}

/** The address of a screen. Only what the route table knows can be said, so a link cannot be misspelt. */
export function screenAddress(path: ScreenPath, search: RouteSearch = {}): string {
  return addressOf(path, { ...search });
}
