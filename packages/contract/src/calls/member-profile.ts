import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { REAL_NAME_STATUSES } from '../member/real-name.ts';
import { TRADE_SIDES } from '../member/daily-limits.ts';
import { CONTACT_STATES, COOL_DOWN_CAUSES, COOLED_ACTS } from '../member/security.ts';
import { bankCard } from './bank-cards.ts';
import { by } from '../operators/permissions.ts';
import { accountText, amountText, coin, decimal, empty, instant, codeAddress } from './fields.ts';
import { reasonText } from './operators.ts';

/** The seed's memberInfo. Names, mail and mobile arrive masked: the device stores this record. */
export const memberInfo = z.object({
  account: field(z.string(), { store: 'local', log: 'masked' }),
  userLevel: z.int(),
  realName: field(z.string(), { store: 'local', log: 'masked' }),
  realNameStatus: z.enum(REAL_NAME_STATUSES),
  email: field(z.string(), { store: 'local', log: 'masked' }),
  mobile: field(z.string(), { store: 'local', log: 'masked' }),
  countryCode: field(z.string(), { store: 'local', log: 'plain' }),
  registerDate: instant,
  banks: z.array(bankCard),
  platformBinding: z.boolean(),
  bankCardStatus: field(z.string(), { store: 'local', log: 'plain' }),
});
export type MemberInfo = z.infer<typeof memberInfo>;

/** What a member may buy and sell in a day in Taipei. */
const dailyLimits = z.object({
  level: z.int(),
  /** When the day ends, and with it all that was used. */
  renewsAt: instant,
  limits: z.array(
    z.object({
      coin,
      side: z.enum(TRADE_SIDES),
      levelMax: decimal,
      /** What the member allows now; null: as much as the level. */
      ownMax: z.nullable(decimal),
      used: decimal,
      /** A raise that was asked for and has no effect yet. `to` null: as much as the level. */
      raise: z.nullable(z.object({ to: z.nullable(decimal), at: instant })),
    }),
  ),
});
export type DailyLimits = z.infer<typeof dailyLimits>;

/** How a member stands among the levels. What is lacking follows by the contract's own rule (`lackingFor`). */
const levelStanding = z.object({
  level: z.int(),
  /** An operator has lowered it: own orders do not raise it. */
  isKept: z.boolean(),
  locksMax: z.int(),
  /** An operator has set it for this member: a level makes no difference to it. */
  hasOwnLocksMax: z.boolean(),
  levels: z.array(
    z.object({
      level: z.int(),
      locksMax: z.int(),
      holdsCoin: z.boolean(),
      dailyMax: z.object({ TWD: z.int(), USDT: z.int() }),
      needs: z.object({
        finishedOrders: z.int(),
        partners: z.int(),
        completionPercent: z.int(),
        memberDays: z.int(),
      }),
    }),
  ),
  record: z.object({ finished: z.int(), ended: z.int(), partners: z.int(), days: z.int() }),
});
export type LevelStanding = z.infer<typeof levelStanding>;

export const memberProfileCalls = {
  '/member/info/{account}': read('self', {}, { input: empty, output: memberInfo }),
  '/member/account/permissions': read(
    'member',
    {},
    {
      input: empty,
      output: z.object({
        acts: z.array(
          z.object({
            act: z.enum(COOLED_ACTS),
            /** `asks-code`: a one-time code besides the transaction secret. */
            state: z.enum(['allowed', 'asks-code', 'refused']),
            until: z.nullable(instant),
          }),
        ),
        coolDowns: z.array(z.object({ cause: z.enum(COOL_DOWN_CAUSES), until: instant })),
        /** Which field a prompt for the transaction secret shows. */
        secretForm: z.enum(['none', 'six-digit', 'password']),
        /** Where codes go now: while a cool-down runs, to addresses that were proven before it. One that was replaced since may be among them. */
        codesTo: z.array(codeAddress),
        mobile: z.enum(CONTACT_STATES),
        mail: z.enum(CONTACT_STATES),
        locksMax: z.int(),
        /** Account and nickname were proposed at fast registration, and may be changed once. */
        mayRename: z.boolean(),
      }),
    },
  ),
  '/member/account/use-level-set': write(
    by('members.risk'),
    { repeatable: true },
    {
      input: z.strictObject({
        account: accountText,
        level: field(z.string().check(z.regex(/^\d$/)), { log: 'plain' }),
        reason: reasonText,
      }),
      output: z.object({ level: z.int() }),
    },
  ),
  '/member/account/use-level-get': read('member', {}, { input: empty, output: levelStanding }),
  /** Whether others are told, coarsely, when the member was here: whoever sees a listing of theirs or has a live order with them. */
  '/member/presence': read(
    'member',
    { origin: 'ours' },
    { input: empty, output: z.object({ isShown: z.boolean() }) },
  ),
  '/member/presence/set': write(
    'member',
    { origin: 'ours', repeatable: true },
    {
      input: z.strictObject({ shown: z.enum(['1', '0']) }),
      output: z.object({ isShown: z.boolean() }),
    },
  ),
  '/member/limits': read('member', { origin: 'ours' }, { input: empty, output: dailyLimits }),
  /** Sets an own limit: less holds at once, more after a day. `max`: an amount up to the level's, or as much as the level allows. */
  '/member/limits/set': write(
    'member',
    { origin: 'ours', secret: true, repeatable: true },
    {
      input: z.strictObject({
        coin,
        side: z.enum(TRADE_SIDES),
        max: z.union([z.literal('level'), amountText]),
      }),
      output: dailyLimits,
    },
  ),
  /** Takes the highest level that the own orders have earned. */
  '/member/level/raise': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: empty, output: levelStanding },
  ),
} as const;
