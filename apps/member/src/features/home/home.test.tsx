import { appError } from '@holdfast/contract/errors';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakePush } from '#test/fake-push.ts';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const BALANCES = '/member/balanceinfo';

describe('home', () => {
  test('says who is signed in, with level and verification', async () => {
    openApp('/home');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('小林 Lv.3');
    expect(screen.getByText('已驗證')).toBeTruthy();
  });

  test('shows the whole, the free and the held part of a coin', async () => {
    openApp('/home');
    expect(await screen.findByText('15,480')).toBeTruthy();
    expect(screen.getByText('12,480')).toBeTruthy();
    expect(screen.getByRole('button', { name: /保管中 3,000\.00/ })).toBeTruthy();
  });

  test('changes to the other coin', async () => {
    const { user } = openApp('/home');
    await user.click(await screen.findByRole('radio', { name: 'USDT' }));
    expect(await screen.findByText('482')).toBeTruthy();
  });

  test('shows where the held part lies, and leads there', async () => {
    const { user } = openApp('/home');
    await user.click(await screen.findByRole('button', { name: /保管中 3,000/ }));
    const split = within(screen.getByRole('list', { name: '保管明細' }));
    expect(split.getByRole('link', { name: /訂單保管/ }).getAttribute('href')).toBe('/front-end-order');
    expect(split.getByRole('link', { name: /掛單保管/ }).getAttribute('href')).toBe('/pendingOrder');
  });

  test('never shows an unknown balance as zero', async () => {
    const services = fakeServices();
    services.server.set(BALANCES, 'silent');
    openApp('/home', services);
    expect((await screen.findAllByText('尚未取得')).length).toBe(3);
    expect(screen.queryByText('0')).toBeNull();
  });

  test('keeps the last known balance with its time while the server is out of reach', async () => {
    const first = fakeServices();
    openApp('/home', first);
    await screen.findByText('15,480');
    const second = { ...fakeServices(), tab: first.tab };
    second.server.set(BALANCES, appError('MAINTENANCE', { until: '15:00' }));
    cleanup();
    openApp('/home', second);
    expect(await screen.findByText('目前連不上，顯示 14:02 的金額')).toBeTruthy();
    expect(screen.getByText('15,480')).toBeTruthy();
  });

  test('hides every own amount at once, and remembers it', async () => {
    const { user, services } = openApp('/home');
    await screen.findByText('15,480');
    await user.click(screen.getByRole('button', { name: '隱藏金額' }));
    expect(screen.queryByText('15,480')).toBeNull();
    expect(screen.queryByText(/4,995/)).toBeNull();
    expect(screen.getAllByText('已隱藏').length).toBeGreaterThan(3);
    expect(services.settings.read().hidesAmounts).toBe(true);
  });

  test('shows what was bought and is held, each with the order and from when on it is free', async () => {
    const world = fakeWorld();
    const twd = world.balances.find(({ coin }) => coin === 'TWD');
    Object.assign(twd ?? {}, { onHold: '4995.00', available: '7485.00' });
    const until = new Date(world.now + 30 * 3_600_000).toISOString();
    world.holds = { TWD: [{ orderId: '503', nick: '小薇', quantity: '4995.00', until }] };
    const { user } = openApp('/home', fakeServices({ world }));
    await user.click(await screen.findByRole('button', { name: /保管中/ }));
    const lot = await screen.findByRole('link', { name: /向 小薇 買入.*起可用.*4,995/ });
    expect(lot.getAttribute('href')).toBe('/front-end-order?orderId=503');
  });

  test('says that more orders run than one page holds, and leads to all of them', async () => {
    const world = fakeWorld();
    const [order] = world.orders;
    world.orders = Array.from({ length: 101 }, (_, n) => ({
      ...(order as (typeof world.orders)[number]),
      orderId: String(9000 - n),
    }));
    openApp('/home', fakeServices({ world }));
    const more = await screen.findByRole('link', { name: /還有其他進行中的訂單/ });
    expect(more.getAttribute('href')).toBe('/front-end-order');
    expect(screen.queryByText('目前沒有等您處理的事')).toBeNull();
  });

  test('puts what waits for the member first, with its clock', async () => {
    openApp('/home');
    await screen.findByText('12:42');
    const duties = screen.getByRole('heading', { name: /等您處理/ }).closest('section');
    const cards = within(duties as HTMLElement).getAllByRole('link');
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      '/front-end-order?orderId=501',
      '/front-end-order?orderId=502',
    ]);
    await screen.findByRole('heading', { name: '完成設定' });
    const heads = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
    expect(heads.indexOf('完成設定')).toBeGreaterThan(heads.findIndex((head) => head.startsWith('等您處理')));
  });

  test('begins with the duty that is overdue', async () => {
    const world = fakeWorld();
    const late = world.orders.find(({ orderId }) => orderId === '502');
    if (late) late.deadlineDate = new Date(world.now - 60_000).toISOString();
    openApp('/home', fakeServices({ world }));
    await screen.findByText('12:42');
    const duties = screen.getByRole('heading', { name: /等您處理/ }).closest('section');
    expect(within(duties as HTMLElement).getAllByRole('link')[0]?.textContent).toContain('Yu88');
  });

  test('counts what waits in the navigation too', async () => {
    openApp('/home');
    expect((await screen.findByText('2 件事等您處理')).closest('a')?.getAttribute('href')).toBe(
      '/front-end-order',
    );
  });

  test('lists what a new member still has to set up, and where to begin', async () => {
    openApp('/home', fakeServices({ world: emptyWorld() }));
    expect((await screen.findByRole('link', { name: /綁定收款的銀行帳戶/ })).getAttribute('href')).toBe(
      '/home?panel=bank-cards',
    );
    expect(screen.getByText('目前沒有等您處理的事')).toBeTruthy();
  });

  test('says to an empty wallet in three lines what is bought here and who holds it meanwhile', async () => {
    const { user } = openApp('/home', fakeServices({ world: emptyWorld() }));
    const begin = (await screen.findByText('還沒有 TWD，這樣開始')).parentElement as HTMLElement;
    const lines = within(begin).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      '這裡的 TWD 是錢包餘額：用銀行轉帳付新台幣，向其他會員買入。',
      '下單後，賣家的 TWD 由穩付保管，誰都動不了。',
      '賣家確認收到您的匯款，TWD 就放行給您。',
    ]);
    expect(within(begin).getByRole('link', { name: '看看誰在賣 TWD' }).getAttribute('href')).toBe(
      '/transaction?coin=TWD',
    );
    await user.click(screen.getByRole('radio', { name: 'USDT' }));
    expect(await screen.findByText('用銀行轉帳付新台幣，向其他會員買入 USDT。')).toBeTruthy();
  });

  test('shows what happened last, with whom, and leads to its order', async () => {
    openApp('/home');
    const today = within(await screen.findByRole('list', { name: '今天' }));
    const [bought] = today.getAllByRole('link');
    expect(bought?.textContent).toBe('買入 5,000 TWD・小薇13:42+4,995.00');
    expect(bought?.getAttribute('href')).toBe('/front-end-order?orderId=503');
  });

  test('asks for nothing that can wait, and places nothing below, until duties and activity are there', async () => {
    const services = fakeServices();
    services.server.set('/api/v1/members/orders-in-progress/{account}', 'silent');
    openApp('/home', services);
    await screen.findByText('15,480');
    expect(screen.queryByRole('list', { name: '今天' })).toBeNull();
    expect(screen.queryByText('完成設定')).toBeNull();
    expect(services.server.asked.map(({ path }) => path)).not.toContain('/member/securityquestion/list');
  });

  test('asks who was registered quickly for the transaction code, until there is one', async () => {
    const world = { ...fakeWorld(), secretForm: 'none' as const };
    openApp('/home', fakeServices({ world }));
    expect((await screen.findByRole('link', { name: /設定交易密碼/ })).getAttribute('href')).toBe(
      '/home?panel=transaction-secret',
    );
    expect(screen.queryByRole('button', { name: '先不設定，不再顯示' })).toBeNull();
  });

  test.each([
    [true, ['設定 PIN 碼', '開啟通知', '設定安全問題']],
    [false, ['設定 PIN 碼', '設定安全問題']],
  ])('asks for notifications where they can be shown (%s)', async (isPossible, steps) => {
    const push = isPossible ? fakePush({ permission: 'default' }) : undefined;
    openApp('/home', { ...fakeServices(), push });
    const list = within(await screen.findByRole('list', { name: '完成設定' }));
    for (const step of steps) expect(await list.findByText(step)).toBeTruthy();
    expect(list.getAllByRole('listitem')).toHaveLength(steps.length);
  });

  test.each([
    ['none', true, true],
    ['NotApproved', true, true],
    ['Review', true, false],
    ['Approved', true, false],
    ['none', false, false],
  ] as const)(
    'lists the real name of who is %s, while names are checked (%s): %s',
    async (realNameStatus, realNameCheck, isListed) => {
      const world = { ...fakeWorld(), realNameCheck };
      world.info = { ...world.info, realNameStatus };
      openApp('/home', fakeServices({ world }));
      const list = within(await screen.findByRole('list', { name: '完成設定' }));
      await waitFor(() => expect(list.queryByText('驗證真實姓名') !== null).toBe(isListed));
    },
  );

  test('stores the member info it is given', async () => {
    const world = fakeWorld();
    world.info = { ...world.info, userLevel: 5 };
    const { services } = openApp('/home', fakeServices({ world }));
    await waitFor(() => expect(services.session.read()?.memberInfo?.userLevel).toBe(5));
  });

  test('tells when the member info cannot be reached, and stays signed in', async () => {
    const services = fakeServices();
    services.server.set('/member/info/{account}', appError('DATABASE_UNAVAILABLE'));
    openApp('/home', services);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('取得會員資料時與伺服器連線失敗');
    expect(services.session.read()).toBeDefined();
  });

  test('signs out when the member info is refused', async () => {
    const services = fakeServices();
    services.server.set('/member/info/{account}', appError('MEMBER_NOT_FOUND'));
    openApp('/home', services);
    expect(await screen.findByRole('button', { name: '登入' })).toBeTruthy();
    expect(services.session.read()).toBeUndefined();
  });
});
