import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onDatabase, runStatement } from '@holdfast/database';
import { defined } from '@holdfast/kernel';
import { signInOperator } from '@holdfast/testkit/e2e';
import { authenticatorCode, openBooks, scratchFolder, type Books } from '@holdfast/testkit/setup';
import { test, type Browser, type Page } from '@playwright/test';
import { startProduct, type Product } from '../product/start-product.ts';
import { browserFromEnvironment } from './browser-environment.ts';
import { BROWSER_DATA, BROWSER_WEB } from './browser-folders.ts';

interface OwnProduct {
  readonly product: () => Product;
  readonly books: () => Books;
  /** The demo's two administrators, each in a browser of their own. */
  readonly administrators: (browser: Browser) => Promise<Page[]>;
}

interface DemoOperator {
  readonly email: string;
  readonly password: string;
  readonly authenticatorSecret: string;
}

/**
 * A demo of its own for the tests of a file, because what they do concerns every member at once: on a database of its own in the PostgreSQL of the
 * other browser tests.
 */
export function ownProduct(name: string): OwnProduct {
  const { databaseUrl: sharedUrl } = browserFromEnvironment();
  const database = `holdfast_${name}_${process.pid}`;
  let dataDir: string;
  let product: Product | undefined;
  let books: Books | undefined;
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(scratchFolder(), `holdfast-${name}-`));
    await runStatement(sharedUrl, `create database ${database}`);
    // The channel keys of the product that the other tests drive: the app that was built for it fits this one too.
    cpSync(join(BROWSER_DATA, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
    const databaseUrl = onDatabase(sharedUrl, database);
    product = await startProduct({ dataDir, port: 0, mode: 'demo', databaseUrl, webDir: BROWSER_WEB });
    books = openBooks({ databaseUrl: product.databaseUrl, dataDir });
  });
  test.afterAll(async () => {
    await books?.close();
    await product?.stop();
    await runStatement(sharedUrl, `drop database if exists ${database} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    product: () => defined(product, 'the product has started'),
    books: () => defined(books, 'the product has started'),
    async administrators(browser) {
      const known = JSON.parse(readFileSync(join(dataDir, 'demo-operators.json'), 'utf8')) as DemoOperator[];
      const pages: Page[] = [];
      for (const { email, password, authenticatorSecret } of known) {
        const page = await browser.newPage({ baseURL: product?.consoleUrl ?? '', locale: 'zh-TW' });
        await page.goto('/sign-in');
        await signInOperator(page, { email, password, code: authenticatorCode(authenticatorSecret) });
        await page.getByRole('heading', { name: '總覽' }).waitFor();
        pages.push(page);
      }
      return pages;
    },
  };
}
