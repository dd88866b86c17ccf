import type { MemberId } from '@holdfast/kernel';
import type { Seen } from '#platform/metrics/watch.ts';

/** What the gateway processes of one machine tell each other. All of it is help and nothing needs it: a word may be lost with its process. */
export type Word =
  /** A commit has left hints for the relay. */
  | { readonly is: 'hints' }
  /** A member called from this address, in a live session. */
  | { readonly is: 'member-at'; readonly member: MemberId; readonly address: string }
  /** Something that the first process counts, and warns of. */
  | ({ readonly is: 'seen' } & Seen);

type Listener = (word: Word) => void;

export interface Peers {
  /** How many gateway processes share this machine, this one included. */
  readonly count: number;
  /** Tells all others. */
  tell(word: Word): void;
  hear(listener: Listener): void;
}

/** Of a process that has no others. */
export const noPeers: Peers = { count: 1, tell: () => {}, hear: () => {} };

/** Of a process that another one has started: `furtherGateways()` there passes its words on. */
export function peersOfParent(count: number): Peers {
  return {
    count,
    tell: (word) => {
      if (process.connected) process.send?.(word, undefined, undefined, () => {}); // the parent may be ending
    },
    hear: (listener) => void process.on('message', (word) => listener(word as Word)),
  };
}
