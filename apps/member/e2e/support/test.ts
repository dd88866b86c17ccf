import { defined } from '@holdfast/kernel';
import { openAgain } from '@holdfast/testkit/e2e';
import { openBooks, type Books } from '@holdfast/testkit/setup';
import { test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { ApiMember, freshAccountNumber, freshAddress, REAL_NAME } from './api-member.ts';
import { ContextPool } from './contexts.ts';
import { lookOverMarks } from './line-ends.ts';
import { FILM_URL, running, serverFaults } from './running.ts';

export { expect } from '@playwright/test';

interface OpenOptions extends Omit<BrowserContextOptions, 'viewport'> {
  viewport?: { width: number; height: number };
  /** Whose browser it is: signed in from the start. Left out: nobody's. */
  as?: ApiMember;
  /** What the browser may say in its console, because the test breaks it on purpose. */
  mayComplain?: RegExp;
  /** Runs in every page before the page's own code. */
  before?: (argument: string) => void;
  beforeArgument?: string;
  /** Nobody was here before: not yet asked about notifications, and the film not yet closed. */
  isFirstVisit?: boolean;
}

export interface Fixtures {
  /** A screen names a fault of the server by a number alone: a test that has failed shows what was logged meanwhile, also by others. */
  faults: void;
  /**
   * A page in a browser that nobody has used. Whatever it complains about (an uncaught error, an error in the console, a violation of the content
   * security policy, a dialog that nobody should be able to raise) fails the test at its end.
   */
  open: (options?: OpenOptions) => Promise<Page>;
  /** Somebody registered, without a browser; with money when some is named. */
  member: (has?: { TWD?: string; USDT?: string; isVerified?: boolean }) => Promise<ApiMember>;
  /** Somebody with a bank card and a sell listing of 3,000 TWD at 1.0000, from 500 to 3,000. */
  seller: () => Promise<{ seller: ApiMember; listingId: string }>;
}

interface WorkerFixtures {
  books: Books;
  contexts: ContextPool;
}

/** For a test that breaks the network. */
export const NETWORK_COMPLAINTS = /^Failed to load resource|net::ERR_|the code of a part did not load/;

function watch(page: Page, mayComplain: RegExp | undefined, complaints: string[]): void {
  lookOverMarks(page);
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') return; // a form of ours asks: the test answers, or stands still
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' || mayComplain?.test(message.text())) return;
    complaints.push(`console: ${message.text()}`);
  });
}

/** Somebody was here before, so that a test meets the screen that it is about. */
function visitBefore(film: string): void {
  try {
    sessionStorage.setItem('pushAsk', 'true');
    localStorage.setItem('introSeen', JSON.stringify(film));
  } catch {
    // A page without an origin, such as the empty one that comes first, has no storage.
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  books: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const books = openBooks(running);
      await use(books);
      await books.close();
    },
    { scope: 'worker' },
  ],

  contexts: [
    async ({ browser }, use) => {
      await use(new ContextPool(browser));
    },
    { scope: 'worker' },
  ],

  faults: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
    async ({}, use, info) => {
      const before = serverFaults().length;
      await use();
      const faults = serverFaults(before);
      if (info.status !== info.expectedStatus && faults.length > 0)
        throw new Error(`meanwhile the server logged:\n${faults.join('\n')}`);
    },
    { auto: true },
  ],

  open: async ({ contexts }, use) => {
    const complaints: string[] = [];
    await use(
      async ({ as, mayComplain, before, beforeArgument, isFirstVisit, viewport, ...options } = {}) => {
        const visit = await contexts.visit(as?.address ?? freshAddress(), options);
        if (!isFirstVisit) await visit.before(visitBefore, FILM_URL);
        if (before) await visit.before(before, beforeArgument);
        if (as) await visit.plant(as.storage);
        visit.context.on('page', (page) => watch(page, mayComplain, complaints));
        const page = openAgain(await visit.context.newPage());
        if (viewport) await page.setViewportSize(viewport);
        return page;
      },
    );
    await contexts.leave();
    if (complaints.length > 0) throw new Error(`a page complained:\n${complaints.join('\n')}`);
  },

  member: async ({ books }, use) => {
    await use(async ({ TWD, USDT, isVerified = true } = {}) => {
      const member = await ApiMember.register(running.url, books, { isVerified });
      if (TWD !== undefined) await books.issueTo(member.account, 'TWD', TWD);
      if (USDT !== undefined) await books.issueTo(member.account, 'USDT', USDT);
      return member;
    });
  },

  seller: async ({ member }, use) => {
    const sellers: ApiMember[] = [];
    await use(async () => {
      const seller = await member({ TWD: '5000.00' });
      sellers.push(seller);
      const { card } = await seller.call('/member/bankadd/{account}', {
        bankCode: '822',
        accountNumber: freshAccountNumber(),
        holderName: REAL_NAME,
      });
      const { listing } = await seller.call('/listing/create', {
        coin: 'TWD',
        quantity: '3000.00',
        price: '1.0000',
        minQuantity: '500.00',
        maxQuantity: '3000.00',
        payWindowMinutes: '15',
        cardIds: [defined(card, 'a card').id],
      });
      return { seller, listingId: listing.id };
    });
    // The market has pages: what is left on it would push off the first what another test looks for.
    for (const one of sellers) {
      const { items } = await one.call('/listing/mine', { scope: 'live' });
      for (const { id, version, state } of items)
        if (state === 'OPEN') await one.call('/listing/close', { listingId: id, version: String(version) });
    }
  },
});
