/** The thread of an order: what both sides write to each other, what they show, and what has happened, in one row of lines. */

/** What a line says without anybody having written it: the `thread` column of the transitions. */
export const THREAD_EVENTS = [
  'paid',
  'time-asked',
  'request-denied',
  'request-lapsed',
  'late-claim',
  'split-offered',
  'split-declined',
  'outage',
  'blame-taken',
] as const;
export type ThreadEvent = (typeof THREAD_EVENTS)[number];

/** `message`: a text. `file`: a picture or a PDF. `proof`: one that evidences a payment. `event`: one of `THREAD_EVENTS`. */
export const LINE_KINDS = ['message', 'file', 'proof', 'event'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Lines that one side may write in an order. Each side has its own, so nobody can use up the other one's. */
export const LINES_PER_SIDE_MAX = 500;
