import { createContext, use, type ReactNode } from 'react';
import type { CallApi } from './calls/call-api.ts';
import type { Failures } from './calls/failures.ts';
import type { Uploader } from './files/uploader.ts';
import type { Language } from './i18n/words.ts';

/** What the hooks of this package need of the app that uses them. An app's own services contain these. */
export interface ClientServices {
  readonly callApi: CallApi;
  readonly failures: Failures;
  /** Sends and reads files; its code loads when it is first asked for. */
  readonly files?: () => Promise<Uploader>;
  /** What is done to each text before it is shown; tests read the texts as they were written. */
  readonly typeset?: (text: string) => string;
  readonly settings: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly read: () => { readonly language: Language };
  };
}

const Context = createContext<ClientServices | undefined>(undefined);

export function ClientProvider({ client, children }: { client: ClientServices; children: ReactNode }) {
  return <Context value={client}>{children}</Context>;
}

export function useClient(): ClientServices {
  const client = use(Context);
  if (!client) throw new Error('ClientProvider is missing above this component');
  return client;
}
