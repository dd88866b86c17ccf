import { expect, type Locator, type Page } from '@playwright/test';

/** As a browser that was told to draw text at twice its size, until the page is loaded anew. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** On how many lines a text stands that must not be broken. */
export async function linesOf(within: Locator, text: string): Promise<number> {
  return within
    .getByText(text)
    .first()
    .evaluate((element, wanted) => {
      const tops = new Set<number>();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // The text has marks where a line may end, which are not part of what is wanted.
        const characters = (node.textContent ?? '').split('').map((character, at) => ({ character, at }));
        const written = characters.filter(({ character }) => !/[\u200b\u2060]/.test(character));
        const text = written
          .map(({ character }) => character)
          .join('')
          .replaceAll('\u00a0', ' ');
        const [first, last] = [text.indexOf(wanted), text.indexOf(wanted) + wanted.length - 1];
        if (first === -1) continue;
        const range = document.createRange();
        range.setStart(node, written[first]?.at ?? 0);
        range.setEnd(node, (written[last]?.at ?? 0) + 1);
        for (const { top } of range.getClientRects()) tops.add(Math.round(top));
      }
      return tops.size;
    }, text);
}

/** What is pressed by that name: a button, or a link that leads on. */
export const called = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }));

/**
 * Words that a line break has torn apart, as far as they are on the screen: of Latin letters, and of two to four Chinese characters. Names are
 * no words: they may be any length.
 */
export const tornWords = (page: Page, names: readonly string[] = []): Promise<string[]> =>
  page.evaluate((names) => {
    const withoutNames = (text: string) =>
      names.reduce((rest, name) => rest.replaceAll(name, '-'.repeat(name.length)), text);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const torn: string[] = [];
    const chinese = new Intl.Segmenter('zh', { granularity: 'word' });
    const wordsIn = (text: string) =>
      [...text.matchAll(/[A-Za-z]{2,}|\p{Script=Han}{2,}/gu)].flatMap(({ 0: run, index }) =>
        /[A-Za-z]/.test(run)
          ? [{ word: run, index }]
          : [...chinese.segment(run)]
              .filter(({ segment }) => segment.length >= 2 && segment.length <= 4)
              .map((found) => ({ word: found.segment, index: index + found.index })),
      );
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.visually-hidden')) continue;
      for (const { word, index } of wordsIn(withoutNames(node.textContent ?? ''))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) torn.push(word);
      }
    }
    return torn;
  }, names);

/** The button can be reached and read whole, and nothing makes the page scroll sideways. */
export async function expectWhole(page: Page, name: string): Promise<void> {
  const one = called(page, name).last();
  // A list that other tests add to may move it away again.
  await expect(async () => {
    await one.scrollIntoViewIfNeeded();
    await expect(one).toBeInViewport({ ratio: 1, timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  const cut = await one.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cut, `${name} is cut`).toBeLessThanOrEqual(1);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, `${name}: the page scrolls sideways`).toBe(0);
}
