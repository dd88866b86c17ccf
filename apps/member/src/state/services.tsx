import type { MemberData } from '@holdfast/contract/member';
import type { AppError } from '@holdfast/kernel';
import { ClientProvider } from '@holdfast/client/services';
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { CallApi, Failures, Prefetch } from '@holdfast/client/calls';
import type { DebugLog } from '@holdfast/client/debug-log';
import type { LivePorts } from '@holdfast/client/live';
import type { Uploader } from '@holdfast/client/files';
import type { Connection, ConnectionState } from '@holdfast/client/network';
import type { FormDrafts } from './drafts/form-drafts.ts';
import type { Drafts } from './pin-lock/drafts.ts';
import type { PinLockView, PinLock } from './pin-lock/pin-lock.ts';
import type { Inbox } from './notifications/inbox.ts';
import type { Jumps } from './jumps.ts';
import type { Notices, Waiting } from './notifications/notices.ts';
import type { ReadMarks } from './notifications/read-marks.ts';
import type { UnreadMessage } from './notifications/unread.ts';
import type { StartWorker } from '#platform/worker/port.ts';
import type { CodeReader } from '#platform/codes/port.ts';
import type { PasskeyDevice } from '#platform/passkeys/port.ts';
import type { PushCarrier } from '#platform/push/port.ts';
import type { Kept, MarkedSignIn } from './session/kept.ts';
import type { Session } from './session/session.ts';
import type { SessionEnd } from './session/session-end.ts';
import type { AppStatus } from './status/app-status.ts';
import type { Settings, SettingsStore } from './settings/settings.ts';

/** Everything a screen may ask of the world outside React. `app/boot.ts` builds the real one, tests a fake. */
export interface Services {
  /** What is done to each text before it is shown. */
  typeset?: (text: string) => string;
  callApi: CallApi;
  /** Sends and reads files; its code loads when it is first asked for. */
  files: () => Promise<Uploader>;
  /** The keys of this device; their code loads when it is first asked for. */
  passkeys: () => Promise<PasskeyDevice>;
  /** Reads QR codes in pictures; its code loads when it is first asked for. */
  codes: () => Promise<CodeReader>;
  /** The service worker; its code loads when the first screen is there. */
  worker: () => Promise<StartWorker>;
  /** Sends a read of the next screen before that screen is there. */
  prefetch?: Prefetch['prefetch'];
  session: Session;
  pinLock: PinLock;
  settings: SettingsStore;
  failures: Failures;
  /** Whether the server can be reached. */
  connection: Connection;
  /** What is typed into forms and not sent yet (`useFormDraft`). */
  formDrafts: FormDrafts;
  /** Which sheets were open when the PIN lock closed (`useDraft`). */
  drafts: Drafts;
  /** What waits to be shown over the screens. */
  notices: Notices;
  inbox: Inbox;
  debugLog: DebugLog;
  /** Absent where no push message can arrive; nothing then asks for the permission. */
  push: PushCarrier | undefined;
  /** Milliseconds of the server's clock as this device reckons it. */
  serverNow: () => number;
  /**
   * Forgets who was signed in: member data, keys, and what this tab kept of them. Telling the server is the caller's. `why` is told in the
   * other tabs; left out: the member signed out.
   */
  endSession: (why?: AppError) => void;
  /** Signs out: tells the server if it can be reached soon, and forgets in any case. */
  signOut: (why?: AppError) => Promise<void>;
  sessionEnd: SessionEnd;
  status: AppStatus;
  device: () => string;
  installId: () => string;
  /** From the sign-in to the panel that changes the password. The token opens the account. */
  pendingReset: Kept<MarkedSignIn>;
  /** The account as it was typed at the sign-in, for the panels of who cannot sign in. */
  typedAccount: Kept<string>;
  /** What stood behind `#freeze=` in the address: the link of a security message, until it is used or left. */
  freezeLink: Kept<string>;
  /** SHA-256 of the pinned server key, 64 hex digits: what a member can compare with the published one. */
  serverFingerprint: string;
  /** The live stream, its code loaded when it is first followed; absent where there is none (tests, pictures). */
  live: (() => Promise<LivePorts>) | undefined;
  /** Tells of every call that a person stands behind (`active`). Returns how to stop listening. */
  onPersonalCall: (listener: () => void) => () => void;
  /** Tells of every command that may have gone through without an answer. Returns how to stop listening. */
  onUnsureOutcome: (listener: () => void) => () => void;
  /** What all tabs share. */
  jumps: Jumps;
  shared: Storage;
  /** Scratch that lives as long as the tab. */
  tab: Storage;
}

const Context = createContext<Services | undefined>(undefined);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <Context value={services}>
      <ClientProvider client={services}>{children}</ClientProvider>
    </Context>
  );
}

export function useServices(): Services {
  const services = use(Context);
  if (!services) throw new Error('ServicesProvider is missing above this part');
  return services;
}

export function useSettings(): Settings {
  const { settings } = useServices();
  return useSyncExternalStore(settings.subscribe, settings.read, settings.read);
}

/** The stored member data; undefined is signed out. */
export function useMemberData(): MemberData | undefined {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.read, session.read);
}

/** The account of whoever is signed in; empty for nobody. */
export function useAccount(): string {
  return useMemberData()?.login.account ?? '';
}

/** The PIN lock as it is now. */
export function usePinLock(): PinLockView {
  const { pinLock } = useServices();
  return useSyncExternalStore(pinLock.subscribe, pinLock.read, pinLock.read);
}

/** In the static page nothing is known, however early the answer comes. */
const nothingYet = () => undefined;

const online = (): ConnectionState => 'online';

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.read, online);
}

/** What the server said of itself at the start; undefined until it has answered. */
export function useServerStatus(): ReturnType<AppStatus['read']> {
  const { status } = useServices();
  return useSyncExternalStore(status.subscribe, status.read, nothingYet);
}

export function useWaitingNotices(): Waiting {
  const { notices } = useServices();
  return useSyncExternalStore(notices.subscribe, notices.read, notices.read);
}

/** Whether a film that operators have pushed waits to be seen. */
export function usePushedFilm(): boolean {
  const { film } = useServices().inbox;
  return useSyncExternalStore(film.subscribe, film.read, film.read) !== undefined;
}

/** What has been read, as far as this page knows. */
export function useReadMarks(): ReadMarks {
  const { reading } = useServices().inbox;
  return useSyncExternalStore(reading.subscribe, reading.read, reading.read);
}

/** Messages that were closed without being followed. */
export function useUnreadMessages(): readonly UnreadMessage[] {
  const { unread } = useServices().inbox;
  return useSyncExternalStore(unread.subscribe, unread.read, unread.read);
}
