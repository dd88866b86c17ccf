import type { CallApi } from '@holdfast/client/calls';
import type { Session } from '../session/session.ts';

/** What this page knows of the reading of its member. */
export interface ReadMarks {
  readonly uid: string | undefined;
  /** How many are unread at the server, less those marked here since; undefined before the first answer. */
  readonly unread: number | undefined;
  /** Marked here: their rows may still say otherwise. */
  readonly seqs: ReadonlySet<string>;
  readonly upTo: bigint;
}

export type Numbered = readonly { readonly seq: string }[];

/** `mark-read.ts` marks by it, and is loaded when there is something to mark. */
export interface ReadState {
  callApi: CallApi;
  shared: Storage;
  read: () => ReadMarks;
  subscribe: (listener: () => void) => () => void;
  change: (changed: Partial<ReadMarks>) => void;
}

const NOTHING: ReadMarks = { uid: undefined, unread: undefined, seqs: new Set(), upTo: 0n };

/** Of another member nothing is known. */
export function createReadState({
  callApi,
  session,
  shared,
}: Pick<ReadState, 'callApi' | 'shared'> & { session: Session }): ReadState {
  const listeners = new Set<() => void>();
  let marks = NOTHING;
  const uid = () => session.read()?.login.uid;
  const read = () => (marks.uid === uid() ? marks : NOTHING);
  const change = (changed: Partial<ReadMarks>) => {
    marks = { ...read(), ...changed, uid: uid() };
    for (const listener of listeners) listener();
  };

  return {
    callApi,
    shared,
    read,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
  };
}
