// `node tools/intro-video/make.ts`: draws the intro video anew into apps/member/public/intro.webm, which is committed. The colours are those of the
// product's style sheet, the picture is tools/intro-video/scene.ts; a browser draws and encodes it, and webm.ts makes the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { chromium, type Route } from '@playwright/test';
import { provideChromium } from '../browser/chromium.ts';
import { ROOT } from '../lib/root.ts';
import type { encodeVideo } from './encode.ts';
import { toWebm } from './webm.ts';

const FILE = join(ROOT, 'apps', 'member', 'public', 'intro.webm');
/** Encoders exist only on a page of a secure origin. Nothing listens there: the script answers in its place. */
const ORIGIN = 'http://localhost';
const PAGE = '<!doctype html><link rel="stylesheet" href="/packages/ui/src/tokens.css"><body></body>';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript',
};

async function serve(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
  const source = readFileSync(join(ROOT, pathname), 'utf8');
  const body = extname(pathname) === '.ts' ? stripTypeScriptTypes(source) : source;
  return route.fulfill({ contentType: TYPES[extname(pathname)] ?? 'text/plain', body });
}

const { executablePath, args, env } = provideChromium();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
try {
  const page = await browser.newPage({ colorScheme: 'light' });
  await page.route('**/*', serve);
  await page.goto(ORIGIN);
  const { size, seconds, frames } = await page.evaluate(async () => {
    const path = '/tools/intro-video/encode.ts';
    const inPage = (await import(path)) as { encodeVideo: typeof encodeVideo };
    return inPage.encodeVideo();
  });
  const video = toWebm({
    width: size,
    height: size,
    durationMs: seconds * 1000,
    frames: frames.map(({ base64, ...frame }) => ({ ...frame, data: Buffer.from(base64, 'base64') })),
  });
  writeFileSync(FILE, video);
  console.log(`${FILE}: ${seconds} s, ${Math.ceil(video.length / 1000)} kB`);
} finally {
  await browser.close();
}
