import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it stands. The themes differ in nothing but colours, so the dark one is looked at for those alone. */
export async function faultsOf(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  // A colour on its way from one theme to the other is neither.
  await page.evaluate(() => {
    // One that follows a scroll never ends. The others are not waited for: what goes away meanwhile may never say that it has finished.
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline) animation.finish();
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(document, { runOnly, preload: false });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    },
    theme === 'light' ? RULES : COLOURS,
  );
}
