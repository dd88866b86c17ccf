import { accountNoticeTitle, type AccountNoticeType } from '@holdfast/contract/notifications';
import { defined, type MemberId } from '@holdfast/kernel';
import { listToldAddresses, type CodeAddress } from '#features/one-time-code/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { InboxMessage } from './inbox.store.ts';
import { notify } from './notify.ts';

/** A day: after it a cool-down is over, and the news come too late. */
const USEFUL_MINUTES = 24 * 60;

/** The extra data of an inbox message about a change: when it was made, and by which command. */
export function changeExtra({ now, rid }: Pick<AnyoneContext, 'now' | 'rid'>): InboxMessage['extra'] {
  return { when: now.toISOString(), ...(rid !== undefined && { rid }) };
}

/** The message about a change, in both languages: the server does not know which one its reader has set. */
function changeMessage(type: AccountNoticeType): { subject: string; text: string } {
  const { zhTW, en } = defined(accountNoticeTitle(type), type);
  return {
    subject: `穩付：${zhTW} / Holdfast: ${en}`,
    text: `【穩付】${zhTW}。如非本人操作，請立即凍結帳號並聯絡客服。\n\nHoldfast: ${en}. If this was not you, freeze your account and contact support at once.`,
  };
}

/** News that cost no SMS: what a stranger can cause, and what gives nobody a hold on the account. */
const BY_MAIL_ALONE: ReadonlySet<AccountNoticeType> = new Set([
  'passwordGuessed',
  'phraseChanged',
  'limitLowered',
]);

/** News of one kind that go out by SMS in a day. The first ones have said it, and whoever changes a password all day would send them for ever. */
const SMS_A_DAY = 5;

interface News {
  readonly memberId: MemberId;
  readonly type: AccountNoticeType;
  /** As they were before the change. */
  readonly addresses: readonly CodeAddress[];
}

/**
 * Tells addresses of a change, each with a link that freezes the account. Whoever reads an address that was replaced may be somebody else by
 * now: the news name neither the account nor what it was changed to, and carry the anti-phishing phrase to a present address alone.
 */
export async function tellAddresses(
  tx: Tx,
  messages: Messages,
  { memberId, type, addresses }: News,
): Promise<void> {
  const isByMailAlone = BY_MAIL_ALONE.has(type) || !(await takesSms(tx, memberId, type));
  for (const { channel, target, isCurrent } of addresses)
    if (channel === 'mail' || !isByMailAlone)
      await messages.queue(tx, {
        channel,
        to: target,
        usefulMinutes: USEFUL_MINUTES,
        reader: isCurrent ? memberId : undefined,
        freezes: memberId,
        ...changeMessage(type),
      });
}

const takesSms = async (tx: Tx, memberId: MemberId, type: AccountNoticeType): Promise<boolean> => {
  const bucket = { name: `news-by-sms ${memberId} ${type}`, capacity: SMS_A_DAY, drainSeconds: 24 * 3600 };
  return (await pour(tx, [bucket])).fits;
};

/** Notifies a member of a change of the account: in the inbox, and on every address, because whoever made the change may read the inbox. */
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
  await tellAddresses(tx, messages, { memberId, type, addresses: await listToldAddresses(tx, memberId) });
}
