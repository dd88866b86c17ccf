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

/** Type check and lint in one pass over the program, with the compiler of `npm run types`. */
export const typesAndLint = check('types, lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings');
export const format = check('format', 'oxfmt', '--check');
export const generated = check('generated', 'node', 'tools/gen.ts', '--check');

/** Builds the app for the browser tests, in parallel with the other steps: a build alone leaves a core idle. */
export const memberApp: Step = {
  ...check('member app', 'node', 'tools/build.ts', BROWSER_WEB),
  env: { HOLDFAST_DATA: BROWSER_DATA },
};

/** Placeholders for the environment that the configurations of Vite and Playwright require; knip only reads these files. */
const CONFIGS_CAN_LOAD = {
  HOLDFAST_CHANNEL_KEYS: '[{}]',
  ...toEnvironment({
    url: '',
    consoleUrl: '',
    databaseUrl: '',
    dataDir: '',
    serverLog: '',
    filmUrl: '',
    pushService: '',
    browser: { executablePath: '', source: '', args: [], env: {} },
  }),
};
export const deadCode: Step = { ...check('dead code', 'knip', '--no-progress'), env: CONFIGS_CAN_LOAD };
