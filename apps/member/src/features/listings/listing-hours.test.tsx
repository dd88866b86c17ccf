import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;

const inputsOf = ({ server }: App, path: string) =>
  server.asked.filter((call) => call.path === path).map(({ input }) => input);

const cardOf = async () =>
  within((await screen.findByRole('heading', { name: '賣出 100 USDT' })).closest('li') as HTMLElement);

/** A world whose listing of 100 USDT takes orders in these hours. */
function worldWith(hours: { from: string; to: string } | null, opensAt: string | null = null) {
  const world = fakeWorld();
  const listing = world.listings.find(({ id }) => id === '301');
  Object.assign(listing ?? {}, { hours, opensAt, ...(opensAt !== null && { obstacles: ['out-of-hours'] }) });
  return world;
}

describe('the hours of a listing', () => {
  test('are any time until they are set, may go on past midnight, and are not lost by a look at "any time"', async () => {
    const app = openApp('/pendingOrder?panel=create-listing&coin=USDT');
    const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    await panel.findByText(/可用 /);
    await app.user.type(panel.getByLabelText('賣出數量'), '50');
    await app.user.type(panel.getByLabelText('單價（新台幣）'), '32.2');
    await app.user.type(panel.getByLabelText('每筆最少'), '10');
    await app.user.click(panel.getByRole('checkbox', { name: /013 國泰世華銀行/ }));
    expect(panel.queryByLabelText('開始')).toBeNull();
    await app.user.click(panel.getByRole('radio', { name: '每天固定時段' }));
    await app.user.selectOptions(panel.getByLabelText('開始'), '22:00');
    await app.user.selectOptions(panel.getByLabelText('結束（隔天）'), '02:30');
    const sameTime = within(panel.getByLabelText('開始')).getByRole<HTMLOptionElement>('option', {
      name: '02:30',
    });
    expect(sameTime.disabled).toBe(true);
    await app.user.click(panel.getByRole('radio', { name: '隨時' }));
    await app.user.click(panel.getByRole('radio', { name: '每天固定時段' }));
    expect(panel.getByLabelText<HTMLSelectElement>('開始').value).toBe('22:00');
    await app.user.click(panel.getByRole('button', { name: '掛出' }));
    expect(await screen.findByText('已掛出，等買家下單')).toBeTruthy();
    expect(inputsOf(app, '/listing/create')).toMatchObject([{ hoursFrom: '22:00', hoursTo: '02:30' }]);
    expect((await cardOf()).queryByText('22:00–隔天 02:30')).toBeNull();
    expect(await screen.findByText('22:00–隔天 02:30')).toBeTruthy();
  });

  test('say to the owner when others can order again, and are copied', async () => {
    const app = openApp(
      '/pendingOrder',
      fakeServices({ world: worldWith({ from: '09:00', to: '21:00' }, '2026-08-19T01:00:00.000Z') }),
    );
    const card = await cardOf();
    expect(card.getByText('09:00–21:00')).toBeTruthy();
    expect(
      card.getByText('現在不在您設定的交易時間，8月19日 09:00 起其他會員才看得到，也才能下單。'),
    ).toBeTruthy();
    await app.user.click(card.getByRole('button', { name: '複製' }));
    const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
    expect(panel.getByLabelText<HTMLSelectElement>('開始').value).toBe('09:00');
    expect(panel.getByLabelText<HTMLSelectElement>('結束').value).toBe('21:00');
  });

  test('change with the other terms; what was chosen is there again when the sheet was left, until it is saved', async () => {
    const app = openApp('/pendingOrder', fakeServices({ world: worldWith({ from: '09:00', to: '21:00' }) }));
    const open = async () => {
      await app.user.click((await cardOf()).getByRole('button', { name: '修改條件' }));
      return within(await screen.findByRole('dialog', { name: '修改條件' }));
    };
    const sheet = await open();
    await app.user.selectOptions(sheet.getByLabelText('結束'), '18:30');
    await app.user.click(sheet.getByRole('checkbox', { name: /每筆訂單先問我/ }));
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const left = await open();
    expect(left.getByText(/這是您先前填寫/)).toBeTruthy();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open();
    expect(again.getByLabelText<HTMLSelectElement>('結束').value).toBe('18:30');
    expect(again.getByRole<HTMLInputElement>('checkbox', { name: /每筆訂單先問我/ }).checked).toBe(true);
    await app.user.click(again.getByRole('button', { name: '儲存' }));
    expect(await screen.findByText('條件已更新')).toBeTruthy();
    expect(inputsOf(app, '/listing/edit')).toEqual([
      {
        listingId: '301',
        version: '1',
        feeSeen: '10',
        askFirst: '1',
        isPrivate: '0',
        remark: '',
        hoursFrom: '09:00',
        hoursTo: '18:30',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const fresh = await open();
    await app.user.click(fresh.getByRole('radio', { name: '隨時' }));
    await app.user.click(fresh.getByRole('button', { name: '儲存' }));
    await waitFor(() => expect(inputsOf(app, '/listing/edit')).toHaveLength(2));
    expect(inputsOf(app, '/listing/edit')[1]).toEqual({
      listingId: '301',
      version: '2',
      feeSeen: '10',
      askFirst: '1',
      isPrivate: '0',
      remark: '',
      anyHour: '1',
    });
  });

  test('that were chosen and left can be given up for those that hold', async () => {
    const app = openApp('/pendingOrder', fakeServices({ world: worldWith({ from: '09:00', to: '21:00' }) }));
    const open = async () => {
      await app.user.click((await cardOf()).getByRole('button', { name: '修改條件' }));
      return within(await screen.findByRole('dialog', { name: '修改條件' }));
    };
    const sheet = await open();
    await app.user.selectOptions(sheet.getByLabelText('結束'), '18:30');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open();
    await app.user.click(again.getByRole('button', { name: '改回目前的條件' }));
    expect(again.getByLabelText<HTMLSelectElement>('結束').value).toBe('21:00');
  });
});

describe('a change of other terms', () => {
  test('leaves a private listing private', async () => {
    const world = worldWith(null);
    Object.assign(world.listings.find(({ id }) => id === '301') ?? {}, { isPrivate: true });
    const app = openApp('/pendingOrder', fakeServices({ world }));
    await app.user.click((await cardOf()).getByRole('button', { name: '修改條件' }));
    const sheet = within(await screen.findByRole('dialog', { name: '修改條件' }));
    await app.user.click(sheet.getByRole('checkbox', { name: /每筆訂單先問我/ }));
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    await waitFor(() => expect(inputsOf(app, '/listing/edit')).toHaveLength(1));
    expect(inputsOf(app, '/listing/edit')[0]).toMatchObject({ askFirst: '1', isPrivate: '1' });
  });

  test('does not close the conditions under the hand that takes the last one back', async () => {
    const app = openApp('/pendingOrder');
    await app.user.click((await cardOf()).getByRole('button', { name: '修改條件' }));
    const sheet = within(await screen.findByRole('dialog', { name: '修改條件' }));
    const group = sheet.getByText('誰可以下單（選填）').closest('details') as HTMLDetailsElement;
    group.open = true;
    const level = within(sheet.getByRole('group', { name: '等級' }));
    await app.user.click(level.getByRole('radio', { name: 'Lv.2 以上' }));
    await app.user.click(level.getByRole('radio', { name: '不限' }));
    expect(group.open).toBe(true);
  });
});

test('a price alone that was typed is asked about before a copy takes its place', async () => {
  const app = openApp('/pendingOrder?panel=create-listing&coin=USDT');
  const panel = within(await screen.findByRole('dialog', { name: '建立賣出掛單' }));
  await app.user.type(panel.getByLabelText('單價（新台幣）'), '31.7');
  await app.user.click(panel.getByRole('button', { name: '返回' }));
  await app.user.click((await cardOf()).getByRole('button', { name: '複製' }));
  expect(await screen.findByRole('alertdialog', { name: '要用這筆掛單的內容取代嗎？' })).toBeTruthy();
});
