import type { Offer } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { safetyReadOf } from '#state/member-records.ts';
import { forgetMember } from '#state/session/forget-tab.ts';
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
  test("shows the seller's picture, and the first character where it does not come", async () => {
    const world = fakeWorld();
    const [first, ...others] = world.offers;
    if (!first) throw new Error('the fake market is empty');
    const offers = [{ ...first, owner: { ...first.owner, avatarFileId: 'f_12-a' } }, ...others];
    openApp('/transaction', fakeServices({ world: { ...world, offers } }));
    const name = await screen.findByRole('heading', { name: /阿哲/ });
    const row = name.closest('li') as HTMLElement;
    const shown = () => row.querySelector('img');
    await waitFor(() =>
      expect(shown()?.getAttribute('src')).toMatch(/^\/res\/f_12-a\?checksum=[0-9a-f]{64}$/),
    );
    expect(shown()?.getAttribute('loading')).toBe('lazy');
    fireEvent.error(shown() as HTMLImageElement);
    expect(shown()).toBeNull();
    expect(within(row).getByText('阿')).toBeTruthy();
  });

  test('shows a seller with level, record, price and limits', async () => {
    openApp('/transaction');
    await offerOf('阿哲');
    const offer = screen.getByRole('heading', { name: /阿哲/ }).closest('li')?.textContent;
    for (const text of [
      '在線上 完成率 99.2% 平均放行 2 分 10 秒',
      '您與對方成交過 3 次',
      '可買 500–20,000 TWD',
      'Lv.4',
    ])
      expect(offer).toContain(text);
  });

  test('says roughly when a seller was here, and nothing of one who is not told', async () => {
    openApp('/transaction');
    await offerOf('阿哲');
    const textOf = (nick: RegExp) => screen.getByRole('heading', { name: nick }).closest('li')?.textContent;
    expect(textOf(/Yu88/)).toContain('1 小時內上線過');
    expect(textOf(/Kenny/)).toContain('超過一天沒上線');
    fireEvent.click(screen.getByRole('radio', { name: '賣出' }));
    await offerOf('Ray');
    expect(textOf(/Ray/)).not.toMatch(/上線|在線/);
  });

  test('says in words how sellers are sorted, and how buyers are', async () => {
    openApp('/transaction');
    await offerOf('阿哲');
    fireEvent.click(screen.getByText('賣家怎麼排序？'));
    expect(screen.getByText(/依序比較：商家或一般會員的排序/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '賣出' }));
    await waitFor(() => expect(screen.queryByText('賣家怎麼排序？')).toBeNull());
    expect(screen.getByText('買家怎麼排序？')).toBeTruthy();
  });

  test('shows all prices with as many decimals as the one that needs the most', async () => {
    openApp('/transaction');
    await offerOf('阿哲');
    const prices = screen.getAllByText(/^單價/).map((label) => label.parentElement?.textContent);
    expect(prices).toEqual(['單價 NT$ 1.000', '單價 NT$ 1.002', '單價 NT$ 1.000']);
  });

  test('says why an offer cannot be taken instead of offering it', async () => {
    openApp('/transaction');
    const offer = await offerOf('Kenny');
    expect(offer.getByText('低於對方的最少數量')).toBeTruthy();
    expect(offer.queryByRole('button', { name: '鎖定' })).toBeNull();
    expect(offer.getByText('新賣家，尚無成交')).toBeTruthy();
  });

  test("leads to the viewer's own order where that keeps the listing busy", async () => {
    const world = fakeWorld();
    world.offers = world.offers.map((one) => ({ ...one, obstacle: 'own-order', ownOrderId: '502' }));
    openApp('/transaction', fakeServices({ world }));
    const offer = await offerOf('Yu88');
    expect(offer.queryByRole('button', { name: '鎖定' })).toBeNull();
    expect(offer.getByText('您在這筆掛單有進行中的訂單')).toBeTruthy();
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

describe('the selling side', () => {
  async function openSelling(services = fakeServices()) {
    const app = openApp('/transaction', services);
    await app.user.click(await screen.findByRole('radio', { name: '賣出' }));
    await screen.findByRole('heading', { name: '賣出 TWD' });
    return app;
  }

  test('is one tap away, and says how selling goes, what one has and what others ask', async () => {
    await openSelling();
    expect(address()).toBe('/transaction?side=sell');
    expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toContain(
      '買家下單，付款到您的收款帳戶。',
    );
    await waitFor(() =>
      expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
        '12,480TWD',
        'NT$ 1.000–1.002',
      ]),
    );
  });

  test('leads to the form of a listing in the same coin, and back', async () => {
    const app = await openSelling();
    await app.user.click(screen.getByRole('radio', { name: 'USDT' }));
    await screen.findByRole('heading', { name: '賣出 USDT' });
    await app.user.click(screen.getByRole('link', { name: '建立賣出掛單' }));
    const form = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    expect(form.getByRole('radio', { name: 'USDT', checked: true })).toBeTruthy();
    await app.user.click(form.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(address()).toBe('/transaction?side=sell&coin=USDT'));
  });

  test('sends who has nothing to sell to buying first', async () => {
    const app = await openSelling(fakeServices({ world: emptyWorld() }));
    expect(await screen.findByText('您目前沒有可用的 TWD，買入之後才能賣出。')).toBeTruthy();
    expect(screen.queryByRole('link', { name: '建立賣出掛單' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: '買入 TWD' }));
    expect(await screen.findByLabelText('想買多少')).toBeTruthy();
  });
});

describe('the safety lesson', () => {
  const newcomer = () => fakeServices({ world: { ...fakeWorld(), orders: [] } });
  const lock = async (app: App) =>
    app.user.click((await offerOf('Yu88')).getByRole('button', { name: '鎖定' }));
  const lesson = () => screen.findByRole('dialog', { name: '第一次交易前，請記住這幾點' });

  test('comes before the first lock, leads on to it, and does not come again', async () => {
    const app = openApp('/transaction', newcomer());
    await lock(app);
    expect(within(await lesson()).getByText('只匯款到訂單上的帳戶')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: '我知道了，繼續' }));
    const sheet = within(await screen.findByRole('dialog', { name: '向 Yu88 買入' }));
    await app.user.click(sheet.getByRole('button', { name: '關閉' }));
    await lock(app);
    expect(await screen.findByRole('dialog', { name: '向 Yu88 買入' })).toBeTruthy();
  });

  test('that was not read comes again, and locks nothing', async () => {
    const app = openApp('/transaction', newcomer());
    await lock(app);
    await lesson();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await lock(app);
    await lesson();
    expect(asked(app, '/order/lock')).toEqual([]);
  });

  test('is another one for another member on the same device', async () => {
    const services = newcomer();
    safetyReadOf(services.shared).write('somebody else');
    const app = openApp('/transaction', services);
    await lock(app);
    expect(await lesson()).toBeTruthy();
  });

  test('is spared who has traded before', async () => {
    const app = openApp('/transaction');
    await lock(app);
    expect(await screen.findByRole('dialog', { name: '向 Yu88 買入' })).toBeTruthy();
    expect(safetyReadOf(app.services.shared).read()).toBe('1000001001');
  });

  test('is there to be read again, for both sides', async () => {
    const app = openApp('/transaction');
    await app.user.click(await screen.findByRole('link', { name: '交易安全須知' }));
    const panel = within(await screen.findByRole('dialog', { name: '交易安全須知' }));
    expect(panel.getByText('先到銀行查帳，再放行')).toBeTruthy();
    expect(panel.getByText('只匯款到訂單上的帳戶')).toBeTruthy();
  });

  test('is forgotten with the session', () => {
    const { shared } = newcomer();
    safetyReadOf(shared).write('1000001001');
    forgetMember(shared);
    expect(safetyReadOf(shared).read()).toBeUndefined();
  });
});

describe('ways of paying', () => {
  /** Yu88 is paid by several. */
  function worldOf(...payMethods: Offer['payMethods']) {
    const world = fakeWorld();
    world.offers = world.offers.map((offer) =>
      offer.listingId === '402' ? { ...offer, payMethods } : offer,
    );
    return world;
  }

  async function openSheet(app: App, quantity = '1000') {
    await app.user.click((await offerOf('Yu88')).getByRole('button', { name: '鎖定' }));
    const sheet = within(screen.getByRole('dialog', { name: '向 Yu88 買入' }));
    await app.user.type(sheet.getByLabelText('買入數量'), quantity);
    const confirm = () => app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    return { sheet, confirm };
  }
  const lockedBy = (app: App) =>
    asked(app, '/order/lock').map(({ input }) => (input as { payMethod?: string }).payMethod);

  test('are shown with each offer, and chosen in the sheet, which says by what one pays', async () => {
    const app = openApp('/transaction', fakeServices({ world: worldOf('bank', 'jkopay') }));
    expect((await offerOf('Yu88')).getByText('街口支付')).toBeTruthy();
    expect((await offerOf('阿哲')).queryByText('街口支付')).toBeNull();
    const { sheet, confirm } = await openSheet(app);
    const chosen = within(sheet.getByRole('group', { name: '付款方式' }));
    expect(chosen.getByRole<HTMLInputElement>('radio', { name: '銀行轉帳' }).checked).toBe(true);
    await app.user.click(chosen.getByRole('radio', { name: '街口支付' }));
    expect(sheet.getByText(/用您本人的街口支付付款/)).toBeTruthy();
    await confirm();
    await waitFor(() => expect(lockedBy(app)).toEqual(['jkopay']));
  });

  test('are not asked for where there is one only', async () => {
    const app = openApp('/transaction', fakeServices({ world: worldOf('linepay') }));
    const { sheet, confirm } = await openSheet(app);
    expect(sheet.queryByRole('group', { name: '付款方式' })).toBeNull();
    await confirm();
    await waitFor(() => expect(lockedBy(app)).toEqual(['linepay']));
  });

  test('filter the offers, several at once; the first of them is what the sheet proposes', async () => {
    const app = openApp('/transaction', fakeServices({ world: worldOf('bank', 'jkopay') }));
    await offerOf('阿哲');
    const filter = within(screen.getByRole('group', { name: '可用的付款方式（可複選）' }));
    await app.user.click(filter.getByRole('checkbox', { name: '全支付' }));
    await app.user.click(filter.getByRole('checkbox', { name: '街口支付' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /阿哲/ })).toBeNull());
    expect(asked(app, '/listing/market').at(-1)?.input).toEqual({
      coin: 'TWD',
      payMethods: ['jkopay', 'pxpay'],
    });
    const { sheet } = await openSheet(app);
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: '街口支付' }).checked).toBe(true);
  });

  test('that nobody offers say so, and lead back to every seller', async () => {
    const app = openApp('/transaction');
    await app.user.click(await screen.findByRole('checkbox', { name: 'LINE Pay' }));
    expect(await screen.findByText('目前沒有符合這些條件、賣出 TWD 的賣家')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: '看所有賣家' }));
    expect(await offerOf('阿哲')).toBeTruthy();
  });

  test('of which one is gone meanwhile leave the others, and the quantity stays', async () => {
    const app = openApp('/transaction', fakeServices({ world: worldOf('bank', 'twqr', 'jkopay') }));
    const { sheet, confirm } = await openSheet(app);
    await app.user.click(sheet.getByRole('radio', { name: '街口支付' }));
    app.server.set('/order/lock', appError('PAY_METHOD_NOT_OFFERED', { payMethods: ['bank', 'twqr'] }));
    await confirm();
    expect((await sheet.findByRole('alert')).textContent).toContain('賣家沒有提供這種付款方式');
    expect(sheet.getAllByRole('radio')).toHaveLength(2);
    expect(sheet.getByLabelText<HTMLInputElement>('買入數量').value).toBe('1,000');
    app.server.set('/order/lock', undefined);
    await confirm();
    await waitFor(() => expect(lockedBy(app)).toEqual(['jkopay', 'bank']));
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

  test('says from when on the fee is another one', async () => {
    const feePlanned = { feeBasisPoints: 20, from: '2026-08-20T01:00:00.000Z' };
    openApp('/transaction', fakeServices({ world: { ...fakeWorld(), feePlanned } }));
    fireEvent.click((await offerOf('阿哲')).getByRole('button', { name: '鎖定' }));
    expect(await screen.findByText('台北時間 8月20日 09:00 起鎖定的訂單，手續費改為 0.2%。')).toBeTruthy();
  });

  test('with a fee that has risen since is not made: the new fee is said, and taking it is a step of its own', async () => {
    const { app, sheet } = await openSheet('1000');
    expect(sheet.getByText('手續費（0.1%）')).toBeTruthy();
    app.server.set('/order/lock', appError('LISTING_FEE_ROSE', { percent: '0.5' }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect((await screen.findByRole('alert')).textContent).toContain('手續費已調整為 0.5%');
  });

  test('leads into the room of the order', async () => {
    const { app, sheet } = await openSheet('1000');
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(await screen.findByRole('heading', { name: '向 Yu88 買入 1,500 TWD' })).toBeTruthy();
    expect(address()).toBe('/front-end-order?type=orderLock&orderId=502');
    expect(asked(app, '/order/lock')[0]?.input).toEqual({
      listingId: '402',
      version: '1',
      quantity: '1000',
      feeSeen: '10',
      payMethod: 'bank',
    });
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
    expect(sheet.queryByText('最少 1,000 TWD')).toBeNull();
    await app.user.tab();
    expect(sheet.getByText('最少 1,000 TWD')).toBeTruthy();
    await app.user.type(quantity, '80001');
    expect(sheet.getByText('最多 8,000 TWD')).toBeTruthy();
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(asked(app, '/order/lock')).toEqual([]);
  });

  test('begins empty where nothing was wanted, and says so when it is pressed', async () => {
    const { app, sheet } = await openSheet();
    expect(sheet.getByLabelText<HTMLInputElement>('買入數量').value).toBe('');
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(sheet.getByText('請輸入買入數量')).toBeTruthy();
    expect(document.activeElement).toBe(sheet.getByLabelText('買入數量'));
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

  test('keeps what was typed over Back, until something else is wanted in the market', async () => {
    const { app, sheet } = await openSheet('1500');
    const reopen = async () => {
      await app.user.click((await offerOf('Yu88')).getByRole('button', { name: '鎖定' }));
      return within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('買入數量');
    };
    await app.user.click(sheet.getByRole('button', { name: '關閉' }));
    expect((await reopen()).value).toBe('1,500');
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '關閉' }));
    await app.user.type(screen.getByLabelText('想買多少'), '2000');
    expect((await reopen()).value).toBe('2,000');
  });

  test('takes the least or the most of an offer with one tap', async () => {
    const { app, sheet } = await openSheet();
    await app.user.click(sheet.getByRole('button', { name: '最多' }));
    expect(sheet.getByLabelText<HTMLInputElement>('買入數量').value).toBe('8,000');
    await app.user.click(sheet.getByRole('button', { name: '最少' }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(asked(app, '/order/lock')[0]?.input).toMatchObject({ quantity: '1000' });
  });

  test.each([
    [appError('LISTING_REMAINING_TOO_SMALL', { remaining: '500.00' }), '晚了一步'],
    [appError('LISTING_FEE_ROSE', { percent: '0.2' }), '這筆掛單有了變動'],
    [appError('LISTING_CHANGED', { version: 2 }), '這筆掛單有了變動'],
    [appError('LISTING_NOT_PAYABLE'), '這筆掛單有了變動'],
  ] as const)('that is lost (%s) is called what it is', async (refusal, title) => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', refusal);
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  test('that comes too late says so kindly and offers the next seller for the same sum', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LISTING_BUSY'));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    const lost = within(await screen.findByRole('dialog', { name: '晚了一步' }));
    expect(lost.getByRole('alert').textContent).toBe('其他會員正在交易這筆掛單。您的款項沒有任何變動。');
    await app.user.click(lost.getByRole('button', { name: '改向 阿哲 買，付 NT$ 1,000' }));
    const next = within(screen.getByRole('dialog', { name: '向 阿哲 買入' }));
    expect(next.getByLabelText<HTMLInputElement>('買入數量').value).toBe('1,000');
    expect(asked(app, '/listing/market').length).toBeGreaterThan(1);
  });

  test('outside the hours of its owner says when it opens again, and offers the next seller', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LISTING_OUT_OF_HOURS', { until: '2030-08-19T01:00:00.000Z' }));
    await app.user.click(sheet.getByRole('button', { name: '鎖定，準備付款' }));
    const lost = within(await screen.findByRole('dialog', { name: '現在不在交易時間' }));
    expect(lost.getByRole('alert').textContent).toBe(
      '這筆掛單現在不在交易時間，2030年8月19日 09:00 起可以下單。您的款項沒有任何變動。',
    );
    expect(lost.getByRole('button', { name: '改向 阿哲 買，付 NT$ 1,000' })).toBeTruthy();
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

  test('that too many want at once says so, and is the same command when it is tried again', async () => {
    const { app, sheet } = await openSheet('1000');
    app.server.set('/order/lock', appError('LISTING_CROWDED', { seconds: 2, open: true }));
    const confirm = sheet.getByRole('button', { name: '鎖定，準備付款' });
    await app.user.click(confirm);
    expect((await sheet.findByRole('alert')).textContent).toBe('太多人同時鎖定這筆掛單，請於 2 秒後再試');
    await app.user.click(confirm);
    await waitFor(() => expect(asked(app, '/order/lock').length).toBe(2));
    const [first, second] = asked(app, '/order/lock');
    expect(second?.input).toEqual(first?.input);
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
