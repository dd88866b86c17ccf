// `node tools/app-icons/make.ts`: draws the icons of the installed app anew into apps/member/public/icons, which are committed. All of them are
// apps/member/public/mark.svg, with the room around it that each place asks for.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { provideChromium } from '../browser/chromium.ts';
import { ROOT } from '../lib/root.ts';
import { ICONS, svgOf } from './icons.ts';

const PUBLIC = join(ROOT, 'apps', 'member', 'public');
const FOLDER = join(PUBLIC, 'icons');

const mark = readFileSync(join(PUBLIC, 'mark.svg'), 'utf8');
const { executablePath, args, env } = provideChromium();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
try {
  mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage();
  for (const icon of ICONS) {
    await page.setViewportSize({ width: icon.size, height: icon.size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svgOf(mark, icon)}`);
    const file = join(FOLDER, `${icon.name}.png`);
    writeFileSync(file, await page.screenshot({ omitBackground: true }));
    console.log(file);
  }
} finally {
  await browser.close();
}
