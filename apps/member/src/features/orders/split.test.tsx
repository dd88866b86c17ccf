import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp, saying } from '#test/render.tsx';

function openRoom(room: Partial<OrderSeed> & Pick<OrderSeed, 'role'>) {
  const world = fakeWorld();
  const seed: OrderSeed = {
    orderId: '501',
    serialNo: 'HF-1',
    isOwner: room.role === 'payee',
    nick: '阿哲',
    state: 'STUCK_CASE',
    ...room,
  };
  world.orders = [fakeOrder(world.now, seed)];
  const app = openApp('/front-end-order?orderId=501', fakeServices({ world }));
  const asked = (path: string) =>
    app.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { ...app, asked };
}

const THEIRS = {
  by: 'counterparty',
  payerPart: '1200.00',
  payerGets: '1198.80',
  payeeGets: '1800.00',
  until: '2030-01-01T00:00:00.000Z',
} as const;

async function tapSecret(user: ReturnType<typeof openRoom>['user']) {
  for (const digit of '482913') await user.click(await screen.findByRole('button', { name: digit }));
}

test('a side under a case offers a part, and then waits for the other one', async () => {
  const { user, asked } = openRoom({ role: 'payer' });
  expect(await screen.findByRole('heading', { name: '雙方可以自行拆分' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '提議拆分' }));
  const sheet = within(screen.getByRole('dialog', { name: '提議拆分' }));
  const send = sheet.getByRole('button', { name: '送出提議' });
  await user.type(sheet.getByLabelText('給買家多少'), '3000');
  await user.click(sheet.getByRole('checkbox'));
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await user.clear(sheet.getByLabelText('給買家多少'));
  await user.type(sheet.getByLabelText('給買家多少'), '1200');
  await user.click(send);
  await tapSecret(user);
  expect(await screen.findByText('已送出拆分提議')).toBeTruthy();
  expect(asked('/order/split')).toEqual([{ orderId: '501', version: '1', payerPart: '1200' }]);
  expect(screen.getByRole('heading', { name: /等 阿哲 回覆您的拆分提議/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '收回提議' }));
  expect(await screen.findByText('已收回提議')).toBeTruthy();
});

test('a side that is offered a split sees what each gets, and agrees to the same part', async () => {
  const { user, asked } = openRoom({ role: 'payee', splitOffer: THEIRS });
  expect(await screen.findByRole('heading', { name: /阿哲 提議拆分，請回覆/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '同意這樣拆分' }));
  const sheet = within(screen.getByRole('dialog', { name: '同意拆分' }));
  await user.click(sheet.getByRole('checkbox', { name: '我看過銀行帳戶，知道自己實際收到多少錢' }));
  await user.click(sheet.getByRole('button', { name: '同意這樣拆分' }));
  await tapSecret(user);
  expect(await screen.findByText('已拆分，訂單完成')).toBeTruthy();
  expect(asked('/order/split')).toEqual([{ orderId: '501', version: '1', payerPart: '1200.00' }]);
  // What each has got, and not what was agreed at the lock.
  expect(screen.getByRole('heading', { name: '退回給您' }).nextSibling?.textContent).toBe('+1,800.00 TWD');
  expect(screen.getByText(saying('雙方拆分了這筆訂單，阿哲 扣除手續費後收到 1,198.8 TWD。'))).toBeTruthy();
  expect(screen.queryByText(/已放行/)).toBeNull();
});

test('a payer reads their part as what they got, and what went back', async () => {
  openRoom({
    role: 'payer',
    state: 'FINISHED',
    receives: '1198.80',
    returned: '1800.00',
    heldForMs: 36 * 3_600_000,
  });
  const got = await screen.findByRole('heading', { name: '您收到' });
  expect(got.nextSibling?.textContent).toBe('+1,198.80 TWD');
  expect(screen.getByText(saying('雙方拆分了這筆訂單，其餘 1,800 TWD 退回給 阿哲。'))).toBeTruthy();
  expect(screen.getByText(/^已入帳並保留中/)).toBeTruthy();
});

test('a side declines, and the case goes on', async () => {
  const { user, asked } = openRoom({ role: 'payee', splitOffer: THEIRS });
  await user.click(await screen.findByRole('button', { name: '不接受' }));
  expect(await screen.findByText('已回覆不接受')).toBeTruthy();
  expect(asked('/order/decline-split')).toEqual([{ orderId: '501', version: '1' }]);
  expect(screen.getByRole('heading', { name: '雙方可以自行拆分' })).toBeTruthy();
});
