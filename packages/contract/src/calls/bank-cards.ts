import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { empty, id, instant } from './fields.ts';

/** A card as its owner sees it in lists: the number is masked, the whole of it appears only in a live order. */
export const bankCard = z.object({
  id,
  bankCode: field(z.string(), { log: 'plain' }),
  accountMasked: field(z.string(), { log: 'plain' }),
  holderName: field(z.string(), { log: 'masked' }),
  status: z.enum(['Review', 'NotApproved', 'Approved']),
  addedAt: instant,
});
export type BankCard = z.infer<typeof bankCard>;

/** A card in the list of the member's own. */
const ownCard = z.extend(bankCard, {
  /** Until when nobody is told to pay into it: it was added while a cool-down ran. */
  coolingUntil: z.nullable(instant),
});
export type OwnBankCard = z.infer<typeof ownCard>;

/** How a new card comes to be approved. `at-once`: by the demo's rule, without anybody having looked at it. */
export const CARD_APPROVALS = ['by-review', 'at-once'] as const;
export type CardApproval = (typeof CARD_APPROVALS)[number];

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
      input: z.strictObject({
        bankCode: z.string().check(z.maxLength(3)),
        accountNumber: z.string().check(z.maxLength(20)),
        holderName: z.string().check(z.maxLength(40)),
      }),
      output: z.object({ card: bankCard }),
    },
  ),
  '/member/bankmod/{account}': write('self', { secret: true }),
  '/member/bankdel/{account}': write('self', { secret: true }),
  '/member/delelecp/{account}': write('self', { secret: true }), // as found
  '/member/bank/force-update-username': write('op:reviewer'),
  '/api/v1/members/unbind-bank-cards/{account}': write('op:reviewer'),
  '/api/v1/members/unbind-3rd-payments/{account}': write('op:reviewer'),
} as const;
