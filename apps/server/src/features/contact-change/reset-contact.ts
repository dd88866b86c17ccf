import { fail } from '@holdfast/contract/errors';
import { notify } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { markContactsUnproven } from './contact.store.ts';

/** For a member who has lost phone and mailbox: both addresses are unproven until they are verified again. */
export const resetContact: Handler<'/member/force-reset-contect'> = async (
  { tx, now, audit },
  { account },
) => {
  const memberId = await markContactsUnproven(tx, account);
  if (memberId === undefined) throw fail('MEMBER_NOT_FOUND');
  await notify(tx, [{ memberId, type: 'contactReset', extra: { when: now.toISOString() } }]);
  audit({ action: 'contact-reset', subject: `member:${memberId}` });
  return {};
};
