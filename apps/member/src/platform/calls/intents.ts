import { hashText } from '../storage/hash.ts';
import { isRecord, type Reader } from '../storage/read.ts';
import { createStored } from '../storage/stored.ts';
import { SECRET_INPUTS } from './generated/call-facts.ts';

const RID = /^[A-Za-z0-9_-]{22}$/;
const WISH = /^[0-9a-f]{64}$/;
const isIntent = ([wish, rid]: [string, unknown]) =>
  WISH.test(wish) && typeof rid === 'string' && RID.test(rid);
const readIntents: Reader<Record<string, string>> = (value) =>
  isRecord(value) && Object.entries(value).every(isIntent) ? (value as Record<string, string>) : undefined;

/** What tells two wishes of a person apart. It lies in the session storage, so it says nothing of what was wished. */
export type Wish = string;

export interface Intents {
  /** The RID under which `wish` is sent: the one it had while its outcome is unknown, else a new one. */
  ridOf: (wish: Wish) => string;
  /** Whether a command under this RID went out from here since the page was loaded. */
  gave: (rid: unknown) => boolean;
  /** A definite answer came, a refusal included: the next try is a new command. */
  end: (wish: Wish) => void;
}

/**
 * The RIDs of commands whose outcome is not known yet (decision 2). They outlive a reload and a new sign-in in this tab, so a
 * member who presses again after a lost answer repeats the same command instead of giving a second one.
 */
export function createIntents(area: Storage, makeRid: () => string): Intents {
  const stored = createStored({ area, key: 'intents', read: readIntents });
  const given = new Set<unknown>();
  return {
    ridOf(wish) {
      const known = stored.read() ?? {};
      const pending = Object.hasOwn(known, wish) ? known[wish] : undefined;
      const rid = pending ?? makeRid();
      given.add(rid);
      if (rid !== pending) stored.write({ ...known, [wish]: rid });
      return rid;
    },
    gave: (rid) => given.has(rid),
    end(wish) {
      const { [wish]: _, ...others } = stored.read() ?? {};
      if (Object.keys(others).length === 0) stored.clear();
      else stored.write(others);
    },
  };
}

/**
 * The wish behind a call: where it goes and what it says, as a hash. Without what is secret even so: a code of six digits is found from its
 * hash in no time.
 */
export function wishOf(bUrl: string, pairs: readonly (readonly [string, string])[]): Promise<Wish> {
  return hashText(JSON.stringify([bUrl, ...pairs.filter(([key]) => !SECRET_INPUTS.has(key))]));
}
