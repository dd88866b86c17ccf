import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FORM_DRAFTS_KEY } from '#state/drafts/form-drafts.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp, saying } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;

const asked = ({ server }: App, path: string) =>
  server.asked.filter((call) => call.path === path).map(({ input }) => input);
const cardOf = async (nick: string) =>
  (await screen.findByRole('heading', { name: new RegExp(nick) })).closest('li') as HTMLElement;

describe('a seller in the market', () => {
  test('is kept as a favourite, and then can be all that is shown', async () => {
    const app = openApp('/transaction');
    await app.user.click(within(await cardOf('阿哲')).getByRole('button', { name: '更多' }));
    expect(await screen.findByText('您與對方成交過 3 次。')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: '收藏這位會員' }));
    expect(await screen.findByText('已收藏 阿哲')).toBeTruthy();
    await app.user.click(screen.getByText('更多篩選'));
    await app.user.click(screen.getByRole('checkbox', { name: '只看收藏的會員' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Yu88/ })).toBeNull());
    expect(await cardOf('阿哲')).toBeTruthy();
    expect(asked(app, '/listing/market').at(-1)).toMatchObject({ favourites: '1' });
  });

  test('shows how they trade, in the words of the viewer', async () => {
    const app = openApp('/transaction');
    await app.user.click(within(await cardOf('阿哲')).getByRole('button', { name: '更多' }));
    const sheet = within(await screen.findByRole('dialog', { name: '關於 阿哲' }));
    expect((await sheet.findByText('通常付款時間')).parentElement?.textContent).toContain('4 分 20 秒');
    expect(sheet.getByText('近 30 天成交額').parentElement?.textContent).toContain('1 萬至 10 萬元');
    expect(sheet.getByText('客服判定').parentElement?.textContent).toContain(
      '責任在這位會員 0 次、責任在對方 2 次',
    );
    expect(sheet.getByText('註冊').parentElement?.textContent).toContain('420 天前');
    expect(sheet.queryByText(/還不到 5 筆/)).toBeNull();
  });

  test('of whom too little is known says so instead of a share', async () => {
    const world = fakeWorld();
    Object.assign(world.offers[0]?.owner ?? {}, {
      completionPercent: null,
      releaseSeconds: null,
      finished: 2,
    });
    const app = openApp('/transaction', fakeServices({ world }));
    await app.user.click(within(await cardOf('阿哲')).getByRole('button', { name: '更多' }));
    expect(await screen.findByText(/還不到 5 筆/)).toBeTruthy();
    expect(screen.queryByText('完成率')).toBeNull();
    expect(screen.queryByText('通常付款時間')).toBeNull();
  });

  test('is blocked, is gone, and comes back from the list', async () => {
    const app = openApp('/transaction');
    await app.user.click(within(await cardOf('Yu88')).getByRole('button', { name: '更多' }));
    await app.user.click(screen.getByRole('button', { name: '封鎖 Yu88' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Yu88/ })).toBeNull());
    await app.user.click(screen.getByRole('button', { name: '收藏與封鎖' }));
    const lists = within(screen.getByRole('dialog', { name: '收藏與封鎖' }));
    await app.user.click(lists.getByRole('radio', { name: '封鎖' }));
    await app.user.click(await lists.findByRole('button', { name: /Yu88/ }));
    expect(await screen.findByText('已解除封鎖')).toBeTruthy();
    expect(asked(app, '/member/block/set')).toMatchObject([{ blocked: '1' }, { blocked: '0' }]);
  });

  test('is left out while not online where one looks for who is, over a reload too', async () => {
    const app = openApp('/transaction');
    await cardOf('Kenny');
    await app.user.click(screen.getByRole('checkbox', { name: '只看在線上的賣家' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Yu88/ })).toBeNull());
    expect(asked(app, '/listing/market').at(-1)).toMatchObject({ here: '1' });
    const { services, world } = app;
    await waitFor(() => expect(services.tab.getItem(FORM_DRAFTS_KEY)).not.toBeNull());
    cleanup();
    const again = openApp('/transaction', fakeServices({ world, kept: services }));
    await waitFor(() => expect(asked(again, '/listing/market').at(-1)).toMatchObject({ here: '1' }));
  });

  test('of whom nobody matches so far can be looked for further on', async () => {
    const world = fakeWorld();
    world.offersBehind = world.offers.splice(0, 1);
    const app = openApp('/transaction', fakeServices({ world }));
    await cardOf('Kenny');
    await app.user.click(screen.getByRole('checkbox', { name: '只看在線上的賣家' }));
    await screen.findByText(saying('目前看過的掛單都不符合，後面還有其他掛單。'));
    await app.user.click(screen.getByRole('button', { name: '往下找' }));
    expect(await screen.findByRole('heading', { name: /阿哲/ })).toBeTruthy();
    expect(asked(app, '/listing/market').at(-1)).toMatchObject({ here: '1', cursor: '1.2.3.4' });
  });

  test('stands where the price puts them when one sorts by it', async () => {
    const app = openApp('/transaction');
    await cardOf('Kenny');
    await app.user.click(screen.getByText('更多篩選'));
    await app.user.click(screen.getByRole('radio', { name: '價格最好的在前' }));
    await waitFor(() => expect(asked(app, '/listing/market').at(-1)).toMatchObject({ sort: 'price' }));
  });

  test('of a low level is left out where one looks for a higher one', async () => {
    const app = openApp('/transaction');
    await cardOf('Kenny');
    await app.user.click(screen.getByText('更多篩選'));
    await app.user.click(screen.getByRole('radio', { name: 'Lv.2 以上' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Kenny/ })).toBeNull());
    expect(asked(app, '/listing/market').at(-1)).toMatchObject({ levelMin: '2' });
  });

  test('whose conditions the viewer does not meet says which', async () => {
    const world = fakeWorld();
    const [offer] = world.offers;
    Object.assign(offer ?? {}, {
      obstacle: 'conditions',
      conditions: { minLevel: 0, minFinished: 10, minDays: 30, minCompletion: 0 },
      unmet: ['minFinished', 'minDays'],
    });
    openApp('/transaction', fakeServices({ world }));
    const card = await cardOf('阿哲');
    expect(card.textContent).toContain('您還不符合賣家的條件');
    expect(card.textContent).toContain('完成過 10 筆訂單');
    expect(card.textContent).toContain('註冊滿 30 天');
  });
});

test('an offer of somebody whose day is used up says so, and cannot be locked', async () => {
  const world = fakeWorld();
  Object.assign(world.offers[0] ?? {}, { obstacle: 'owner-limit' });
  openApp('/transaction', fakeServices({ world }));
  const card = await cardOf('阿哲');
  expect(card.textContent).toContain('超過對方今天還可以交易的額度');
  expect(within(card).queryByRole('button', { name: '鎖定' })).toBeNull();
});

describe('the cheapest offer', () => {
  test('opens by itself for an amount, which it keeps', async () => {
    const app = openApp('/transaction');
    await cardOf('阿哲');
    expect(screen.queryByRole('button', { name: '幫我找最便宜的' })).toBeNull();
    await app.user.type(screen.getByLabelText('想買多少'), '3000');
    await app.user.click(screen.getByRole('button', { name: '幫我找最便宜的' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(asked(app, '/listing/best')).toEqual([{ coin: 'TWD', quantity: '3000' }]);
  });

  test('says so where there is none', async () => {
    const app = openApp('/transaction');
    await cardOf('阿哲');
    await app.user.type(screen.getByLabelText('想買多少'), '90000');
    await app.user.click(screen.getByRole('button', { name: '幫我找最便宜的' }));
    expect(await screen.findByText(/目前沒有您能下單、又符合這個數量的賣家/)).toBeTruthy();
  });
});
