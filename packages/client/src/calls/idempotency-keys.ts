import { hashText } from '../storage/hash.ts';
import { isRecord, type Reader } from '../storage/read.ts';
import { createStored } from '../storage/stored.ts';
import { SECRET_INPUTS } from './generated/call-facts.ts';

const RID = /^[A-Za-z0-9_-]{22}$/;
const FINGERPRINT = /^[0-9a-f]{64}$/;
const isPending = ([fingerprint, rid]: [string, unknown]) =>
  FINGERPRINT.test(fingerprint) && typeof rid === 'string' && RID.test(rid);
const readPending: Reader<Record<string, string>> = (value) =>
  isRecord(value) && Object.entries(value).every(isPending) ? (value as Record<string, string>) : undefined;

/** Tells two commands apart. It is kept in the browser's storage, so it is a hash and reveals no input. */
export type Fingerprint = string;

export interface IdempotencyKeys {
  /** The RID under which `fingerprint` is sent: the one it had while its outcome is unknown, else a new one. */
  ridOf: (fingerprint: Fingerprint) => string;
  /** Whether this page has sent a command under this RID since it was loaded. */
  hasSent: (rid: unknown) => boolean;
  /** The outcome is known, a refusal included: the next try is a new command with a new key. */
  end: (fingerprint: Fingerprint) => void;
}

/**
 * The idempotency keys (RIDs) of commands whose outcome is not known yet (decision 2). They survive a reload and a new sign-in in
 * this tab, so that a retry after a lost answer repeats the same command instead of sending a second one.
 */
export function createIdempotencyKeys(area: Storage, makeRid: () => string): IdempotencyKeys {
  const stored = createStored({ area, key: 'idempotencyKeys', read: readPending });
  const given = new Set<unknown>();
  return {
    ridOf(fingerprint) {
      const known = stored.read() ?? {};
      const pending = Object.hasOwn(known, fingerprint) ? known[fingerprint] : undefined;
      const rid = pending ?? makeRid();
      given.add(rid);
      if (rid !== pending) stored.write({ ...known, [fingerprint]: rid });
      return rid;
    },
    hasSent: (rid) => given.has(rid),
    end(fingerprint) {
      const { [fingerprint]: _, ...others } = stored.read() ?? {};
      if (Object.keys(others).length === 0) stored.clear();
      else stored.write(others);
    },
  };
}

/** Address and input of a command as a hash. Secret inputs are left out: a code of six digits is found from its hash at once. */
export function commandFingerprint(
  bUrl: string,
  pairs: readonly (readonly [string, string])[],
): Promise<Fingerprint> {
  return hashText(JSON.stringify([bUrl, ...pairs.filter(([key]) => !SECRET_INPUTS.has(key))]));
}
