import type { Page } from '@playwright/test';

type Find = (text: string | RegExp, options?: { exact?: boolean }) => unknown;
type Finder = Record<'getByText' | 'getByLabel', Find>;

/**
 * A pattern that finds its text although the product marks in it where a line may end (docs/decisions/0042-where-a-line-ends.md). Playwright
 * takes the marks out for strings, and for the names of roles; a pattern is tried on the text with them. A space of the pattern finds the
 * no-break space between a number and its unit too.
 */
const overMarks = ({ source, flags }: RegExp): RegExp =>
  new RegExp(
    source.replace(/(\p{Script=Han})(?=\p{Script=Han})/gu, '$1\\u200b?').replaceAll(' ', String.raw`\s`),
    flags,
  );

const taught = new WeakSet<object>();

/** Teaches pages, frames and locators to look over the marks. */
export function lookOverMarks(page: Page): void {
  for (const finder of [page, page.mainFrame(), page.locator('html')]) {
    const prototype = Object.getPrototypeOf(finder) as Finder;
    if (taught.has(prototype)) continue;
    taught.add(prototype);
    for (const by of ['getByText', 'getByLabel'] as const) {
      const find = prototype[by];
      prototype[by] = function look(this: unknown, text, options) {
        return find.call(this, text instanceof RegExp ? overMarks(text) : text, options);
      };
    }
  }
}
