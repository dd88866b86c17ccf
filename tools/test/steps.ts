import { toEnvironment } from './browser-environment.ts';
import { BROWSER_DATA, BROWSER_WEB } from './browser-folders.ts';
import { countCheck, countPlaywright, countVitest } from './count.ts';
import type { Step } from './run-steps.ts';

/** The steps that `npm test` and `npm run test:changed` are made of. */

export const check = (name: string, ...command: Step['command']): Step => ({
  name,
  command,
  slots: 1,
  count: countCheck,
});

export const vitest = (name: string, ...args: readonly string[]): Step => ({
  name,
  command: ['vitest', 'run', ...args, '--reporter=dot', '--reporter=json', '--outputFile.json={report}'],
  slots: 1,
  count: countVitest,
});

export const browser = (...args: readonly string[]): Step => ({
  name: 'browser',
  command: ['node', 'tools/test/e2e.ts', '--report', '{report}', ...args],
  slots: 'alone',
  count: countPlaywright,
});

/** Types and lint from one reading of the program, by the compiler that `npm run types` runs. */
export const typesAndLint = check('types, lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings');
export const format = check('format', 'oxfmt', '--check');
export const generated = check('generated', 'node', 'tools/gen.ts', '--check');

/** The app that the browser's step drives: built beside the other steps, because a build alone leaves a core idle. */
export const memberApp: Step = {
  ...check('member app', 'node', 'tools/build.ts', BROWSER_WEB),
  env: { HOLDFAST_DATA: BROWSER_DATA },
};

/** The configurations of Vite and Playwright refuse to load without what a build or a run needs; knip only reads them. */
const CONFIGS_CAN_LOAD = {
  HOLDFAST_CHANNEL_KEYS: '[{}]',
  ...toEnvironment({
    url: '',
    consoleUrl: '',
    databaseUrl: '',
    serverLog: '',
    filmUrl: '',
    browser: { executablePath: '', source: '', args: [], env: {} },
  }),
};
export const deadCode: Step = { ...check('dead code', 'knip', '--no-progress'), env: CONFIGS_CAN_LOAD };
