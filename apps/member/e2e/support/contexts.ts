import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { running } from './running.ts';

/** Of the product's origin, a line long, and without a script of its own. */
const EMPTY_PAGE = `${running.url}/proxykeys`;

/** The browser of somebody with a phone; playwright.config.ts says which language and time zone. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  // Its files would be loaded anew in every test. Tests of the worker allow it.
  serviceWorkers: 'block',
};

/** It takes some 50 ms otherwise. */
const CLEANED_WITHIN_MS = 5000;

type InitScript = Awaited<ReturnType<BrowserContext['addInitScript']>>;

export interface Visit {
  readonly context: BrowserContext;
  /** What the member's app would have kept on the device before its start. */
  plant(items: readonly { name: string; value: string }[]): Promise<void>;
  /** Runs in every page of this visit before the page's own code. */
  before(script: (argument: string) => void, argument?: string): Promise<void>;
}

interface Pooled {
  readonly context: BrowserContext;
  /** Stays open between the visits, and with it the process that draws this site: to start one costs as much as half a test. */
  readonly anchor: Page;
  readonly devtools: CDPSession;
  readonly scripts: InitScript[];
}

/** Runs in the anchor: whether a new visit would find anything of the one before. Functions that a fake clock replaces are not native. */
async function isUntouched(): Promise<boolean> {
  const [databases, kept, workers] = await Promise.all([
    indexedDB.databases(),
    caches.keys(),
    navigator.serviceWorker.getRegistrations(),
  ]);
  const left = [localStorage.length, sessionStorage.length, databases.length, kept.length, workers.length];
  const isNative = [Date, setTimeout, fetch].every((one) => String(one).includes('[native code]'));
  return left.every((count) => count === 0) && document.cookie === '' && navigator.onLine && isNative;
}

/**
 * The browser contexts of one worker. A page is always a new one, with no history, no listener and no route; its context is a cleaned
 * one where that can be made as good as new, and is thrown away where it cannot (a fake clock, a crash, other options). Why, and what
 * it saves: docs/decisions/0022-time-of-the-tests.md.
 */
export class ContextPool {
  readonly #browser: Browser;
  readonly #free: Pooled[] = [];
  readonly #taken: Pooled[] = [];
  readonly #own: BrowserContext[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** `options`: what this visit's browser has otherwise than everybody's. */
  async visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit =
      Object.keys(options).length > 0 ? await this.#visitApart(options) : await this.#visitAgain();
    await visit.context.setExtraHTTPHeaders({ 'X-Forwarded-For': address });
    return visit;
  }

  async #visitAgain(): Promise<Visit> {
    const pooled = this.#free.pop() ?? (await this.#make());
    this.#taken.push(pooled);
    const { context, anchor, scripts } = pooled;
    return {
      context,
      plant: (items) => store(anchor, items),
      before: async (script, argument = '') =>
        void scripts.push(await context.addInitScript(script, argument)),
    };
  }

  async #visitApart(options: BrowserContextOptions): Promise<Visit> {
    const context = await this.#browser.newContext({ ...PHONE, ...options });
    this.#own.push(context);
    return {
      context,
      async plant(items) {
        const page = await context.newPage();
        await page.goto(EMPTY_PAGE);
        await store(page, items);
        await page.close();
      },
      before: async (script, argument = '') => void (await context.addInitScript(script, argument)),
    };
  }

  async #make(): Promise<Pooled> {
    const context = await this.#browser.newContext(PHONE);
    const anchor = await context.newPage();
    await anchor.goto(EMPTY_PAGE);
    return { context, anchor, devtools: await context.newCDPSession(anchor), scripts: [] };
  }

  /** Ends all visits. To empty a storage can hang in Chromium now and then: a context that is not clean in time is thrown away as well. */
  async leave(): Promise<void> {
    await Promise.all([
      ...this.#own.splice(0).map((context) => context.close()),
      ...this.#taken.splice(0).map(async (pooled) => {
        const isClean = this.#clean(pooled);
        isClean.catch(() => {}); // of one that was not waited for
        if (await Promise.race([isClean, setTimeout(CLEANED_WITHIN_MS, false, { ref: false })]))
          this.#free.push(pooled);
        else await pooled.context.close();
      }),
    ]);
  }

  /** Whether the context is as good as new. */
  async #clean({ context, anchor, devtools, scripts }: Pooled): Promise<boolean> {
    context.removeAllListeners('page'); // of all events it would take Playwright's own, without which close() never ends
    const others = context.pages().filter((page) => page !== anchor);
    await Promise.all(others.map((page) => page.close()));
    if (anchor.isClosed()) return false;
    await Promise.all([
      ...scripts.splice(0).map((script) => script.dispose()),
      context.unrouteAll(),
      context.setOffline(false),
      context.clearCookies(),
      context.clearPermissions(),
      devtools.send('Storage.clearDataForOrigin', { origin: running.url, storageTypes: 'all' }),
    ]);
    return anchor.evaluate(isUntouched);
  }
}

const store = (page: Page, items: readonly { name: string; value: string }[]): Promise<void> =>
  page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
