import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '@holdfast/kernel';
import type { Browser } from '@playwright/test';

/** The pictures of the README: name -> the single pictures in them, side by side. */
const CHOSEN = {
  phone: [
    'login/data-phone-zh-TW-light',
    'home/data-phone-zh-TW-light',
    'market/data-phone-zh-TW-light',
    'room-payer-locked/data-phone-zh-TW-light',
    'room-payee-release/data-phone-zh-TW-dark',
  ],
  desk: ['room-payee-paid/data-wide-zh-TW-light'],
} as const;

const STYLE = `
  body { display: flex; gap: 24px; width: max-content; margin: 0; padding: 24px; background: #d9d5cc; }
  img { display: block; border-radius: 28px; }
  img:only-child { border-radius: 16px; }`;

const toDataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** As WebP, which Playwright does not write but every browser's canvas does: a quarter of the PNG's size. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const url = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.86);
    }, toDataUrl(png));
    return Buffer.from(defined(url.split(',')[1], 'a data URL has content'), 'base64');
  } finally {
    await page.close();
  }
}

/** Lays pictures of `from` out and writes them into `to`; they must have been taken before. */
export async function makeReadmePictures(
  browser: Browser,
  { from, to }: { from: string; to: string },
): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const [name, files] of Object.entries(CHOSEN)) {
    const images = files.map((file) => `<img src="${toDataUrl(readFileSync(join(from, `${file}.png`)))}">`);
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><style>${STYLE}</style><body>${images.join('')}</body>`);
    const png = await page.locator('body').screenshot();
    await page.close();
    writeFileSync(join(to, `${name}.webp`), await toWebp(browser, png));
  }
}
