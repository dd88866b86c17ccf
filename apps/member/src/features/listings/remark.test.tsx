import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;
const edited = ({ server }: App) =>
  server.asked.filter(({ path }) => path === '/listing/edit').map(({ input }) => input);

const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement);

async function openSheet(app: App) {
  const card = await cardOf('賣出 100 USDT');
  await app.user.click(card.getByRole('button', { name: '修改條件' }));
  return within(await screen.findByRole('dialog'));
}

describe('the remark of a listing', () => {
  test('that holds a contact is refused at once, with the place marked, and what was typed stays to be put right', async () => {
    const app = openApp('/pendingOrder');
    const sheet = await openSheet(app);
    const field = sheet.getByLabelText('給對方的備註（選填）');
    await app.user.type(field, '寫信到 amber@example.com 喔');
    expect(sheet.getByText(/備註裡不能留聯絡方式/)).toBeTruthy();
    expect(sheet.getByText('amber@example.com').tagName).toBe('MARK');
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    expect(edited(app)).toEqual([]);
    expect(document.activeElement).toBe(field);
    expect((field as HTMLTextAreaElement).value).toBe('寫信到 amber@example.com 喔');
    await app.user.clear(field);
    await app.user.type(field, '五分鐘內回覆');
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    await waitFor(() => expect(edited(app)).toEqual([expect.objectContaining({ remark: '五分鐘內回覆' })]));
    expect(await screen.findByText('五分鐘內回覆')).toBeTruthy();
  });

  test('that cannot be published takes the focus in the form of a new listing, as what stands wrong before it does', async () => {
    const app = openApp('/pendingOrder?panel=create-listing&coin=USDT');
    const remark = await screen.findByLabelText('給對方的備註（選填）');
    await app.user.type(remark, 'amber@example.com');
    await app.user.click(screen.getByRole('button', { name: '掛出' }));
    expect(document.activeElement).toBe(screen.getByLabelText('賣出數量'));
    await app.user.type(screen.getByLabelText('賣出數量'), '50');
    await app.user.type(screen.getByLabelText('單價（新台幣）'), '32.2');
    await app.user.type(screen.getByLabelText('每筆最少'), '10');
    await app.user.click(screen.getByRole('button', { name: '掛出' }));
    expect(document.activeElement).toBe(remark);
    expect(app.server.asked.some(({ path }) => path === '/listing/create')).toBe(false);
  });

  test('that the server refuses says why, and stays', async () => {
    const app = openApp('/pendingOrder');
    const sheet = await openSheet(app);
    const field = sheet.getByLabelText('給對方的備註（選填）');
    await app.user.type(field, '不好的話');
    app.server.set('/listing/edit', appError('REMARK_REMOVED_BEFORE'));
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    expect(await sheet.findByText(/這段備註之前已被客服移除/)).toBeTruthy();
    app.server.set('/listing/edit', appError('REMARKS_WAITING', { max: 10 }));
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    expect(await sheet.findByText(/您有 10 段備註還在等客服確認/)).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('不好的話');
  });

  test('that operators have taken down is said to be, with the reason', async () => {
    const world = fakeWorld();
    Object.assign(world.listings[0] ?? {}, { remark: { id: '71', text: '不好的話', removed: 'misleading' } });
    openApp('/pendingOrder', fakeServices({ world }));
    const card = await cardOf('賣出 100 USDT');
    expect(card.getByText(/客服移除了這筆掛單的備註.*內容容易讓人誤會/)).toBeTruthy();
    expect(card.queryByText('不好的話')).toBeNull();
  });
});

describe('whoever reads a remark', () => {
  test('finds it beside how the owner trades and before the lock, as text', async () => {
    const world = fakeWorld();
    const [first] = world.offers;
    Object.assign(first ?? {}, { remark: '<img src=x onerror=alert(1)> 晚上回覆' });
    const app = openApp('/transaction', fakeServices({ world }));
    await screen.findByRole('heading', { name: /阿哲/ });
    const [more] = screen.getAllByRole('button', { name: '更多' });
    await app.user.click(more as HTMLElement);
    const about = within(await screen.findByRole('dialog'));
    expect(about.getByText('<img src=x onerror=alert(1)> 晚上回覆')).toBeTruthy();
    await app.user.keyboard('{Escape}');
    const [lock] = screen.getAllByRole('button', { name: '鎖定' });
    await app.user.click(lock as HTMLElement);
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByText('<img src=x onerror=alert(1)> 晚上回覆')).toBeTruthy();
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  test('finds it in the room of the order', async () => {
    const world = fakeWorld();
    for (const order of world.orders) order.remark = { text: '晚上回覆' };
    const orderId = world.orders[0]?.orderId ?? '';
    openApp(`/front-end-order?orderId=${orderId}`, fakeServices({ world }));
    expect(await screen.findByText('晚上回覆')).toBeTruthy();
    expect(screen.getByText(/^由掛單的會員撰寫/)).toBeTruthy();
  });

  test('finds in the room that it was taken down', async () => {
    const world = fakeWorld();
    for (const order of world.orders) order.remark = { text: null };
    const orderId = world.orders[0]?.orderId ?? '';
    openApp(`/front-end-order?orderId=${orderId}`, fakeServices({ world }));
    expect(await screen.findByText('客服已移除這段備註。')).toBeTruthy();
    expect(screen.queryByText(/會員撰寫/)).toBeNull();
  });
});
