import type { InboxRow } from '@holdfast/contract/calls';
import { createStored, listOf, matching, recordOf, text } from '@holdfast/client/storage';
import type { Session } from '../session/session.ts';

/** Messages that were closed without being followed, and whose they are. */
export const UNREAD_KEY = 'inboxUnread';

/** More than anybody counts; what is older is in the list all the same. */
const KEPT_MAX = 99;

export interface UnreadMessage {
  readonly seq: string;
  /** Empty where it is not about an order. */
  readonly orderId: string;
}

const readUnread = recordOf({
  uid: text,
  messages: listOf(recordOf<UnreadMessage>({ seq: matching(/^\d{1,18}$/), orderId: text })),
});

const NONE: readonly UnreadMessage[] = [];

export interface Unread {
  read: () => readonly UnreadMessage[];
  add: (row: InboxRow) => void;
  /** Forgets those that have been read by now. */
  drop: (isRead: (message: UnreadMessage) => boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Parts {
  session: Session;
  shared: Storage;
  /** Told of those that have been read. */
  onRead?: (messages: readonly UnreadMessage[]) => void;
}

/**
 * What the bell counts: a message that was closed (關閉) is put off, not dealt with, until its order or the list of messages has been
 * looked at.
 */
export function createUnread({ session, shared, onRead }: Parts): Unread {
  const stored = createStored({ area: shared, key: UNREAD_KEY, read: readUnread });
  const uid = () => session.read()?.login.uid;
  const read = () => {
    const kept = stored.read();
    return kept && kept.uid === uid() ? kept.messages : NONE;
  };
  const write = (messages: readonly UnreadMessage[]) => {
    const whose = uid();
    if (whose !== undefined) stored.write({ uid: whose, messages: messages.slice(-KEPT_MAX) });
  };
  return {
    read,
    add({ seq, extra }) {
      const { orderId } = extra;
      const message = { seq, orderId: typeof orderId === 'string' ? orderId : '' };
      write([...read().filter((one) => one.seq !== seq), message]);
    },
    drop(isRead) {
      const gone = read().filter((message) => isRead(message));
      if (gone.length === 0) return;
      write(read().filter((message) => !gone.includes(message)));
      onRead?.(gone);
    },
    subscribe: stored.subscribe,
  };
}
