// `npm run bench:size`: the gzipped JavaScript that a person downloads. The built app is opened in a real browser and every
// script that came over the wire is counted once, those that stand in the page too: what is preloaded counts, what nobody asks for does not.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { provideChromium } from '../browser/chromium.ts';
import { startProduct } from '../product/start-product.ts';

/** kB of 1000 bytes. */
const BUDGETS = { login: 125, home: 160, app: 350, console: 250 };
/** Screens load their parts and open their live stream, so the network is never idle; nothing starts later than this. */
const SETTLE_MS = 1500;

/** As the build compresses what the server sends. */
const gzippedSize = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/** The scripts that stand in a page. */
const scriptsIn = (page: string): Buffer =>
  Buffer.from([...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join('\n'));

function report(name: keyof typeof BUDGETS, bytes: number): void {
  const ours = Math.round(bytes / 100) / 10;
  const reference = BUDGETS[name];
  const ratio = Math.round((reference / ours) * 100) / 100;
  console.log(JSON.stringify({ bench: 'size', case: name, ratio, ours, reference, unit: 'kB gzip' }));
}

/** Opens an address in an empty cache and answers with the size of every script that it loaded. */
async function scriptsOf(page: Page, url: string): Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>();
  const note = (response: Response): void => {
    const type = response.headers()['content-type'] ?? '';
    if (scripts.has(response.url())) return;
    if (/javascript/.test(type)) scripts.set(response.url(), response.body());
    if (/text\/html/.test(type)) scripts.set(response.url(), response.text().then(scriptsIn));
  };
  page.on('response', note);
  await page.goto(url);
  await page.getByRole('main').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  if (!page.url().startsWith(url)) throw new Error(`${url} led on to ${page.url()}`);
  page.off('response', note); // later requests may be aborted by the end of the page
  const bodies = await Promise.all(scripts.values());
  return bodies.reduce((sum, bytes) => sum + gzippedSize(bytes), 0);
}

type Member = { account: string; password: string };

/** Measures the sign-in page, then signs in and measures a first visit with a stored session. */
async function measureScreens(chrome: Browser, url: string, member: Member): Promise<void> {
  const first = await chrome.newContext();
  const page = await first.newPage();
  report('login', await scriptsOf(page, `${url}/login`));
  await page.locator('input[autocomplete="username"]').fill(member.account);
  await page.locator('input[autocomplete="current-password"]').fill(member.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  const second = await chrome.newContext({ storageState: await first.storageState() });
  await first.close();
  report('home', await scriptsOf(await second.newPage(), `${url}/home`));
}

function measureApp(webDir: string): void {
  const files = readdirSync(webDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const page = scriptsIn(readFileSync(join(webDir, 'index.html'), 'utf8'));
  report(
    'app',
    files.reduce((sum, name) => sum + gzippedSize(readFileSync(join(webDir, name))), gzippedSize(page)),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-size-'));
chmodSync(dataDir, 0o711); // PostgreSQL's own user must get through when root measures
const webDir = join(dataDir, 'web');
const { executablePath, args, env } = provideChromium();
const settings = { fsync: 'off' };
try {
  const product = await startProduct({ dataDir, port: 0, mode: 'demo', postgres: { settings }, webDir });
  const chrome = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  try {
    const [member] = JSON.parse(readFileSync(join(dataDir, 'demo-sign-ins.json'), 'utf8')) as Member[];
    if (member === undefined) throw new Error('the demo world has no members');
    await measureScreens(chrome, product.url, member);
    measureApp(webDir);
    report('console', await scriptsOf(await chrome.newPage(), `${product.consoleUrl}/sign-in`));
  } finally {
    await chrome.close();
    await product.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
