import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FORM_DRAFTS_KEY } from '#state/drafts/form-drafts.ts';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

/** Looking for an order that has ended. */

const PAST = '/front-end-order?scope=past';

type App = ReturnType<typeof openApp>;

const asked = ({ server }: App) => server.asked.filter(({ path }) => path === '/order/list').at(-1)?.input;

async function openFilters({ user }: App) {
  await screen.findByRole('link', { name: /小薇/ });
  await user.click(screen.getByText('篩選'));
}

test('an ended order is found by coin, side, day and number, and the filters are counted', async () => {
  const app = openApp(PAST);
  await openFilters(app);
  await app.user.click(screen.getByRole('radio', { name: '買入' }));
  await app.user.click(screen.getByRole('radio', { name: 'TWD' }));
  await app.user.type(screen.getByLabelText('結束日期從'), '2026-08-01');
  await app.user.click(screen.getByLabelText('訂單編號或對方暱稱'));
  await app.user.paste(' HF-240816-0127 ');
  await waitFor(() =>
    expect(asked(app)).toEqual({
      scope: 'past',
      coin: 'TWD',
      did: 'buy',
      from: '2026-08-01',
      search: 'HF-240816-0127',
    }),
  );
  expect(await screen.findByRole('link', { name: /小薇/ })).toBeTruthy();
  expect(screen.getByText('篩選（4 項）')).toBeTruthy();
});

test('a filter that nothing matches says so, and is taken away with a press', async () => {
  const app = openApp(PAST);
  await openFilters(app);
  await app.user.click(screen.getByRole('radio', { name: '賣出' }));
  expect(await screen.findByText('沒有符合這些條件的訂單')).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: '清除篩選' });
  if (clear) await app.user.click(clear);
  expect(await screen.findByRole('link', { name: /小薇/ })).toBeTruthy();
  expect(screen.getByText('篩選')).toBeTruthy();
});

test('days that end before they begin are told, and are not asked for', async () => {
  const app = openApp(PAST);
  await openFilters(app);
  await app.user.type(screen.getByLabelText('結束日期從'), '2026-08-10');
  await app.user.type(screen.getByLabelText('結束日期到'), '2026-08-01');
  expect(await screen.findByText('開始日期要在結束日期之前。')).toBeTruthy();
  expect(app.server.asked.filter(({ input }) => Object.hasOwn(input as object, 'to'))).toEqual([]);
});

test('the filters stand as they were after a reload, and are not of the orders in progress', async () => {
  const app = openApp(PAST);
  await openFilters(app);
  await app.user.click(screen.getByRole('radio', { name: '買入' }));
  await waitFor(() => expect(app.services.tab.getItem(FORM_DRAFTS_KEY)).not.toBeNull());
  const { services, world } = app;
  cleanup();
  const again = openApp(PAST, fakeServices({ world, kept: services }));
  await waitFor(() => expect(asked(again)).toEqual({ scope: 'past', did: 'buy' }));
  await again.user.click(screen.getByRole('radio', { name: '進行中' }));
  await waitFor(() => expect(asked(again)).toEqual({ scope: 'active' }));
});
