import { accountNoticeTitle, type AccountNoticeType } from '@holdfast/contract/notifications';
import { defined, type MemberId } from '@holdfast/kernel';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { InboxMessage } from './inbox.store.ts';
import { tell } from './tell.ts';

const USEFUL_MINUTES = 24 * 60;

/** What an inbox row says of a change: when it was made, and by which command. */
export function changeExtra({ now, rid }: Pick<AnyoneContext, 'now' | 'rid'>): InboxMessage['extra'] {
  return { when: now.toISOString(), ...(rid !== undefined && { rid }) };
}

/**
 * Tells a member that something about the account has changed: in the inbox, and by mail where an address is proven, for whoever did it
 * may be the one who reads the inbox. The mail speaks both languages: nobody knows which one its reader has set.
 */
export async function announce(
  context: Pick<AnyoneContext, 'tx' | 'now' | 'rid'>,
  messages: Messages,
  { memberId, type }: { memberId: MemberId; type: AccountNoticeType },
): Promise<void> {
  const { tx } = context;
  await tell(tx, [{ memberId, type, extra: changeExtra(context) }]);
  const { zhTW, en } = defined(accountNoticeTitle(type), type);
  const subject = `穩付：${zhTW} / Holdfast: ${en}`;
  const text = `【穩付】${zhTW}。如非本人操作，請立即凍結帳號並聯絡客服。\n\nHoldfast: ${en}. If this was not you, freeze your account and contact support at once.`;
  await messages.queueMail(tx, memberId, { subject, text, usefulMinutes: USEFUL_MINUTES });
}
