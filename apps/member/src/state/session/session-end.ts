import { appError } from '@holdfast/contract/errors';
import type { MemberData } from '@holdfast/contract/member';
import { createStored, flag, integer, isRecord, matching, recordOf, text } from '@holdfast/client/storage';
import type { Reader } from '@holdfast/client/storage';
import type { Failures } from '@holdfast/client/calls';
import { AppError } from '@holdfast/kernel';
import { forgetPlace } from './return-place.ts';
import type { Session } from './session.ts';

type Login = MemberData['login'];

export const SESSION_END_KEY = 'sessionEnd';
const TAB_MEMBER_KEY = 'tabMember';

/** As long as a session can last at most: an older end is no news to anybody. */
const RECORD_LIFETIME_MS = 24 * 60 * 60_000;

/** What a dialog about the end of a session shows, and nothing else of what the error carries. */
const SHOWN = ['reason', 'at', 'device', 'place', 'network', 'errorMessage'];

const readShown: Reader<Record<string, string>> = (value) =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, string] => SHOWN.includes(entry[0]) && typeof entry[1] === 'string',
        ),
      )
    : undefined;

const readRecord = recordOf({
  uid: text,
  endedAt: integer,
  code: matching(/^[A-Z0-9_]{1,40}$/),
  data: readShown,
});

/** A tab that the browser discarded learns from it that there was a session. */
const readTabMember = recordOf({ uid: text, isOver: flag });

/** Nobody knows why: the browser's data were cleared, or it is too long ago. */
const unknownEnd = (): AppError => appError('NOT_SIGNED_IN', { reason: 'unknown' });
const ownSignOut = (): AppError => appError('NOT_SIGNED_IN', { reason: 'signed-out' });

/** Ends that need no dialog, because the member knows of them, or because there is nothing to tell. The sign-in page has a line about them. */
export type QuietEnd = 'signed-out' | 'unknown';

export function quietEndOf({ code, data: { reason } }: AppError): QuietEnd | undefined {
  return code === 'NOT_SIGNED_IN' && (reason === 'signed-out' || reason === 'unknown') ? reason : undefined;
}

export interface SessionEnd {
  /** Ends the session of this browser. `why` is told in its other tabs; left out: the member signed out. */
  end: (why?: AppError) => void;
  /** The member has asked for it: what the server or another tab says of it from now is no news in this tab. */
  announce: (why?: AppError) => void;
  isAnnounced: () => boolean;
  /** What this browser knows of the end of the present session. */
  recorded: () => AppError | undefined;
  /** Hears, before anything is told, that the member of this tab is gone: ended here, or in another tab. */
  onOver: (listener: (login: Pick<Login, 'account'>, why: AppError) => void) => void;
  /** Tells what happened while this tab was not running. */
  start: () => void;
  /** Hears that another member has come into this tab while it was running, by a sign-in in another one. Returns how to stop. */
  onSwitch: (listener: () => void) => () => void;
}

interface Parts {
  session: Session;
  shared: Storage;
  tab: Storage;
  failures: Pick<Failures, 'report'>;
  wall?: () => number;
}

/** The record of a session's end, which its other tabs read. It names no account, and goes with the next sign-in or after a day. */
function createRecord(shared: Storage, wall: () => number) {
  const stored = createStored({ area: shared, key: SESSION_END_KEY, read: readRecord });
  return {
    clear: stored.clear,
    write: (uid: string, { code, data }: AppError) =>
      stored.write({ uid, endedAt: wall(), code, data: readShown(data) ?? {} }),
    /** Only its own member's end is told to anybody. */
    read(uid: string): AppError | undefined {
      const found = stored.read();
      if (found?.uid !== uid) return undefined;
      if (wall() - found.endedAt <= RECORD_LIFETIME_MS) return new AppError(found.code, found.data);
      stored.clear();
      return undefined;
    },
  };
}

function createEvent<A extends readonly unknown[]>() {
  const listeners = new Set<(...args: A) => void>();
  return {
    tell: (...args: A): void => {
      for (const listener of listeners) listener(...args);
    },
    listen: (listener: (...args: A) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whose screens a tab shows, or showed last. */
function createTabMember(tab: Storage) {
  const stored = createStored({ area: tab, key: TAB_MEMBER_KEY, read: readTabMember });
  return {
    /** Returns whom the tab had before. */
    begin(uid: string): string | undefined {
      const before = stored.read()?.uid;
      stored.write({ uid, isOver: false });
      return before;
    },
    over: (uid: string) => stored.write({ uid, isOver: true }),
    /** Whose session ended while this tab was not running. */
    missed(): string | undefined {
      const last = stored.read();
      return last?.isOver === false ? last.uid : undefined;
    },
  };
}

/**
 * The end of a session, told in every tab of this browser. Whoever ends it writes down why before the member data go; a tab whose member
 * data went without its doing reads that and reports it, at once or when it runs again.
 */
export function createSessionEnd({ session, shared, tab, failures, wall = Date.now }: Parts): SessionEnd {
  const record = createRecord(shared, wall);
  const tabMember = createTabMember(tab);
  const wasOver = createEvent<[login: Pick<Login, 'account'>, why: AppError]>();
  const wasSwitched = createEvent<[]>();
  let login = session.read()?.login;
  let endingHere: AppError | undefined;
  let signingInHere: string | undefined;
  let isAnnounced = false;

  /** The member of this tab is gone. */
  const over = (gone: Login): void => {
    const why = endingHere ?? record.read(gone.uid) ?? unknownEnd();
    tabMember.over(gone.uid);
    wasOver.tell(gone, why);
    // With another member there already, what happened to the earlier one is not for these eyes.
    if (!endingHere && !isAnnounced && session.read() === undefined) failures.report(why);
  };
  /** Somebody is signed in now. Told where the tab had another member and the sign-in was made elsewhere. */
  const begin = ({ uid, nick }: Login): void => {
    const before = tabMember.begin(uid);
    isAnnounced = false;
    const isOwn = signingInHere === uid;
    signingInHere = undefined;
    if (before === undefined || before === uid) return;
    forgetPlace(tab);
    if (isOwn) return;
    failures.report(appError('MEMBER_SWITCHED', { nick }));
    wasSwitched.tell();
  };
  const follow = (): void => {
    const gone = login;
    login = session.read()?.login;
    if (gone?.uid === login?.uid) return;
    if (gone) over(gone);
    if (login) begin(login);
  };
  session.onSignIn((uid) => {
    signingInHere = uid;
    record.clear();
  });
  session.subscribe(follow);

  return {
    end(why = ownSignOut()) {
      follow();
      if (login) {
        record.write(login.uid, why);
        endingHere = why;
      }
      session.signOut();
      endingHere = undefined;
    },
    announce(why = ownSignOut()) {
      isAnnounced = true;
      if (login) record.write(login.uid, why);
    },
    isAnnounced: () => isAnnounced,
    recorded: () => login && record.read(login.uid),
    onOver: wasOver.listen,
    start() {
      if (login) return begin(login);
      const missed = tabMember.missed();
      if (missed === undefined) return;
      tabMember.over(missed);
      failures.report(record.read(missed) ?? unknownEnd());
    },
    onSwitch: wasSwitched.listen,
  };
}
