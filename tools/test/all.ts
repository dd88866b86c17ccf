// `npm test`: everything that a change must pass. It stops at nothing, so that one run tells all that is wrong, and its
// last line is `N passed, N failed`. Steps share two cores, three at a time, because each waits for something now and then;
// the browser's runs alone, because its tests wait for what people wait for, and it builds the app that it drives.
import { toEnvironment } from './browser-environment.ts';
import { addCounts, countCheck, countPlaywright, countVitest } from './count.ts';
import { type Result, runSteps, type Step } from './run-steps.ts';

const AT_A_TIME = 3;

const check = (name: string, ...command: Step['command']): Step => ({
  name,
  command,
  slots: 1,
  count: countCheck,
});

const vitest = (project: string): Step => ({
  name: project,
  command: [
    'vitest',
    'run',
    `--project=${project}`,
    '--maxWorkers=1',
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json={report}',
  ],
  slots: 1,
  count: countVitest,
});

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

// A browser may have to be fetched first, which takes the network and hardly a core. Then the long ones: the short checks fill what is left.
const STEPS: readonly Step[] = [
  { ...check('a browser', 'node', 'tools/browser/chromium.ts'), slots: 0 },
  vitest('db'),
  vitest('unit'),
  vitest('screen'),
  // Types and lint from one reading of the program, by the compiler that `npm run types` runs.
  check('types, lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'),
  check('format', 'oxfmt', '--check'),
  { ...check('dead code', 'knip', '--no-progress'), env: CONFIGS_CAN_LOAD },
  check('generated', 'node', 'tools/gen.ts', '--check'),
  {
    name: 'browser',
    command: ['node', 'tools/test/e2e.ts', '--report', '{report}'],
    slots: 'alone',
    count: countPlaywright,
  },
];

function tell({ step, counts, seconds, output }: Result): void {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} left out` : '';
  const verdict = counts.failed > 0 ? 'FAIL' : 'ok';
  const sums = `${counts.passed} passed, ${counts.failed} failed${skipped}`;
  console.log(
    `${verdict.padEnd(5)}${step.name.padEnd(12)}${sums.padEnd(40)}${seconds.toFixed(1).padStart(6)} s`,
  );
  if (counts.failed === 0) return;
  for (const failure of counts.failures) console.log(`\n${failure}`);
  console.log(`\n${output.trimEnd()}\n`);
}

const startedAt = performance.now();
const results = await runSteps(STEPS, AT_A_TIME, tell);
const { passed, failed } = addCounts(results.map(({ counts }) => counts));
console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
