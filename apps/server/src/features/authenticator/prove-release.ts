import { fail } from '@holdfast/contract/errors';
import type { CallInput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { findCoolPeriod } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { findAuthenticator, type Authenticator } from './authenticator.store.ts';
import { compareCode, takeCode, type ShownCode } from './codes.ts';

const TICKET_MINUTES = 10;

/** Whoever has just got in may have added it: it must be older than the cool-downs that run, as an address must. */
const isOldEnough = ({ addedAt }: Authenticator, period: { readonly beganAt: Date } | undefined): boolean =>
  period === undefined || addedAt < period.beganAt;

/** Whether a code of the authenticator stands in for the one that a release asks for. */
export async function canProveRelease(tx: Tx, memberId: MemberId): Promise<boolean> {
  const found = await findAuthenticator(tx, memberId);
  return found !== undefined && !found.isSuspended && isOldEnough(found, await findCoolPeriod(tx, memberId));
}

/** Compares the code outside the transaction, so that a wrong one stays counted. */
export const prepareReleaseProof = (
  { db, session: { memberId } }: MemberPreparation,
  { code: typed }: CallInput<'/member/security/authenticator-ticket'>,
): Promise<ShownCode | undefined> => compareCode(db, { memberId, typed, asker: 'session' });

/**
 * Exchanges a code of the authenticator for the ticket that a code to an address would give for a release: for who has lost every
 * address, and quicker for the others. A recovery code gives none: it is a way back in, and lies where nobody looks after it.
 */
export const proveRelease: Handler<'/member/security/authenticator-ticket', ShownCode | undefined> = async ({
  tx,
  session: { memberId, account },
  deviceHash,
  prepared: shown,
}) => {
  const found = await findAuthenticator(tx, memberId);
  if (!found || found.isSuspended) throw fail('AUTHENTICATOR_NONE');
  const period = await findCoolPeriod(tx, memberId);
  if (period && !isOldEnough(found, period))
    throw fail('AUTHENTICATOR_TOO_NEW', { until: period.endsAt.toISOString() });
  if (shown?.kind !== 'step' || !(await takeCode(tx, memberId, shown)))
    throw fail('AUTHENTICATOR_CODE_WRONG');
  const purpose = otpTicketPurpose('release');
  return {
    ticket: await issueTicket(tx, { purpose, subject: account, deviceHash, minutes: TICKET_MINUTES }),
  };
};
