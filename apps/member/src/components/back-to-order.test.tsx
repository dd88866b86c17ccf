import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

type Seed = Pick<OrderSeed, 'orderId' | 'role' | 'state'> & Partial<OrderSeed>;

function openWith(at: string, ...seeds: Seed[]) {
  const world = emptyWorld();
  world.orders = seeds.map((seed) =>
    fakeOrder(world.now, { serialNo: `HF-${seed.orderId}`, isOwner: false, nick: '阿哲', ...seed }),
  );
  return openApp(at, fakeServices({ world }));
}

const way = { name: /^回到訂單/ };

describe('the way back to the live order', () => {
  test.each(['/transaction', '/pendingOrder'])('stands on %s and leads there with one tap', async (at) => {
    const { user } = openWith(at, { orderId: '501', role: 'payer', state: 'LOCKED' });
    const link = await screen.findByRole('link', way);
    expect(link.textContent).toContain('阿哲');
    expect(within(link).getByRole('timer')).toBeTruthy();
    await user.click(link);
    expect(address()).toBe('/front-end-order?orderId=501');
    await waitFor(() => expect(screen.queryByRole('link', way)).toBeNull());
  });

  test('takes the one that waits for the member, whichever is newer', async () => {
    openWith(
      '/transaction',
      { orderId: '502', role: 'payer', state: 'PAID' },
      { orderId: '501', role: 'payer', state: 'LOCKED' },
    );
    expect((await screen.findByRole('link', way)).getAttribute('href')).toBe('/front-end-order?orderId=501');
  });

  test('shows no clock of a duty that is not theirs', async () => {
    openWith('/transaction', { orderId: '501', role: 'payer', state: 'PAID' });
    expect(within(await screen.findByRole('link', way)).queryByRole('timer')).toBeNull();
  });

  test('is not there without a live order, nor on Home, which lists them', async () => {
    const { server } = openWith('/transaction', { orderId: '501', role: 'payer', state: 'FINISHED' });
    await waitFor(() => expect(server.asked.some(({ path }) => path.includes('in-progress'))).toBe(true));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', way)).toBeNull();
  });
});

describe('the badge of the orders', () => {
  test('counts what waits for the member, an order to accept among it, and nothing that waits for others', async () => {
    openWith(
      '/transaction',
      { orderId: '501', role: 'payee', isOwner: true, state: 'ACCEPT_WAIT' },
      { orderId: '502', role: 'payer', state: 'LOCKED' },
      { orderId: '503', role: 'payer', state: 'PAID' },
    );
    const tab = within(await screen.findByRole('navigation', { name: '主選單' })).getByRole('link', {
      name: /訂單/,
    });
    await waitFor(() => expect(within(tab).getByText('2 件事等您處理')).toBeTruthy());
  });
});
