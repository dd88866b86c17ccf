import type { InboxRow } from '@holdfast/contract/calls';
import { lazy, useState, type ComponentType } from 'react';
import type { PopUp } from '#state/notifications/notices.ts';
import type { PanelName, RouteSearch, ScreenPath } from '#platform/router/routes.rules.ts';

import { inTime } from './shell/chunk.ts';

interface NotificationBannerProps {
  messages: readonly InboxRow[];
  onOpen: () => void;
}

export interface ScreenProps {
  search: RouteSearch;
}

/** A part whose code loads when it is first shown, or earlier when `load` is called. */
interface LazyPart<P> {
  readonly Part: ComponentType<P>;
  readonly load: () => Promise<unknown>;
}

function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let loaded: ComponentType<P> | undefined;
  const loadOnce = () =>
    (loading ??= inTime(load()).then(
      (part) => (loaded = part),
      (error: unknown) => {
        // What was looked for ahead of time, and in vain, is looked for again when it is needed.
        loading = undefined;
        throw error;
      },
    ));
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  // Code that is there is drawn at once: a lazy part would first show what stands in for it. What was drawn stays the same part.
  function Part(props: P) {
    const [Present] = useState(() => loaded ?? Lazy);
    return <Present {...props} />;
  }
  return { Part, load: loadOnce };
}

/** What lies over the screens: messages from the server, and the app's own questions, which most first visits begin with. */
const notices = async () => import('#features/notifications/index.ts');
const prompts = async () => import('#features/prompts/index.ts');
export const noticeParts = {
  NotificationDialogs: lazyPart<{ messages: readonly InboxRow[] }>(
    async () => (await notices()).NotificationDialogs,
  ).Part,
  NotificationBanner: lazyPart<NotificationBannerProps>(async () => (await notices()).NotificationBanner)
    .Part,
  PopUpNotice: lazyPart<{ popUp: PopUp }>(async () => (await prompts()).PopUpNotice).Part,
  PasswordPrompt: lazyPart<object>(async () => (await prompts()).PasswordPrompt).Part,
  RealNamePrompt: lazyPart<object>(async () => (await prompts()).RealNamePrompt).Part,
  DebugLogPrompt: lazyPart<object>(async () => (await prompts()).DebugLogPrompt).Part,
  PermissionPrompt: lazyPart<object>(async () => (await prompts()).PermissionPrompt).Part,
  IntroVideo: lazyPart<{ address: string }>(async () => (await prompts()).IntroVideo).Part,
};
/** What ends a session that nobody uses. */
export const inactivityPart = lazyPart<{ wasSignedIn: boolean; isCovered: boolean }>(
  async () => (await import('./shell/inactivity.tsx')).Inactivity,
);
/** Messages on the device itself. */
export const pushPart = lazyPart<object>(async () => (await import('./shell/push.tsx')).Push);
export const supportButton = lazyPart<{ href: string }>(
  async () => (await import('./shell/support-button.tsx')).SupportButton,
);

const appStatus = async () => import('#features/app-status/index.ts');
/** What is shown over or in place of the screens when the server says so. */
export const statusParts = {
  banner: lazyPart<object>(async () => (await appStatus()).StatusBanner),
  screen: lazyPart<{ gate: 'too-old' | 'maintenance' }>(async () => (await appStatus()).StatusScreen),
};

/** The frame around every screen that needs a session: navigation, queries, live updates. */
export const memberFrame = lazyPart(async () => (await import('./shell/member-frame.tsx')).MemberFrame);

/** Parts that come with one and the same code: one place asks for it, for the page holds this. */
const market = async () => import('#features/market/index.ts');
const listings = async () => import('#features/listings/index.ts');
const orders = async () => import('#features/orders/index.ts');
const registration = async () => import('#features/registration/index.ts');
const settings = async () => import('#features/settings/index.ts');

export const screens: Readonly<Record<ScreenPath, LazyPart<ScreenProps>>> = {
  '/login': lazyPart<ScreenProps>(async () => (await import('#features/sign-in/index.ts')).SignInScreen),
  '/home': lazyPart<ScreenProps>(async () => (await import('#features/home/index.ts')).HomeScreen),
  '/transaction': lazyPart<ScreenProps>(async () => (await market()).MarketScreen),
  '/pendingOrder': lazyPart<ScreenProps>(async () => (await listings()).ListingsScreen),
  '/front-end-order': lazyPart<ScreenProps>(async () => (await orders()).OrdersScreen),
};

const passwords = async () => import('#features/passwords/index.ts');
const security = async () => import('#features/security/index.ts');

export interface PanelProps extends ScreenProps {
  onClose: () => void;
}

export const panels: Readonly<Record<PanelName, LazyPart<PanelProps>>> = {
  forgotten: lazyPart<PanelProps>(async () => (await passwords()).ForgottenPanel),
  'forced-reset': lazyPart<PanelProps>(async () => (await passwords()).ForcedResetPanel),
  password: lazyPart<PanelProps>(async () => (await passwords()).PasswordPanel),
  'transaction-secret': lazyPart<PanelProps>(async () => (await passwords()).TransactionSecretPanel),
  'forgotten-secret': lazyPart<PanelProps>(async () => (await passwords()).ForgottenSecretPanel),
  questions: lazyPart<PanelProps>(async () => (await passwords()).QuestionsPanel),
  register: lazyPart<PanelProps>(async () => (await registration()).RegistrationPanel),
  'debug-log': lazyPart<PanelProps>(async () => (await import('#features/debug-log/index.ts')).DebugLogPanel),
  rename: lazyPart<PanelProps>(async () => (await registration()).RenamePanel),
  'real-name': lazyPart<PanelProps>(async () => (await import('#features/real-name/index.ts')).RealNamePanel),
  avatar: lazyPart<PanelProps>(async () => (await import('#features/avatar/index.ts')).AvatarPanel),
  settings: lazyPart<PanelProps>(async () => (await settings()).SettingsPanel),
  limits: lazyPart<PanelProps>(async () => (await settings()).LimitsPanel),
  record: lazyPart<PanelProps>(async () => (await settings()).RecordPanel),
  pin: lazyPart<PanelProps>(async () => (await import('#features/pin-lock/index.ts')).PinPanel),
  push: lazyPart<PanelProps>(async () => (await settings()).PushPanel),
  notifications: lazyPart<PanelProps>(async () => (await notices()).NotificationsPanel),
  'notification-settings': lazyPart<PanelProps>(async () => (await notices()).NotificationSettingsPanel),
  'bank-cards': lazyPart<PanelProps>(
    async () => (await import('#features/bank-cards/index.ts')).BankCardsPanel,
  ),
  'pay-accounts': lazyPart<PanelProps>(
    async () => (await import('#features/pay-accounts/index.ts')).PayAccountsPanel,
  ),
  journal: lazyPart<PanelProps>(async () => (await import('#features/wallet/index.ts')).JournalPanel),
  'create-listing': lazyPart<PanelProps>(async () => (await listings()).CreateListingPanel),
  safety: lazyPart<PanelProps>(async () => (await market()).SafetyPanel),
  security: lazyPart<PanelProps>(async () => (await security()).SecurityPanel),
  restrictions: lazyPart<PanelProps>(async () => (await orders()).RestrictionsPanel),
  devices: lazyPart<PanelProps>(async () => (await security()).DevicesPanel),
  'login-history': lazyPart<PanelProps>(async () => (await security()).HistoryPanel),
  contact: lazyPart<PanelProps>(async () => (await security()).ContactPanel),
  authenticator: lazyPart<PanelProps>(async () => (await security()).AuthenticatorPanel),
  passkeys: lazyPart<PanelProps>(async () => (await security()).PasskeysPanel),
  phrase: lazyPart<PanelProps>(async () => (await security()).PhrasePanel),
  freeze: lazyPart<PanelProps>(async () => (await security()).FreezePanel),
  'freeze-account': lazyPart<PanelProps>(async () => (await security()).FreezeAccountPanel),
  unfreeze: lazyPart<PanelProps>(async () => (await security()).UnfreezePanel),
};
