import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  beginSignature,
  checkSignIn,
  takeSignIn,
  type RelyingParty,
  type Signature,
} from '#features/passkeys/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import { enterAccount } from './enter-account.ts';
import { findLoginOf, selectMemberForUpdate } from './session.store.ts';

/**
 * Signing in with a passkey. There is nothing to guess: a wrong signature names no account, so it counts against none and delays nobody, and
 * an account that somebody guesses at stays open to the keys of its member.
 */
export interface PasskeySignInParts {
  readonly party: RelyingParty | undefined;
  readonly watch: Watch;
}

export const beginPasskeySignIn =
  ({ party }: PasskeySignInParts): Handler<'/member/passkey-sign-in/begin'> =>
  ({ tx, deviceHash }) =>
    beginSignature(tx, { party, deviceHash });

export const preparePasskeySignIn =
  ({ party, watch }: PasskeySignInParts) =>
  async (
    { db, deviceHash }: Preparation,
    { setup, passkeyAnswer }: CallInput<'/member/passkey-sign-in'>,
  ): Promise<Signature> => {
    const signature = await checkSignIn(db, { party, deviceHash, setup, response: passkeyAnswer });
    watch.suspect('holdfast_sign_in_attempts_total', { outcome: signature ? 'right' : 'wrong-passkey' });
    return signature ?? fail('PASSKEY_WRONG');
  };

export const signInWithPasskey: Handler<'/member/passkey-sign-in', Signature> = async (
  context,
  { setup, installId },
) => {
  const { tx, deviceHash, prepared: signature } = context;
  await selectMemberForUpdate(tx, signature.memberId);
  if (!(await takeSignIn(tx, { setup, deviceHash, signature }))) throw fail('PASSKEY_WRONG');
  const login = (await findLoginOf(tx, signature.memberId)) ?? fail('PASSKEY_WRONG');
  const entered = await enterAccount(context, login, { installId, isCommon: false });
  return 'reset_token' in entered ? { account: login.account, ...entered } : entered;
};
