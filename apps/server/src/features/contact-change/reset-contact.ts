import { fail } from '@holdfast/contract/errors';
import { toMemberId } from '@holdfast/kernel';
import { tell } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { distrustContacts } from './contact.store.ts';

/** For a member whose phone and mailbox are lost or somebody else's: they prove nothing until they were verified anew. */
export const resetContact: Handler<'/member/force-reset-contect'> = async (
  { tx, now, audit },
  { account },
) => {
  const id = await distrustContacts(tx, account);
  if (id === undefined) throw fail('MEMBER_NOT_FOUND');
  await tell(tx, [{ memberId: toMemberId(id), type: 'contactReset', extra: { when: now.toISOString() } }]);
  audit({ action: 'contact-reset', subject: `member:${id}` });
  return {};
};
