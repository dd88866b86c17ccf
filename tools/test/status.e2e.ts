// What a member sees while the product is in maintenance, and with a version that is no longer supported. Both concern every member at
// once, so these tests start a server of their own, on a database of its own in the PostgreSQL of the other browser tests.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onDatabase, runStatement } from '@holdfast/database';
import { signInMember } from '@holdfast/testkit/e2e';
import { scratchFolder } from '@holdfast/testkit/setup';
import { expect, test, type Page } from '@playwright/test';
import { ROOT } from '../lib/root.ts';
import { SERVER_MAIN } from '../product/channel-keys.ts';
import { startProduct, type Product } from '../product/start-product.ts';
import { browserFromEnvironment } from './browser-environment.ts';
import { BROWSER_DATA, BROWSER_WEB } from './browser-folders.ts';

const run = promisify(execFile);

const FILM_URL = 'https://film.holdfast.example/intro.mp4';

const { databaseUrl: sharedUrl } = browserFromEnvironment();
const DATABASE = `holdfast_status_${process.pid}`;

let dataDir: string;
let product: Product | undefined;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(scratchFolder(), 'holdfast-status-'));
  await runStatement(sharedUrl, `create database ${DATABASE}`);
  // The channel keys of the product that the other tests drive: the app that was built for it fits this one too.
  cpSync(join(BROWSER_DATA, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
});
test.afterEach(async () => {
  await product?.stop();
  product = undefined;
});
test.afterAll(async () => {
  await runStatement(sharedUrl, `drop database if exists ${DATABASE} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});
test.describe.configure({ mode: 'serial' });

async function start(env: Record<string, string> = {}): Promise<Product> {
  product = await startProduct({
    dataDir,
    port: 0,
    mode: 'demo',
    databaseUrl: onDatabase(sharedUrl, DATABASE),
    webDir: BROWSER_WEB,
    env: { INTRO_VIDEO_URL: FILM_URL, ...env },
  });
  return product;
}

/** The command that an operator runs, as the documentation has it. */
async function setMaintenance({ databaseUrl }: Product, until: string): Promise<void> {
  const env = {
    ...process.env,
    HOLDFAST_MODE: 'demo',
    HOLDFAST_DATA: dataDir,
    DATABASE_URL: databaseUrl,
  };
  await run(process.execPath, [SERVER_MAIN, '--maintenance-until', until], { cwd: ROOT, env });
}

async function signInAsDemo(page: Page, url: string): Promise<void> {
  const [someone] = JSON.parse(readFileSync(join(dataDir, 'demo-sign-ins.json'), 'utf8')) as {
    account: string;
    password: string;
  }[];
  // The film was closed by whoever was here before.
  await page.addInitScript((film) => localStorage.setItem('introSeen', JSON.stringify(film)), FILM_URL);
  // The question about notifications comes when Home stands, and messages of the demo world whenever its deadlines pass: on a slow machine at any moment.
  await page.addLocatorHandler(page.getByRole('alertdialog').getByRole('button', { name: '關閉' }), (close) =>
    close.click(),
  );
  await page.goto(`${url}/login`);
  await signInMember(page, someone?.account ?? '', someone?.password ?? '');
  await page.waitForURL('**/home');
}

test('a maintenance closes every screen with its expected end, and its end opens them again without a reload', async ({
  page,
}) => {
  const running = await start();
  await signInAsDemo(page, running.url);
  await setMaintenance(running, new Date(Date.now() + 30 * 60_000).toISOString());
  // The server polls the setting; from then on any call is refused with it, such as that of a tab which is opened.
  const tabs = page.getByRole('navigation');
  const closed = page.getByRole('heading', { name: '系統維護中' });
  await expect(async () => {
    for (const name of ['交易', '錢包'])
      if (await tabs.isVisible()) await tabs.getByRole('link', { name }).click({ timeout: 500 });
    await expect(closed).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('恢復服務')).toBeVisible();
  await setMaintenance(running, 'off');
  await expect(async () => {
    const check = page.getByRole('button', { name: '立即檢查' });
    // The app asks by itself too: what was there a moment ago may be gone, and a click would wait for it until the test is over.
    if (await check.isVisible()) await check.click({ timeout: 500 });
    await expect(page.getByRole('navigation')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a version that is no longer supported is asked to update, before anybody types a password', async ({
  page,
}) => {
  const { url } = await start({ APP_MINIMUM: 'web=9.0.0' });
  await page.goto(`${url}/login`);
  await expect(page.getByRole('heading', { name: '請更新穩付' })).toBeVisible();
  await expect(page.getByText('更新到 9.0.0 後即可繼續使用')).toBeVisible();
  await expect(page.getByRole('button', { name: '重新載入' })).toBeVisible();
});
