import { appError } from '@holdfast/contract/errors';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp, saying } from '#test/render.tsx';

const ROOM = '/front-end-order?orderId=501';
const ASKED = { by: 'counterparty', reason: 'account-problem' } as const;

function openRoom(room: Pick<OrderSeed, 'role' | 'state'> & Partial<OrderSeed>) {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: room.role === 'payee', nick: '阿哲', ...room };
  world.orders = [fakeOrder(world.now, seed)];
  const app = openApp(ROOM, fakeServices({ world }));
  const asked = (path: string) =>
    app.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { ...app, asked };
}

describe('a payee who asks to cancel', () => {
  test('is told what an answer and no answer lead to, and chooses a reason', async () => {
    const { user, asked } = openRoom({ role: 'payee', state: 'LOCKED' });
    await user.click(await screen.findByRole('button', { name: '更多操作' }));
    await user.click(screen.getByRole('button', { name: '申請取消' }));
    const sheet = within(screen.getByRole('dialog', { name: '申請取消' }));
    expect(sheet.getByText(saying('阿哲 同意，訂單才會取消；不同意或沒有回覆，訂單照常進行。'))).toBeTruthy();
    const send = sheet.getByRole('button', { name: '送出申請' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await user.click(sheet.getByRole('radio', { name: '掛單內容填錯了' }));
    await user.click(send);
    expect(await screen.findByText('已送出取消申請')).toBeTruthy();
    expect(asked('/order/request-cancel')).toEqual([
      { orderId: '501', version: '1', reason: 'listing-wrong' },
    ]);
    expect(screen.getByRole('heading', { name: '您已申請取消' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: /等 阿哲 在 .* 前回覆取消申請/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '同意取消' })).toBeNull();
  });

  test('finds the chosen reason again', async () => {
    const { user } = openRoom({ role: 'payee', state: 'LOCKED' });
    const openSheet = async () => {
      await user.click(await screen.findByRole('button', { name: '更多操作' }));
      await user.click(screen.getByRole('button', { name: '申請取消' }));
    };
    await openSheet();
    await user.click(screen.getByRole('radio', { name: '掛單內容填錯了' }));
    await user.click(screen.getByRole('button', { name: '不申請' }));
    await openSheet();
    expect(screen.getByRole('radio', { name: '掛單內容填錯了' })).toHaveProperty('checked', true);
  });
});

describe('a side that asks when the other one has just asked', () => {
  test('has the answers instead of a sheet that asks the same again', async () => {
    const { user, world } = openRoom({ role: 'payee', state: 'PAID' });
    await user.click(await screen.findByRole('button', { name: '更多操作' }));
    await user.click(screen.getByRole('button', { name: '申請取消' }));
    await user.click(screen.getByRole('radio', { name: '沒有收到款項' }));
    world.orders = world.orders.map((order) => ({
      ...fakeOrder(world.now, {
        orderId: '501',
        serialNo: 'HF-1',
        isOwner: true,
        nick: '阿哲',
        role: 'payee',
        state: 'PAID',
        request: { by: 'counterparty', reason: 'not-paid-after-all' },
      }),
      version: order.version + 1,
    }));
    await user.click(screen.getByRole('button', { name: '送出申請' }));
    expect(await screen.findByText('訂單狀態已變更，請確認最新狀態')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '確認' }));
    expect(await screen.findByRole('button', { name: '同意取消' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: '更多操作' }));
    expect(screen.queryByRole('button', { name: '申請取消' })).toBeNull();
  });
});

describe('a payer who is asked', () => {
  test('sees why, until when, and that the time to pay goes on', async () => {
    openRoom({ role: 'payer', state: 'LOCKED', request: ASKED });
    expect(await screen.findByRole('heading', { name: /阿哲 申請取消，請在 14:1\d 前回覆/ })).toBeTruthy();
    expect(screen.getByText('原因：收款帳戶有問題')).toBeTruthy();
    expect(screen.getByText(saying('付款時間照算，到 14:16 為止。'))).toBeTruthy();
    expect(screen.getByRole('button', { name: '我已付款' })).toBeTruthy();
  });

  test('agrees only with the tick of not having paid', async () => {
    const { user, asked } = openRoom({ role: 'payer', state: 'LOCKED', request: ASKED });
    await user.click(await screen.findByRole('button', { name: '同意取消' }));
    const sheet = within(screen.getByRole('dialog', { name: '同意取消' }));
    expect(sheet.getByText('如果已經付款，請不要同意。')).toBeTruthy();
    const allow = sheet.getByRole('button', { name: '同意取消' });
    expect(allow.getAttribute('aria-disabled')).toBe('true');
    await user.click(sheet.getByRole('checkbox', { name: '我還沒有付款' }));
    await user.click(allow);
    expect(await screen.findByRole('heading', { name: '訂單已取消' })).toBeTruthy();
    expect(asked('/order/allow-cancel')).toEqual([{ orderId: '501', version: '1', nothingMoved: '1' }]);
  });

  test('refuses, and the order goes on', async () => {
    const { user } = openRoom({ role: 'payer', state: 'LOCKED', request: ASKED });
    await user.click(await screen.findByRole('button', { name: '不同意' }));
    const sheet = within(screen.getByRole('dialog', { name: '不同意取消' }));
    expect(sheet.getByText(saying('訂單照常進行，請在 14:16 前付款。'))).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: '不同意' }));
    expect(await screen.findByText('已回覆不同意')).toBeTruthy();
    expect(screen.getByRole('heading', { name: /請在 14:16 前付款/ })).toBeTruthy();
    expect(screen.queryByText('原因：收款帳戶有問題')).toBeNull();
  });
});

describe('after the payment', () => {
  const tapSecret = async (user: ReturnType<typeof openRoom>['user']) => {
    for (const digit of '482913') await user.click(screen.getByRole('button', { name: digit }));
  };

  test('a payer who asks is warned first, sees how many are left, and gives the transaction code', async () => {
    const { user, asked } = openRoom({ role: 'payer', state: 'PAID' });
    await user.click(await screen.findByRole('button', { name: '更多操作' }));
    await user.click(screen.getByRole('button', { name: '申請取消' }));
    const sheet = within(screen.getByRole('dialog', { name: '申請取消' }));
    expect(sheet.getByText(/如果已經付款，請不要取消/)).toBeTruthy();
    expect(await sheet.findByText(/付款後今天還可以取消 1 次/)).toBeTruthy();
    await user.click(sheet.getByRole('radio', { name: '其實還沒有付款' }));
    await user.click(sheet.getByRole('button', { name: '送出申請' }));
    await tapSecret(user);
    expect(await screen.findByText('已送出取消申請')).toBeTruthy();
    expect(asked('/order/request-cancel-after-paid')).toEqual([
      { orderId: '501', version: '1', reason: 'not-paid-after-all' },
    ]);
    expect(screen.getByText(/訂單會自動取消。$/)).toBeTruthy();
  });

  test('a payee who refuses says why, and the words are there again after a look elsewhere', async () => {
    const request = { by: 'counterparty', reason: 'payment-failed' } as const;
    const { user, asked } = openRoom({ role: 'payee', state: 'PAID', request });
    await user.click(await screen.findByRole('button', { name: '不同意' }));
    await user.click(screen.getByRole('radio', { name: '其他原因' }));
    await user.type(screen.getByLabelText(/補充說明/), '還在等銀行回覆');
    await user.click(screen.getByRole('button', { name: '先不回覆' }));
    await user.click(screen.getByRole('button', { name: '不同意' }));
    const sheet = within(screen.getByRole('dialog', { name: '不同意取消' }));
    expect(sheet.getByText(/會由客服接手處理/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: '不同意' }));
    await screen.findByText('已回覆不同意');
    expect(asked('/order/deny-cancel')).toEqual([
      { orderId: '501', version: '1', reason: 'other', text: '還在等銀行回覆' },
    ]);
  });

  test('a payer agrees with the transaction code only', async () => {
    const request = { by: 'counterparty', reason: 'not-received' } as const;
    const { user, asked } = openRoom({ role: 'payer', state: 'PAID', request });
    expect(await screen.findByText(/訂單會卡住，由雙方處理；不會自動取消/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '同意取消' }));
    await user.click(screen.getByRole('checkbox', { name: '我沒有付款，或賣家已經把錢退給我' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '同意取消' }));
    expect(asked('/order/allow-cancel-after-paid')).toEqual([]);
    await tapSecret(user);
    await screen.findByRole('heading', { name: '訂單已取消' });
    expect(asked('/order/allow-cancel-after-paid')).toHaveLength(1);
  });
});

describe('the restrictions', () => {
  test('say what is closed, why and until when', async () => {
    const world = fakeWorld();
    world.restrictions = {
      cancels: {
        used: 3,
        max: 3,
        afterPaidUsed: 1,
        afterPaidMax: 1,
        resetsAt: '2026-08-17T16:00:00.000Z',
        blockedUntil: '2026-08-17T06:30:00.000Z',
      },
      restrictions: [
        { act: 'cancel', reason: 'cancels-used', until: '2026-08-17T16:00:00.000Z' },
        { act: 'lock', reason: 'cancels-exceeded', until: '2026-08-17T06:30:00.000Z' },
      ],
      serverTime: '2026-08-17T06:15:00.000Z',
    };
    openApp('/home?panel=restrictions', fakeServices({ world }));
    const panel = within(await screen.findByRole('dialog', { name: '目前的限制' }));
    const list = await panel.findByRole('list', { name: '目前的限制' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '不能取消訂單今天的取消次數已用完。00:00 起可以再取消。',
      '不能下單今天取消或逾時的訂單太多。14:30 起可以再下單。',
    ]);
    expect(panel.getByText('3 / 3 次')).toBeTruthy();
  });

  test('are also what support, a cool-down, the day and a hold have closed, each with its way on', async () => {
    const world = fakeWorld();
    world.ownLocksMax = 0;
    world.coolDownUntil = new Date(world.now + 3_600_000).toISOString();
    world.dailyLimits = {
      'USDT sell': { ownMax: '100.000000', used: '100.000000' },
      'TWD buy': { ownMax: '0.00' },
    };
    openApp('/home?panel=restrictions', fakeServices({ world }));
    const panel = within(await screen.findByRole('dialog', { name: '目前的限制' }));
    const list = within(await panel.findByRole('list', { name: '目前的限制' }));
    expect(list.getByText('不能下單').closest('li')?.textContent).toContain('客服目前不開放您的帳號下單');
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      [expect.stringMatching(/^安全冷卻中15:02 解除/), expect.stringContaining('panel=security')],
      [expect.stringMatching(/^今天不能再買入 TWD每日上限目前是 0/), expect.stringContaining('panel=limits')],
      [
        expect.stringMatching(/^今天不能再賣出 USDT今天的上限 100 USDT 已用完/),
        expect.stringContaining('panel=limits'),
      ],
    ]);
  });

  test('name what is on hold, and from when on it is free', async () => {
    const world = fakeWorld();
    world.balances = world.balances.map((one) => ({
      ...one,
      onHold: one.coin === 'TWD' ? '4995.00' : '0.000000',
    }));
    const part = (until: string) => ({ orderId: '501', nick: '阿德', quantity: '10.00', until });
    const [first, later] = [part('2026-08-18T06:00:00.000Z'), part('2026-08-19T06:00:00.000Z')];
    world.holds = { TWD: [first, later] };
    openApp('/home?panel=restrictions', fakeServices({ world }));
    expect((await screen.findByText('4,995 TWD 保留中')).closest('a')?.getAttribute('href')).toBe('/home');
    expect(await screen.findByText(/下一筆在 .+ 解除，其他各筆列在錢包的餘額裡。$/)).toBeTruthy();
    // The only part has no others.
    cleanup();
    world.holds = { TWD: [first] };
    openApp('/home?panel=restrictions', fakeServices({ world }));
    expect(await screen.findByText(/全部在 .+ 解除。$/)).toBeTruthy();
  });

  test('are not said to be none before all is known', async () => {
    const services = fakeServices();
    services.server.set('/member/limits', appError('MAINTENANCE', { until: '15:00' }));
    openApp('/home?panel=restrictions', services);
    const panel = within(await screen.findByRole('dialog', { name: '目前的限制' }));
    expect(await panel.findByRole('button', { name: '再試一次' })).toBeTruthy();
    expect(panel.queryByText('目前沒有限制')).toBeNull();
  });

  test('say so when there are none', async () => {
    const world = fakeWorld();
    world.balances = world.balances.map((one) => ({ ...one, onHold: '0.00' }));
    openApp('/home?panel=restrictions', fakeServices({ world }));
    expect(await screen.findByText('目前沒有限制')).toBeTruthy();
    expect(screen.getByText('1 / 3 次')).toBeTruthy();
  });
});
