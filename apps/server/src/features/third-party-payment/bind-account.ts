import type { CallInput, CardApproval } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { failedClauses, normalizeHolderName, payAccountClauses, readPayCode } from '@holdfast/contract/rules';
import { defined, toPayAccountId, type MemberId } from '@holdfast/kernel';
import { claimFile } from '#features/assets/index.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import {
  assertUnused,
  beginningStatus,
  othersThan,
  selectOwn,
  type NewAccount,
} from '#features/receiving-accounts/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { payAccounts, type PayAccount } from './account.store.ts';
import type { PayAccountUsesParts } from './account-uses.ts';
import { payAccountKind, pictureOf, releasePicture } from './pay-account-kind.ts';
import { toPayAccount } from './to-pay-account.ts';

export const PAY_ACCOUNTS_MAX = 5;

export interface BindParts {
  /** The member's verified name, or undefined before verification. */
  readonly realNameOf: RealNameOf;
  readonly approval: CardApproval;
}

type Input = CallInput<'/member/third-party-payment/upload-resource-id-binding'>;
type Bound = Omit<NewAccount<PayAccount>, 'status'>;

interface Typed extends Pick<PayAccount, 'fileId' | 'addedBy' | 'code' | 'holderName'> {
  readonly app: string;
}

/** What is to be bound, refused where a rule is broken or the holder is not the member. */
export async function readBound(
  tx: Tx,
  memberId: MemberId,
  { realNameOf }: Pick<BindParts, 'realNameOf'>,
  typed: Typed,
): Promise<Bound> {
  const { app, code, fileId, addedBy } = typed;
  const holderName = normalizeHolderName(typed.holderName);
  const clauses: string[] = failedClauses(payAccountClauses({ app, code, holderName }));
  const target = readPayCode(code);
  if (clauses.length > 0 || !target) throw fail('PAY_ACCOUNT_INVALID', { clauses });
  const realName = await realNameOf(tx, memberId);
  if (realName !== undefined && realName !== holderName)
    throw fail('PAY_ACCOUNT_INVALID', { clauses: ['holder-not-you'] });
  return { memberId, code, target, holderName, fileId, addedBy };
}

/**
 * The picture becomes part of the account. The server has read it when it was stored, and its reading is the account; the member agreed to
 * what the device had read, so another reading is not what the member wants.
 */
async function claimPicture(
  { tx, session }: Pick<MemberContext, 'tx' | 'session'>,
  account: Pick<PayAccount, 'id'>,
  { fileId, codeContent }: Input,
): Promise<string> {
  const by = pictureOf(account);
  const { code } = await claimFile(tx, { fileId, owner: session.memberId, purpose: 'pay-account-qr', by });
  if (code !== codeContent) throw fail('PAY_ACCOUNT_CODE_DIFFERS');
  return code;
}

/** Adds an account, or puts another picture and what it says into the place of one. */
export const bindAccount =
  (
    parts: BindParts & PayAccountUsesParts,
  ): Handler<'/member/third-party-payment/upload-resource-id-binding'> =>
  async (context, input) => ({
    payAccount: toPayAccount(
      await (input.payAccountId === undefined
        ? add(parts, context, input)
        : change(parts, context, { ...input, payAccountId: input.payAccountId })),
    ),
  });

async function add(parts: BindParts, context: MemberContext, input: Input): Promise<PayAccount> {
  const { tx, session } = context;
  const versionId = await payAccounts.drawVersionId(tx);
  const code = await claimPicture(context, { id: toPayAccountId(versionId) }, input);
  const bound = await readBound(tx, session.memberId, parts, { ...input, code, addedBy: null });
  const others = await othersThan(payAccountKind, tx, bound);
  if (others.length >= PAY_ACCOUNTS_MAX) throw fail('PAY_ACCOUNT_LIMIT', { max: PAY_ACCOUNTS_MAX });
  const status = await beginningStatus(payAccountKind, tx, bound, parts.approval);
  return payAccounts.insert(tx, { ...bound, status }, versionId);
}

/**
 * Not while an order or a listing uses it: its buyers would be told to pay elsewhere, and an account of a cool-down would stand in an older
 * listing.
 */
async function change(
  parts: BindParts & PayAccountUsesParts,
  context: MemberContext,
  input: Input & { readonly payAccountId: string },
): Promise<PayAccount> {
  const { tx, session, audit } = context;
  const account = await selectOwn(payAccountKind, tx, session.memberId, toPayAccountId(input.payAccountId));
  const code = await claimPicture(context, account, input);
  const bound = await readBound(tx, session.memberId, parts, { ...input, code, addedBy: null });
  await assertUnused(payAccountKind, tx, account, parts.payAccountUsesOf);
  await othersThan(payAccountKind, tx, bound, account);
  const status = await beginningStatus(payAccountKind, tx, bound, parts.approval);
  const changed = await payAccounts.change(tx, account, { ...bound, status });
  await releasePicture(tx, account, input.fileId);
  audit({
    action: 'pay-account-changed',
    subject: `member:${session.memberId}`,
    detail: { payAccount: account.id },
  });
  return defined(changed, 'an account whose row lock is held');
}
