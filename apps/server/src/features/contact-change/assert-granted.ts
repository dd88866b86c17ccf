import { fail } from '@holdfast/contract/errors';
import { OTP_CHANNELS, type OtpChannel } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Contacts } from './contact.store.ts';
import { findGrant } from './grant.store.ts';

/** Whether every address that the member has was declared lost. */
const areLost = (contacts: Contacts): boolean =>
  OTP_CHANNELS.some((channel) => contacts[channel].address !== '') &&
  OTP_CHANNELS.every((channel) => contacts[channel].provenAt === null);

/** Whoever has no proven address any more may verify the number that was granted, and no other: password and secret alone prove nobody. */
export async function assertGranted(
  tx: Tx,
  {
    memberId,
    contacts,
    channel,
    target,
  }: { memberId: MemberId; contacts: Contacts; channel: OtpChannel; target: string },
): Promise<void> {
  if (!areLost(contacts)) return;
  if (channel !== 'mobile' || (await findGrant(tx, memberId)) !== target) throw fail('CONTACT_NOT_GRANTED');
}
