import type { RealNameStatus } from '@holdfast/contract/member';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const address = () => `${location.pathname}${location.search}`;
const PROMPT = '親愛的用戶，為保障您的帳戶權益，建議您完成實名驗證。';

function open(path: string, realNameStatus: RealNameStatus, { realNameCheck = true, orders = false } = {}) {
  const world = { ...fakeWorld(), realNameCheck };
  world.info = { ...world.info, realNameStatus };
  if (!orders) world.orders = [];
  return openApp(path, fakeServices({ world }));
}

describe('while the real name is checked', () => {
  test.each([
    ['/transaction', 'none'],
    ['/pendingOrder', 'NotApproved'],
    ['/front-end-order', 'none'],
    ['/home?panel=bank-cards', 'none'],
  ] as const)('%s leads who is %s Home, under the prompt', async (path, status) => {
    open(path, status);
    expect(await screen.findByText(PROMPT)).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/home'));
  });

  test.each(['Review', 'Approved'] as const)('who is %s stays', async (status) => {
    const { server } = open('/pendingOrder', status);
    await waitFor(() => expect(server.asked.some(({ path }) => path === '/listing/mine')).toBe(true));
    expect(address()).toBe('/pendingOrder');
  });
});

test('while it is not checked everybody stays', async () => {
  const { server } = open('/pendingOrder', 'none', { realNameCheck: false });
  await waitFor(() => expect(server.asked.some(({ path }) => path === '/listing/mine')).toBe(true));
  expect(address()).toBe('/pendingOrder');
});

test('whoever has an order running keeps the way to it', async () => {
  open('/front-end-order', 'none', { orders: true });
  await waitFor(() => expect(document.querySelector('a[href*="orderId="]')).toBeTruthy());
  expect(address()).toBe('/front-end-order');
});
