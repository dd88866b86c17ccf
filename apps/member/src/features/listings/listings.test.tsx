import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;

function asked({ server }: App, path: string) {
  return server.asked.filter((call) => call.path === path);
}

describe('my listings', () => {
  test('show what is offered, what is locked and the terms', async () => {
    openApp('/pendingOrder');
    const card = (await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li');
    expect(card?.textContent).toContain('可售 100 ');
    expect(card?.textContent).toContain('NT$ 32.15');
    expect(card?.textContent).toContain('20–100');
    expect(card?.textContent).toContain('掛單中');
  });

  test('say what to do when there are none', async () => {
    openApp('/pendingOrder', fakeServices({ world: emptyWorld() }));
    expect((await screen.findByRole('link', { name: '建立掛單' })).getAttribute('href')).toBe(
      '/pendingOrder?panel=create-listing',
    );
  });

  test('are closed after a question that says what comes back and what goes on', async () => {
    const app = openApp('/pendingOrder');
    const card = (await screen.findByRole('heading', { name: '賣出 3,000 TWD' })).closest(
      'li',
    ) as HTMLElement;
    await app.user.click(within(card).getByRole('button', { name: '關閉掛單' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText('進行中的訂單（3,000 TWD）不受影響，照常完成。')).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: '關閉掛單' }));
    expect(await screen.findByText('掛單已關閉')).toBeTruthy();
    expect(asked(app, '/listing/close')[0]?.input).toEqual({ listingId: '302', version: '4' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: '賣出 3,000 TWD' })).toBeNull());
  });

  test('are for others from the next order on; one that has changed meanwhile is told, and what was chosen stays', async () => {
    const world = fakeWorld();
    const listing = world.listings.find(({ id }) => id === '301');
    const app = openApp('/pendingOrder', fakeServices({ world }));
    const card = (await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li') as HTMLElement;
    await app.user.click(within(card).getByRole('button', { name: '修改條件' }));
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(dialog.getByRole('checkbox', { name: /每筆訂單先問我/ }));
    Object.assign(listing ?? {}, { version: 5 });
    await app.user.click(dialog.getByRole('button', { name: '儲存' }));
    expect(await dialog.findByText(/在您修改時有了變動/)).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: '知道了，繼續修改' }));
    await app.user.click(dialog.getByRole('button', { name: '儲存' }));
    expect(await screen.findByText('條件已更新')).toBeTruthy();
    const sent = {
      listingId: '301',
      feeSeen: '10',
      askFirst: '1',
      isPrivate: '0',
      remark: '',
      anyHour: '1',
    };
    expect(asked(app, '/listing/edit').map(({ input }) => input)).toEqual([
      { ...sent, version: '1' },
      { ...sent, version: '5' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stay private where a draft of an earlier app, which says nothing of it, is saved', async () => {
    const world = fakeWorld();
    const listing = world.listings.find(({ id }) => id === '301');
    Object.assign(listing ?? {}, {
      isPrivate: true,
      remark: { id: '71', text: '五分鐘內回覆', removed: null },
    });
    const services = fakeServices({ world });
    const app = openApp('/pendingOrder', services);
    const card = (await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li') as HTMLElement;
    services.formDrafts.write('edit listing 301', {
      seen: 1,
      askFirst: true,
      conditions: { minLevel: '0', minFinished: '0', minDays: '0', minCompletion: '0' },
      hours: { isLimited: false, from: '09:00', to: '18:00' },
    });
    await app.user.click(within(card).getByRole('button', { name: '修改條件' }));
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(dialog.getByRole('button', { name: '儲存' }));
    expect(await screen.findByText('條件已更新')).toBeTruthy();
    expect(asked(app, '/listing/edit')[0]?.input).toMatchObject({
      askFirst: '1',
      isPrivate: '1',
      remark: '五分鐘內回覆',
    });
  });

  test('to buy say that the fee has risen, and agreeing to it is saving', async () => {
    const world = fakeWorld();
    const listing = world.listings.find(({ id }) => id === '301');
    Object.assign(listing ?? {}, { side: 'buy', feeRose: true });
    const app = openApp('/pendingOrder', fakeServices({ world }));
    expect(await screen.findByText(/手續費已調升/)).toBeTruthy();
    const card = (await screen.findByRole('heading', { name: '買入 100 USDT' })).closest('li') as HTMLElement;
    await app.user.click(within(card).getByRole('button', { name: '修改條件' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/目前是 0\.1%/)).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: '儲存' }));
    await waitFor(() => expect(screen.queryByText(/手續費已調升/)).toBeNull());
  });

  test('are paused and come back one by one, and say why nobody sees them', async () => {
    const app = openApp('/pendingOrder');
    const cardOf = async () =>
      (await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li') as HTMLElement;
    await app.user.click(within(await cardOf()).getByRole('button', { name: '暫停' }));
    expect(await screen.findByText('掛單已暫停，進行中的訂單照常完成')).toBeTruthy();
    expect(asked(app, '/listing/pause')[0]?.input).toEqual({ listingId: '301', version: '1' });
    await waitFor(async () =>
      expect((await cardOf()).textContent).toContain('您暫停了這筆掛單，其他會員看不到。'),
    );
    await app.user.click(within(await cardOf()).getByRole('button', { name: '恢復上架' }));
    await waitFor(async () => expect((await cardOf()).textContent).not.toContain('您暫停了這筆掛單'));
    expect(asked(app, '/listing/resume')[0]?.input).toEqual({ listingId: '301', version: '2' });
  });

  test('are paused all at once, and a full one has nothing to pause', async () => {
    const app = openApp('/pendingOrder');
    const full = (await screen.findByRole('heading', { name: '賣出 3,000 TWD' })).closest(
      'li',
    ) as HTMLElement;
    expect(within(full).queryByRole('button', { name: '暫停' })).toBeNull();
    expect(full.textContent).toContain('全部數量都在訂單裡');
    await app.user.click(screen.getByRole('button', { name: '全部暫停' }));
    expect(await screen.findByText('已暫停 1 筆掛單')).toBeTruthy();
    await app.user.click(await screen.findByRole('button', { name: '全部恢復上架' }));
    expect(await screen.findByText('已恢復 1 筆掛單')).toBeTruthy();
  });

  test('that were paused after a missed answer say so, and one that was suspended says why', async () => {
    const world = fakeWorld();
    const [first, second] = world.listings;
    Object.assign(first ?? {}, {
      state: 'PAUSED',
      pausedBecause: 'missed-answer',
      obstacles: ['paused-missed-answer'],
      actions: ['resume', 'close'],
    });
    Object.assign(second ?? {}, {
      state: 'SUSPENDED',
      suspendedBecause: 'terms-not-kept',
      obstacles: ['suspended'],
      actions: [],
      expiresAt: null,
    });
    const { user } = openApp('/pendingOrder', fakeServices({ world }));
    expect(await screen.findByText(/有訂單您沒有及時回覆/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '已結束' }));
    expect(await screen.findByText(/原因：沒有按照掛單的條件交易/)).toBeTruthy();
  });

  test('that nobody can take because the day is used up say so', async () => {
    const world = fakeWorld();
    Object.assign(world.listings[0] ?? {}, { obstacles: ['day-used'] });
    openApp('/pendingOrder', fakeServices({ world }));
    expect(await screen.findByText(/您今天剩下的額度低於這筆掛單的最少數量/)).toBeTruthy();
  });

  test('that have expired are listed again, or refused with the reason', async () => {
    const app = openApp('/pendingOrder');
    await app.user.click(await screen.findByRole('radio', { name: '已結束' }));
    const card = (await screen.findByRole('heading', { name: '賣出 8,000 TWD' })).closest(
      'li',
    ) as HTMLElement;
    expect(card.textContent).toContain('沒賣出的 6,500 TWD 已回到可用餘額');
    app.server.set('/listing/renew', appError('BALANCE_INSUFFICIENT'));
    await app.user.click(within(card).getByRole('button', { name: '重新上架' }));
    expect(await within(card).findByRole('alert')).toBeTruthy();
    app.server.set('/listing/renew', appError('LISTINGS_FULL', { max: 20 }));
    await app.user.click(within(card).getByRole('button', { name: '重新上架' }));
    expect(await within(card).findByText(/最多 20 筆掛單/)).toBeTruthy();
  });

  test('are copied into the form, and what was typed there is replaced only after a question', async () => {
    const app = openApp('/pendingOrder');
    const cardOf = async () =>
      (await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li') as HTMLElement;
    await app.user.click(within(await cardOf()).getByRole('button', { name: '複製' }));
    const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    await panel.findByText(/可用 /);
    expect(panel.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('100');
    expect(panel.getByLabelText<HTMLInputElement>('單價（新台幣）').value).toBe('32.15');
    expect(address()).toBe('/pendingOrder?coin=USDT&side=sell&panel=create-listing');
    await app.user.clear(panel.getByLabelText('賣出數量'));
    await app.user.type(panel.getByLabelText('賣出數量'), '77');
    await app.user.click(panel.getByRole('button', { name: '返回' }));
    await app.user.click(within(await cardOf()).getByRole('button', { name: '複製' }));
    const question = within(await screen.findByRole('alertdialog'));
    await app.user.click(question.getByRole('button', { name: '保留原本的' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.user.click(within(await cardOf()).getByRole('button', { name: '複製' }));
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取代' }),
    );
    const again = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    expect(again.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('100');
  });

  test('that are sold out have ended: nothing of them can be closed', async () => {
    const { user } = openApp('/pendingOrder');
    await user.click(await screen.findByRole('radio', { name: '已結束' }));
    const card = (await screen.findByRole('heading', { name: '賣出 5,000 TWD' })).closest('li');
    expect(card?.textContent).toContain('已售完');
    expect(screen.queryByRole('button', { name: '關閉掛單' })).toBeNull();
  });

  test('of long ago are a page further on', async () => {
    const world = fakeWorld();
    const [pattern] = world.listings;
    if (pattern)
      world.listings = Array.from({ length: 31 }, (_, at) => ({
        ...pattern,
        id: String(900 - at),
        state: 'CLOSED',
        quantity: `${at + 1}.000000`,
      }));
    const { user } = openApp('/pendingOrder', fakeServices({ world }));
    await user.click(await screen.findByRole('radio', { name: '已結束' }));
    expect(await screen.findByRole('heading', { name: '賣出 30 USDT' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: '賣出 31 USDT' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '載入更多' }));
    expect(await screen.findByRole('heading', { name: '賣出 31 USDT' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '載入更多' })).toBeNull();
  });

  test('that have changed meanwhile say so, and are asked anew', async () => {
    const app = openApp('/pendingOrder');
    app.server.set('/listing/close', appError('LISTING_CHANGED', { version: 5 }));
    const [close] = await screen.findAllByRole('button', { name: '關閉掛單' });
    const before = asked(app, '/listing/mine').length;
    if (close) await app.user.click(close);
    await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '關閉掛單' }));
    expect((await screen.findByRole('alert')).textContent).toContain('掛單內容已變更');
    expect(asked(app, '/listing/mine').length).toBeGreaterThan(before);
  });
});

describe('creating a listing', () => {
  async function openForm(search = '', services = fakeServices()) {
    const app = openApp(`/pendingOrder?panel=create-listing${search}`, services);
    const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    await panel.findByText(/可用 /);
    return { app, panel };
  }

  test('shows what it will do while one types', async () => {
    const { app, panel } = await openForm();
    await app.user.type(panel.getByLabelText('賣出數量'), '3,000');
    const effect = panel.getByRole('heading', { name: '掛出之後' }).parentElement;
    expect(effect?.textContent).toContain('將由穩付保管3,000TWD');
    expect(effect?.textContent).toContain('剩餘可用9,480TWD');
    expect(effect?.textContent).toContain('NT$ 3,000');
  });

  test('that was left while it was being published takes no further step back when the answer comes', async () => {
    const app = openApp('/transaction');
    await app.user.click(await screen.findByRole('link', { name: '掛單' }));
    const [create] = await screen.findAllByRole('link', { name: '建立掛單' });
    await app.user.click(create as HTMLElement);
    const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    await panel.findByText(/可用 /);
    await app.user.type(panel.getByLabelText('賣出數量'), '50');
    await app.user.type(panel.getByLabelText('每筆最少'), '10');
    await app.user.click(panel.getByRole('checkbox', { name: /013 國泰世華銀行/ }));
    const { promise: answer, resolve: answers } = Promise.withResolvers<void>();
    app.server.set('/listing/create', answer);
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    await app.user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(address()).toBe('/pendingOrder'));
    answers();
    expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(address()).toBe('/pendingOrder');
  });

  test('publishes what was typed', async () => {
    const { app, panel } = await openForm('&coin=USDT');
    await app.user.type(panel.getByLabelText('賣出數量'), '50');
    await app.user.type(panel.getByLabelText('單價（新台幣）'), '32.2');
    await app.user.type(panel.getByLabelText('每筆最少'), '10');
    await app.user.click(panel.getByRole('radio', { name: '30 分鐘' }));
    await app.user.click(panel.getByRole('checkbox', { name: /013 國泰世華銀行/ }));
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
    expect(asked(app, '/listing/create')[0]?.input).toEqual({
      coin: 'USDT',
      quantity: '50',
      price: '32.2',
      minQuantity: '10',
      maxQuantity: '50',
      payWindowMinutes: '30',
      ttlHours: '24',
      cardIds: ['11'],
    });
    expect(address()).toBe('/pendingOrder?coin=USDT');
    expect(await screen.findByRole('heading', { name: '賣出 50 USDT' })).toBeTruthy();
  });

  test('of who buys asks how they can pay instead of where they are paid, and sets nothing aside', async () => {
    const { app, panel } = await openForm();
    await app.user.click(panel.getByRole('radio', { name: '我要買入' }));
    const form = within(await screen.findByRole('dialog', { name: '建立買入掛單' }));
    await app.user.type(form.getByLabelText('買入數量'), '50000');
    await app.user.type(form.getByLabelText('每筆最少'), '100');
    await app.user.click(form.getByRole('checkbox', { name: '街口支付' }));
    expect(form.queryByText('將由穩付保管')).toBeNull();
    await app.user.click(form.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等賣家下單')).toBeTruthy();
    expect(asked(app, '/listing/create')[0]?.input).toEqual({
      side: 'buy',
      coin: 'TWD',
      quantity: '50000',
      price: '1',
      minQuantity: '100',
      maxQuantity: '50000',
      payWindowMinutes: '15',
      ttlHours: '24',
      cardIds: [],
      payMethods: ['bank', 'jkopay'],
    });
    expect(await screen.findByRole('heading', { name: '買入 50,000 TWD' })).toBeTruthy();
  });

  test('takes all that is available with one tap', async () => {
    const { app, panel } = await openForm();
    await app.user.click(panel.getByRole('button', { name: '全部' }));
    expect(panel.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('12,480');
  });

  test('does not offer more than is available', async () => {
    const { app, panel } = await openForm();
    await app.user.type(panel.getByLabelText('賣出數量'), '99999');
    expect(panel.getByText('超過可用餘額')).toBeTruthy();
    expect(panel.getByText('可用 12,480 TWD')).toBeTruthy();
    expect(panel.getByRole('button', { name: '全部' })).toBeTruthy();
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(asked(app, '/listing/create')).toEqual([]);
  });

  test('blames a field when it was left, not while its number is on its way', async () => {
    const { app, panel } = await openForm();
    await app.user.type(panel.getByLabelText('賣出數量'), '3000');
    await app.user.type(panel.getByLabelText('每筆最少'), '5000');
    expect(panel.queryByText('不可超過最多數量')).toBeNull();
    await app.user.tab();
    await app.user.tab();
    expect(panel.getByText('不可超過最多數量')).toBeTruthy();
  });

  test('says of every field what it lacks, once it is to be published', async () => {
    const { app, panel } = await openForm('&coin=USDT');
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    for (const wrong of ['請輸入賣出數量', '請輸入單價', '請輸入最少數量', '請輸入最多數量'])
      expect(panel.getByText(wrong)).toBeTruthy();
    expect(asked(app, '/listing/create')).toEqual([]);
  });

  test('keeps what was typed for one coin while the other is looked at', async () => {
    const { app, panel } = await openForm();
    await app.user.type(panel.getByLabelText('賣出數量'), '3000');
    await app.user.click(panel.getByRole('radio', { name: 'USDT' }));
    await waitFor(() => expect(panel.getByLabelText<HTMLInputElement>('賣出數量').value).toBe(''));
    expect(address()).toBe('/pendingOrder?panel=create-listing&coin=USDT');
    await app.user.click(panel.getByRole('radio', { name: 'TWD' }));
    await waitFor(() => expect(panel.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('3,000'));
  });

  describe('before the accounts have come', () => {
    async function fillBeforeTheAccounts(cardCount: number) {
      const world = fakeWorld();
      world.cards = world.cards.slice(0, cardCount).map((card) => ({ ...card, status: 'Approved' }));
      const services = fakeServices({ world });
      const coming = Promise.withResolvers<void>();
      services.server.set('/bank/list/{account}', coming.promise);
      const app = openApp('/pendingOrder?panel=create-listing', services);
      const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
      await app.user.type(panel.getByLabelText('賣出數量'), '3000');
      await app.user.type(panel.getByLabelText('每筆最少'), '500');
      await app.user.click(panel.getByRole('button', { name: '掛出' }));
      expect(panel.getByRole('button', { name: '處理中…' }).getAttribute('aria-busy')).toBe('true');
      expect(panel.queryByRole('alert')).toBeNull();
      return { app, panel, arrive: coming.resolve };
    }

    test('a press counts, and publishes onto the only account', async () => {
      const { app, arrive } = await fillBeforeTheAccounts(1);
      arrive();
      expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
      expect(asked(app, '/listing/create').map(({ input }) => input)).toMatchObject([{ cardIds: ['11'] }]);
    });

    test('a press asks to choose when there are several, and publishes nothing', async () => {
      const { app, panel, arrive } = await fillBeforeTheAccounts(2);
      arrive();
      expect((await panel.findByRole('alert')).textContent).toBe('請至少選一個收款的帳戶或收款碼');
      expect(panel.getByRole('button', { name: '掛出' })).toBeTruthy();
      expect(asked(app, '/listing/create')).toEqual([]);
    });
  });

  test('says that the accounts cannot be had, and asks for them again', async () => {
    const services = fakeServices();
    services.server.set('/bank/list/{account}', appError('DATABASE_UNAVAILABLE'));
    const app = openApp('/pendingOrder?panel=create-listing', services);
    const retry = await screen.findByRole('button', { name: '再試一次' });
    services.server.set('/bank/list/{account}', undefined);
    await app.user.click(retry);
    expect(await screen.findByRole('checkbox', { name: /013 國泰世華銀行/ })).toBeTruthy();
  });

  const placesIn = async (panel: ReturnType<typeof within>, name: string) =>
    within(await panel.findByRole('group', { name }))
      .queryAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent);

  test('is paid on pay accounts too, or on them alone, and shows how buyers will pay', async () => {
    const { app, panel } = await openForm();
    await app.user.type(panel.getByLabelText('賣出數量'), '3000');
    await app.user.type(panel.getByLabelText('每筆最少'), '500');
    const preview = panel.getByRole('heading', { name: '買家會看到' }).parentElement;
    await waitFor(() => expect(preview?.textContent).toContain('銀行轉帳'));
    await app.user.click(await panel.findByRole('checkbox', { name: /TWQR 轉帳碼 822/ }));
    expect(preview?.textContent).toContain('銀行轉帳、TWQR 轉帳碼');
    await app.user.click(panel.getByRole('checkbox', { name: /013 國泰世華銀行/ }));
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
    expect(asked(app, '/listing/create')[0]?.input).toMatchObject({ cardIds: [], payAccountIds: ['31'] });
    const card = (await screen.findAllByRole('heading', { name: '賣出 3,000 TWD' }))[0]?.closest('li');
    expect(card?.textContent).toContain('付款方式TWQR 轉帳碼');
  });

  test('offers no pay account that is in review, refused or cooling, and says so of each', async () => {
    const world = fakeWorld();
    const [approved, inReview] = world.payAccounts;
    if (!approved || !inReview) throw new Error('the fake world has two');
    const coolingUntil = new Date(world.now + 20 * 3_600_000).toISOString();
    world.payAccounts = [
      approved,
      inReview,
      { ...approved, id: '33', status: 'NotApproved', refusal: 'not-own' },
      { ...approved, id: '34', coolingUntil },
    ];
    const { panel } = await openForm('', fakeServices({ world }));
    expect(await placesIn(panel, '支付 App')).toEqual(['TWQR 轉帳碼 822 ****7890']);
    const group = panel.getByRole('group', { name: '支付 App' }).textContent;
    for (const note of [/另有 1 個帳戶審核中/, /有 1 個帳戶未通過審核/, /有 1 個帳戶是在安全冷卻期間新增的/])
      expect(group).toMatch(note);
  });

  test('leads to adding a pay account when there is none, and needs none', async () => {
    const world = fakeWorld();
    world.payAccounts = [];
    const { panel } = await openForm('', fakeServices({ world }));
    const group = within(await panel.findByRole('group', { name: '支付 App' }));
    expect(group.getByRole('link', { name: '新增收款碼' }).getAttribute('href')).toContain(
      'panel=pay-accounts',
    );
    expect(panel.getByRole<HTMLInputElement>('checkbox', { name: /013 國泰世華銀行/ }).checked).toBe(true);
  });

  test('whose pay account was removed meanwhile says so, and chooses it no more', async () => {
    const world = fakeWorld();
    const { app, panel } = await openForm('', fakeServices({ world }));
    await app.user.type(panel.getByLabelText('賣出數量'), '3000');
    await app.user.type(panel.getByLabelText('每筆最少'), '500');
    await app.user.click(await panel.findByRole('checkbox', { name: /TWQR 轉帳碼 822/ }));
    app.world.payAccounts = [];
    app.server.set('/listing/create', appError('PAY_ACCOUNT_NOT_FOUND'));
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(await panel.findByText(/找不到這個第三方支付帳號/)).toBeTruthy();
    await waitFor(() => expect(panel.queryByRole('checkbox', { name: /TWQR/ })).toBeNull());
    app.server.set('/listing/create', undefined);
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
    expect(asked(app, '/listing/create').at(-1)?.input).not.toHaveProperty('payAccountIds');
  });

  test('offers no account that nobody has approved yet, and says why', async () => {
    const { panel } = await openForm();
    expect(await placesIn(panel, '銀行帳戶')).toEqual(['013 國泰世華銀行 ****9041']);
    expect(panel.getByRole('group', { name: '銀行帳戶' }).textContent).toContain(
      '另有 1 個帳戶審核中，核准後就能選。',
    );
  });

  test('offers no account that was added during a cool-down, and says from when on it can be chosen', async () => {
    const world = fakeWorld();
    const coolingUntil = new Date(world.now + 20 * 3_600_000).toISOString();
    world.cards = world.cards.map((card) => ({
      ...card,
      status: 'Approved',
      coolingUntil: card.id === '12' ? coolingUntil : null,
    }));
    const { panel } = await openForm('', fakeServices({ world }));
    expect(await placesIn(panel, '銀行帳戶')).toEqual(['013 國泰世華銀行 ****9041']);
    expect(panel.getByRole('group', { name: '銀行帳戶' }).textContent).toMatch(
      /有 1 個帳戶是在安全冷卻期間新增的，.+ 起才能選。/,
    );
  });

  test('leads to the accounts when all of them are in review', async () => {
    const world = fakeWorld();
    world.cards = world.cards.filter(({ status }) => status === 'Review');
    openApp('/pendingOrder?panel=create-listing', fakeServices({ world }));
    expect(await screen.findByText('您的銀行帳戶還在審核中，核准後就能用來收款。')).toBeTruthy();
    expect(screen.getByRole('link', { name: '查看銀行帳戶' }).getAttribute('href')).toContain(
      'panel=bank-cards',
    );
  });

  test('leads to adding an account when there is none', async () => {
    openApp('/pendingOrder?panel=create-listing', fakeServices({ world: emptyWorld() }));
    expect((await screen.findByRole('link', { name: '綁定銀行帳戶' })).getAttribute('href')).toContain(
      'panel=bank-cards',
    );
  });
});
