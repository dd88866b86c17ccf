import { appError } from '@holdfast/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;

function asked({ server }: App, path: string) {
  return server.asked.filter((call) => call.path === path);
}

async function offerOf(nick: string) {
  const name = await screen.findByRole('heading', { name: new RegExp(nick) });
  return within(name.closest('li') as HTMLElement);
}

describe('the market', () => {
  test('shows a seller with level, record, price and limits', async () => {
    openApp('/transaction');
    const offer = await offerOf('阿哲');
    expect(offer.getByText('完成率 99.2% · 平均放行 2 分 10 秒')).toBeTruthy();
    expect(offer.getByText('您與對方成交過 3 次')).toBeTruthy();
    expect(offer.getByText('500–20,000')).toBeTruthy();
  });

  test('says why an offer cannot be taken instead of offering it', async () => {
    openApp('/transaction');
    const offer = await offerOf('Kenny');
    expect(offer.getByText('低於每筆最低數量')).toBeTruthy();
    expect(offer.queryByRole('button')).toBeNull();
    expect(offer.getByText('新賣家，尚無成交')).toBeTruthy();
  });

  test("leads to the viewer's own order where that keeps the listing busy", async () => {
    const world = fakeWorld();
    world.offers = world.offers.map((one) => ({ ...one, obstacle: 'own-order', ownOrderId: '502' }));
    openApp('/transaction', fakeServices({ world }));
    const offer = await offerOf('Yu88');
    expect(offer.queryByRole('button')).toBeNull();
    const link = offer.getByRole('link', { name: '查看您的訂單' });
    expect(link.getAttribute('href')).toBe('/front-end-order?orderId=502');
  });

  test('asks for the quantity that is wanted, once it has been typed', async () => {
    const app = openApp('/transaction');
    await offerOf('阿哲');
    // Without a pause in between, however slow the machine is.
    for (const typed of ['3', '3,0', '3,00', '3,000'])
      fireEvent.change(screen.getByLabelText('想買多少'), { target: { value: typed } });
    await waitFor(() =>
      expect(asked(app, '/listing/market').map(({ input }) => input)).toEqual([
        { coin: 'TWD' },
        { coin: 'TWD', quantity: '3000' },
      ]),
    );
  });

  test('says so when nobody sells', async () => {
    openApp('/transaction', fakeServices({ world: emptyWorld() }));
    expect(await screen.findByText('目前沒有人賣出 TWD')).toBeTruthy();
  });

  test('opens on the coin of the address', async () => {
    openApp('/transaction?coin=USDT');
    expect(await screen.findByText('目前沒有人賣出 USDT')).toBeTruthy();
  });
});

describe('locking an offer', () => {
  async function openSheet(quantity = '') {
    const app = openApp('/transaction');
    await app.user.click((await offerOf('Yu88')).getByRole('button', { name: '鎖定' }));
    const sheet = within(screen.getByRole('dialog'));
    if (quantity) await app.user.type(sheet.getByLabelText('買入數量'), quantity);
    return { app, sheet };
  }

  test('shows the sum to pay, the fee and the sum to get before anything moves', async () => {
    const { app, sheet } = await openSheet('1500');
    const facts = sheet.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['NT$ 1,503', '1.5TWD', '1,498.5TWD']);
    expect(asked(app, '/order/lock')).toEqual([]);
  });

  test('leads into the room of the order', async () => {
    const { app, sheet } = await openSheet('1000');
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(await screen.findByRole('heading', { name: '向 Yu88 買入 1,500 TWD' })).toBeTruthy();
    expect(address()).toBe('/front-end-order?type=orderLock&orderId=502');
    expect(asked(app, '/order/lock')[0]?.input).toEqual({ listingId: '402', version: '1', quantity: '1000' });
  });

  test('is not walked away from while it is under way', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', 'silent');
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(sheet.queryByRole('button', { name: '關閉' })).toBeNull();
    await app.user.keyboard('{Escape}');
    const hasGone = new Promise((resolve) => {
      globalThis.addEventListener('popstate', resolve, { once: true });
    });
    globalThis.history.back();
    await hasGone;
    expect(screen.getByRole('dialog', { name: '向 Yu88 買入' })).toBeTruthy();
  });

  test('is not done outside the limits: too much is said at once, too little when the field is left', async () => {
    const { app, sheet } = await openSheet();
    const quantity = sheet.getByLabelText('買入數量');
    await app.user.type(quantity, '999');
    expect(sheet.queryByText('最少 1,000')).toBeNull();
    await app.user.tab();
    expect(sheet.getByText('最少 1,000')).toBeTruthy();
    await app.user.type(quantity, '80001');
    expect(sheet.getByText('最多 8,000')).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(asked(app, '/order/lock')).toEqual([]);
  });

  test('begins empty where nothing was wanted, and says so when it is pressed', async () => {
    const { app, sheet } = await openSheet();
    expect(sheet.getByLabelText<HTMLInputElement>('買入數量').value).toBe('');
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(sheet.getByText('請輸入買入數量')).toBeTruthy();
    expect(asked(app, '/order/lock')).toEqual([]);
  });

  test('begins with what was wanted in the market, and what is typed then takes its place', async () => {
    const app = openApp('/transaction');
    await offerOf('Yu88');
    await app.user.type(screen.getByLabelText('想買多少'), '1500');
    await app.user.click((await offerOf('Yu88')).getByRole('button', { name: '鎖定' }));
    const quantity = within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('買入數量');
    expect(quantity.value).toBe('1,500');
    await app.user.click(quantity);
    await app.user.keyboard('3000');
    expect(quantity.value).toBe('3,000');
  });

  test('takes the least or the most of an offer with one tap', async () => {
    const { app, sheet } = await openSheet();
    await app.user.click(sheet.getByRole('button', { name: '最多' }));
    expect(sheet.getByLabelText<HTMLInputElement>('買入數量').value).toBe('8,000');
    await app.user.click(sheet.getByRole('button', { name: '最少' }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(asked(app, '/order/lock')[0]?.input).toMatchObject({ quantity: '1000' });
  });

  test('that comes too late says so kindly and offers the next seller for the same sum', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LISTING_BUSY'));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    const lost = within(await screen.findByRole('dialog', { name: '晚了一步' }));
    expect(lost.getByRole('alert').textContent).toBe('這筆掛單正由其他會員交易中。您的款項沒有任何變動。');
    await app.user.click(lost.getByRole('button', { name: '改向 阿哲 買，付 NT$ 1,000' }));
    const next = within(screen.getByRole('dialog', { name: '向 阿哲 買入' }));
    expect(next.getByLabelText<HTMLInputElement>('買入數量').value).toBe('1,000');
    expect(asked(app, '/listing/market').length).toBeGreaterThan(1);
  });

  test('on a listing with an own order leads to that order', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LISTING_OWN_ORDER', { orderId: '502' }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    const own = within(await screen.findByRole('dialog', { name: '您已在這筆掛單下單' }));
    expect(own.getByRole('link', { name: '查看您的訂單' }).getAttribute('href')).toBe(
      '/front-end-order?orderId=502',
    );
  });

  test('says beside the quantity what the server refused', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LOCK_CAP_REACHED', { max: 1 }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(await sheet.findByText('進行中的訂單已達上限 1 筆')).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '最多' }));
    expect(sheet.queryByText('進行中的訂單已達上限 1 筆')).toBeNull();
  });
});
