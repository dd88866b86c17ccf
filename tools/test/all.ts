// `npm test`: everything that a change must pass. A failed step does not stop the others, so one run shows all failures; the last line
// is `N passed, N failed`. Three steps at a time share two cores, because each waits now and then. The browser tests run alone: they
// depend on timing most.
import { runSteps, type Step } from './run-steps.ts';
import { browser, check, deadCode, format, generated, memberApp, typesAndLint, vitest } from './steps.ts';
import { tellStep, tellVerdict } from './tell.ts';

const AT_A_TIME = 3;

// A browser may have to be downloaded first, which hardly uses a core. Then the longest steps, so that the short ones fill the gaps.
const STEPS: readonly Step[] = [
  { ...check('a browser', 'node', 'tools/browser/chromium.ts'), slots: 0 },
  ...['db', 'unit', 'screen'].map((project) => vitest(project, `--project=${project}`, '--maxWorkers=1')),
  typesAndLint,
  format,
  memberApp,
  deadCode,
  generated,
  browser(),
];

const startedAt = performance.now();
tellVerdict(await runSteps(STEPS, AT_A_TIME, tellStep), startedAt);
