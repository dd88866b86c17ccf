import { ACCOUNT_NOTICES, NOTIFICATION_RULES } from '@holdfast/contract/notifications';
import { NOTICE_TEXTS } from '@holdfast/contract/orders';

import { press, type Happening, type Moment, type Picture } from '../picture.ts';

const DEADLINE = '2026-08-17T06:14:00.000Z';

/** Whatever an order message may carry; each type takes what its words need. */
const ORDER = {
  orderId: '507',
  serialNo: 'HF-240817-0397',
  nick: '阿德',
  quantity: 3000,
  coinType: 'TWD',
  amount: 3000,
  deadlineDate: DEADLINE,
  claimUntil: '2026-08-18T06:14:00.000Z',
};
const SIGN_IN = {
  when: '2026-08-17T05:58:00.000Z',
  device: 'Chrome · Windows',
  place: '',
  network: '203.0.113.0/24',
};

const message = (name: string, type: string, extra: object, more: object = {}): Moment => ({
  name,
  happens: { is: 'message', rows: [{ type, extra: { type, ...extra }, ...more }] },
});

const error = (
  happens: Omit<Extract<Happening, { is: 'error' }>, 'is'>,
  name: string = happens.name,
): Moment => ({
  name,
  happens: { is: 'error', ...happens },
});

/** Messages of as many orders, and of sign-ins. */
const digest = (name: string, types: readonly string[]): Moment => ({
  name,
  happens: {
    is: 'message',
    rows: types.map((type, index) => {
      const order = { ...ORDER, orderId: String(600 + index), serialNo: `HF-240817-04${10 + index}` };
      const ofOrder = type.startsWith('order') && { ...order, transactionType: 'out' };
      const extra = { ...ofOrder, ...(type === 'userNormalLogin' && SIGN_IN) };
      return { type, extra: { type, ...extra } };
    }),
  },
});

/** The sentence of each reader and occasion, from the table that says them. */
const orderWords = (): Moment[] =>
  Object.entries(NOTICE_TEXTS).flatMap(([type, variants]) =>
    variants.map(({ if: { role, ...facts } }) => {
      const transactionType = role === 'payer' ? 'in' : 'out';
      const said = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
      return message([type, role ?? '', ...said].filter(Boolean).join(', '), type, {
        ...ORDER,
        ...facts,
        transactionType,
      });
    }),
  );

const accountWords = (): Moment[] =>
  [...new Set([...Object.keys(ACCOUNT_NOTICES), ...Object.keys(NOTIFICATION_RULES)])]
    .filter((type) => !Object.hasOwn(NOTICE_TEXTS, type))
    .map((type) => message(type, type, Object.hasOwn(ACCOUNT_NOTICES, type) ? SIGN_IN : {}));

const ended = (reason: string, facts: object = {}): Moment =>
  error({ name: 'NOT_SIGNED_IN', data: { reason, ...facts } }, `signed out: ${reason}`);

/** What the shell's queue puts over the screens: each kind of dialog in every size, and the words of all. */
export const DIALOGS: readonly Picture[] = [
  {
    name: 'dialog-error',
    title:
      'The error dialog: a fault, a connection that stumbles and goes by itself, a refusal with its note',
    address: '/home',
    moments: [
      error({ name: 'FAULT', data: { faultId: 'F-7K2Q9D' } }),
      error({ name: 'MEMBER_INFO_UNREACHABLE', data: { detail: 'timeout' } }),
      error({ name: 'CANCEL_LIMIT', data: { used: 3, max: 3, until: '2026-08-17T16:00:00.000Z' } }),
      error({ name: 'NOTIFICATION_DENIED' }),
      error({ name: 'OUTCOME_UNKNOWN' }),
    ],
  },
  {
    name: 'dialog-error-retry',
    title: 'The error dialog after a step of the member: 確認 repeats it',
    address: '/pendingOrder',
    states: ['error'],
    reads: ['/listing/close'],
    act: async (page) => {
      await press(page, /^(關閉掛單|Close listing)$/);
      await page.getByRole('alertdialog').getByRole('button').last().click();
      await page
        .getByRole('button', { name: /^(關閉|Close)$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'dialog-error-unsure',
    title: 'The error dialog after a step that may have gone through',
    address: '/pendingOrder',
    states: ['error'],
    reads: ['/listing/close'],
    refusal: 'CONNECTION_UNSTABLE',
    refusalData: { local: 'SERVER_SILENT', mayHaveRun: true },
    act: async (page) => {
      await press(page, /^(關閉掛單|Close listing)$/);
      await page.getByRole('alertdialog').getByRole('button').last().click();
      await page
        .getByRole('button', { name: /^(關閉|Close)$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'dialog-signed-out',
    title: 'Why a session has ended',
    address: '/login',
    isSignedOut: true,
    moments: [
      ended('takeover', { device: 'Chrome · Windows', place: '', network: '203.0.113.0/24', at: DEADLINE }),
      ended('password'),
      ended('freeze'),
      ended('operator'),
      error({ name: 'SESSION_TIMEOUT' }),
      error({ name: 'SESSION_TIMEOUT', data: { mayHaveRun: true } }, 'signed out after an unknown outcome'),
      error({ name: 'PIN_TRIES_USED_UP' }),
    ],
  },
  {
    name: 'dialog-switched',
    title: 'Another member has signed in in another tab',
    address: '/home',
    moments: [error({ name: 'MEMBER_SWITCHED', data: { nick: '阿哲' } })],
  },
  {
    name: 'dialog-broadcast',
    title: 'What operators tell many members at once',
    address: '/home',
    moments: [
      message(
        'news',
        'broadcast',
        {
          kind: 'news',
          titleEn: 'An update early on Saturday',
          textEn:
            'We update at two on Saturday morning. You can trade as usual.\n\nOrders in progress are not affected.',
        },
        {
          title: '週六凌晨系統更新',
          content: '系統將於週六凌晨兩點更新，期間可照常使用。\n\n進行中的訂單不受影響。',
        },
      ),
      message(
        'safety, long',
        'broadcast',
        {
          kind: 'safety',
          titleEn: 'Somebody calls members and says that they are our support staff',
          textEn: 'We never call to ask for your transaction code. If somebody does, hang up. '.repeat(8),
        },
        {
          title: '有人假冒客服打電話索取交易密碼，請務必立即掛斷並回報給我們',
          content: '我們不會打電話要您的交易密碼。接到這樣的電話請立即掛斷。'.repeat(12),
        },
      ),
    ],
  },
  {
    name: 'dialog-notification',
    title: 'The notification dialog: close and confirm, close alone, confirm alone, a type of tomorrow',
    address: '/home',
    moments: [
      message('orderPaid', 'orderPaid', { ...ORDER, transactionType: 'out' }),
      message('userNormalLogin', 'userNormalLogin', SIGN_IN),
      message('userForcedLogout', 'userForcedLogout', SIGN_IN),
      message('userRealNameReview', 'userRealNameReview', {}),
      message(
        'a type of tomorrow',
        'somethingNew',
        {},
        { title: '系統公告', content: '本週日 02:00–04:00 例行維護。' },
      ),
    ],
  },
  {
    name: 'dialog-digest',
    title: 'Many messages at once, as after an unlock: three, more than are listed, with sign-ins among them',
    address: '/home',
    moments: [
      digest('three', ['orderPaid', 'orderFinish', 'userWithdrawSuccess']),
      digest('nine', ['orderLock', 'orderPaid', ...Array.from({ length: 7 }, () => 'orderWaitAck')]),
      digest('with sign-ins', ['userNormalLogin', 'orderPaid', 'userNormalLogin', 'orderCancel']),
    ],
  },
  {
    name: 'dialog-notification-words',
    title: 'The words of every notification',
    address: '/home',
    isWordsOnly: true,
    moments: [...orderWords(), ...accountWords()],
  },
  {
    name: 'dialog-error-words',
    title: 'The words of the errors that the app finds by itself',
    address: '/home',
    isWordsOnly: true,
    moments: [
      error({ name: 'OFFLINE' }),
      error({ name: 'PROXY_UNREACHABLE' }),
      error({ name: 'CONNECTION_UNSTABLE' }),
      error({ name: 'CONNECTION_FAILED', data: { detail: 'net::ERR_CONNECTION_RESET' } }),
      error({ name: 'HTTP_STATUS', data: { status: 502, url: 'https://wallet.example/proxypost' } }),
      error({ name: 'DATABASE_UNAVAILABLE' }),
      error({ name: 'PARAMETERS_INVALID' }),
      error({ name: 'RATE_LIMITED', data: { seconds: 30 } }),
      error({ name: 'ROLE_NOT_ALLOWED' }),
      error({ name: 'SAFARI_TOO_OLD', data: { version: '16.4' } }),
      error({ name: 'LOG_OVERFLOW' }),
      error({ name: 'LOG_UNSUPPORTED' }),
    ],
  },
  {
    name: 'dialog-pop-up',
    title: "The pop-up notice: the app's own question",
    address: '/transaction',
    flag: 'jumpContactUs',
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  {
    name: 'prompts',
    title: 'The prompts: real name, debug log, notifications on a computer',
    address: '/home',
    moments: (['real-name', 'debug-log', 'notification-permission'] as const).map((name) => ({
      name,
      happens: { is: 'prompt', name },
    })),
  },
  {
    name: 'prompt-ios',
    title: 'The prompt for notifications on an iPhone: before it is on the home screen, and there',
    address: '/home',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1',
    states: ['data', 'long'],
    change: {
      data: { pushBrowser: { permission: 'default', needsHomeScreen: true } },
      long: { pushBrowser: { permission: 'default' } },
    },
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  {
    name: 'intro-video',
    title: 'The intro video: its cover, and playing',
    address: '/home',
    states: ['data', 'long'],
    change: { data: { introVideoUrl: '/intro.webm' }, long: { introVideoUrl: '/intro.webm' } },
    act: async (page, state) => {
      const play = page.getByRole('button', { name: /播放影片|Play video/ });
      await play.waitFor();
      if (state === 'data') return;
      await play.click();
      // One frame of it, and the same each time.
      await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
        video.pause();
        video.currentTime = 2;
        await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
      });
    },
  },
  {
    name: 'stay',
    title: 'Nobody seems to be there any more',
    address: '/home',
    hasOwnClock: true,
    act: async (page) => {
      // What counts the time is drawn a moment after the screen.
      await page.clock.runFor(5000);
      await page.waitForLoadState('networkidle');
      await page.clock.runFor(1000);
      await page.clock.fastForward(59 * 60_000 + 18_000);
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
