import type { MemberId } from '@holdfast/kernel';

/** A message of the inbox as carriers get it. */
export interface Notice {
  readonly memberId: MemberId;
  /** Its number in the member's inbox: the receiver shows each number once, and asks for those that it misses. */
  readonly seq: bigint;
  readonly type: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** What came of one try to send. A reason is read by operators: the kind of failure, and nothing of address or message. */
export type Outcome =
  | { readonly is: 'sent' }
  /** The service knows the address no more: it is unsubscribed. */
  | { readonly is: 'gone' }
  /** The address has ended with us, and its service was not asked: it is unsubscribed. */
  | { readonly is: 'ended' }
  /** This message did not go to this address. It is tried again, at most `TRIES_MAX` times. `retrySeconds`: what the service asks for. */
  | { readonly is: 'failed'; readonly reason: string; readonly retrySeconds?: number }
  /** The service refuses this message for good. */
  | { readonly is: 'refused'; readonly reason: string }
  /** The service itself: not reached, or it refuses us. Nothing is sent to its lane for a while, and no message is to blame. */
  | { readonly is: 'down'; readonly reason: string; readonly retrySeconds?: number };

/** The message is none for this address. Nothing was sent, so it says nothing about the service. */
export interface Skipped {
  readonly is: 'skipped';
}

/** A way to members outside the open app: Web Push, FCM. It sends copies of what the inbox says. */
export interface Carrier {
  readonly name: string;
  /** An older message is no longer sent: the member finds it in the inbox. */
  readonly usefulMinutes: number;
  /**
   * Sends one message to the address that it knows by `key`. At least once: after a crash the same number is sent again. One call at a time for
   * each key, in the order of the numbers. It must end when `signal` aborts. What it throws counts as `failed`.
   */
  send(key: string, notice: Notice, signal: AbortSignal): Promise<Outcome | Skipped>;
}

/** The inbox as carriers read it. */
export interface CarrierSource {
  /**
   * The newest messages after `after` that are not older than `usefulMinutes` and that the member wants to be sent, oldest first: `limit` about the
   * safety of the account, and as many others. And the newest number of all.
   */
  messagesToSend(
    memberId: MemberId,
    after: bigint,
    bounds: { readonly limit: number; readonly usefulMinutes: number },
  ): Promise<{ readonly notices: readonly Notice[]; readonly lastSeq: bigint }>;
  message(memberId: MemberId, seq: bigint): Promise<Notice | undefined>;
}
