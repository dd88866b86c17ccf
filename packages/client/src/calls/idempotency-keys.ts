import { ANSWER_KEPT_MINUTES_MAX } from '@holdfast/contract/constants';
import { keyedHash } from '../storage/device-key.ts';
import { flag, integer, matching, recordOf } from '../storage/read.ts';
import { createStored, type Stored } from '../storage/stored.ts';

/** A command that a person wants done. Its body is what is done; who asks, and with which secret, is no part of it. */
export interface CommandBody {
  /** Whose command it is, or the session that it ends. */
  readonly scope: string;
  readonly bUrl: string;
  readonly pairs: readonly (readonly [string, string])[];
  /** For how long the server keeps its answer. */
  readonly keptMinutes: number;
  /** Once more does no harm. */
  readonly isRepeatable?: boolean;
  /** Nobody did it: the app sends it by itself. */
  readonly isBackground?: boolean;
}

/** A command that goes out under its RID. */
export interface PendingCommand {
  readonly rid: string;
  /** Whether an earlier try may have gone through. */
  readonly wasUnsure: boolean;
  /** The server's last word has come: the next try is a new command with a new RID. */
  readonly end: () => void;
  /** It has not, and the next try is the same command. `isUnsure`: what was sent may have gone through. */
  readonly keep: (options: { isUnsure: boolean }) => void;
}

export interface IdempotencyKeys {
  /** Undefined for a command that was first tried so long ago that the server may have forgotten what became of it. */
  readonly begin: (command: CommandBody) => Promise<PendingCommand | undefined>;
  /** Whether this page has sent a command under this RID since it was loaded. */
  readonly hasSent: (rid: unknown) => boolean;
}

interface Remembered {
  readonly rid: string;
  /** When it was first sent and when last, in milliseconds of the server's clock. */
  readonly first: number;
  readonly until: number;
  readonly isUnsure: boolean;
}

const readRemembered = recordOf<Remembered>({
  rid: matching(/^[A-Za-z0-9_-]{22}$/),
  first: integer,
  until: integer,
  isUnsure: flag,
});

const PREFIX = 'command.';
/** Of those that may be done once more: they are forgotten together. */
const REPEATABLE = 'command.again.';

interface Parts {
  /** What all tabs share. */
  readonly area: Storage;
  readonly makeRid: () => string;
  /** The server's clock. */
  readonly now: () => number;
  readonly openKey: () => Promise<CryptoKey>;
}

/** Removes what no server remembers any more: all whose time is up by `now`. A storage that may not be read holds nothing. */
function removeExpired(area: Storage, now: number, prefix = PREFIX): void {
  try {
    const keys = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');
    for (const key of keys.filter((one) => one.startsWith(prefix))) {
      const stored = createStored({ area, key, read: readRemembered });
      if ((stored.read()?.until ?? 0) <= now) stored.clear();
    }
  } catch {
    // Forbidden.
  }
}

/**
 * The idempotency keys (RIDs) of commands without a final answer (decision 2). A command is remembered from before it is first sent,
 * as a keyed hash of its body, for as long as the server keeps its answer: over a reload, in another tab and after a new sign-in the
 * same body is the same command, so that a try after a lost answer repeats it instead of sending a second one.
 *
 * Those that do no harm once more are forgotten as soon as anything else that a person did is answered: an answer of before it would say of a setting
 * that it holds where it does not.
 */
export function createIdempotencyKeys({ area, makeRid, now, openKey }: Parts): IdempotencyKeys {
  const sent = new Set<unknown>();
  /** Those that the storage has not taken: it is full. */
  const unstored = new Map<string, Remembered>();
  let key: Promise<CryptoKey> | undefined;

  const remember = (name: string, stored: Stored<Remembered>, value: Remembered): void => {
    stored.write(value);
    if (stored.read() === undefined) unstored.set(name, value);
  };

  function forgetRepeatable(): void {
    removeExpired(area, Infinity, REPEATABLE);
    for (const name of unstored.keys()) if (name.startsWith(REPEATABLE)) unstored.delete(name);
  }

  return {
    hasSent: (rid) => sent.has(rid),
    async begin({ scope, bUrl, pairs, keptMinutes, isRepeatable, isBackground }) {
      const keptMs = keptMinutes * 60_000;
      key ??= openKey();
      const hash = await keyedHash(await key, JSON.stringify([scope, bUrl, ...pairs]));
      const name = (isRepeatable ? REPEATABLE : PREFIX) + hash;
      const stored = createStored({ area, key: name, read: readRemembered });
      const read = () => stored.read() ?? unstored.get(name);
      const forget = (): void => {
        stored.clear();
        unstored.delete(name);
      };
      const found = read();
      const isTooOld = found !== undefined && found.first + keptMs <= now();
      if (isTooOld) forget();
      // What is kept for minutes only may be done again without harm: a code is sent, somebody signs in, the same words are said once more.
      if (isTooOld && keptMinutes === ANSWER_KEPT_MINUTES_MAX) return undefined;
      const known = isTooOld ? undefined : found;
      const { rid = makeRid(), first, isUnsure: wasUnsure = false } = known ?? {};
      // By the clock of this moment: a device's own, which may be days off, is set right while a command is on its way.
      const keepAs = (isUnsure: boolean): void => {
        const at = now();
        remember(name, stored, { rid, first: first ?? at, until: at + keptMs, isUnsure });
      };
      sent.add(rid);
      // Before it leaves: the page may be gone before there is an answer.
      keepAs(true);
      return {
        rid,
        wasUnsure,
        end() {
          if (read()?.rid === rid) forget();
          // Here alone: an answer has just shown that the clock is right.
          removeExpired(area, now());
          if (!isBackground) forgetRepeatable();
        },
        // Also if another tab has ended it meanwhile: then the next try gets the answer that the other tab got. Not where it was forgotten.
        keep({ isUnsure }) {
          if (isRepeatable && read()?.rid !== rid) return;
          keepAs(isUnsure || wasUnsure);
        },
      };
    },
  };
}
