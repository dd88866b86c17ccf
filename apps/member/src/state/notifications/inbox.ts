import type { InboxRow } from '@holdfast/contract/calls';
import { matching, recordOf, text, createStored } from '@holdfast/client/storage';
import type { CallApi } from '@holdfast/client/calls';
import type { Session } from '../session/session.ts';
import type { Notices } from './notices.ts';
import { createUnread, type Unread } from './unread.ts';
import { lastPassed, mergeRows } from './waiting.rules.ts';

/** How far the inbox has been shown on this device, and whose it is. */
export const INBOX_SEEN_KEY = 'inboxSeen';
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

/** Brings the inbox's news into the dialogs. What a push or a stream says is a hint; the rows are always asked for. */
export function createInbox({ callApi, session, shared, notices, hasSent }: Parts): Inbox {
  const stored = createStored({ area: shared, key: INBOX_SEEN_KEY, read: readSeen });
  const uid = () => session.read()?.login.uid;
  const seen = () => {
    const present = stored.read();
    return present && present.uid === uid() ? present.seq : undefined;
  };
  const isOwn = ({ extra }: InboxRow) => hasSent(extra['rid']);
  const show = (last: string, news: readonly InboxRow[] = []) =>
    notices.change(({ rows }) => ({ rows: mergeRows(rows, { news, seen: BigInt(last) }) }));

  function see({ seq }: InboxRow): void {
    const whose = uid();
    if (whose !== undefined && BigInt(seq) > BigInt(seen() ?? -1)) stored.write({ uid: whose, seq });
    show(seq);
  }

  async function ask(): Promise<void> {
    const whose = uid();
    const after = notices.read().rows.at(-1)?.seq ?? seen();
    if (after === undefined) return;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const input = { after, ...(cursor !== undefined && { cursor }) };
      const page = await callApi('/member/notification/list', { input, isBackground: true });
      const last = seen();
      // Whoever signed out or changed while the answer was on its way is told nothing of it.
      if (whose !== uid() || last === undefined) return;
      const news = page.items.filter((row) => !isOwn(row));
      show(last, news);
      const passed = lastPassed(page.items.filter(isOwn), notices.read().rows);
      if (passed) see(passed);
      cursor = page.next;
    }
  }

  const catchUp = oneAtATime(ask);

  return {
    catchUp,
    async opened(lastSeq) {
      const whose = uid();
      if (whose === undefined) return;
      if (seen() === undefined) stored.write({ uid: whose, seq: lastSeq });
      else if (seen() !== lastSeq) await catchUp();
    },
    see,
    unread: createUnread({ session, shared }),
    subscribe: () =>
      stored.subscribe(() => {
        const present = seen();
        if (present !== undefined) show(present);
      }),
  };
}
