import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { assertPassword, renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { formOfNewSecret } from '#platform/passwords/new-secret.ts';
import { announceChange, hashSecret, type SecretParts } from './save-secret.ts';
import { checkSecret } from './secret-guard.ts';
import { hasSecret, saveSecret, type NewSecret } from './transaction-secret.store.ts';

type Input = CallInput<'/member/settranspass/{account}'>;

/** A new secret whose caller has proven to be the member. */
interface ProvenSecret extends NewSecret {
  readonly isFirst: boolean;
}

/**
 * Asserts the proof: the old secret, or for a first one the login password. It runs before the transaction, so that a wrong try stays
 * counted.
 */
async function assertProof(
  parts: SecretParts,
  preparation: MemberPreparation,
  { oldTranspass: oldSecret, password }: Input,
): Promise<void> {
  const { db, session, given } = preparation;
  const { memberId } = session;
  if (oldSecret !== undefined) return checkSecret({ ...parts, db }, memberId, given(oldSecret));
  const isFirst = !(await hasSecret(db, memberId));
  if (!isFirst || password === undefined)
    throw fail('PARAMETERS_INVALID', { fields: [isFirst ? 'password' : 'oldTranspass'] });
  return assertPassword(parts, preparation, password);
}

export const prepareSecretChange =
  (parts: SecretParts) =>
  async (preparation: MemberPreparation, input: Input): Promise<ProvenSecret> => {
    formOfNewSecret(input.newTranspass); // before the proof, which counts a try
    await assertProof(parts, preparation, input);
    return { ...(await hashSecret(parts, input.newTranspass)), isFirst: input.oldTranspass === undefined };
  };

/** Sets the first secret, or changes it. */
export const setSecret =
  (parts: SecretParts): Handler<'/member/settranspass/{account}', ProvenSecret> =>
  async (context, { oldTranspass, newTranspass }) => {
    const { tx, session, prepared } = context;
    const { hash, form, isFirst } = prepared;
    if (oldTranspass === newTranspass) throw fail('TRANSACTION_SECRET_UNCHANGED');
    const { memberId, installKey: causeInstall } = session;
    const saved = await saveSecret(tx, { memberId, hash, form }, { onlyFirst: isFirst });
    if (!saved) throw fail('PARAMETERS_INVALID', { fields: ['oldTranspass'] }); // one was set meanwhile
    await announceChange(parts, context, { memberId, causeInstall });
    return { form, access_token: await renewSession(context, session.account) };
  };
