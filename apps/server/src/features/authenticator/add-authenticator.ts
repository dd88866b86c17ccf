import { fail } from '@holdfast/contract/errors';
import { foldCode } from '@holdfast/contract/rules';
import {
  authenticatorUri,
  makeAuthenticatorSecret,
  makeRecoveryCodes,
  stepOfCode,
} from '#platform/authenticator/authenticator.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { issueTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { findAuthenticator, insertAuthenticator } from './authenticator.store.ts';
import { concludeChange, redeemChangeTicket, type GuardedChangeParts } from './guarded-change.ts';

/** The ticket that holds the secret which was shown, until a code of it has been given. Its subject is the session. */
const SETUP = 'authenticator-setup';
const SETUP_MINUTES = 10;

export const beginAuthenticator: Handler<'/member/security/authenticator-begin'> = async (
  context,
  { ticket },
) => {
  const { tx, session, deviceHash } = context;
  if (await findAuthenticator(tx, session.memberId)) throw fail('AUTHENTICATOR_PRESENT');
  await redeemChangeTicket(context, 'authenticator', ticket);
  const secret = makeAuthenticatorSecret();
  const setup = await issueTicket(tx, {
    purpose: SETUP,
    subject: session.id,
    deviceHash,
    minutes: SETUP_MINUTES,
    data: { secret },
  });
  return { setup, secret, uri: authenticatorUri(secret, session.account) };
};

/** Adds the authenticator. A wrong code leaves everything as it was; whoever gives it has seen the secret. */
export const finishAuthenticator =
  (parts: GuardedChangeParts): Handler<'/member/security/authenticator-finish'> =>
  async (context, { setup, code }) => {
    const { tx, session, deviceHash, now } = context;
    const begun = await redeemTicket(tx, setup, { purpose: SETUP, deviceHash });
    if (begun?.subject !== session.id) throw fail('TICKET_INVALID');
    const secret = String(begun.data['secret']);
    const step = stepOfCode(secret, foldCode(code), now);
    if (step === undefined) throw fail('AUTHENTICATOR_CODE_WRONG');
    const recoveryCodes = makeRecoveryCodes();
    if (!(await insertAuthenticator(tx, session.memberId, { secret, step, recoveryCodes })))
      throw fail('AUTHENTICATOR_PRESENT');
    return {
      recoveryCodes,
      ...(await concludeChange(parts, context, {
        notice: 'authenticatorAdded',
        cause: 'authenticator',
        audit: 'authenticator-added',
      })),
    };
  };
