import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ApiMember } from './support/api-member.ts';
import { button, pressEscape, tab } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { look } from './support/pin.ts';
import { startReleases, type Releases } from './support/release.ts';
import { expect, NETWORK_COMPLAINTS, test as base, type Fixtures } from './support/test.ts';

/** The service worker: the app starts without a network, and nobody is left with an old build. */

interface ReleaseFixtures {
  releases: Releases;
  /** A page of the product behind the proxy that deploys, with that member signed in. */
  visit: (
    as: ApiMember,
    options?: { serviceWorkers?: 'allow' | 'block'; mayComplain?: RegExp },
  ) => Promise<Page>;
}

const test = base.extend<ReleaseFixtures & Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
  releases: async ({}, use) => {
    const releases = await startReleases('203.0.113.9');
    await use(releases);
    await releases.close();
  },

  visit: async ({ open, releases }, use) => {
    await use(async (as, { serviceWorkers = 'allow', mayComplain = NETWORK_COMPLAINTS } = {}) => {
      const page = await open({ mayComplain, serviceWorkers });
      await page.goto(`${releases.url}/proxykeys`);
      await page.evaluate((all) => {
        for (const { name, value } of all) localStorage.setItem(name, value);
      }, as.storage);
      return page;
    });
  },
});

const news = (page: Page) => page.getByText('新版本已備妥');
/** A worker stores its build file by file before it serves or says anything: on a busy machine that takes longer than what else is waited for. */
const STORED = { timeout: 60_000 };

/** Resolves once a worker serves this page, and has stored its build. */
const isServed = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), STORED).toBe('activated');

/** Of a page that loads itself anew it is asked again. */
const buildOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset['build']).catch(() => undefined);
const cachesOf = (page: Page) => page.evaluate(() => caches.keys());
/** Whether nothing is being installed any more, and this is all that is stored. */
const cachesAreOnly = (page: Page, name: string) =>
  page.evaluate(async (only) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const names = await caches.keys();
    return !registration?.installing && !registration?.waiting && names.join() === only;
  }, name);

const strip = (page: Page) => page.getByText('離線，重新連線中…');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What a browser does by itself at the next start, and the app each hour. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

/** How far the browser is with a newer worker. */
const progressOf = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return { installing: installing?.state, waiting: waiting?.state, active: active?.state };
  });

/**
 * Browsers stop a worker that has nothing to do. Under test one went on for more than a minute while a newer one waited for it, probably because the
 * developer tools are attached. A worker that does not ask to take over (`skipWaiting`) still waits after this.
 */
async function stopIdleWorkers(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.stopAllWorkers');
  await tools.detach();
}

/**
 * Resolves once a newer worker has stored its build, and the page has heard of it. A look that had begun before the release answers the next one with
 * what it found, so the browser looks until then; and one that is stored waits until the one before has nothing to do, and is stopped.
 */
const isOffered = (page: Page, looking = page) =>
  expect
    .poll(async () => {
      await lookForUpdate(looking);
      if (await news(page).isVisible()) return 'said';
      const progress = await progressOf(page);
      if (progress.waiting) await stopIdleWorkers(page);
      return progress;
    }, STORED)
    .toBe('said');

test('a member who was here before starts without a network, at any screen', async ({ open, member }) => {
  const page = await open({
    as: await member({ TWD: '4321.00' }),
    mayComplain: NETWORK_COMPLAINTS,
    serviceWorkers: 'allow',
  });
  await page.goto('/home');
  await isServed(page);
  await page.context().setOffline(true);
  for (const path of ['/transaction', '/front-end-order', '/home?panel=settings']) {
    await page.goto(path);
    await expect(strip(page)).toBeVisible();
    await expect(heading(page).first()).toBeVisible();
  }
});

test('a network that says nothing, or a proxy without a server, does not keep the app from starting', async ({
  visit,
  releases,
  member,
}) => {
  const page = await visit(await member());
  await page.goto(`${releases.url}/home`);
  await isServed(page);
  releases.disturb(() => ({ status: 502, body: 'Bad Gateway' }));
  await page.reload();
  await expect(tab(page, '錢包')).toBeVisible();
  releases.disturb(() => 'silence');
  await page.reload();
  await expect(tab(page, '錢包')).toBeVisible();
});

test('a release is there at the next start, and an open tab keeps its own code until it is left', async ({
  visit,
  releases,
  member,
}) => {
  const page = await visit(await member());
  await page.goto(`${releases.url}/home`);
  await isServed(page);
  const before = await buildOf(page);
  releases.deploy();
  const other = await page.context().newPage();
  await other.goto(`${releases.url}/home`);
  await expect(tab(other, '錢包')).toBeVisible();
  expect(await buildOf(other)).toBe(`1${before}`);
  // The tab of the release before learns of it, and goes on: its code is not on the server any more.
  await isOffered(page, other);
  await expect(news(other)).toHaveCount(0);
  expect(await cachesOf(page)).toEqual([`build-${before}`, `build-1${before}`]);
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await buildOf(page)).toBe(before);
  await page.keyboard.press('Escape');
  await button(page, '立即更新').click();
  await expect.poll(() => buildOf(page)).toBe(`1${before}`);
  await expect(tab(page, '錢包')).toBeVisible();
  // With the next release nobody has the first one any more.
  releases.deploy();
  await isOffered(page);
  await expect.poll(() => cachesOf(page)).toEqual([`build-1${before}`, `build-2${before}`]);
});

/** The member is elsewhere for that long, and comes back. */
async function leaveFor(page: Page, time: string): Promise<void> {
  await look(page, 'hidden');
  await page.clock.runFor(time);
  await look(page, 'visible');
}

test('a new build waits for what is in hand: no order and no form is taken away', async ({
  visit,
  releases,
  member,
  seller,
}) => {
  const [{ listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await visit(buyer);
  await page.clock.install();
  await page.goto(`${releases.url}/front-end-order?orderId=${order.orderId}`);
  await isServed(page);
  const before = await buildOf(page);
  releases.deploy();
  await isOffered(page);
  await lookAt(page, 'a new build is ready');
  const isKept = async () => {
    await leaveFor(page, '01:00');
    expect(await buildOf(page)).toBe(before);
  };
  await isKept();
  await button(page, '回到訂單列表').click();
  await tab(page, '掛單').click();
  await page
    .getByRole('link', { name: /掛單賣出|建立掛單|掛出/ })
    .first()
    .click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await field.fill('3');
  await isKept();
  await expect(field).toHaveValue('3');
  await page.keyboard.press('Escape');
  await tab(page, '錢包').click();
  await page.clock.runFor(2000); // what was in hand is over
  await leaveFor(page, '00:20');
  expect(await buildOf(page)).toBe(before);
  await look(page, 'hidden');
  await page.clock.runFor('01:00');
  await expect.poll(() => buildOf(page)).toBe(`1${before}`);
  await expect(page).toHaveURL(/\/home$/);
});

test('a worker whose files cannot be had is not installed: the one before goes on, and the page is new all the same', async ({
  visit,
  releases,
  member,
}) => {
  const page = await visit(await member());
  await page.goto(`${releases.url}/home`);
  await isServed(page);
  const before = await buildOf(page);
  releases.deploy();
  releases.disturb((path) => (/\/assets\/passwords-/.test(path) ? { status: 404 } : undefined));
  await lookForUpdate(page);
  await expect.poll(() => cachesAreOnly(page, `build-${before}`)).toBe(true);
  await page.reload();
  await expect(tab(page, '錢包')).toBeVisible();
  expect(await buildOf(page)).toBe(`1${before}`);
  await expect(news(page)).toHaveCount(0);
  releases.disturb(undefined);
  const stored = async () => {
    await lookForUpdate(page);
    return cachesOf(page);
  };
  await expect.poll(stored, STORED).toContain(`build-1${before}`);
});

test('code that a release has taken away brings the new build, once and by itself', async ({
  visit,
  releases,
  member,
}) => {
  const page = await visit(await member(), { serviceWorkers: 'block' });
  await page.goto(`${releases.url}/home`);
  await expect(tab(page, '錢包')).toBeVisible();
  const before = await buildOf(page);
  releases.deploy();
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect.poll(() => buildOf(page)).toBe(`1${before}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  // A second release in the same tab, at the same place.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  releases.deploy();
  await page.getByRole('link', { name: /^通知/ }).first().click();
  await expect.poll(() => buildOf(page)).toBe(`2${before}`);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('code that does not come within 120 s is asked for anew, and then offered', async ({
  visit,
  releases,
  member,
}) => {
  const page = await visit(await member(), { serviceWorkers: 'block' });
  await page.clock.install();
  await page.goto(`${releases.url}/home`);
  await expect(tab(page, '錢包')).toBeVisible();
  const isAsked = () => releases.asked.filter((path) => /\/assets\/listings-/.test(path)).length;
  releases.disturb((path) => (/\/assets\/listings-/.test(path) ? 'silence' : undefined));
  await tab(page, '掛單').click();
  await expect.poll(isAsked).toBe(1);
  await page.clock.fastForward(119_000);
  expect(isAsked()).toBe(1);
  await page.clock.fastForward(2000);
  await expect.poll(isAsked).toBe(2);
  // The page that has loaded itself anew counts from its own start.
  await expect
    .poll(async () => {
      await page.clock.fastForward(121_000);
      return page.getByText('畫面沒有載入成功').isVisible();
    })
    .toBe(true);
  releases.disturb(undefined);
  await button(page, '重新載入').click();
  await expect(heading(page)).toBeVisible();
});

/** As the server sends it, which has no build to take it from. */
const WITHDRAWN_WORKER =
  /`([^`]+)`/.exec(
    readFileSync(join(import.meta.dirname, '../../server/src/platform/http/service-worker.ts'), 'utf8'),
  )?.[1] ?? '';

test('a worker that has gone wrong can be withdrawn by the server', async ({ visit, releases, member }) => {
  // It answers for scripts too, if the app asks for one before it is left. The browser says the other of a look at a worker that is withdrawn meanwhile.
  const mayComplain = new RegExp(
    `${NETWORK_COMPLAINTS.source}|Failed to load module script|An unknown error occurred when fetching the script`,
  );
  const page = await visit(await member(), { mayComplain });
  await page.goto(`${releases.url}/home`);
  await isServed(page);
  const broken = `addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => event.respondWith(new Response('broken')));`;
  const serveWorker = (body: string) =>
    releases.disturb((path) =>
      path === '/sw.js' ? { status: 200, type: 'text/javascript', body } : undefined,
    );
  serveWorker(broken);
  // Chromium stops the old worker when a new one takes over, and a navigation that the old one was answering then waits for minutes: nothing is opened
  // in that moment. A look that the app has begun before answers this one with what it found.
  const before = await page.evaluateHandle(() => navigator.serviceWorker.controller);
  await expect
    .poll(async () => {
      await lookForUpdate(page);
      return page.evaluate((old) => navigator.serviceWorker.controller === old, before);
    }, STORED)
    .toBe(false);
  await page.goto(`${releases.url}/home`);
  expect(await page.textContent('body')).toBe('broken');
  // Nothing of the app runs any more. What withdraws the worker is the browser's own look at each start.
  serveWorker(WITHDRAWN_WORKER);
  await page.goto(`${releases.url}/home`);
  const isWithdrawn = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined);
  await expect.poll(isWithdrawn, STORED).toBe(true);
  await page.goto(`${releases.url}/home`);
  await expect(tab(page, '錢包')).toBeVisible();
  await expect.poll(() => cachesOf(page)).toEqual([]);
});

test('the app can be installed, with icons for every place', async ({ open, member }) => {
  const page = await open({ as: await member(), serviceWorkers: 'allow' });
  await page.goto('/home');
  await isServed(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's browser keeps nothing on disk, and that is the only thing that is wrong.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string; purpose?: string }[] };
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const [src, side] of [
    ...icons.map(({ src, sizes }) => [src, sizes]),
    [touch ?? '', '180x180'],
  ] as const) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (side !== 'any') expect(size, src).toBe(side);
  }
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
});

/** Everything that this browser keeps for the origin, as one text. */
const dumpOf = (page: Page) =>
  page.evaluate(async () => {
    const kept: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        kept.push(`${name} ${request.url} ${(await answer?.text()) ?? ''}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => done(opening.result));
        opening.addEventListener('error', () => fail(opening.error ?? new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((done) => {
          const asking = database.transaction(store).objectStore(store).getAll();
          asking.addEventListener('success', () => done(asking.result as unknown[]));
        });
        kept.push(`${name} ${store} ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    return kept;
  });

test('what was known last is there without a network, with its time, and goes with the session', async ({
  visit,
  releases,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member({ TWD: '4321.00' })]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await visit(buyer);
  await page.goto(`${releases.url}/home`);
  await expect(page.getByText('4,321').first()).toBeVisible();
  const kept = () => page.evaluate(() => localStorage.getItem('lastKnown'));
  let before: string | null = null;
  const isWritten = async () => {
    await expect.poll(kept).not.toBe(before);
    before = await kept();
  };
  await isWritten();
  await page.goto(`${releases.url}/front-end-order`);
  await expect(page.getByRole('link', { name: /500/ }).first()).toBeVisible();
  await isWritten();
  await page.goto(`${releases.url}/front-end-order?orderId=${order.orderId}`);
  await expect(page.getByText(order.serialNo).first()).toBeVisible();
  await isWritten();
  await isServed(page);
  // Nothing in it can be read without the token, and no cache has an answer of the server.
  const secrets = [buyer.account, buyer.nick, payee.nick, order.serialNo];
  const whole = await dumpOf(page);
  const stored = whole.filter((text) => text.startsWith('build-') || text.includes('lastKnown'));
  expect(stored.length).toBeGreaterThan(30);
  for (const text of whole.filter((one) => one.startsWith('build-')))
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);

  // A cold start: the tab that read it is gone.
  await page.context().setOffline(true);
  await page.close();
  const cold = await page.context().newPage();
  await cold.goto(`${releases.url}/home`);
  await expect(strip(cold)).toBeVisible();
  await expect(cold.getByText('4,321').first()).toBeVisible();
  await expect(cold.getByText(/目前連不上，顯示 .+ 的金額/)).toBeVisible();
  // What the seed says of it comes besides, in one dialog; nobody is asked about a log that says that there was no network.
  await expect(cold.getByRole('alertdialog')).toContainText('取得會員資料時與伺服器連線失敗');
  await pressEscape(cold);
  await expect(cold.getByRole('alertdialog')).toBeHidden();
  await cold.getByRole('navigation').getByRole('link', { name: /^訂單/ }).click();
  await expect(cold.getByText(/目前連不上，這是 .+ 的資料/)).toBeVisible();
  await lookAt(cold, 'last known orders');
  await cold.getByRole('link', { name: /500/ }).first().click();
  await expect(cold.getByText(order.serialNo).first()).toBeVisible();
  await expect(cold.getByText(/目前連不上，這是 .+ 的資料/)).toBeVisible();

  // The sign-out needs no network either, and leaves nothing.
  await cold.goto(`${releases.url}/home?panel=settings`);
  await button(cold, '登出').click();
  await cold.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await expect(cold).toHaveURL(/login/);
  for (const text of await dumpOf(cold))
    for (const secret of secrets)
      expect(text.includes(secret), `${secret} in ${text.slice(0, 200)}`).toBe(false);
  await cold.context().setOffline(false);
});
