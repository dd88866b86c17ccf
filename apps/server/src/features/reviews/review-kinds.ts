import type { ReviewKindName, ReviewState } from '@holdfast/contract/operators';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';

/** One line of a queue, masked. */
export interface QueueItem {
  readonly id: string;
  readonly account: string;
  readonly nick: string;
  readonly version: number;
  readonly nameMasked: string;
  readonly numberMasked: string;
  /** Since when this version waits, or has waited. */
  readonly since: Date;
  readonly decidedAt: Date | null;
  readonly isContested: boolean;
  /** By which the queue is sorted: upwards where it waits, downwards where it is decided. */
  readonly key: bigint;
}

export interface QueueQuery {
  readonly state: ReviewState;
  /** Behind this key. */
  readonly after: bigint | undefined;
  /** What has waited for so many hours at least. */
  readonly ageHours: number | undefined;
  readonly limit: number;
}

/** Where one item stands. */
export interface ReviewedItem {
  readonly memberId: MemberId;
  readonly state: ReviewState;
  /** Another one means that what a reviewer looks at was changed. */
  readonly version: number;
}

/**
 * One kind of thing that reviewers decide. How to add one:
 *   1. a line in `REVIEW_KINDS` of the contract: what it is called, who decides;
 *   2. an object of this type in the slice that owns it, named in `roles/gateway.ts`;
 *   3. the slice's call that decides ends the claim (`spendClaim`), and its detail asks whether to show it in clear (`holdsClaim`);
 *   4. its room in the console (`features/reviews/kinds.tsx`).
 * Queues, claims, hand-over, the order of work and what is told of them are done here.
 */
export interface ReviewKind {
  readonly list: (tx: Tx, query: QueueQuery) => Promise<readonly QueueItem[]>;
  /** How many wait, counted up to 999, and since when the oldest does. */
  readonly count: (tx: Tx) => Promise<{ readonly waiting: number; readonly oldestAt: Date | null }>;
  readonly find: (tx: Tx, id: string) => Promise<ReviewedItem | undefined>;
}

export type ReviewKinds = Readonly<Record<ReviewKindName, ReviewKind>>;

/** Counting further would cost what it counts. */
export const COUNTED_MAX = 999;
