import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** The browser that the repository's own finder names. */
export function launchBrowser(): Promise<Browser> {
  const finder = join(ROOT, 'tools', 'browser', 'chromium.ts');
  const { executablePath, args, env } = JSON.parse(
    execFileSync(process.execPath, [finder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ) as { executablePath: string; args: string[]; env: Record<string, string> };
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
}

/** Nothing listens there: every request is answered from the folder of the built app. */
export const ORIGIN = 'http://localhost:1';
export const BLANK = `${ORIGIN}/blank`;

export async function serveFrom(folder: string, context: BrowserContext): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (pathname === '/blank')
      await route.fulfill({ contentType: 'text/html', body: '<title>blank</title>' });
    else if (/\.\w+$/.test(pathname) && existsSync(file)) await route.fulfill({ path: file });
    else await route.fulfill({ path: join(folder, 'index.html') });
  });
}
