import { TOKEN_PLACE } from '../session/member-data.ts';
import type { Session } from '../session/session.ts';
import { flag, integer, matching, recordOf, text, withDefault } from '@holdfast/client/storage';
import { FAILURES_MAX, waitAfter } from './pin-lock.rules.ts';
import { hashPin } from '#platform/pin-lock/sealed-record.ts';
import type { SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';

/** What the secure preferences keep of the lock. Of the PIN itself: its SHA-256 and nothing else (spec 3). */
export interface PinRecord {
  readonly hash: string;
  /** The uid of the member who set it: nobody else's PIN ever opens or closes a wallet. */
  readonly owner: string;
  /** The access token while the lock is on: then it lies here alone, and an edited storage has nothing to give. Else empty. */
  readonly token: string;
  /** `pinUnlock`, where nobody can edit it. */
  readonly isOn: boolean;
  /** The member opted in to 60 seconds in a bank's app while an own order waits to be paid. */
  readonly hasGrace: boolean;
  /** Wrong tries in a row, written before each comparison. */
  readonly failures: number;
  /**
   * What is left of the delay. Not a point in time: only time that passes while the app is open counts, so that neither a moved
   * clock nor a reload makes it shorter.
   */
  readonly waitMs: number;
  /** What the biometrics port keeps; empty while none is set up. */
  readonly enrolment: string;
}

const readPinRecord = recordOf<PinRecord>({
  hash: matching(/^[0-9a-f]{64}$/),
  owner: text,
  token: matching(TOKEN_PLACE),
  isOn: flag,
  hasGrace: flag,
  failures: integer,
  waitMs: withDefault(integer, 0),
  enrolment: text,
});

/** What a try at the PIN came to; the lock takes these as events. */
export type Compared =
  | { readonly type: 'matched' }
  | { readonly type: 'mismatched'; readonly failures: number }
  /** Nothing was compared: a delay, begun in another tab perhaps, is still running. */
  | { readonly type: 'waiting'; readonly waitMs: number }
  | { readonly type: 'unreadable' };

type FoundToken = { readonly is: 'found'; readonly token: string } | { readonly is: 'lost' | 'nobody' };

const ASK_AGAIN_MS = 250;

interface KeeperParts {
  preferences: SecurePreferences;
  session: Pick<Session, 'placedToken' | 'placeToken'>;
  /** The member who is signed in. */
  owner: () => string | undefined;
}

/** The record of this device: read, counted and written here, one tab at a time. */
export class PinKeeper {
  readonly #preferences: SecurePreferences;
  readonly #session: KeeperParts['session'];
  readonly #owner: () => string | undefined;
  /** As it was last read or written; undefined while there is none of this member. */
  record: PinRecord | undefined;

  constructor({ preferences, session, owner }: KeeperParts) {
    this.#preferences = preferences;
    this.#session = session;
    this.#owner = owner;
  }

  /** What lies on the device, whoever it belongs to. */
  async load(): Promise<PinRecord | 'none' | 'unreadable'> {
    if (!this.#preferences.isSupported) return 'none';
    const kept = await this.#preferences.read();
    if (kept.is !== 'text') return kept.is;
    try {
      return readPinRecord(JSON.parse(kept.text)) ?? 'unreadable';
    } catch {
      return 'unreadable';
    }
  }

  /** Reads anew. Somebody else's record is as good as one that cannot be read. */
  async take(): Promise<PinRecord | 'none' | 'unreadable'> {
    const kept = await this.load();
    const isMine = typeof kept === 'object' && kept.owner === this.#owner();
    this.record = isMine ? kept : undefined;
    return isMine || kept === 'none' ? kept : 'unreadable';
  }

  /** Writes what `decide` makes of the member's record, or of none; undefined leaves everything as it is. */
  async change(decide: (kept: PinRecord | undefined) => PinRecord | undefined): Promise<void> {
    await this.#exclusively(async (kept) => {
      const record = decide(kept);
      if (record) await this.#save(record);
    });
  }

  /**
   * Moves the token to where it belongs: into the record while the lock is on, into the member data while it is off. Its new place is
   * written before the old one is emptied: a kill in between leaves it in both, and the next start goes on from there.
   */
  async settleToken(): Promise<void> {
    const session = this.#session;
    await this.#exclusively(async (kept, owner) => {
      const placed = session.placedToken(owner);
      if (!kept || placed === undefined) return;
      if (kept.isOn && placed !== '') {
        if (kept.token !== placed) await this.#save({ ...kept, token: placed });
        // What a sign-in has placed meanwhile is newer; its turn comes with the news of it.
        if (session.placedToken(owner) === placed) session.placeToken(owner, '');
      }
      if (!kept.isOn && kept.token !== '') {
        if (placed === '') session.placeToken(owner, kept.token);
        await this.#save({ ...kept, token: '' });
      }
    });
  }

  /**
   * The token that lies here; `lost` when it should and does not. Read each time, because another tab may have renewed it. Asked twice before
   * it is lost: a browser's database may stumble after a sleep, and another tab may be taking it out just now.
   */
  async token(): Promise<FoundToken> {
    const found = await this.#findToken();
    if (found.is !== 'lost') return found;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    return this.#findToken();
  }

  async #findToken(): Promise<FoundToken> {
    const kept = await this.load();
    const placed = this.#placedToken();
    if (placed === undefined) return { is: 'nobody' };
    // Put back by another tab meanwhile.
    if (placed !== '') return { is: 'found', token: placed };
    const isHere = typeof kept === 'object' && kept.owner === this.#owner() && kept.token !== '';
    return isHere ? { is: 'found', token: kept.token } : { is: 'lost' };
  }

  /** It was sealed, and what it was sealed in is gone: nothing can be asked of the server any more. */
  get isTokenLost(): boolean {
    return this.#placedToken() === '' && !this.record?.token;
  }

  /** A token lies in the member data that belongs into the record. */
  get isTokenLoose(): boolean {
    return this.record?.isOn === true && Boolean(this.#placedToken());
  }

  #placedToken(): string | undefined {
    const owner = this.#owner();
    return owner === undefined ? undefined : this.#session.placedToken(owner);
  }

  /** A session that has ended leaves no token behind, heard by the server or not. */
  async forgetToken(): Promise<void> {
    await this.#quietly((kept) => (kept && kept.token !== '' ? { ...kept, token: '' } : undefined));
  }

  async clear(): Promise<void> {
    await this.#preferences.exclusively(() => this.#preferences.clear());
    this.record = undefined;
  }

  /** Counts the try, then compares: whoever kills the app in between has used it up (threat B16). */
  async compare(digits: string): Promise<Compared> {
    try {
      const hash = await hashPin(digits);
      return await this.#preferences.exclusively(async (): Promise<Compared> => {
        const kept = await this.take();
        if (typeof kept === 'string') return { type: 'unreadable' };
        if (kept.failures >= FAILURES_MAX) return { type: 'mismatched', failures: kept.failures };
        if (kept.waitMs > 0) return { type: 'waiting', waitMs: kept.waitMs };
        const failures = kept.failures + 1;
        await this.#save({ ...kept, failures, waitMs: waitAfter(failures) });
        if (hash !== kept.hash) return { type: 'mismatched', failures };
        await this.#save({ ...kept, failures: 0, waitMs: 0 });
        return { type: 'matched' };
      });
    } catch {
      // A try that cannot be counted is not made.
      return { type: 'unreadable' };
    }
  }

  /** Who has proved otherwise who they are begins to count anew. */
  forgive(): Promise<void> {
    return this.#quietly((kept) =>
      kept && (kept.failures > 0 || kept.waitMs > 0) ? { ...kept, failures: 0, waitMs: 0 } : undefined,
    );
  }

  /** What is left of a delay, as long as it is still the same one. A clock counts in fractions, a record in whole milliseconds. */
  keepWait(leftMs: number): Promise<void> {
    const failures = this.record?.failures;
    const waitMs = Math.ceil(leftMs);
    return this.#quietly((kept) =>
      kept && kept.failures === failures && waitMs < kept.waitMs ? { ...kept, waitMs } : undefined,
    );
  }

  /** Not written: the older, stricter numbers stay. */
  async #quietly(decide: (kept: PinRecord | undefined) => PinRecord | undefined): Promise<void> {
    await this.change(decide).catch(() => {});
  }

  async #exclusively(act: (kept: PinRecord | undefined, owner: string) => Promise<void>): Promise<void> {
    const owner = this.#owner();
    if (owner === undefined) return;
    await this.#preferences.exclusively(async () => {
      const kept = await this.load();
      await act(typeof kept === 'object' && kept.owner === owner ? kept : undefined, owner);
    });
  }

  async #save(record: PinRecord): Promise<void> {
    await this.#preferences.write(JSON.stringify(record));
    if (record.owner === this.#owner()) this.record = record;
  }
}
