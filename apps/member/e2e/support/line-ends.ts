import type { Page } from '@playwright/test';

interface Finder {
  getByText: (text: string | RegExp, options?: { exact?: boolean }) => unknown;
}

/**
 * A pattern that finds its text although the product marks in it where a line may end (docs/decisions/0042-where-a-line-ends.md). Playwright
 * takes the marks out for strings, and for the names of roles; a pattern is tried on the text with them.
 */
const overMarks = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source.replace(/(\p{Script=Han})(?=\p{Script=Han})/gu, '$1\\u200b?'), flags);

const taught = new WeakSet<object>();

/** Teaches `getByText` of pages, frames and locators to look over the marks. */
export function lookOverMarks(page: Page): void {
  for (const finder of [page, page.mainFrame(), page.locator('html')]) {
    const prototype = Object.getPrototypeOf(finder) as Finder;
    if (taught.has(prototype)) continue;
    taught.add(prototype);
    const { getByText } = prototype;
    prototype.getByText = function find(this: unknown, text, options) {
      return getByText.call(this, text instanceof RegExp ? overMarks(text) : text, options);
    };
  }
}
