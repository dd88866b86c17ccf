import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { areAddressesLost } from '#features/one-time-code/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import { findGrant } from './grant.store.ts';

/** Whoever has no proven address any more may verify the number that was granted, and no other: password and secret alone prove nobody. */
export async function assertGranted(
  { tx, session: { memberId, account } }: MemberContext,
  channel: OtpChannel,
  target: string,
): Promise<void> {
  if (!(await areAddressesLost(tx, account))) return;
  if (channel !== 'mobile' || (await findGrant(tx, memberId)) !== target) throw fail('CONTACT_NOT_GRANTED');
}
