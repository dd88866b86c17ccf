import { formatMoney } from '@holdfast/ui';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

/** What a member has, by any way of writing it that a screen uses. */
function wealthOf({ world }: ReturnType<typeof fakeServices>['server']): string[] {
  const balances = world.balances.flatMap(({ available, total }) => [available, total]);
  const after = [...world.journal.TWD, ...world.journal.USDT].map(({ availableAfter }) => availableAfter);
  return [...balances, ...after]
    .filter((amount) => Number(amount) > 0)
    .flatMap((amount) => [formatMoney(amount, {}), formatMoney(amount)]);
}

describe('while amounts are hidden', () => {
  test.each([
    ['/home', '已隱藏'],
    ['/home?panel=journal', '收支紀錄'],
    ['/home?panel=journal&coin=USDT', '收支紀錄'],
    ['/home?panel=settings', '設定'],
    ['/transaction', '買入'],
    ['/pendingOrder', '掛單'],
    ['/pendingOrder?panel=create-listing', '仍可動用'],
    ['/front-end-order', '訂單'],
  ])('%s shows nothing of what the member has', async (at, landmark) => {
    const services = fakeServices();
    services.settings.change({ hidesAmounts: true });
    openApp(at, services);
    await screen.findAllByText(landmark);
    // What the screen asks for has come, so that there is something to be hidden.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const wealth = wealthOf(services.server);
    expect(wealth.length).toBeGreaterThan(4);
    const { textContent } = document.body;
    for (const amount of wealth) expect(textContent).not.toContain(amount);
  });

  test('the same screens show it again for who lets them', async () => {
    openApp('/pendingOrder?panel=create-listing');
    expect(await screen.findByText(/^可用 [\d,]+$/)).toBeTruthy();
  });
});
