import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** Levels A and AA up to WCAG 2.2, and what axe calls best practice. */
const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Takes all animations to their end: a colour half-way through a transition would fail the contrast check. They are not waited for: what goes
 * away meanwhile may never say that it has finished.
 */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline) animation.finish();
  });
}

/** Without frames in the product there is one document to look at, so axe is asked in the page itself. */
async function lookOnce(page: Page, where: string, runOnly: string[], within = 'html'): Promise<void> {
  await standStill(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options: axeCore.RunOptions = { runOnly, resultTypes: ['violations'], preload: false };
  const found = await page.evaluate(
    async ([selector, settings]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run({ include: selector }, settings);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
      }));
    },
    [within, options] as const,
  );
  expect(found, where).toEqual([]);
}

/**
 * axe finds nothing on what is shown now, in both themes. The themes differ in nothing but colours, so the second look is at those
 * alone: the whole of it twice would take as long as the rest of the test. `within`: only there, when what lies beneath was looked at.
 */
export async function lookAt(page: Page, name: string, within?: string): Promise<void> {
  await lookOnce(page, name, EVERYTHING, within);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await lookOnce(page, `${name}, dark`, COLOURS, within);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
