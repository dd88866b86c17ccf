import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { by } from '../operators/permissions.ts';
import { CARD_REFUSALS } from '../member/card-refusals.ts';
import { REVIEW_VERDICTS } from '../operators/reviews.ts';
import { accountText, empty, id, instant, json, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

export const CARD_STATUSES = ['Review', 'NotApproved', 'Approved'] as const;

/** A card as its owner sees it in lists: the number is masked, the whole of it appears only in a live order. */
export const bankCard = z.object({
  id,
  bankCode: field(z.string(), { log: 'plain' }),
  accountMasked: field(z.string(), { log: 'plain' }),
  holderName: field(z.string(), { log: 'masked' }),
  status: z.enum(CARD_STATUSES),
  addedAt: instant,
});
export type BankCard = z.infer<typeof bankCard>;

/** A card in the list of the member's own. */
const ownCard = z.extend(bankCard, {
  /** Until when nobody is told to pay into it: it was added while a cool-down ran. */
  coolingUntil: z.nullable(instant),
  /** Why it was not approved. */
  refusal: z.nullable(z.enum(CARD_REFUSALS)),
});
export type OwnBankCard = z.infer<typeof ownCard>;

/** How a new card comes to be approved. `at-once`: by the demo's rule, without anybody having looked at it. */
export const CARD_APPROVALS = ['by-review', 'at-once'] as const;
export type CardApproval = (typeof CARD_APPROVALS)[number];

/** What keeps a card or a pay account from being changed or removed: a live order that is paid on it, or a listing that names it. */
export const cardUse = z.object({
  kind: z.enum(['order', 'listing']),
  id,
  /** An order's serial number, or what a listing offers. */
  title: field(z.string(), { log: 'plain' }),
});
export type CardUse = z.infer<typeof cardUse>;

const otherAccount = z.object({ id, account: accountText });
/** For a reviewer: the same account in the hands of other members, who are never told of each other. */
export const sameAccount = {
  /** Whose approved one it is. */
  claimedBy: z.nullable(otherAccount),
  /** Who waits for a review of it too. */
  alsoWaiting: z.array(otherAccount),
};

/** What a review decides on: this version of the card, and no later one. */
const versionId = id;

/** A card in an operator's list. */
const listedCard = z.object({
  cardId: id,
  versionId,
  account: accountText,
  bankCode: field(z.string(), { log: 'plain' }),
  accountMasked: field(z.string(), { log: 'plain' }),
  holderMasked: field(z.string(), { log: 'masked' }),
  status: z.enum(CARD_STATUSES),
  refusal: z.nullable(z.enum(CARD_REFUSALS)),
  addedAt: instant,
});

const accountDetails = {
  bankCode: z.string().check(z.maxLength(3)),
  accountNumber: z.string().check(z.maxLength(20)),
  holderName: z.string().check(z.maxLength(40)),
};

export const bankCardCalls = {
  '/bank/list/{account}': read(
    'self',
    {},
    {
      input: empty,
      output: z.object({
        cards: z.array(ownCard),
        approval: z.enum(CARD_APPROVALS),
        /** Until when a card that is added now cools; null while no cool-down runs. */
        newCoolsUntil: z.nullable(instant),
      }),
    },
  ),
  '/member/bankadd/{account}': write(
    'self',
    { secret: true },
    {
      input: z.strictObject(accountDetails),
      output: z.object({ card: bankCard }),
    },
  ),
  /** The card's account as it is to be; without a number it keeps the one it has. It is reviewed and cooled down anew. */
  '/member/bankmod/{account}': write(
    'self',
    { secret: true },
    {
      input: z.strictObject({
        ...accountDetails,
        cardId: id,
        accountNumber: z.optional(accountDetails.accountNumber),
      }),
      output: z.object({ card: bankCard }),
    },
  ),
  '/member/bankdel/{account}': write(
    'self',
    { secret: true },
    { input: z.strictObject({ cardId: id }), output: empty },
  ),
  '/member/bank/force-update-username': write(
    by('reviews.decide'),
    {},
    {
      input: z.strictObject({ account: accountText, reason: reasonText }),
      output: z.object({ changed: z.int() }),
    },
  ),
  '/api/v1/members/unbind-bank-cards/{account}': write(
    by('reviews.decide'),
    {},
    {
      /** All cards, or these. */
      input: z.strictObject({ cardIds: z.optional(json(z.array(id))), reason: reasonText }),
      output: z.object({ removed: z.int() }),
    },
  ),
  '/member/appbk/bankcard-list': read(
    by('reviews.decide'),
    {},
    {
      input: z.strictObject({ ...page, status: z.enum(CARD_STATUSES), account: z.optional(accountText) }),
      output: paged(listedCard),
    },
  ),
  /** Masked until the reader has claimed the card. Each view leaves a line in the audit log. */
  '/operator/bank-card/detail/{id}': read(
    by('reviews.decide'),
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        isClear: z.boolean(),
        card: z.extend(listedCard, {
          accountNumber: field(z.string(), { log: 'never' }),
          holderName: field(z.string(), { log: 'never' }),
          version: z.int(),
          waitingSince: instant,
        }),
        /** The member's approved name; '' while there is none. */
        realName: field(z.string(), { log: 'never' }),
        isHolderApproved: z.boolean(),
        ...sameAccount,
      }),
    },
  ),
  '/operator/bank-card/review/{id}': write(
    by('reviews.decide'),
    { origin: 'ours' },
    {
      input: z.strictObject({
        versionId,
        verdict: z.enum(REVIEW_VERDICTS),
        refusal: z.optional(z.enum(CARD_REFUSALS)),
      }),
      output: empty,
    },
  ),
} as const;
