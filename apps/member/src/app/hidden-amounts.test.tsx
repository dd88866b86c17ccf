import { formatMoney } from '@holdfast/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

/** The app at an address, and what it shows there of the member's wealth, by any way of writing it that a screen uses. */
function openShowing(at: string) {
  const { services } = openApp(at, fakeServices());
  const { balances, journal } = services.server.world;
  const after = [...journal.TWD, ...journal.USDT].map(({ availableAfter }) => availableAfter);
  const amounts = [...balances.flatMap(({ available, total }) => [available, total]), ...after];
  const some = amounts.filter((amount) => Number(amount) > 0);
  const texts = new Set(some.flatMap((amount) => [formatMoney(amount, {}), formatMoney(amount)]));
  const shown = () => [...texts].filter((text) => document.body.textContent.includes(text));
  return { services, shown };
}

describe('what the member has', () => {
  test.each([
    ['/home', 4],
    ['/home?coin=USDT', 4],
    ['/home?panel=journal', 8],
    ['/home?panel=journal&coin=USDT', 10],
    ['/pendingOrder?panel=create-listing', 1],
  ])('stands on %s, and nothing of it while amounts are hidden', async (at, count) => {
    const { services, shown } = openShowing(at);
    await waitFor(() => expect(shown()).toHaveLength(count));
    act(() => services.settings.change({ hidesAmounts: true }));
    expect(shown()).toEqual([]);
  });

  test.each([
    ['/transaction', /^阿哲/],
    ['/pendingOrder', /^建立於/],
    ['/front-end-order', 'HF-240817-0391'],
  ])('does not stand on %s at all', async (at, landmark) => {
    const { shown } = openShowing(at);
    await screen.findAllByText(landmark);
    expect(shown()).toEqual([]);
  });
});
