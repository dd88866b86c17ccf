import { OPERATOR_ROLES, type OperatorRole } from '@holdfast/contract/operators';
import { createStored, matching, oneOf, recordOf, text } from '@holdfast/client/storage';
import type { CallSession } from '@holdfast/client/calls';

/** The operator's session as this browser keeps it, for all tabs of the console. What it may do, the server decides at each call. */

interface Login {
  /** The mail address; the proof of a session is derived from it, as a member's from the account. */
  readonly account: string;
  readonly access_token: string;
  readonly uid: string;
  readonly name: string;
  readonly role: OperatorRole;
}

interface Stored {
  readonly login: Login;
  readonly vehicle: { readonly device: string };
}

const readDevice = matching(/^[0-9a-f]{16}$/);
const readSession = recordOf<Stored>({
  login: recordOf<Login>({
    account: text,
    access_token: matching(/^[A-Za-z0-9_-]{43}$/),
    uid: text,
    name: text,
    role: oneOf(OPERATOR_ROLES),
  }),
  vehicle: recordOf({ device: readDevice }),
});

/** What a sign-in and an enrolment answer. */
export interface SignedIn {
  readonly email: string;
  readonly access_token: string;
  readonly uid: string;
  readonly name: string;
  readonly role: OperatorRole;
}

export interface OperatorSession extends CallSession {
  readonly read: () => Stored | undefined;
  readonly begin: (signedIn: SignedIn) => void;
  readonly end: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Of this tab, or the one that signed in. */
  readonly device: () => string;
}

const randomDevice = (): string =>
  crypto
    .getRandomValues(new Uint8Array(8))
    .reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '');

export function createOperatorSession(shared: Storage, tab: Storage): OperatorSession {
  const stored = createStored({ area: shared, key: 'operator', read: readSession });
  const own = createStored({ area: tab, key: 'device', read: readDevice });
  const listeners = new Set<(uid: string) => void>();
  const device = (): string => {
    const known = stored.read()?.vehicle.device ?? own.read() ?? randomDevice();
    if (own.read() !== known) own.write(known);
    return known;
  };
  return {
    read: stored.read,
    token: async () => stored.read()?.login.access_token,
    // A session of an operator is never renewed: it ends, and another one begins.
    placeToken: () => {},
    onSignIn(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin({ email, ...login }) {
      for (const listener of listeners) listener(login.uid);
      stored.write({ login: { ...login, account: email }, vehicle: { device: device() } });
    },
    end: stored.clear,
    subscribe: stored.subscribe,
    device,
  };
}
