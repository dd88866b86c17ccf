import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import { expectPassword } from '#features/sign-in/index.ts';
import type { AnyoneContext, Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { formOfNewSecret } from '#platform/passwords/new-secret.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { hasSecret, saveSecret, type NewSecret } from './transaction-secret.store.ts';
import { checkSecret } from './verify-secret.ts';

export interface SetSecretParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
}

/** Hashes a secret that a member may choose; throws for any other. Belongs into a `prepare`. */
export async function prepareSecret({ passwords }: SetSecretParts, secret: string): Promise<NewSecret> {
  const form = formOfNewSecret(secret);
  return { form, hash: await passwords.hash(secret) };
}

/** What follows from a secret that nobody had to know the old one for: the tries begin anew, and money waits. */
export async function resetSecret(
  parts: SetSecretParts,
  context: AnyoneContext,
  { memberId, ...secret }: NewSecret & { memberId: MemberId },
): Promise<void> {
  await saveSecret(context.tx, { memberId, ...secret });
  await startCoolDown(context.tx, { memberId, cause: 'transpass' });
  await noteChange(parts, context, memberId);
}

async function noteChange(
  { messages }: SetSecretParts,
  context: AnyoneContext,
  memberId: MemberId,
): Promise<void> {
  await announce(context, messages, { memberId, type: 'transactionSecretChanged' });
  context.audit({ action: 'transaction-secret-changed', subject: `member:${memberId}` });
}

/** A secret whose chooser has shown that it may be set. */
interface ProvenSecret extends NewSecret {
  readonly isFirst: boolean;
}

/** What shows that the member asks: the old secret, tried before the transaction so that a wrong one stays counted; for a first one the login password. */
async function expectProof(
  parts: SetSecretParts,
  preparation: MemberPreparation,
  { oldTranspass, password }: CallInput<'/member/settranspass/{account}'>,
): Promise<void> {
  const { db, session } = preparation;
  const { memberId } = session;
  if (oldTranspass !== undefined) return checkSecret({ ...parts, db }, memberId, oldTranspass);
  const isFirst = !(await hasSecret(db, memberId));
  if (!isFirst || password === undefined)
    throw fail('PARAMETERS_INVALID', { fields: [isFirst ? 'password' : 'oldTranspass'] });
  return expectPassword(parts, preparation, password);
}

export const prepareSet =
  (parts: SetSecretParts) =>
  async (
    preparation: MemberPreparation,
    input: CallInput<'/member/settranspass/{account}'>,
  ): Promise<ProvenSecret> => {
    const secret = await prepareSecret(parts, input.newTranspass);
    await expectProof(parts, preparation, input);
    return { ...secret, isFirst: input.oldTranspass === undefined };
  };

export const setSecret =
  (parts: SetSecretParts): Handler<'/member/settranspass/{account}', ProvenSecret> =>
  async (context, { oldTranspass, newTranspass }) => {
    const { tx, session, prepared } = context;
    const { hash, form, isFirst } = prepared;
    if (oldTranspass === newTranspass) throw fail('TRANSACTION_SECRET_UNCHANGED');
    const { memberId } = session;
    const saved = await saveSecret(tx, { memberId, hash, form }, { onlyFirst: isFirst });
    if (!saved) throw fail('PARAMETERS_INVALID', { fields: ['oldTranspass'] }); // one was chosen meanwhile
    await noteChange(parts, context, memberId);
    return { form };
  };

export const prepareForgotten =
  (parts: SetSecretParts) =>
  async (
    preparation: MemberPreparation,
    { password, newTranspass }: CallInput<'/member/forgettranspass/{account}'>,
  ): Promise<NewSecret> => {
    const secret = await prepareSecret(parts, newTranspass);
    await expectPassword(parts, preparation, password);
    return secret;
  };

/** Who forgot the secret shows two other things: the login password, and the phone. */
export const forgetSecret =
  (parts: SetSecretParts): Handler<'/member/forgettranspass/{account}', NewSecret> =>
  async (context, { ticket }) => {
    const { tx, session, deviceHash, prepared } = context;
    const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'transpass', deviceHash });
    if (subject !== session.account) throw fail('TICKET_INVALID');
    await resetSecret(parts, context, { memberId: session.memberId, ...prepared });
    return { form: prepared.form };
  };
