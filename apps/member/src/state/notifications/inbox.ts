import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import { matching, recordOf, text, createStored } from '@holdfast/client/storage';
import type { CallApi } from '@holdfast/client/calls';
import type { Session } from '../session/session.ts';
import { createFilm, type Film } from './film.ts';
import type { Notices } from './notices.ts';
import { createReadState, type Numbered, type ReadState } from './read-marks.ts';
import { createUnread, type Unread } from './unread.ts';
import { lastPassed, mergeRows, safetyToShow } from './waiting.rules.ts';

/** How far the inbox has been shown on this device, and whose it is. */
export const INBOX_SEEN_KEY = 'inboxSeen';
/** The last safety notice that was answered on this device, and whose it is. */
export const SAFETY_ANSWERED_KEY = 'safetyAnswered';
const readSeen = recordOf({ uid: text, seq: matching(/^(0|[1-9]\d{0,17})$/) });

export interface Inbox {
  /** The stream is open and tells where the inbox stands. A device that knows nothing of it begins there, not with years of news. */
  opened: (lastSeq: string) => Promise<void>;
  /** Asks for everything after what was seen: at a hint, and when the member comes back. Gaps cannot hide. */
  catchUp: () => Promise<void>;
  /** The row was answered; in every tab. */
  see: (row: InboxRow) => void;
  /** What was closed without being followed. */
  unread: Unread;
  /** The intro video that operators have pushed. */
  film: Film;
  /** What has been read, as the server counts it. */
  reading: ReadState;
  subscribe: () => () => void;
}

interface Parts {
  callApi: CallApi;
  session: Session;
  shared: Storage;
  notices: Notices;
  /** Whether this tab sent the command of a RID. The screen where it was sent has said what came of it. */
  hasSent: (rid: unknown) => boolean;
}

/** One question at a time; hints that come while it runs are one more question after it. */
function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStale = false;
  return () => {
    isStale = true;
    running ??= (async () => {
      try {
        while (isStale) {
          isStale = false;
          await ask();
        }
      } catch {
        // Nothing is lost: what was not shown is asked for at the next hint.
      } finally {
        running = undefined;
      }
    })();
    return running;
  };
}

/** A sequence number that is kept for one member: that of another member counts as none. */
function storeSeq({ key, session, shared }: Pick<Parts, 'session' | 'shared'> & { key: string }) {
  const stored = createStored({ area: shared, key, read: readSeen });
  const uid = () => session.read()?.login.uid;
  const read = () => {
    const present = stored.read();
    return present && present.uid === uid() ? present.seq : undefined;
  };
  return {
    read,
    /** Raises the number; it never goes back. */
    raise(seq: string) {
      const whose = uid();
      if (whose !== undefined && BigInt(seq) > BigInt(read() ?? -1)) stored.write({ uid: whose, seq });
    },
    subscribe: stored.subscribe,
  };
}

/**
 * Safety notices. The server says which ones this install must show, whatever the device knows of its inbox. An answer is kept here before it
 * is sent: as long as the server still names an answered notice it has not heard of it, and is told again.
 */
function createSafety({ callApi, session, shared, notices }: Parts) {
  const answered = storeSeq({ key: SAFETY_ANSWERED_KEY, session, shared });
  const answeredSeq = () => BigInt(answered.read() ?? -1);
  const show = (safety: readonly InboxRow[]) =>
    notices.change(() => ({ safety: safetyToShow(safety, answeredSeq()) }));
  const tell = (seq: string) =>
    void callApi('/member/notification/seen', { input: { seq }, isBackground: true }).catch(() => {});
  return {
    has: ({ seq }: InboxRow) => notices.read().safety.some((row) => row.seq === seq),
    take(safety: readonly InboxRow[]) {
      const untold = safety.findLast(({ seq }) => BigInt(seq) <= answeredSeq());
      if (untold) tell(untold.seq);
      show(safety);
    },
    see({ seq }: InboxRow) {
      answered.raise(seq);
      show(notices.read().safety);
      tell(seq);
    },
    subscribe: () => answered.subscribe(() => show(notices.read().safety)),
  };
}

/** What operators tell many members: closing one is told to the server, and what was closed on another device is not shown. */
function createBroadcasts({ callApi, session, shared }: Parts) {
  const tellClosed = (seq: string) =>
    void callApi('/member/broadcast/close', { input: { seq }, isBackground: true }).catch(() => {});
  const film = createFilm({ session, shared, tellClosed });
  const isBroadcast = ({ type }: InboxRow) => type === BROADCAST_NOTICE;
  const isFilm = (row: InboxRow) => isBroadcast(row) && row.extra['kind'] === 'film';
  const isClosed = ({ extra }: InboxRow) => extra['isClosed'] === true;
  return {
    film,
    /** A film has no dialog. */
    isSilent: (row: InboxRow) => isFilm(row) || isClosed(row),
    take(rows: readonly (InboxRow & { isMuted: boolean })[]) {
      for (const row of rows) if (isFilm(row) && !row.isMuted && !isClosed(row)) film.offer(row);
    },
    /** Also what is followed in the list, long after: a reload may have cut off what was sent when it was closed. */
    see(rows: readonly InboxRow[]) {
      for (const row of rows) if (isBroadcast(row) && !isClosed(row)) tellClosed(row.seq);
    },
  };
}

/** What has no dialog: said by the screen where it was done, shown as a safety notice where it has to be, muted, or no message of the kind. */
async function findSilent(hasSent: Parts['hasSent'], broadcasts: ReturnType<typeof createBroadcasts>) {
  // Not in the first code: nothing to who is not signed in.
  const { isSafetyNotice } = await import('@holdfast/contract/account-notice-names');
  return (row: InboxRow & { isMuted: boolean }) =>
    isSafetyNotice(row.type) || row.isMuted || hasSent(row.extra['rid']) || broadcasts.isSilent(row);
}

/** Marks as read at the server; what cannot be told stays unread. */
const createMark =
  (reading: ReadState) =>
  async (...rows: [Numbered, Numbered?]) => {
    const { mark } = await import('./mark-read.ts');
    return mark(reading, ...rows).catch(() => {});
  };

/** What was seen in another tab waits in this one no more. */
function followSeen(
  seen: { subscribe: (listener: () => void) => () => void; read: () => string | undefined },
  show: (last: string) => void,
): () => void {
  return seen.subscribe(() => {
    const present = seen.read();
    if (present !== undefined) show(present);
  });
}

/** Brings the inbox's news into the dialogs. What a push or a stream says is a hint; the rows are always asked for. */
export function createInbox(parts: Parts): Inbox {
  const { callApi, session, shared, notices, hasSent } = parts;
  const seen = storeSeq({ key: INBOX_SEEN_KEY, session, shared });
  const safety = createSafety(parts);
  const broadcasts = createBroadcasts(parts);
  const reading = createReadState({ callApi, session, shared });
  const markRead = createMark(reading);
  const uid = () => session.read()?.login.uid;
  const show = (last: string, news: readonly InboxRow[] = []) =>
    notices.change(({ rows }) => ({ rows: mergeRows(rows, { news, seen: BigInt(last) }) }));

  function pass({ seq }: InboxRow): void {
    seen.raise(seq);
    show(seq);
  }

  async function ask(): Promise<void> {
    const whose = uid();
    const after = notices.read().rows.at(-1)?.seq ?? seen.read();
    if (after === undefined) return;
    const isSilent = await findSilent(hasSent, broadcasts);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const input = { after, ...(cursor !== undefined && { cursor }) };
      const page = await callApi('/member/notification/list', { input, isBackground: true });
      const last = seen.read();
      // Whoever signed out or changed while the answer was on its way is told nothing of it.
      if (whose !== uid() || last === undefined) return;
      if (cursor === undefined) safety.take(page.safety);
      reading.change({ unread: page.unread });
      show(
        last,
        page.items.filter((row) => !isSilent(row)),
      );
      broadcasts.take(page.items);
      const passed = lastPassed(page.items.filter(isSilent), notices.read().rows);
      if (passed) pass(passed);
      cursor = page.next;
    }
  }

  const catchUp = oneAtATime(ask);
  const unread = createUnread({ session, shared, onRead: (gone) => void markRead(gone) });

  return {
    catchUp,
    async opened(lastSeq) {
      if (uid() === undefined) return;
      if (seen.read() === undefined) seen.raise(lastSeq);
      // Also where nothing is new: a safety notice may be older than what this device knows.
      await catchUp();
    },
    see(row) {
      if (safety.has(row)) return safety.see(row);
      // With one message of several that were answered at once all before it are.
      const answered = [...notices.read().rows.filter(({ seq }) => BigInt(seq) < BigInt(row.seq)), row];
      broadcasts.see(answered);
      pass(row);
      // What was closed though it could have been followed stays unread.
      void markRead(answered, unread.read());
    },
    unread,
    reading,
    film: broadcasts.film,
    subscribe() {
      const stops = [safety.subscribe(), followSeen(seen, show)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
