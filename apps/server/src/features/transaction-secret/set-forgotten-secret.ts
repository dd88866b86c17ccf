import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { redeemCodeTicket, requireCodeTicket } from '#features/one-time-code/index.ts';
import { assertPassword, renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { formOfNewSecret } from '#platform/passwords/new-secret.ts';
import { hashSecret, resetSecret, type SecretParts } from './save-secret.ts';
import type { NewSecret } from './transaction-secret.store.ts';

type Input = CallInput<'/member/forgettranspass/{account}'>;

export const prepareForgottenSecret =
  (parts: SecretParts) =>
  async (preparation: MemberPreparation, { ticket, password, newTranspass }: Input): Promise<NewSecret> => {
    formOfNewSecret(newTranspass); // before the password, which counts a try
    await requireCodeTicket(preparation, ticket, 'transpass');
    await assertPassword(parts, preparation, password);
    return hashSecret(parts, newTranspass);
  };

/** Sets a forgotten secret, with the login password and a code. */
export const setForgottenSecret =
  (parts: SecretParts): Handler<'/member/forgettranspass/{account}', NewSecret> =>
  async (context, { ticket }) => {
    const { tx, session, deviceHash, prepared } = context;
    const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'transpass', deviceHash });
    if (subject !== session.account) throw fail('TICKET_INVALID');
    const { memberId, installKey: causeInstall } = session;
    await resetSecret(parts, context, { memberId, causeInstall, ...prepared });
    return { form: prepared.form, access_token: await renewSession(context, session.account) };
  };
