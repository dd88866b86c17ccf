import * as z from 'zod/mini';
import { REAL_NAME_STATUSES } from '../member/real-name.ts';
import { AUTHENTICATOR_STATES } from '../member/security.ts';
import { OWN_LOCKS_MAX } from '../member/sort-codes.ts';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { bankCard } from './bank-cards.ts';
import { read, write } from './call.ts';
import { coin, decimal, empty, id, instant, page, paged, place } from './fields.ts';
import { reasonText } from './operators.ts';
import { cancelsToday } from './orders.ts';
import { sortCode } from './sort-code.ts';

/** What operators see of members, and what they change. Personal data is masked; to see a value takes a reason, and is logged. */

const plainText = field(z.string(), { log: 'plain' });
const maskedText = field(z.string(), { log: 'masked' });

export const REVEALED_FIELDS = ['mobile', 'mail', 'realName'] as const;

const locksMaxText = field(
  z.string().check(
    z.regex(/^(0|[1-9]\d?)$/),
    z.refine((text) => Number(text) <= OWN_LOCKS_MAX),
  ),
  { log: 'plain' },
);

const listedMember = z.object({
  uid: plainText,
  account: maskedText,
  nick: plainText,
  level: z.int(),
  role: z.enum(['member', 'merchant']),
  realNameStatus: z.enum(REAL_NAME_STATUSES),
  mobile: maskedText,
  mail: maskedText,
  registeredAt: instant,
  isForbidden: z.boolean(),
  isFrozen: z.boolean(),
});

export const memberAdministrationCalls = {
  '/api/v1/members/set-member-permissions/{account}': write(
    by('members.risk'),
    {},
    {
      /** Asks for it: another operator decides. */
      input: z.strictObject({
        login: z.enum(['allowed', 'forbidden']),
        role: z.enum(['member', 'merchant']),
        reason: reasonText,
      }),
      output: z.object({ requestId: id }),
    },
  ),
  /** For a member who has lost phone and recovery codes. Asks for it: another operator decides. `reason` says how it was checked who asks. */
  '/operator/member/second-step-remove/{account}': write(
    by('members.risk'),
    { origin: 'ours' },
    { input: z.strictObject({ reason: reasonText }), output: z.object({ requestId: id }) },
  ),
  /** Somebody else may know the member's password: ends the session, and the next sign-in sets another one, with a code. */
  '/operator/member/password-mark/{account}': write(
    by('members.risk'),
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ reason: reasonText }), output: empty },
  ),
  '/api/v1/members/unblock-login/{account}': write(
    by('members.unblock'),
    { repeatable: true },
    { input: z.strictObject({ reason: reasonText }), output: empty },
  ),
  /** Whether listings of the member take several lockers at once. */
  '/api/v1/members/set-multi-locks/{account}': write(
    by('members.risk'),
    { repeatable: true },
    {
      input: z.strictObject({ multiLocks: z.enum(['allowed', 'forbidden']), reason: reasonText }),
      output: empty,
    },
  ),
  /** How many orders the member may have in progress; `level`: as many as the level says. */
  '/api/v1/members/set-max-number-of-order-locks/{account}': write(
    by('members.risk'),
    { repeatable: true },
    {
      input: z.strictObject({ max: z.union([z.literal('level'), locksMaxText]), reason: reasonText }),
      output: empty,
    },
  ),
  '/member/appbk/memberList': read(
    by('members.list'),
    {},
    {
      /** `search`: the beginning of an account; or a whole uid, mobile number or nickname. */
      input: z.strictObject({
        ...page,
        search: z.optional(field(z.string().check(z.maxLength(64)), { log: 'never' })),
      }),
      output: paged(listedMember),
    },
  ),
  '/operator/member/detail/{account}': read(
    by('members.read'),
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        member: z.extend(listedMember, {
          realName: maskedText,
          /** An operator has lowered the level: own orders do not raise it. */
          isLevelKept: z.boolean(),
          hasSecret: z.boolean(),
          authenticator: z.enum(AUTHENTICATOR_STATES),
        }),
        trading: z.object({
          ofRole: sortCode,
          ofMember: sortCode,
          /** Orders in progress that the member may have, and has; `ownLocksMax` is null where the level decides. */
          locksMax: z.int(),
          ownLocksMax: z.nullable(z.int()),
          liveLocks: z.int(),
          multiLocks: z.boolean(),
          cancels: cancelsToday,
        }),
        coolDowns: z.array(z.object({ cause: plainText, until: instant })),
        cards: z.array(bankCard),
        balances: z.array(
          z.object({
            coin,
            total: decimal,
            available: decimal,
            listed: decimal,
            inOrder: decimal,
            onHold: decimal,
          }),
        ),
        /** The live one; null if there is none. */
        session: z.nullable(z.object({ device: plainText, ...place, since: instant, activeAt: instant })),
        signIns: z.array(z.object({ outcome: plainText, device: plainText, ...place, at: instant })),
      }),
    },
  ),
  '/operator/member/reveal/{account}': write(
    by('members.reveal'),
    { origin: 'ours', keptMinutes: 15 },
    {
      input: z.strictObject({ field: z.enum(REVEALED_FIELDS), reason: reasonText }),
      output: z.object({ value: field(z.string(), { log: 'never' }) }),
    },
  ),
} as const;
