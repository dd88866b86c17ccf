import { ClientProvider, type ClientServices } from '@holdfast/client/services';
import type { LivePorts } from '@holdfast/client/live';
import { mayDo, type OperatorRole, type Permission } from '@holdfast/contract/operators';
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { ColumnChoices } from './columns.ts';
import type { Drafts } from './drafts.ts';
import type { OperatorSession } from './session.ts';
import type { Settings, SettingsStore } from './settings.ts';

export interface Services extends ClientServices {
  readonly session: OperatorSession;
  readonly settings: SettingsStore;
  readonly serverNow: () => number;
  readonly drafts: Drafts;
  readonly columns: ColumnChoices;
  /** The live stream, its code loaded when it is first followed; `order` is the one that is looked at. Absent where there is none (tests, pictures). */
  readonly live: ((order: string | undefined) => Promise<LivePorts>) | undefined;
  /** Forgets the session and everything that was read in it. */
  readonly signOut: () => void;
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
  if (!services) throw new Error('ServicesProvider is missing above this component');
  return services;
}

export function useSettings(): Settings {
  const { settings } = useServices();
  return useSyncExternalStore(settings.subscribe, settings.read, settings.read);
}

interface Me {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
}

/** Who is signed in. Only below the shell, which nobody sees without a session. */
export function useOperator(): Me | undefined {
  const { session } = useServices();
  const stored = useSyncExternalStore(session.subscribe, session.read, session.read);
  if (!stored) return undefined;
  const { account: email, name, role } = stored.login;
  return { email, name, role };
}

/** Whether to show what needs a permission. The server asks by itself. */
export function useMay(): (permission: Permission) => boolean {
  const role = useOperator()?.role;
  return (permission) => role !== undefined && mayDo(role, permission);
}
