import type { OrderRuling } from '@holdfast/contract/calls';
import type { Page } from '@playwright/test';
import { fakeWorld } from '#test/fake-world.ts';
import { digits, order, press, ROOM, type OrderSeed, type Picture } from '../picture.ts';

const PAID: Partial<OrderSeed> = { lockedAgoMs: 480_000, dutyMs: [138_000, 762_000] };
const STUCK: Partial<OrderSeed> = { paidAgoMs: 960_000 };
const CASE: Partial<OrderSeed> = { paidAgoMs: 960_000, dutyMs: [60_000, 86_340_000] };
const ENDED: Partial<OrderSeed> = { lockedAgoMs: 1_800_000 };

const { now } = fakeWorld();
const later = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

const RULED: OrderRuling = {
  outcome: 'force-cancel',
  reason: 'no-payment',
  text: '銀行明細裡沒有這筆款項，轉帳截圖的交易序號查無紀錄。',
  at: new Date(now).toISOString(),
  shares: null,
  appealUntil: later(72),
};

const menu = async (page: Page, action: RegExp): Promise<void> => {
  await press(page, /^(更多操作|More actions)$/);
  await page.getByRole('dialog').getByRole('button', { name: action }).first().click();
};
const room = (
  name: string,
  title: string,
  orders: readonly OrderSeed[],
  more: Partial<Picture> = {},
): Picture => ({
  name: `room-${name}`,
  title: `The room: ${title}`,
  address: ROOM,
  orders,
  ...more,
});

const ASK = /^(申請取消|Ask to cancel)/;
const AGREE = /^(同意取消|Agree to cancel)$/;
const REFUSE = /^(不同意|Refuse)$/;

/** Asking to cancel, and answering: before a payment, after it, while stuck and in a case. */
const REQUESTS: readonly Picture[] = [
  room(
    'payer-asked-locked',
    'the payee asks to cancel before a payment, for the payer',
    order('payer', 'LOCKED', { request: { by: 'counterparty', reason: 'account-problem' } }),
  ),
  room(
    'payee-asks-locked',
    'the payee has asked to cancel before a payment',
    order('payee', 'LOCKED', { request: { by: 'you', reason: 'account-problem' } }),
  ),
  room(
    'payer-asks-paid',
    'the payer has asked to cancel after a payment',
    order('payer', 'PAID', { ...PAID, request: { by: 'you', reason: 'payment-failed' } }),
  ),
  room(
    'payee-asked-paid',
    'the payer asks to cancel after a payment, for the payee',
    order('payee', 'PAID', { ...PAID, request: { by: 'counterparty', reason: 'not-paid-after-all' } }),
  ),
  room(
    'payer-asked-paid',
    'the payee asks to cancel after a payment, for the payer',
    order('payer', 'PAID', { ...PAID, request: { by: 'counterparty', reason: 'not-received' } }),
  ),
  room(
    'payee-asks-stuck',
    'the payee has asked to cancel a stuck order',
    order('payee', 'STUCK_SELF', { ...STUCK, request: { by: 'you', reason: 'wrong-sum' } }),
  ),
  room(
    'payer-asked-case',
    'the payee asks to cancel in a case, for the payer',
    order('payer', 'STUCK_CASE', { ...CASE, request: { by: 'counterparty', reason: 'not-received' } }),
  ),
  room('payer-ask-sheet', 'the payer asks to cancel after a payment', order('payer', 'PAID', PAID), {
    act: (page) => menu(page, ASK),
  }),
  room('payer-ask-secret', 'the secret before such a request', order('payer', 'PAID', PAID), {
    act: async (page) => {
      await menu(page, ASK);
      await page
        .getByRole('dialog')
        .getByText(/^(付款沒有成功|The payment failed)$/)
        .click();
      await press(page, /^(送出申請|Send the request)$/);
      await digits(page, '482');
    },
  }),
  room(
    'payee-ask-sheet',
    'the payee asks to cancel, before a payment and after it',
    order('payee', 'LOCKED'),
    { act: (page) => menu(page, ASK) },
  ),
  room('payee-ask-sheet-paid', 'the payee asks to cancel after a payment', order('payee', 'PAID', PAID), {
    act: (page) => menu(page, ASK),
  }),
  room(
    'payee-agree',
    'the payee agrees to cancel',
    order('payee', 'PAID', { ...PAID, request: { by: 'counterparty', reason: 'not-paid-after-all' } }),
    { act: (page) => press(page, AGREE) },
  ),
  room(
    'payer-agree',
    'the payer agrees to cancel',
    order('payer', 'LOCKED', { request: { by: 'counterparty', reason: 'account-problem' } }),
    { act: (page) => press(page, AGREE) },
  ),
  room(
    'payee-refuse',
    'the payee refuses to cancel',
    order('payee', 'PAID', { ...PAID, request: { by: 'counterparty', reason: 'not-paid-after-all' } }),
    { act: (page) => press(page, REFUSE) },
  ),
  room(
    'payer-refuse',
    'the payer refuses to cancel',
    order('payer', 'LOCKED', { request: { by: 'counterparty', reason: 'account-problem' } }),
    { act: (page) => press(page, REFUSE) },
  ),
];

/** Nobody answers, and operators are asked. */
const CASES: readonly Picture[] = [
  room(
    'payee-case',
    'the operators decide, for the payee',
    order('payee', 'STUCK_CASE', { ...CASE, case: { openedBy: 'counterparty', reason: 'not-released' } }),
  ),
  room(
    'payee-case-system',
    'a case that the system opened',
    order('payee', 'STUCK_CASE', { ...CASE, case: { openedBy: 'system', reason: null } }),
  ),
  room(
    'payer-case-late',
    'the operators are late to answer and to decide, for the payer',
    order('payer', 'STUCK_CASE', {
      ...CASE,
      case: { firstReplyDate: '2026-08-16T01:00:00.000Z', rulingDate: '2026-08-16T02:00:00.000Z' },
    }),
  ),
  room(
    'payee-case-escalated',
    'whoever leads the operators decides, for the payee',
    order('payee', 'STUCK_CASE', {
      ...CASE,
      case: {
        firstReplyDate: '2026-08-13T03:00:00.000Z',
        firstRepliedAt: '2026-08-13T02:50:00.000Z',
        escalatedAt: '2026-08-16T02:30:00.000Z',
      },
    }),
  ),
  room('payee-appeal', 'the payee appeals', order('payee', 'STUCK_SELF', STUCK), {
    act: (page) => press(page, /^(請客服處理|Appeal to support)$/),
  }),
  room('payer-ask-time', 'the payer asks for more time', order('payer', 'LOCKED'), {
    act: (page) => menu(page, /^(請對方延長時間|Ask for more time)/),
  }),
  room(
    'payer-asked-time',
    'the payer has asked for more time',
    order('payer', 'LOCKED', { askedMinutes: 15 }),
  ),
  room(
    'payer-overdue',
    'the time to confirm is over, for the payer',
    order('payer', 'PAID', { lockedAgoMs: 1_800_000, dutyMs: [960_000, -60_000] }),
  ),
  room('payer-menu', 'the menu of a payer who has to pay', order('payer', 'LOCKED'), {
    act: (page) => press(page, /^(更多操作|More actions)$/),
  }),
  room('payer-block', 'blocking the other side', order('payer', 'LOCKED'), {
    act: (page) => menu(page, /^(封鎖|Block)/),
  }),
];

/** How an order ends that does not finish, and what can be said after it. */
const ENDINGS: readonly Picture[] = [
  room(
    'payee-cancelled',
    'cancelled, for the payee',
    order('payee', 'CANCELLED', { ...ENDED, ending: { event: 'cancel', by: 'counterparty' } }),
  ),
  room(
    'payer-timed-out',
    'not paid in time, for the payer',
    order('payer', 'AUTO_CANCELLED', { ...ENDED, ending: { event: 'grace-time-ended', by: 'system' } }),
  ),
  room(
    'payer-ended-place',
    'where it was to be paid, after the end',
    order('payer', 'AUTO_CANCELLED', { ...ENDED, ending: { event: 'grace-time-ended', by: 'system' } }),
    { act: (page) => page.getByText(/^(這筆訂單的收款帳戶|Account of this order)$/).click() },
  ),
  room(
    'payee-timed-out',
    'not paid in time, for the payee',
    order('payee', 'AUTO_CANCELLED', { ...ENDED, ending: { event: 'grace-time-ended', by: 'system' } }),
  ),
  room(
    'locker-declined',
    'the owner declined',
    order('payer', 'CANCELLED', { ending: { event: 'decline', by: 'counterparty' } }),
  ),
  room(
    'owner-missed',
    'the owner did not answer in time',
    order('payee', 'AUTO_CANCELLED', { ending: { event: 'accept-time-ended', by: 'system' } }),
  ),
  room(
    'payer-ruled',
    'cancelled by the operators, for the payer',
    order('payer', 'FORCE_CANCELLED', { ...ENDED, ending: { event: 'force-cancel', by: 'operator' } }),
    { change: { data: { ruling: RULED } } },
  ),
  room(
    'payee-ruled',
    'cancelled by the operators, for the payee',
    order('payee', 'FORCE_CANCELLED', { ...ENDED, ending: { event: 'force-cancel', by: 'operator' } }),
    { change: { data: { ruling: RULED } } },
  ),
  room(
    'payer-ruled-release',
    'released by the operators',
    order('payer', 'FINISHED', { ...ENDED, ending: { event: 'rule-release', by: 'operator' } }),
    {
      change: {
        data: {
          ruling: {
            ...RULED,
            outcome: 'rule-release',
            reason: 'payment-proven',
            text: '銀行明細與轉帳紀錄相符。',
          },
        },
      },
    },
  ),
  room('late-claim', 'a payment that is said after the end', order('payer', 'AUTO_CANCELLED', ENDED), {
    states: ['data', 'error'],
    reads: ['/order/late-claim'],
    act: async (page, state) => {
      await menu(page, /^(我已付款，補報|I had paid)/);
      if (state === 'data') return;
      await page.getByRole('dialog').getByRole('textbox').fill('8/17 14:20，台新銀行網銀，NT$3,000');
      await press(page, /^(送出，請客服處理|Send to support)$/);
    },
  }),
  room(
    'late-claimed',
    'a payment that was said after the end',
    order('payer', 'AUTO_CANCELLED', { ...ENDED, case: { reason: null } }),
  ),
  room('payee-appeal-ended', 'an appeal after the end', order('payee', 'FINISHED', ENDED), {
    act: (page) => menu(page, /^(請客服處理|Appeal to support)/),
  }),
];

/** Where an order leaves its way: requests to cancel, cases, ends, and what own cancels close. */
export const DISPUTES: readonly Picture[] = [
  ...REQUESTS,
  ...CASES,
  ...ENDINGS,
  {
    name: 'restrictions',
    title: 'All that restricts a member now: own cancels, support, a cool-down, the day, a hold; or nothing',
    address: '/home?panel=restrictions',
    states: ['data', 'empty', 'loading', 'error'],
    reads: ['/member/restrictions'],
    change: {
      data: {
        coolDownUntil: later(10),
        ownLocksMax: 0,
        dailyLimits: { 'USDT sell': { ownMax: '100.000000', used: '100.000000' } },
        restrictions: {
          cancels: {
            used: 4,
            max: 3,
            afterPaidUsed: 1,
            afterPaidMax: 1,
            resetsAt: later(10),
            blockedUntil: later(10),
          },
          restrictions: [
            { act: 'cancel', reason: 'cancels-used', until: later(10) },
            { act: 'cancel-after-paid', reason: 'cancels-used', until: later(10) },
            { act: 'lock', reason: 'cancels-exceeded', until: later(10) },
          ],
          serverTime: later(0),
        },
      },
    },
  },
];
