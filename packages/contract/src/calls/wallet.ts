import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { civilDate, coin, decimal, empty, id, instant, page, paged } from './fields.ts';

const balance = z.object({
  coin,
  total: decimal,
  available: decimal,
  listed: decimal,
  inOrder: decimal,
  onHold: decimal,
  withdrawing: decimal,
});
export type Balance = z.infer<typeof balance>;

/** What a journal can be filtered by. */
export const JOURNAL_KINDS = [
  'issue',
  'publish',
  'close',
  'lock',
  'sale',
  'purchase',
  'return',
  'ruling',
  'relock',
  'hold-end',
] as const;

const journalEntry = z.object({
  id,
  /** What happened, in the member's eyes; the screen has a text for each. */
  kind: z.enum([...JOURNAL_KINDS, 'other']),
  /** The signed change of everything the member owns: 0.00 where money only moved between the member's own accounts. */
  change: decimal,
  /** The signed change of the available part. */
  availableChange: decimal,
  availableAfter: decimal,
  /** How much it is about, without a sign: what the order was made for, before any fee, or else what moved. */
  quantity: decimal,
  orderId: z.nullable(id),
  /** Who the order was with. */
  nick: z.nullable(z.string()),
  listingId: z.nullable(id),
  at: instant,
});
export type JournalEntry = z.infer<typeof journalEntry>;

const journal = {
  input: z.strictObject({
    ...page,
    kind: z.optional(z.enum(JOURNAL_KINDS)),
    /** The first and the last day. */
    from: z.optional(civilDate),
    to: z.optional(civilDate),
  }),
  output: paged(journalEntry),
};

const heldLot = z.object({
  /** The order that it was bought with. */
  orderId: id,
  nick: z.nullable(z.string()),
  quantity: decimal,
  until: instant,
});
export type HeldLot = z.infer<typeof heldLot>;

export const walletCalls = {
  '/member/balanceinfo': read(
    'member',
    {},
    {
      input: empty,
      output: z.object({ balances: z.array(balance), asOf: instant }),
    },
  ),
  /** Bought coin that is held, lot by lot, the next to be free first. */
  '/wallet/holds': read(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({ coin, ...page }),
      output: z.extend(paged(heldLot), { serverTime: instant }),
    },
  ),
  '/api/wallet/chang/balance/fee': read('member'), // as found
  '/api/wallet/get-journal': read('member', {}, journal),
  '/api/wallet/get-journal-usdt': read('member', {}, journal),
  '/api/wallet/download-journal': write('member', { secret: true }),
  '/api/wallet/download-journal-usdt': write('member', { secret: true }),
  '/api/v1/deposit-and-withdraw-record': read('member'),
} as const;
