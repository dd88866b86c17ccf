import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { CallApi } from './calls/call-api.ts';
import type { Failures } from './calls/failures.ts';
import type { MemberData } from './session/member-data.ts';
import type { Session } from './session/session.ts';
import type { Settings, SettingsStore } from './settings/settings.ts';

/** Everything a screen may ask of the world outside React. `app/boot.ts` builds the real one, tests a fake. */
export interface Services {
  callApi: CallApi;
  session: Session;
  settings: SettingsStore;
  failures: Failures;
  /** Milliseconds of the server's clock as this device reckons it. */
  serverNow: () => number;
  /** Forgets the channel's keys; for sign-out. */
  forgetChannel: () => void;
  device: () => string;
  installId: () => string;
  /** SHA-256 of the pinned server key, 64 hex digits: what a member can compare with the published one. */
  serverFingerprint: string;
  /** Scratch that lives as long as the tab. */
  tab: Storage;
}

const Context = createContext<Services | undefined>(undefined);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <Context value={services}>{children}</Context>;
}

export function useServices(): Services {
  const services = use(Context);
  if (!services) throw new Error('ServicesProvider is missing above this part');
  return services;
}

export function useSettings(): Settings {
  const { settings } = useServices();
  return useSyncExternalStore(settings.subscribe, settings.read);
}

/** The stored member data; undefined is signed out. */
export function useMemberData(): MemberData | undefined {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.read);
}
