import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { VOLUME_BANDS } from '../orders/trade-record.ts';
import { empty, instant, page, paged } from './fields.ts';

const uid = field(z.string().check(z.regex(/^[1-9]\d{9}$/)), { log: 'plain' });

const related = z.object({
  uid,
  nick: z.string(),
  level: z.int(),
  avatarFileId: z.nullable(z.string()),
  since: instant,
});
export type RelatedMember = z.infer<typeof related>;

const list = z.extend(paged(related), { count: z.int() });

const tradeRecord = z.object({
  level: z.int(),
  /** Whole days since the registration. */
  days: z.int(),
  finished: z.int(),
  /** Of the last 30 days, today among them. */
  finishedLately: z.int(),
  /** What was paid for these, as a band; null without any. */
  volume: z.nullable(z.enum(VOLUME_BANDS)),
  /** With how many members. */
  partners: z.int(),
  /** Orders that operators have decided and found this side at fault, or the other one. */
  disputesLost: z.int(),
  disputesWon: z.int(),
  /** These three are null as long as there are too few orders to say anything. */
  completionPercent: z.nullable(z.string()),
  releaseSeconds: z.nullable(z.int()),
  paySeconds: z.nullable(z.int()),
  tradedWithYou: z.int(),
  /** Of the newest ratings; null while there are too few of them. */
  rating: z.nullable(
    z.object({
      average: z.string().check(z.regex(/^[1-5]\.\d$/)),
      count: z.int(),
      recommendPercent: z.int(),
    }),
  ),
});
export type TradeRecord = z.infer<typeof tradeRecord>;

/** Whom a member does not want to meet in the market, and whose listings are looked for first. Nobody is told. */
export const relationCalls = {
  /** Neither sees or locks the other's listings from now on; orders that run go on. */
  '/member/block/set': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ uid, blocked: z.enum(['1', '0']) }), output: empty },
  ),
  '/member/block/list': read('member', { origin: 'ours' }, { input: z.strictObject(page), output: list }),
  '/member/favourite/set': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ uid, favourite: z.enum(['1', '0']) }), output: empty },
  ),
  '/member/favourite/list': read('member', { origin: 'ours' }, { input: z.strictObject(page), output: list }),
  /** How many orders the two have finished with each other, on either side. */
  '/member/check-has-bought': read(
    'member',
    {},
    { input: z.strictObject({ uid }), output: z.object({ hasBought: z.boolean(), count: z.int() }) },
  ),
  /** How another member trades: figures of finished orders on either side, without an amount or a name of anybody. */
  '/member/trade-record': read(
    'member',
    { origin: 'ours' },
    { input: z.strictObject({ uid }), output: tradeRecord },
  ),
} as const;
