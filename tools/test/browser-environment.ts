// The runner finds the browser and starts the product once; Playwright's workers learn of both through the environment.
import { StartError } from '../lib/start-error.ts';
import type { Browser } from '../browser/chromium.ts';

type BrowserEnvironment = Record<
  'url' | 'consoleUrl' | 'databaseUrl' | 'dataDir' | 'serverLog' | 'filmUrl' | 'pushService',
  string
> & {
  browser: Browser;
};

const NAME = 'HOLDFAST_E2E';

export const toEnvironment = (values: BrowserEnvironment): Record<string, string> => ({
  [NAME]: JSON.stringify(values),
});

/** What the runner has started, for the Playwright config and for tests that read the ledger afterwards. */
export function browserFromEnvironment(): BrowserEnvironment {
  const json = process.env[NAME];
  if (json === undefined)
    throw new StartError('Run the browser tests with npm run test:e2e, which starts the product first.');
  return JSON.parse(json) as BrowserEnvironment;
}
