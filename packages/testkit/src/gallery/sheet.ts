import type { Browser } from '@playwright/test';

export interface Shot {
  state: string;
  language: string;
  theme: string;
  width: 'phone' | 'small' | 'wide';
  png: Buffer;
}

/** The narrow phone stands in scale with the other. */
const PX: Readonly<Record<Shot['width'], number>> = { phone: 234, small: 216, wide: 404 };

const imageOf = ({ png, width, language, theme }: Shot): string =>
  `<figure><img width="${PX[width]}" src="data:image/png;base64,${png.toString('base64')}">` +
  `<figcaption>${language} · ${theme}${width === 'small' ? ' · 360' : ''}</figcaption></figure>`;

/** A row for each state: the phones side by side, the wide ones two by two. */
function rowOf(state: string, shots: readonly Shot[]): string {
  const images = (width: Shot['width']) =>
    shots
      .filter((shot) => shot.width === width)
      .map(imageOf)
      .join('');
  return `<section><h2>${state}</h2><div class="phones">${images('phone')}${images('small')}</div><div class="wides">${images('wide')}</div></section>`;
}

const STYLE = `
  body { margin: 0; padding: 28px; width: max-content; background: #d9d5cc; color: #26302d; font: 14px/1.4 sans-serif; }
  h1 { margin: 0 0 4px; font-size: 22px; }
  h2 { grid-column: 1 / -1; margin: 20px 0 8px; font-size: 15px; }
  section { display: grid; grid-template-columns: max-content max-content; gap: 0 20px; align-items: start; }
  .phones { display: flex; gap: 14px; }
  .wides { display: grid; grid-template-columns: repeat(2, max-content); gap: 6px 14px; }
  figure { margin: 0; }
  img { display: block; border-radius: 10px; }
  figcaption { padding-top: 3px; font-size: 11px; color: #5c655f; }`;

/** Lays the pictures of one screen out on one page and takes its picture: a PNG, about 2,800 pixels wide. */
export async function makeSheet(
  browser: Browser,
  { title, address, shots }: { title: string; address: string; shots: readonly Shot[] },
): Promise<Buffer> {
  const states = [...new Set(shots.map(({ state }) => state))];
  const rows = states.map((state) =>
    rowOf(
      state,
      shots.filter((shot) => shot.state === state),
    ),
  );
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  try {
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${title}</h1><p>${address}</p>${rows.join('')}`,
    );
    return await page.locator('body').screenshot();
  } finally {
    await page.close();
  }
}
