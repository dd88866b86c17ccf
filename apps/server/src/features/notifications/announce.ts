import { accountNoticeTitle, type AccountNoticeType } from '@holdfast/contract';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { tell } from './tell.ts';

const USEFUL_MINUTES = 24 * 60;

/**
 * Tells a member that something about the account has changed: in the inbox, and by mail where an address is proven, for whoever did it
 * may be the one who reads the inbox. The mail speaks both languages: nobody knows which one its reader has set.
 */
export async function announce(
  tx: Tx,
  messages: Messages,
  notice: { memberId: MemberId; type: AccountNoticeType; now: Date },
): Promise<void> {
  const { memberId, type, now } = notice;
  await tell(tx, [{ memberId, type, extra: { when: now.toISOString() } }]);
  const { zhTW, en } = defined(accountNoticeTitle(type), type);
  const subject = `穩付：${zhTW} / Holdfast: ${en}`;
  const text = `【穩付】${zhTW}。如非本人操作，請立即凍結帳號並聯絡客服。\n\nHoldfast: ${en}. If this was not you, freeze your account and contact support at once.`;
  await messages.queueMail(tx, memberId, { subject, text, usefulMinutes: USEFUL_MINUTES });
}
