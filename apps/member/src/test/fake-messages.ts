import type { InboxRow } from '@holdfast/contract/calls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What operators have written, by the type of its message. */
const WRITTEN: Readonly<Record<string, { title: string; content: string }>> = {
  broadcast: { title: '多一道驗證更安全', content: '設定驗證器後，別人有您的密碼也進不來。\n\n只要一分鐘。' },
};

const at = (ms: number): string => new Date(ms).toISOString();

/** An inbox of a member who trades, the oldest first. The orders are those of the fake world. */
export function fakeMessages(now: number, nick = '阿哲'): InboxRow[] {
  const order = { nick, quantity: 3000, coinType: 'TWD', amount: 3000 };
  const seller = {
    ...order,
    transactionType: 'out',
    isOwner: true,
    orderId: '501',
    serialNo: 'HF-240817-0391',
  };
  const buyer = { ...order, transactionType: 'in', isOwner: false, nick: 'Yu88' };
  const messages: readonly [agoMs: number, type: string, extra: Record<string, unknown>][] = [
    [40 * DAY, 'mobileVerified', { when: at(now - 40 * DAY) }],
    [2 * DAY, 'orderCancel', { ...seller, orderId: '480', serialNo: 'HF-240815-0033' }],
    [
      30 * HOUR,
      'broadcast',
      {
        kind: 'news',
        link: 'security',
        titleEn: 'Two steps are safer than one',
        textEn: 'An authenticator keeps others out, even with your password.\n\nAdd one in a minute.',
        isClosed: true,
      },
    ],
    [DAY, 'orderFinish', { ...buyer, orderId: '503', serialNo: 'HF-240816-0127', resolution: 'parties' }],
    [
      180 * MINUTE,
      'userNormalLogin',
      { when: at(now - 180 * MINUTE), device: 'Chrome · Windows', place: '', network: '203.0.113.0/24' },
    ],
    [8 * MINUTE, 'orderLock', { ...seller, deadlineDate: at(now + 7 * MINUTE) }],
    [3 * MINUTE, 'orderPaid', { ...seller, deadlineDate: at(now + 12 * MINUTE) }],
    [
      MINUTE,
      'orderLock',
      { ...buyer, orderId: '502', serialNo: 'HF-240817-0388', deadlineDate: at(now + 14 * MINUTE) },
    ],
  ];
  return messages.map(([agoMs, type, extra], index) => ({
    seq: String(index + 1),
    type,
    title: type,
    content: '',
    ...WRITTEN[type],
    extra: { type, ...extra },
    at: at(now - agoMs),
  }));
}
