import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Levels A and AA up to WCAG 2.2, and what axe calls best practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe is half a megabyte and stays where it was put, so a page that has it gets an empty script. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder(isThere ? { page, axeSource: '0' } : { page });
  return axe.setLegacyMode().options({ resultTypes: ['violations'] });
}

/** What is half-way between two colours fails for nothing. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

async function lookOnce(page: Page, where: string, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await standStill(page);
  const { violations } = await narrow(await axeOn(page)).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(found, where).toEqual([]);
}

/**
 * axe finds nothing on what is shown now, in both themes. The themes differ in nothing but colours, so the second look is at those
 * alone: the whole of it twice would take as long as the rest of the test. `within`: only there, when what lies beneath was looked at.
 */
export async function lookAt(page: Page, name: string, within?: string): Promise<void> {
  const there = (axe: AxeBuilder) => (within === undefined ? axe : axe.include(within));
  await lookOnce(page, name, (axe) => there(axe).withTags(TAGS));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await lookOnce(page, `${name}, dark`, (axe) =>
    there(axe).withRules(['color-contrast', 'link-in-text-block']),
  );
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
