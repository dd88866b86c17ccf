import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp, saying } from '#test/render.tsx';

function open(role: 'payer' | 'payee') {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: role === 'payee', nick: '阿哲' };
  world.orders = [fakeOrder(world.now, { ...seed, role, state: 'AUTO_CANCELLED' })];
  openApp('/front-end-order?orderId=501', fakeServices({ world }));
}

test('an order that ended without a trade says nothing of sums that are still to come', async () => {
  open('payer');
  expect(await screen.findByText('訂單金額')).toBeTruthy();
  for (const name of ['付款金額', '您收到', '手續費']) expect(screen.queryByText(name)).toBeNull();
  expect(await screen.findByText(saying('3,000 TWD 已退回賣家。'))).toBeTruthy();
});

test('a seller reads that the coin has come back to them', async () => {
  open('payee');
  expect(await screen.findByText(saying('3,000 TWD 已退回給您。'))).toBeTruthy();
});

test('nobody is told to write where nothing can be written any more', async () => {
  open('payer');
  expect(await screen.findByText('這筆訂單沒有對話。')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '打開對話' })).toBeNull();
});

test.each([
  [20, /已入帳並保留中，.*起可用。/],
  [-1, '已加入您的可用餘額。'],
])('a buyer whose coin is held for %i hours more reads when it can be used', async (hours, text) => {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: false, nick: '阿哲' };
  const held = { ...seed, role: 'payer', state: 'FINISHED', heldForMs: hours * 3_600_000 } as const;
  world.orders = [fakeOrder(world.now, held)];
  openApp('/front-end-order?orderId=501', fakeServices({ world }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('whom a cancel blames says that it is so, after a question', async () => {
  const world = fakeWorld();
  const seed = { serialNo: 'HF-1', isOwner: true, role: 'payee', state: 'CANCELLED', nick: '阿哲' } as const;
  world.orders = [fakeOrder(world.now, { ...seed, orderId: '501', isBlamed: true })];
  const { user, server } = openApp('/front-end-order?orderId=501', fakeServices({ world }));
  expect(await screen.findByRole('heading', { name: '阿哲 說取消的原因在您這邊' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '確實如此，算在我這邊' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText(/送出後不能改回來/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: '確實如此，算在我這邊' }));
  expect(await screen.findByText('這次取消已算在您這邊')).toBeTruthy();
  const asked = server.asked.filter(({ path }) => path === '/order/take-blame');
  expect(asked.map(({ input }) => input)).toEqual([{ orderId: '501', version: '1' }]);
});

test('a payer looks up whom the order was to be paid to, with nothing there to pay with', async () => {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: false, nick: '阿哲', role: 'payer' } as const;
  world.orders = [fakeOrder(world.now, { ...seed, state: 'AUTO_CANCELLED' })];
  const { user } = openApp('/front-end-order?orderId=501', fakeServices({ world }));
  const place = within((await screen.findByText('這筆訂單的收款帳戶')).closest('details') as HTMLElement);
  await user.click(place.getByText('這筆訂單的收款帳戶'));
  expect(place.getByText(/請不要再付款/)).toBeTruthy();
  expect(place.getByText('戶名')).toBeTruthy();
  for (const name of [/複製/, /QR/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '更多操作' }));
  await user.click(screen.getByRole('button', { name: '我已付款，補報給客服' }));
  expect(within(await screen.findByRole('dialog', { name: '補報付款' })).getByText('戶名')).toBeTruthy();
});

function openFinished(change: Partial<ReturnType<typeof fakeWorld>> = {}) {
  const world = Object.assign(fakeWorld(), change);
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: false, nick: '阿哲' };
  world.orders = [fakeOrder(world.now, { ...seed, role: 'payer', state: 'FINISHED' })];
  const services = fakeServices({ world });
  return { app: openApp('/front-end-order?orderId=501', services), services, world };
}

test('a finished order is rated in its room; what was chosen outlives leaving it, and nothing is asked again', async () => {
  const { app, services } = openFinished();
  await app.user.click(await screen.findByRole('radio', { name: '4 顆星，不錯' }));
  await app.user.click(screen.getByRole('checkbox', { name: '動作快' }));
  cleanup();
  openApp('/front-end-order?orderId=501', services);
  expect(await screen.findByRole('radio', { name: '4 顆星，不錯', checked: true })).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: '送出評價' }));
  expect(await screen.findByRole('heading', { name: '您給 阿哲 的評價' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '4 顆星，不錯' })).toBeTruthy();
  expect(screen.getByText('動作快')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '送出評價' })).toBeNull();
});

test('other stars offer other words, and keep none that contradict them', async () => {
  const { app } = openFinished();
  await app.user.click(await screen.findByRole('radio', { name: '5 顆星，很好' }));
  await app.user.click(screen.getByRole('checkbox', { name: '態度好' }));
  await app.user.click(screen.getByRole('radio', { name: '1 顆星，很差' }));
  expect(screen.queryByRole('checkbox', { name: '態度好' })).toBeNull();
  expect(screen.getByRole('checkbox', { name: '不太回覆', checked: false })).toBeTruthy();
});

test('both ratings are read once both are there', async () => {
  openFinished({
    isRatedByOther: true,
    rated: new Map([['501', { stars: '3', recommends: true, tags: [] }]]),
  });
  expect(await screen.findByRole('heading', { name: '您給 阿哲 的評價' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: '阿哲 給您的評價' })).toBeTruthy();
});
