import type { InboxRow } from '@holdfast/contract/calls';
import { createStored, flag, matching, recordOf, text } from '@holdfast/client/storage';
import type { Session } from '../session/session.ts';

/** The last film that operators have pushed, whether it still waits, and whose it is. */
export const FILM_KEY = 'filmPushed';

interface Pushed {
  readonly uid: string;
  readonly seq: string;
  readonly waits: boolean;
}
const readPushed = recordOf<Pushed>({ uid: text, seq: matching(/^[1-9]\d{0,17}$/), waits: flag });

/** The intro video as operators push it: it waits for a calm moment, over reloads and beside other messages, until it is closed. */
export interface Film {
  /** Its place in the inbox, while it waits. */
  readonly read: () => string | undefined;
  readonly offer: (row: InboxRow) => void;
  /** The member has closed it. Nothing where none waits. */
  readonly close: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Parts {
  session: Session;
  shared: Storage;
  tellClosed: (seq: string) => void;
}

export function createFilm({ session, shared, tellClosed }: Parts): Film {
  const stored = createStored({ area: shared, key: FILM_KEY, read: readPushed });
  const own = () => {
    const pushed = stored.read();
    return pushed && pushed.uid === session.read()?.login.uid ? pushed : undefined;
  };
  const waiting = () => {
    const pushed = own();
    return pushed?.waits ? pushed.seq : undefined;
  };
  return {
    read: waiting,
    offer({ seq }) {
      const uid = session.read()?.login.uid;
      // One that is read again, behind a message that waits, was offered before.
      if (uid === undefined || BigInt(seq) <= BigInt(own()?.seq ?? 0)) return;
      stored.write({ uid, seq, waits: true });
    },
    close() {
      const seq = waiting();
      const uid = session.read()?.login.uid;
      if (seq === undefined || uid === undefined) return;
      stored.write({ uid, seq, waits: false });
      tellClosed(seq);
    },
    subscribe: stored.subscribe,
  };
}
