import { defineConfig } from '@playwright/test';
import { browserFromEnvironment } from './tools/test/browser-environment.ts';

/**
 * The real-browser tests, run by tools/test/e2e.ts against the product that it starts: `apps/<app>/e2e/<name>.e2e.ts`. The
 * sensors at the start of the product itself lie in tools/test/start.e2e.ts and start products of their own.
 *
 * No trace is kept: to record one takes a tenth of the run. Whoever wants to see a failure asks for it:
 * `npm run test:e2e -- --trace retain-on-failure <file>`.
 */
const { url, browser } = browserFromEnvironment();

/** What takes longest begins first: begun last, it would keep one worker busy while the others have nothing left. */
const LONG = ['apps/member/e2e/{trade,accounts}.e2e.ts', 'tools/test/{start,status}.e2e.ts'];

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: ['apps/*/e2e/**/*.e2e.ts', 'tools/test/*.e2e.ts'], testIgnore: LONG },
  ],
  outputDir: '.data/test/e2e',
  forbidOnly: true,
  // Test by test: a long file would be waited for at the end.
  fullyParallel: true,
  retries: 0,
  // Two cores; the third worker runs while the others wait for the network or a timer.
  workers: 3,
  timeout: 120_000,
  // As patient as the other tests: what a member waits for is said by the benches, not by a busy machine.
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: url,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    launchOptions: {
      executablePath: browser.executablePath,
      // Pages of one site and context share a process, as on a phone, so that the process is there for the next test (support/contexts.ts).
      args: [...browser.args, '--process-per-site'],
      env: { ...process.env, ...browser.env },
    },
  },
});
