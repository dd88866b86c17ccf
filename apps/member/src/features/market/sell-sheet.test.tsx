import { appError } from '@holdfast/contract/errors';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

/** Selling to somebody who buys: the viewer brings the coin and says where to be paid. */

async function openSheet(world = fakeWorld()) {
  const app = openApp('/transaction?side=sell', fakeServices({ world }));
  await app.user.type(await screen.findByLabelText('想賣多少'), '2000');
  const name = await screen.findByRole('heading', { name: /小美/ });
  const offer = within(name.closest('li') as HTMLElement);
  expect(offer.getByText('1,000–10,000 TWD')).toBeTruthy();
  await app.user.click(offer.getByRole('button', { name: '賣給對方' }));
  const sheet = within(await screen.findByRole('dialog', { name: '賣給 小美' }));
  return { app, sheet };
}

const lockOf = ({ server }: ReturnType<typeof openApp>) =>
  server.asked.find(({ path }) => path === '/order/lock')?.input;

test('says what the buyer pays and that the coin is held, and names the account on which one is paid', async () => {
  const { app, sheet } = await openSheet();
  expect(sheet.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('2,000');
  expect(sheet.getByText('1,998')).toBeTruthy();
  expect(sheet.getByText('手續費由買家負擔。')).toBeTruthy();
  await app.user.click(await sheet.findByRole('radio', { name: /013 國泰世華銀行/ }));
  await app.user.click(sheet.getByRole('button', { name: '鎖定，等對方付款' }));
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(lockOf(app)).toEqual({ listingId: '451', version: '1', quantity: '2000', cardId: '11' });
  expect(address()).toMatch(/^\/front-end-order/);
});

test('without an account on which the buyer can pay leads to adding one', async () => {
  const world = fakeWorld();
  world.cards = [];
  world.payAccounts = [];
  const { app, sheet } = await openSheet(world);
  expect(await sheet.findByText('您沒有這位買家能付款的收款帳戶。')).toBeTruthy();
  await app.user.click(sheet.getByRole('button', { name: '鎖定，等對方付款' }));
  expect(lockOf(app)).toBeUndefined();
});

test('that comes too late offers the next best buyer for the same quantity, as the server knows it', async () => {
  const { app, sheet } = await openSheet();
  app.server.set('/order/lock', appError('LISTING_BUSY'));
  await sheet.findByRole('radio', { name: /013/ });
  await app.user.click(sheet.getByRole('button', { name: '鎖定，等對方付款' }));
  const lost = within(await screen.findByRole('dialog', { name: '晚了一步' }));
  await app.user.click(await lost.findByRole('button', { name: '改賣給 Ray，收 NT$ 1,990' }));
  const next = within(await screen.findByRole('dialog', { name: '賣給 Ray' }));
  expect(next.getByLabelText<HTMLInputElement>('賣出數量').value).toBe('2,000');
});
