import { appError } from '@holdfast/contract/errors';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

function openRoom(seed: Pick<OrderSeed, 'role'>) {
  const world = fakeWorld();
  const isOwner = seed.role === 'payee';
  const order = { orderId: '501', serialNo: 'HF-1', nick: '阿哲', state: 'ACCEPT_WAIT', isOwner } as const;
  world.orders = [fakeOrder(world.now, { ...order, ...seed })];
  return openApp('/front-end-order?orderId=501', fakeServices({ world }));
}

const asked = ({ server }: ReturnType<typeof openRoom>, path: string) =>
  server.asked.filter((call) => call.path === path).map(({ input }) => input);

describe('an order that waits for acceptance', () => {
  test('is accepted by its owner with one press', async () => {
    const app = openRoom({ role: 'payee' });
    await app.user.click(await screen.findByRole('button', { name: '接單' }));
    expect(await screen.findByText('已接單，等對方付款')).toBeTruthy();
    expect(asked(app, '/order/accept')).toEqual([{ orderId: '501', version: '1' }]);
    expect(await screen.findByText(/^等 阿哲 在/)).toBeTruthy();
  });

  test('is declined by its owner with a reason, and then says so', async () => {
    const app = openRoom({ role: 'payee' });
    await app.user.click(await screen.findByRole('button', { name: '不接單' }));
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText(/回到您的掛單/)).toBeTruthy();
    await app.user.click(sheet.getByRole('radio', { name: '條件變了' }));
    await app.user.click(sheet.getByRole('button', { name: '不接這筆訂單' }));
    expect(await screen.findByText('您沒有接這筆訂單')).toBeTruthy();
    expect(asked(app, '/order/decline')).toEqual([{ orderId: '501', version: '1', reason: 'terms-changed' }]);
  });

  test('shows its buyer no account and nothing to pay, and is taken back after a question', async () => {
    const app = openRoom({ role: 'payer' });
    expect(await screen.findByText(/也請先不要付款/)).toBeTruthy();
    expect(screen.queryByText('收款帳戶')).toBeNull();
    expect(screen.queryByRole('button', { name: '接單' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: '撤回訂單' }));
    const question = within(screen.getByRole('alertdialog'));
    await app.user.click(question.getByRole('button', { name: '撤回訂單' }));
    expect(await screen.findByText('訂單已撤回')).toBeTruthy();
    expect(asked(app, '/order/cancel')).toMatchObject([{ notPaid: '1' }]);
  });

  test('that has just ended says so where it was pressed', async () => {
    const app = openRoom({ role: 'payee' });
    app.server.set('/order/accept', appError('ORDER_ACTION_NOT_ALLOWED'));
    await app.user.click(await screen.findByRole('button', { name: '接單' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
