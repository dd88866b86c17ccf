import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { countryCodeOf } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { changeExtra, notify, tellAddresses } from '#features/notifications/index.ts';
import {
  listToldAddresses,
  redeemCodeTicket,
  redeemOwnCode,
  type CodeAddress,
} from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import { renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { assertGranted } from './assert-granted.ts';
import { deleteGrant } from './grant.store.ts';
import { saveContact, selectContactsForUpdate, type Contact } from './contact.store.ts';

interface Tickets {
  readonly newTicket: string;
  readonly oldTicket?: string | undefined;
}

/** Redeems the tickets of both codes and returns the new address. */
async function redeemTickets(
  { tx, session: { account }, deviceHash }: MemberContext,
  { channel, newTicket, oldTicket }: Tickets & { channel: OtpChannel },
): Promise<string> {
  await redeemOwnCode(tx, { account, ticket: oldTicket, purpose: `${channel}-change-old`, deviceHash });
  const proof = { purpose: `${channel}-change-new`, deviceHash } as const;
  return (await redeemCodeTicket(tx, newTicket, proof)).subject;
}

/**
 * The addresses that are told of a change: the one that is replaced, and all others of the member. One that proves nothing any more is told too,
 * since whoever has had it declared lost may have lied.
 */
async function listOthers(
  { tx, session: { memberId } }: MemberContext,
  { channel, old, address }: { channel: OtpChannel; old: Contact; address: string },
): Promise<CodeAddress[]> {
  const told = await listToldAddresses(tx, memberId);
  if (old.address !== '' && !old.provenAt)
    told.push({ channel, target: old.address, memberId, isCurrent: false });
  return told.filter(({ target }) => target !== address);
}

/** Saves the new address, starts a cool-down, renews the session, and tells the member on every address that was there before. */
async function end(messages: Messages, context: MemberContext, channel: OtpChannel, tickets: Tickets) {
  const { tx, session } = context;
  const { memberId, installKey } = session;
  const before = await selectContactsForUpdate(tx, memberId);
  const old = before[channel];
  const address = await redeemTickets(context, { channel, ...tickets });
  await assertGranted(context, channel, address);
  await deleteGrant(tx, memberId);
  const addresses = await listOthers(context, { channel, old, address });
  const countryCode = channel === 'mobile' ? countryCodeOf(address) : '';
  // Told only to who has proven the number.
  if (!(await saveContact(tx, memberId, { channel, old, address, countryCode }))) throw fail('MOBILE_TAKEN');
  await startCoolDown(tx, { memberId, cause: channel });
  const what = old.address === '' ? 'Added' : old.address === address ? 'Verified' : 'Changed';
  const type = `${channel}${what}` as const;
  await notify(tx, [{ memberId, type, extra: changeExtra(context), causeInstall: installKey }]);
  await tellAddresses(tx, messages, { memberId, type, addresses });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return {
    coolDownUntil: until.toISOString(),
    access_token: await renewSession(context, session.account),
  };
}

export const endMobileChange =
  (messages: Messages): Handler<'/member/mobile-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mobile', input);

export const endMailChange =
  (messages: Messages): Handler<'/member/mail-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mail', input);
