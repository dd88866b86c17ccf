import type { Page } from '@playwright/test';

const BROKEN_OFF = /net::ERR_ABORTED|interrupted by another navigation/;

async function again<T>(go: () => Promise<T>): Promise<T> {
  try {
    return await go();
  } catch (error) {
    if (!BROKEN_OFF.test(String(error))) throw error;
    return go();
  }
}

/**
 * A page that opens an address, or loads anew, once more where that was broken off. A sheet of ours closes by a step back in the history, which the
 * browser takes a moment later: a test that goes on at once meets it, and a person does not.
 */
export function openAgain(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (...asked) => again(() => goto(...asked));
  page.reload = (...asked) => again(() => reload(...asked));
  return page;
}
