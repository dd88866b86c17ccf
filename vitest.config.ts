import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/dist/**', '**/e2e/**', '.data/**'];

/**
 * Three kinds of test, told apart by name alone:
 *   *.test.ts       pure code and the repository itself, no services;
 *   *.db.test.ts    against a real PostgreSQL, one cloned database per file;
 *   *.test.tsx      a screen in jsdom, on the contract's fake server.
 * The real-browser tests live in apps/<app>/e2e and run with Playwright.
 *
 * The files that one worker runs share the modules they import (`isolate: false`): to load the product again for each file took
 * longer than the tests. So no module may keep what a test has changed.
 */
export default defineConfig({
  test: {
    // Generous: a slow machine must not turn a right answer into a failure. What is slow by itself shows in the times that are printed.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['{packages,apps,tools}/**/*.test.ts'],
          exclude: [...ignored, '**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          isolate: false,
          include: ['{packages,apps,tools}/**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/testkit/src/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'screen',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['apps/member/src/test/clean-up.ts'],
          include: ['{packages,apps}/**/*.test.tsx'],
          exclude: ignored,
        },
      },
    ],
  },
});
