import type { Page } from '@playwright/test';
import { fakeLine } from '#test/fake-thread.ts';
import { fakeWorld } from '#test/fake-world.ts';

import { order, PAID_ACTION, press, ROOM, type OrderSeed, type Picture } from '../picture.ts';

const ROOM_READS = ['/order/detail', '/order/list'] as const;

const PAID: Partial<OrderSeed> = { lockedAgoMs: 480_000, dutyMs: [138_000, 762_000] };

/** A thread with a line of each kind. */
const { now } = fakeWorld();
const THREADS = {
  '501': [
    fakeLine(now, { number: 1, text: '您好，轉帳後麻煩傳一下截圖', isSeen: true }),
    fakeLine(now, { number: 2, by: 'you', text: '好的，正在轉', isSeen: true }),
    fakeLine(now, { number: 3, kind: 'event', event: 'paid', by: 'you' }),
    fakeLine(now, { number: 4, by: 'you', kind: 'proof', file: { type: 'application/pdf', bytes: 84_000 } }),
    fakeLine(now, {
      number: 5,
      text: '帳戶有問題，請改轉 822 1234 5678 9012，加 LINE 聊',
      suspicions: ['account-number', 'contact'],
    }),
    fakeLine(now, { number: 6, by: 'operator', text: '您好，我是穩付客服。請不要轉到訂單以外的帳戶。' }),
  ],
};

async function tickAll(page: Page): Promise<void> {
  for (const yes of await page.getByRole('radio', { name: /^(是|Yes)$/ }).all())
    await yes.dispatchEvent('click');
  for (const check of await page.getByRole('checkbox').all()) await check.check();
}

/** Somebody looks at another app for a while. */
const returnAfter = (ms: number) => async (page: Page) => {
  const look = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.getByRole('button', { name: PAID_ACTION }).first().waitFor();
  await look(true);
  await page.clock.fastForward(ms);
  await look(false);
};

/** The room of an order on its way: paying, waiting, releasing, and its ends. */
export const ROOMS: readonly Picture[] = [
  {
    name: 'room-payer-locked',
    title: 'The room: the payer has to pay',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    states: ['data', 'loading', 'error', 'long'],
    addresses: { long: '/front-end-order?orderId=502' },
    reads: ROOM_READS,
  },
  ...(
    [
      ['room-remark', 'what the owner of the listing says', '平日晚上八點後回覆比較快。\n請用本人帳戶匯款。'],
      ['room-remark-removed', 'what the owner of the listing said was taken down', null],
    ] as const
  ).map(([name, about, text]): Picture => ({
    name,
    title: `The room: ${about}`,
    address: ROOM,
    orders: order('payer', 'LOCKED', { remark: { text } }),
    act: (page) => page.getByRole('region', { name: /^(掛單備註|Remark)$/ }).scrollIntoViewIfNeeded(),
  })),
  {
    name: 'room-owner-accept',
    title: 'The room: the owner decides whether to accept',
    address: ROOM,
    orders: order('payee', 'ACCEPT_WAIT', { dutyMs: [40_000, 140_000] }),
  },
  {
    name: 'room-owner-decline',
    title: 'The room: the owner declines',
    address: ROOM,
    orders: order('payee', 'ACCEPT_WAIT', { dutyMs: [40_000, 140_000] }),
    act: (page) => press(page, /^(不接單|Decline)$/),
  },
  {
    name: 'room-locker-accept',
    title: 'The room: the buyer waits for acceptance',
    address: ROOM,
    orders: order('payer', 'ACCEPT_WAIT', { dutyMs: [40_000, 140_000] }),
  },
  {
    name: 'room-payer-app',
    title: 'The room: the payer pays by an app',
    address: ROOM,
    orders: order('payer', 'LOCKED', { payMethod: 'jkopay' }),
  },
  {
    name: 'room-payer-transfer-code',
    title: 'The room: the payer scans a transfer code of all banks',
    address: ROOM,
    orders: order('payer', 'LOCKED', { payMethod: 'twqr' }),
  },
  {
    name: 'room-payer-paying',
    title: 'The room: how it was paid',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    act: (page) => press(page, /^(我已付款|I've paid)$/),
  },
  {
    name: 'room-payer-returned',
    title: 'The room: the payer is back from the bank',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    hasOwnClock: true,
    act: returnAfter(20_000),
  },
  {
    name: 'room-thread',
    title: 'The room: its thread',
    address: ROOM,
    reads: ['/order/thread'],
    states: ['data', 'loading', 'error'],
    orders: order('payer', 'PAID', PAID),
    change: { data: { threads: THREADS } },
    act: async (page, state) => {
      const open = page.getByRole('button', { name: /^(打開對話|Open messages)$/ });
      if ((state === 'data' || state === 'loading') && (await open.count()) > 0) await open.click();
    },
  },
  {
    name: 'room-payer-paid',
    title: 'The room: the payer waits',
    address: ROOM,
    orders: order('payer', 'PAID', PAID),
  },
  {
    name: 'room-payer-paid-unfolded',
    title: 'The room: the payer looks at the payment again',
    address: ROOM,
    orders: order('payer', 'PAID', PAID),
    act: async (page) => page.getByText(/^(付款資料|Payment details)$/).click(),
  },
  {
    name: 'room-payer-grace',
    title: 'The room: too late to pay, for the payer',
    address: ROOM,
    orders: order('payer', 'GRACE', { lockedAgoMs: 960_000, dutyMs: [60_000, 540_000] }),
  },
  {
    name: 'room-payee-grace',
    title: 'The room: too late to pay, for the payee',
    address: ROOM,
    orders: order('payee', 'GRACE', { lockedAgoMs: 960_000, dutyMs: [60_000, 540_000] }),
  },
  {
    name: 'room-payer-late-paid',
    title: 'The room: paid in time, said after it',
    address: ROOM,
    orders: order('payer', 'GRACE', { lockedAgoMs: 960_000, dutyMs: [60_000, 540_000] }),
    act: (page) => press(page, /^(我在時限前已付款|I paid in time)$/),
  },
  {
    name: 'room-payee-asked-time',
    title: 'The room: the payer asks for more time',
    address: ROOM,
    orders: order('payee', 'LOCKED', { askedMinutes: 15 }),
  },
  {
    name: 'room-payee-extend',
    title: 'The room: giving more time',
    address: ROOM,
    orders: order('payee', 'LOCKED', { askedMinutes: 15, extensions: { count: 1, minutes: 30 } }),
    act: (page) => press(page, /^(延長付款時間|Give more time)$/),
  },
  {
    name: 'room-payer-stuck',
    title: 'The room: the payee was silent, for the payer',
    address: ROOM,
    orders: order('payer', 'STUCK_SELF', { paidAgoMs: 960_000 }),
  },
  {
    name: 'room-payee-stuck',
    title: 'The room: the payee was silent, for the payee',
    address: ROOM,
    orders: order('payee', 'STUCK_SELF', { paidAgoMs: 960_000 }),
  },
  {
    name: 'room-appeal',
    title: 'The room: appealing to the operators',
    address: ROOM,
    orders: order('payer', 'STUCK_SELF', { paidAgoMs: 960_000 }),
    act: (page) => press(page, /^(請客服處理|Appeal to support)$/),
  },
  {
    name: 'room-case',
    title: 'The room: the operators decide',
    address: ROOM,
    orders: order('payer', 'STUCK_CASE', { paidAgoMs: 960_000, dutyMs: [60_000, 86_340_000] }),
  },
  {
    name: 'room-payee-overdue',
    title: 'The room: the time to confirm is over',
    address: ROOM,
    orders: order('payee', 'PAID', { lockedAgoMs: 1_800_000, dutyMs: [960_000, -60_000] }),
  },
  {
    name: 'room-payee-menu',
    title: 'The room: the menu of a payee who waits',
    address: ROOM,
    orders: order('payee', 'LOCKED'),
    act: (page) => press(page, /^(更多操作|More actions)$/),
  },
  {
    name: 'room-payer-finished',
    title: 'The room: bought',
    address: ROOM,
    orders: order('payer', 'FINISHED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-payer-finished-held',
    title: 'The room: bought, and held until the next day is over',
    address: ROOM,
    orders: order('payer', 'FINISHED', { lockedAgoMs: 480_000, heldForMs: 36 * 3_600_000 }),
  },
  {
    name: 'room-payer-shared',
    title: 'The room: shared, for the payer',
    address: ROOM,
    orders: order('payer', 'FINISHED', {
      lockedAgoMs: 480_000,
      receives: '1198.80',
      returned: '1800.00',
      heldForMs: 36 * 3_600_000,
    }),
  },
  {
    name: 'room-payee-shared',
    title: 'The room: shared, for the payee',
    address: ROOM,
    orders: order('payee', 'FINISHED', { lockedAgoMs: 480_000, receives: '1198.80', returned: '1800.00' }),
  },
  {
    name: 'room-rate',
    title: 'The room: what the other side was like',
    address: ROOM,
    orders: order('payer', 'FINISHED', { lockedAgoMs: 480_000 }),
    act: async (page) => {
      await page.getByRole('radio', { name: /^(4 顆星|4 stars)/ }).dispatchEvent('click');
      await page.getByRole('checkbox', { name: /^(動作快|Quick)$/ }).dispatchEvent('click');
    },
  },
  {
    name: 'room-rated',
    title: 'The room: both sides have rated',
    address: ROOM,
    orders: order('payee', 'FINISHED', { lockedAgoMs: 480_000 }),
    change: {
      data: {
        isRatedByOther: true,
        rated: new Map([['501', { stars: '2', recommends: false, tags: ['silent'] }]]),
      },
    },
  },
  {
    name: 'room-payee-locked',
    title: 'The room: the payee waits',
    address: ROOM,
    orders: order('payee', 'LOCKED'),
  },
  {
    name: 'room-payee-paid',
    title: 'The room: the payee has to confirm',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    states: ['data', 'long'],
  },
  {
    name: 'room-payee-release',
    title: 'The room: the recap before a release',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    states: ['data', 'long'],
    act: async (page, state) => {
      await press(page, /^(確認入帳並放行|Confirm payment and release)$/);
      if (state === 'data') await tickAll(page);
    },
  },
  {
    name: 'room-payee-release-no',
    title: 'The room: an answer before a release is no',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    act: async (page) => {
      await press(page, /^(確認入帳並放行|Confirm payment and release)$/);
      await page
        .getByRole('radio', { name: /^(不是|No)$/ })
        .nth(1)
        .dispatchEvent('click');
    },
  },
  {
    name: 'room-payee-release-code',
    title: 'The room: a code before a release, while the account cools down',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    change: { data: { coolDownUntil: new Date(now + 3_600_000).toISOString() } },
    act: async (page) => {
      await press(page, /^(確認入帳並放行|Confirm payment and release)$/);
      await tickAll(page);
      await page.getByRole('slider').focus();
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    },
  },
  {
    name: 'room-payee-finished',
    title: 'The room: sold',
    address: ROOM,
    orders: order('payee', 'FINISHED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-payee-blamed',
    title: 'The room: cancelled for a reason of the payee',
    address: ROOM,
    orders: order('payee', 'CANCELLED', { lockedAgoMs: 480_000, isBlamed: true }),
  },
  {
    name: 'room-cancelled',
    title: 'The room: cancelled',
    address: ROOM,
    orders: order('payer', 'CANCELLED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-cancel',
    title: 'The room: cancelling',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    act: async (page) => {
      await press(page, /^(更多操作|More actions)$/);
      await press(page, /^(取消訂單|Cancel order)$/);
    },
  },
];
