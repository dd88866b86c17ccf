import * as z from 'zod/mini';
import { read, write } from './call.ts';
import {
  LISTING_ACTIONS,
  LISTING_OBSTACLES,
  LISTING_PAUSES,
  SUSPENSION_REASONS,
  TTL_HOURS_MAX,
  TTL_HOURS_MIN,
} from '../orders/listing-states.ts';
import { CONDITIONS } from '../orders/conditions.ts';
import { LISTING_STATES, OFFER_OBSTACLES, PAY_WINDOWS_MIN } from '../orders/machine.ts';
import { PRESENCES } from '../orders/presence.ts';
import { REMARK_REMOVALS } from '../orders/remarks.ts';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { PAY_METHODS } from '../rules/pay-method.ts';
import {
  accountText,
  amountText,
  coin,
  decimal,
  empty,
  id,
  instant,
  json,
  page,
  paged,
  priceText,
  version,
} from './fields.ts';
import { reasonText } from './operators.ts';

/** How long a listing is published for: whole hours. */
const ttlHours = field(
  z.string().check(
    z.regex(/^[1-9]\d{0,2}$/),
    z.refine((text) => Number(text) >= TTL_HOURS_MIN && Number(text) <= TTL_HOURS_MAX),
  ),
  { log: 'plain' },
);
const conditions = z.object({
  minLevel: z.int(),
  minFinished: z.int(),
  minDays: z.int(),
  minCompletion: z.int(),
});
/* @__NO_SIDE_EFFECTS__ */
const upTo = (max: number) =>
  z.optional(
    field(
      z.string().check(
        z.regex(/^(0|[1-9]\d{0,3})$/),
        z.refine((text) => Number(text) <= max),
      ),
      { log: 'plain' },
    ),
  );
const levelMin = field(z.string().check(z.regex(/^[1-9]$/)), { log: 'plain' });
/** A full or half hour of the day in Taipei. */
const clockTime = field(z.string().check(z.regex(/^([01]\d|2[0-3]):[03]0$/)), { log: 'plain' });
/** The hours of each day in which it can be locked; where `to` lies before `from` they go on past midnight. Null: always. */
const hours = z.nullable(z.object({ from: clockTime, to: clockTime }));
/** As it was typed; how many characters it may have is a rule, and says so. */
const remarkText = field(z.string().check(z.maxLength(2000)), { log: 'masked' });
const whomItIsFor = {
  /** The owner accepts each order before its buyer sees where to pay. */
  askFirst: z.optional(z.literal('1')),
  /**
   * Of hours, `isPrivate` and `remark`, absent says nothing: a new listing then has none of them, and an edited one keeps what it has. So
   * an app of before one of them came to be does not take it away. Both hours or neither, and never the same: in which hours of the day it
   * can be locked; `anyHour` instead of them: always.
   */
  hoursFrom: z.optional(clockTime),
  hoursTo: z.optional(clockTime),
  anyHour: z.optional(z.literal('1')),
  /** `1`: it stands in no market, and only who has its link, or its number and password, can open and lock it. */
  isPrivate: z.optional(z.enum(['0', '1'])),
  /** What the owner says to whoever reads it; empty: nothing. */
  remark: z.optional(remarkText),
  /** Conditions for who locks it. Absent: none. */
  minLevel: upTo(9),
  minFinished: upTo(1000),
  minDays: upTo(365),
  minCompletion: upTo(100),
};
/** The fee that the owner was shown, in basis points. */
const feeSeen = field(z.string().check(z.regex(/^(0|[1-9]\d{0,3})$/)), { log: 'plain' });
const onListing = z.strictObject({ listingId: id, version });
const payMethods = z.array(z.enum(PAY_METHODS));
const wantedMethods = json(payMethods.check(z.minLength(1), z.maxLength(PAY_METHODS.length)));
/** What the owner of a listing does. */
const side = z.enum(['sell', 'buy']);

/** A listing as its owner sees it. */
const listing = z.object({
  id,
  version: z.int(),
  side,
  coin,
  state: z.enum(LISTING_STATES),
  quantity: decimal,
  /** What nobody has locked yet: it is what closing gives back. */
  remaining: decimal,
  /** What running orders hold. */
  locked: decimal,
  price: decimal,
  minQuantity: decimal,
  maxQuantity: decimal,
  payWindowMinutes: z.int(),
  cardIds: z.array(id),
  payAccountIds: z.array(id),
  /** By which an order of it can be paid. */
  payMethods,
  createdAt: instant,
  /** How long it is published for, and until when; null once it has ended. */
  ttlHours: z.int(),
  expiresAt: z.nullable(instant),
  /** What its end gave back: a renewal offers it again. */
  restAtEnd: decimal,
  /** The owner wants to accept each order first. */
  askFirst: z.boolean(),
  /** Only who has its link can open and lock it. */
  isPrivate: z.boolean(),
  /** What the owner says to whoever reads it; `removed`: operators have taken it down, and nobody else sees it. */
  remark: z.nullable(
    z.object({
      id,
      text: field(z.string(), { log: 'masked' }),
      removed: z.nullable(z.enum(REMARK_REMOVALS)),
    }),
  ),
  /** What its owner asks of who locks it; 0 asks nothing. */
  conditions,
  hours,
  /** When its hours begin again, while it lives and is outside them; null otherwise. */
  opensAt: z.nullable(instant),
  /** Of a buy listing: orders cost more by now than its owner has agreed to, so each waits for the owner. */
  feeRose: z.boolean(),
  pausedBecause: z.nullable(z.enum(LISTING_PAUSES)),
  suspendedBecause: z.nullable(z.enum(SUSPENSION_REASONS)),
  /** Why others cannot take it now; empty where they can. */
  obstacles: z.array(z.enum(LISTING_OBSTACLES)),
  /** What the owner can do with it now. */
  actions: z.array(z.enum(LISTING_ACTIONS)),
});
export type Listing = z.infer<typeof listing>;

/** With one decimal at most. */
const percentText = field(z.string().check(z.regex(/^\d+(\.\d)?$/)), { log: 'plain' });
/** What the price of a listing is measured by: `par`, because the coin is NT$ itself, or what members have lately traded it at. */
const priceReference = z.object({
  coin,
  price: decimal,
  basis: z.enum(['par', 'trades']),
  /** How many trades it is the median of, and when the newest of them finished; 0 and null of a par. */
  trades: z.int(),
  newestAt: z.nullable(instant),
});
export type PriceReference = z.infer<typeof priceReference>;

/** A listing as others see it in the market: no account, no card. */
export const offer = z.object({
  listingId: id,
  version: z.int(),
  side,
  coin,
  remaining: decimal,
  price: decimal,
  minQuantity: decimal,
  maxQuantity: decimal,
  payWindowMinutes: z.int(),
  /** Of an order that is locked now; `feeSeen` of the lock. */
  feeBasisPoints: z.int(),
  payMethods,
  /** Null: none, or it was taken down. */
  remark: z.nullable(field(z.string(), { log: 'masked' })),
  /** A lock waits for the owner's acceptance: the owner wants it so, or is away. */
  asksFirst: z.boolean(),
  hours,
  /** Its price lies far from the reference, in percent of that; null: it does not, or there is none. It hinders nobody. */
  deviation: z.nullable(
    z.object({ direction: z.enum(['above', 'below']), percent: percentText, reference: decimal }),
  ),
  owner: z.object({
    uid: z.string(),
    nick: z.string(),
    /** The file of the picture, for `avatarUrl`; null: none. */
    avatarFileId: z.nullable(z.string()),
    level: z.int(),
    /** Orders finished as either side. */
    finished: z.int(),
    /** Share of ended orders that finished, in percent with one decimal; null before so many that it says something. */
    completionPercent: z.nullable(z.string()),
    /** Median seconds from "paid" to release; null as above. */
    releaseSeconds: z.nullable(z.int()),
    tradedWithYou: z.int(),
    isFavourite: z.boolean(),
    /** Whether the owner is here; null: not told. */
    presence: z.nullable(z.enum(PRESENCES)),
  }),
  conditions,
  /** Those that the viewer does not meet. */
  unmet: z.array(z.enum(CONDITIONS)),
  /** Null where the viewer can take it. */
  obstacle: z.nullable(z.enum(OFFER_OBSTACLES)),
  /** The viewer's own live order on it. */
  ownOrderId: z.nullable(id),
});
export type Offer = z.infer<typeof offer>;

export const listingCalls = {
  /** What a listing that is published now may say, and what orders cost now. */
  '/listing/terms': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        feeBasisPoints: z.int(),
        /** From when on orders will cost something else; null where nothing is planned. */
        feePlanned: z.nullable(z.object({ feeBasisPoints: z.int(), from: instant })),
        payWindows: z.array(z.int()),
        /** One of each coin that has one. */
        references: z.array(priceReference),
        /** From how many percent on a price lies far from its reference. */
        warnPercent: z.int(),
        serverTime: instant,
      }),
    },
  ),
  '/listing/create': write(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({
        /** Absent: a sell listing. */
        side: z.optional(side),
        coin,
        quantity: amountText,
        price: priceText,
        minQuantity: amountText,
        maxQuantity: amountText,
        payWindowMinutes: z.enum(PAY_WINDOWS_MIN),
        /** Where the owner of a sell listing is paid: bank cards, pay accounts, or both. Nowhere in a buy listing. */
        cardIds: json(z.array(id).check(z.maxLength(5))),
        payAccountIds: z.optional(json(z.array(id).check(z.maxLength(5)))),
        /** By which ways the owner of a buy listing can pay. */
        payMethods: z.optional(wantedMethods),
        /** Absent: a day. */
        ttlHours: z.optional(ttlHours),
        ...whomItIsFor,
      }),
      output: z.object({ listing }),
    },
  ),
  '/listing/close': write('member', { origin: 'ours' }, { input: onListing, output: z.object({ listing }) }),
  /** Nobody can lock of it until it is resumed. Orders go on, and so does its clock. */
  '/listing/pause': write('member', { origin: 'ours' }, { input: onListing, output: z.object({ listing }) }),
  '/listing/resume': write('member', { origin: 'ours' }, { input: onListing, output: z.object({ listing }) }),
  /** All that are open, or all that are paused; how many they were. */
  '/listing/pause-all': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: empty, output: z.object({ count: z.int() }) },
  ),
  '/listing/resume-all': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: empty, output: z.object({ count: z.int() }) },
  ),
  /**
   * Says anew whom it is for and in which hours, from the next order on. A condition or `askFirst` that is absent is asked no more; what is
   * said of hours, `isPrivate` and `remark` by their absence stands at `whomItIsFor`. The owner of a buy listing agrees with it to the fee
   * of now, which they were shown: a higher one is refused.
   */
  '/listing/edit': write(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({ listingId: id, version, feeSeen, ...whomItIsFor }),
      output: z.object({ listing }),
    },
  ),
  /** Offers again what an expired listing gave back. */
  '/listing/renew': write(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({ listingId: id, version, ttlHours: z.optional(ttlHours) }),
      output: z.object({ listing }),
    },
  ),
  /** What one member offers, as operators see it. */
  '/operator/listing/list': read(
    by('members.read'),
    { origin: 'ours' },
    {
      input: z.strictObject({ account: accountText, scope: z.enum(['live', 'ended']), ...page }),
      output: paged(listing),
    },
  ),
  /** The unlocked rest goes back to the owner, who is told why. Running orders go on. */
  '/operator/listing/suspend': write(
    by('members.risk'),
    { origin: 'ours' },
    {
      input: z.strictObject({
        listingId: id,
        version,
        because: z.enum(SUSPENSION_REASONS),
        reason: reasonText,
      }),
      output: z.object({ listing }),
    },
  ),
  '/listing/mine': read(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({ scope: z.enum(['live', 'ended']), ...page }),
      output: paged(listing),
    },
  ),
  '/listing/market': read(
    'member',
    { origin: 'ours' },
    {
      /**
       * `side`: what the owners do; absent: they sell. `quantity`: what the viewer wants; on each page offers that cannot serve it come last, with the reason. `payMethods`:
       * how the viewer can pay or be paid; others are left out.
       */
      input: z.strictObject({
        side: z.optional(side),
        coin,
        quantity: z.optional(amountText),
        payMethods: z.optional(wantedMethods),
        /** Only of owners of this level or above. */
        levelMin: z.optional(levelMin),
        /** Only of the viewer's favourites. */
        favourites: z.optional(z.literal('1')),
        /** Only of owners who are here now and let others see it. A page may then hold few offers, or none, and have a next one all the same. */
        here: z.optional(z.literal('1')),
        /** Absent: by the rule that members are told. `price`: the best price for the viewer first, whoever asks it; of pages it says the same as of `here`. */
        sort: z.optional(z.literal('price')),
        ...page,
      }),
      output: paged(offer),
    },
  ),
  /** The best price at which the viewer can take an offer with this quantity; null where there is none among the best. */
  '/listing/best': read(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({
        side: z.optional(side),
        coin,
        quantity: amountText,
        payMethods: z.optional(wantedMethods),
        levelMin: z.optional(levelMin),
        /** Lost just now. */
        without: z.optional(id),
      }),
      output: z.object({ offer: z.nullable(offer) }),
    },
  ),
} as const;
