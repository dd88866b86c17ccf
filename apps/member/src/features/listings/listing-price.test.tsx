import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

describe('the price of a listing', () => {
  async function openForm(search: string, world = fakeWorld()) {
    const app = openApp(`/pendingOrder?panel=create-listing${search}`, fakeServices({ world }));
    const panel = within(await screen.findByRole('dialog', { name: /^建立(賣出|買入)掛單$/ }));
    await panel.findByText(/參考價 NT|沒有參考價/);
    return { app, panel, price: panel.getByLabelText<HTMLInputElement>('單價（新台幣）') };
  }

  test('stands beside what was traded lately, which one tap takes over', async () => {
    const { app, panel, price } = await openForm('&coin=USDT');
    expect(
      panel.getByText(/^參考價 NT\$ 32\.10：最近 38 筆成交的中間價，最新一筆 \d\d:\d\d。$/),
    ).toBeTruthy();
    await app.user.click(panel.getByRole('button', { name: '參考價 32.10' }));
    expect(price.value).toBe('32.1');
    expect(panel.queryByText(/比參考價/)).toBeNull();
  });

  test('that lies far from it is told once it has been typed, in the words of the side, and is published all the same', async () => {
    const { app, panel, price } = await openForm('&coin=USDT');
    await app.user.type(price, '3');
    expect(panel.queryByText(/比參考價/)).toBeNull();
    await app.user.type(price, '.21');
    await app.user.tab();
    expect(panel.getByText('比參考價低 90%，您會少收。請看一下有沒有填錯。')).toBeTruthy();
    await app.user.click(panel.getByRole('radio', { name: '我要買入' }));
    const buying = within(await screen.findByRole('dialog', { name: '建立買入掛單' }));
    await app.user.type(buying.getByLabelText('單價（新台幣）'), '36');
    await app.user.type(buying.getByLabelText('買入數量'), '100');
    await app.user.type(buying.getByLabelText('每筆最少'), '10');
    expect(buying.getByText('比參考價高 12.1%，您會多付。請看一下有沒有填錯。')).toBeTruthy();
    await app.user.click(buying.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等賣家下單')).toBeTruthy();
  });

  test('of TWD is measured by NT$ itself', async () => {
    const { app, panel, price } = await openForm('');
    expect(panel.getByText('參考價 NT$ 1.00：1 TWD 就是 1 元新台幣。')).toBeTruthy();
    await app.user.clear(price);
    await app.user.type(price, '1.2');
    await app.user.tab();
    expect(panel.getByText('比參考價高 20%，買家可能不會下單。')).toBeTruthy();
  });

  test('has nothing to be measured by where few have traded, and says so', async () => {
    const { app, panel, price } = await openForm('&coin=USDT', { ...fakeWorld(), hasFewTrades: true });
    expect(panel.getByText('最近 USDT 的成交還不夠多，沒有參考價。')).toBeTruthy();
    await app.user.type(price, '99');
    await app.user.tab();
    expect(panel.queryByText(/比參考價/)).toBeNull();
  });
});
