import { accountNoticeTitle, type AccountNoticeType } from '@holdfast/contract/notifications';
import { defined, type MemberId } from '@holdfast/kernel';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { InboxMessage } from './inbox.store.ts';
import { notify } from './notify.ts';

const USEFUL_MINUTES = 24 * 60;

/** The extra data of an inbox message about a change: when it was made, and by which command. */
export function changeExtra({ now, rid }: Pick<AnyoneContext, 'now' | 'rid'>): InboxMessage['extra'] {
  return { when: now.toISOString(), ...(rid !== undefined && { rid }) };
}

/** The message about a change, in both languages: the server does not know which one its reader has set. */
export function changeMessage(type: AccountNoticeType): { subject: string; text: string } {
  const { zhTW, en } = defined(accountNoticeTitle(type), type);
  return {
    subject: `穩付：${zhTW} / Holdfast: ${en}`,
    text: `【穩付】${zhTW}。如非本人操作，請立即凍結帳號並聯絡客服。\n\nHoldfast: ${en}. If this was not you, freeze your account and contact support at once.`,
  };
}

/**
 * Notifies a member of a change of the account: in the inbox, and by mail to a proven address, because whoever made the change may be
 * the one who reads the inbox.
 */
export async function announce(
  context: Pick<AnyoneContext, 'tx' | 'now' | 'rid'>,
  messages: Messages,
  {
    memberId,
    type,
    causeInstall,
  }: { memberId: MemberId; type: AccountNoticeType; causeInstall: Buffer | undefined },
): Promise<void> {
  const { tx } = context;
  await notify(tx, [{ memberId, type, extra: changeExtra(context), causeInstall }]);
  await messages.queueMail(tx, memberId, {
    ...changeMessage(type),
    usefulMinutes: USEFUL_MINUTES,
    offersFreeze: true,
  });
}
