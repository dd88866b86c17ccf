import { fail } from '@holdfast/contract/errors';
import { toMobile } from '@holdfast/contract/rules';
import { changeExtra, notify, tellAddresses } from '#features/notifications/index.ts';
import { listToldAddresses } from '#features/one-time-code/index.ts';
import { findFreshSelfie } from '#features/real-name/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { markContactsUnproven, selectMemberForUpdate } from './contact.store.ts';
import { saveGrant } from './grant.store.ts';

/**
 * For a member who has lost phone and mailbox: the addresses prove nothing from now on, and the member may verify one number without them. It
 * rests on a selfie that was taken anew and approved by somebody else, beside the identity that this account had been approved with before.
 */
export const resetContact =
  (messages: Messages): Handler<'/member/force-reset-contect'> =>
  async (context, { account, mobile: typed, reason }) => {
    const { tx, now, operator, audit } = context;
    const mobile = toMobile(typed) ?? fail('PARAMETERS_INVALID', { fields: ['mobile'] });
    const memberId = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
    const addresses = await listToldAddresses(tx, memberId);
    await markContactsUnproven(tx, memberId);
    const selfie = (await findFreshSelfie(tx, memberId)) ?? fail('SELFIE_NOT_FRESH');
    if (selfie.approvedBy === operator.id) throw fail('REQUEST_OWN');
    await saveGrant(tx, memberId, mobile);
    await notify(tx, [{ memberId, type: 'contactReset', extra: changeExtra({ now, rid: undefined }) }]);
    // A mailbox in other hands must not learn the phrase that tells our mails from others.
    const lost = addresses.map((address) => ({ ...address, isCurrent: false }));
    await tellAddresses(tx, messages, { memberId, type: 'contactReset', addresses: lost });
    const detail = { reason, application: selfie.applicationId };
    audit({ action: 'contact-reset', subject: `member:${memberId}`, detail });
    return {};
  };
