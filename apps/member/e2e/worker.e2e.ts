import type { Page } from '@playwright/test';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/** The service worker: the app starts without a network, and nobody is left with an old build. */

/** Resolves once the worker serves this page. */
const controlled = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker.controller)
      await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });

test('a member who was here before starts without a network', async ({ open, member }) => {
  const page = await open({
    as: await member({ TWD: '4321.00' }),
    mayComplain: NETWORK_COMPLAINTS,
    serviceWorkers: 'allow',
  });
  await page.goto('/home');
  await controlled(page);
  await page.context().setOffline(true);
  await page.goto('/transaction');
  await expect(page.getByText('離線，重新連線中…')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
