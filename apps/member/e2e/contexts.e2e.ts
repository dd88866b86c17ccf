import type { BrowserContext } from '@playwright/test';
import { freshAddress } from './support/api-member.ts';
import { running } from './support/running.ts';
import { expect, test } from './support/test.ts';

/** The pool that the other tests take their browser contexts from: what one has left behind, the next must not find. */

const EMPTY_PAGE = '/proxykeys';

async function leaveTraces(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(EMPTY_PAGE);
  await page.evaluate(async () => {
    localStorage.setItem('memberData', '{}');
    sessionStorage.setItem('returnTo', '{}');
    document.cookie = 'a=b';
    await (await caches.open('pages')).put('/x', new Response('x'));
    await new Promise((resolve) => {
      indexedDB.open('pin').onsuccess = resolve;
    });
    window.name = 'somebody';
    history.pushState(null, '', '?panel=settings');
  });
  await context.addCookies([{ name: 'c', value: 'd', url: running.url }]);
  await context.grantPermissions(['clipboard-read'], { origin: running.url });
  await context.route('**/*', (route) => route.abort());
  await context.setOffline(true);
}

const tracesIn = async (context: BrowserContext) => {
  const page = await context.newPage();
  await page.goto(EMPTY_PAGE);
  const found = await page.evaluate(async () => ({
    storage: [localStorage.length, sessionStorage.length, document.cookie, window.name, history.length],
    kept: [await caches.keys(), await indexedDB.databases()],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    isMarked: 'mark' in globalThis,
    isOnline: navigator.onLine,
  }));
  return { ...found, cookies: await context.cookies() };
};

test('a context that was used before is as good as a new one', async ({ browser, contexts }) => {
  const used = await contexts.visit(freshAddress());
  const fresh = await browser.newContext({ baseURL: running.url });
  const untouched = await tracesIn(fresh);
  await used.before(() => {
    (globalThis as { mark?: true }).mark = true;
  });
  await leaveTraces(used.context);
  expect(await tracesIn(fresh)).toEqual(untouched);
  await contexts.leave();
  const again = await contexts.visit(freshAddress());
  expect(again.context).toBe(used.context);
  expect(await tracesIn(again.context)).toEqual(untouched);
  await contexts.leave();
  await fresh.close();
});

test('a context with a fake clock, or without its first page, is not used again', async ({ contexts }) => {
  const clocked = await contexts.visit(freshAddress());
  await clocked.context.clock.install();
  await contexts.leave();
  const next = await contexts.visit(freshAddress());
  expect(next.context).not.toBe(clocked.context);
  await next.context.pages()[0]?.close();
  await contexts.leave();
  expect((await contexts.visit(freshAddress())).context).not.toBe(next.context);
  await contexts.leave();
});
