import { fail, type CallInput } from '@holdfast/contract';
import { defined, type AppError, type MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import { useCodeTicket } from '#features/one-time-codes/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import { checkPassword } from '#features/sign-in/index.ts';
import type { AnyoneContext, Handler, Preparation } from '#platform/gateway/call-table.ts';
import { refusalOf } from '#platform/gateway/refusal-of.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { formOfNewSecret } from '#platform/passwords/new-secret.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { findMail, hasSecret, saveSecret, type NewSecret } from './transaction-code.store.ts';
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
  { tx, now, audit }: AnyoneContext,
  memberId: MemberId,
): Promise<void> {
  const mail = await findMail(tx, memberId);
  await announce(tx, messages, { memberId, mail, type: 'transactionSecretChanged', now });
  audit({ action: 'transaction-secret-changed', subject: `member:${memberId}` });
}

interface Set extends NewSecret {
  readonly refusal: AppError | undefined;
  readonly isFirst: boolean;
}

/** The old secret is tried before the transaction, so that a wrong one stays counted. */
export const prepareSet =
  (parts: SetSecretParts) =>
  async (
    { db, session }: Preparation,
    { oldTranspass, newTranspass }: CallInput<'/member/settranspass/{account}'>,
  ): Promise<Set> => {
    const { memberId } = defined(session, 'a call of members');
    if (oldTranspass === undefined && (await hasSecret(db, memberId)))
      throw fail('PARAMETERS_INVALID', { fields: ['oldTranspass'] });
    const secret = await prepareSecret(parts, newTranspass);
    const isFirst = oldTranspass === undefined;
    const { passwords } = parts;
    const refusal = isFirst
      ? undefined
      : await refusalOf(checkSecret({ db, passwords }, memberId, oldTranspass));
    return { ...secret, isFirst, refusal };
  };

export const setSecret =
  (parts: SetSecretParts): Handler<'/member/settranspass/{account}', Set> =>
  async (context, { oldTranspass, newTranspass }) => {
    const { tx, session, prepared } = context;
    const { hash, form, isFirst, refusal } = prepared;
    if (refusal) throw refusal;
    if (oldTranspass === newTranspass) throw fail('TRANSACTION_SECRET_UNCHANGED');
    const { memberId } = session;
    const saved = await saveSecret(tx, { memberId, hash, form }, { onlyFirst: isFirst });
    if (!saved) throw fail('PARAMETERS_INVALID', { fields: ['oldTranspass'] }); // one was chosen meanwhile
    await noteChange(parts, context, memberId);
    return { form };
  };

interface Forgotten extends NewSecret {
  readonly isPasswordRight: boolean;
}

export const prepareForgotten =
  (parts: SetSecretParts) =>
  async (
    preparation: Preparation,
    { password, newTranspass }: CallInput<'/member/forgettranspass/{account}'>,
  ): Promise<Forgotten> => {
    const { account } = defined(preparation.session, 'a call of members');
    const secret = await prepareSecret(parts, newTranspass);
    const login = await checkPassword(parts)(preparation, { account, password });
    return { ...secret, isPasswordRight: login !== undefined };
  };

/** Who forgot the secret shows two other things: the login password, and the phone. */
export const forgetSecret =
  (parts: SetSecretParts): Handler<'/member/forgettranspass/{account}', Forgotten> =>
  async (context, { ticket }) => {
    const { tx, session, deviceHash, prepared } = context;
    const { isPasswordRight, hash, form } = prepared;
    if (!isPasswordRight) throw fail('PASSWORD_WRONG');
    const { subject } = await useCodeTicket(tx, ticket, { purpose: 'transpass', deviceHash });
    if (subject !== session.account) throw fail('TICKET_INVALID');
    await resetSecret(parts, context, { memberId: session.memberId, hash, form });
    return { form };
  };
