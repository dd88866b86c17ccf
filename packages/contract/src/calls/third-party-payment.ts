import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { CARD_REFUSALS } from '../member/card-refusals.ts';
import { REVIEW_VERDICTS } from '../operators/reviews.ts';
import { PAY_APPS, PAY_CODE_LENGTH_MAX } from '../rules/pay-account.ts';
import { field } from '../wire/field.ts';
import { CARD_APPROVALS, CARD_STATUSES, cardUse, sameAccount } from './bank-cards.ts';
import { read, write } from './call.ts';
import { accountText, empty, id, instant, json, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';
import { fileId, fileLink } from './uploads.ts';

/** Accounts at third-party pay apps: a picture of a QR code, what it says, and whether it may receive payments. */

const app = z.enum(PAY_APPS);
const status = z.enum(CARD_STATUSES);
const refusal = z.nullable(z.enum(CARD_REFUSALS));
/** What a QR code says. */
const codeContent = field(z.string().check(z.minLength(1), z.maxLength(PAY_CODE_LENGTH_MAX)), {
  log: 'never',
});
const holderName = field(z.string().check(z.maxLength(40)), { log: 'masked' });
/** Where the code leads to, and the end of what it names there. */
const targetMasked = field(z.string(), { log: 'masked' });

const payAccount = z.object({ id, app, targetMasked, holderName, status, addedAt: instant });

/** A pay account in the list of the member's own. */
const ownPayAccount = z.extend(payAccount, {
  /** Until when nobody is told to pay into it: it was added while a cool-down ran. */
  coolingUntil: z.nullable(instant),
  refusal,
});
export type OwnPayAccount = z.infer<typeof ownPayAccount>;

const listedPayAccount = z.object({
  payAccountId: id,
  /** What a review decides on: this version of the account, and no later one. */
  versionId: id,
  account: accountText,
  app,
  targetMasked,
  holderMasked: field(z.string(), { log: 'masked' }),
  status,
  refusal,
  addedAt: instant,
});

const onPayAccount = z.strictObject({ payAccountId: id });

export const thirdPartyPaymentCalls = {
  /** What waits for a review, or what has been decided: the queue. */
  '/member/third-party-payment/review': read(
    by('reviews.decide'),
    { method: 'GET' },
    {
      input: z.strictObject({ ...page, status, account: z.optional(accountText) }),
      output: paged(listedPayAccount),
    },
  ),
  /** The own one, or any for a reviewer: masked and without its picture until they have claimed it. Each view of theirs is audited. */
  '/member/third-party-payment/detail/{id}': read(
    ['own', 'op:reviewer'],
    { method: 'GET' },
    {
      input: empty,
      output: z.object({
        isClear: z.boolean(),
        payAccount: z.extend(listedPayAccount, {
          /** What the code says, as the server has read it. */
          codeContent: z.nullable(codeContent),
          /** Where it leads to: a host, or the code of a bank or a pay institution. */
          place: field(z.string(), { log: 'plain' }),
          /** What it names there. */
          accountNumber: field(z.string(), { log: 'never' }),
          holderName,
          version: z.int(),
          waitingSince: instant,
        }),
        /** The picture; null where a reviewer has added the account without one. */
        picture: z.nullable(fileLink),
        /** The member's approved name; '' while there is none. */
        realName: field(z.string(), { log: 'never' }),
        isHolderApproved: z.boolean(),
        ...sameAccount,
        /** For a reviewer: this very operator has added it, and so cannot approve it. */
        isOwnAddition: z.boolean(),
      }),
    },
  ),
  '/member/third-party-payment/set-status/{id}': write(
    by('reviews.decide'),
    {},
    {
      input: z.strictObject({
        versionId: id,
        verdict: z.enum(REVIEW_VERDICTS),
        refusal: z.optional(z.enum(CARD_REFUSALS)),
      }),
      output: empty,
    },
  ),
  /** Adds an account from an uploaded picture, or puts another one into its place. It is reviewed and cooled down anew. */
  '/member/third-party-payment/upload-resource-id-binding': write(
    'member',
    { secret: true },
    {
      input: z.strictObject({
        payAccountId: z.optional(id),
        app,
        fileId,
        /** What the device has read and the member was shown; another reading by the server refuses it. */
        codeContent,
        holderName,
      }),
      output: z.object({ payAccount }),
    },
  ),
  '/member/third-party-payment/delete': write(
    'member',
    { secret: true },
    { input: onPayAccount, output: empty },
  ),
  /** The same by its older name. */
  '/member/delelecp/{account}': write('self', { secret: true }, { input: onPayAccount, output: empty }), // as found
  /** What keeps the account from being changed or removed. */
  '/member/third-party-payment/check-payment-in-progress': read(
    'member',
    {},
    { input: onPayAccount, output: z.object({ uses: z.array(cardUse) }) },
  ),
  /** Adds an account of which there is no picture that a machine can read. Another reviewer decides about it. */
  '/member/third-party-payment/force-add': write(
    by('reviews.decide'),
    {},
    {
      input: z.strictObject({ account: accountText, app, codeContent, reason: reasonText }),
      output: z.object({ payAccountId: id }),
    },
  ),
  '/api/v1/members/unbind-3rd-payments/{account}': write(
    by('reviews.decide'),
    {},
    {
      /** All accounts, or these. */
      input: z.strictObject({ payAccountIds: z.optional(json(z.array(id))), reason: reasonText }),
      output: z.object({ removed: z.int() }),
    },
  ),
  /** The member's own. */
  '/member/third-party-payment/list': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        payAccounts: z.array(ownPayAccount),
        approval: z.enum(CARD_APPROVALS),
        /** Until when an account that is added now cools; null while no cool-down runs. */
        newCoolsUntil: z.nullable(instant),
      }),
    },
  ),
} as const;
