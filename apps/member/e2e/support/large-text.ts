import { expect, type Page } from '@playwright/test';

/** As a browser that was told to draw text at twice its size, until the page is loaded anew. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** The button can be reached and read whole, and nothing makes the page scroll sideways. */
export async function expectWhole(page: Page, name: string): Promise<void> {
  const one = page.getByRole('button', { name, exact: true }).last();
  await one.scrollIntoViewIfNeeded();
  await expect(one).toBeInViewport({ ratio: 1 });
  const cut = await one.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cut, `${name} is cut`).toBeLessThanOrEqual(1);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, `${name}: the page scrolls sideways`).toBe(0);
}
