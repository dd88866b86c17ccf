// `npm test`: everything that a change must pass. It stops at nothing, so that one run tells all that is wrong, and its
// last line is `N passed, N failed`. Steps share two cores, three at a time, because each waits for something now and then;
// the browser's runs alone, because its tests wait for what people wait for.
import { runSteps, type Step } from './run-steps.ts';
import { browser, check, deadCode, format, generated, memberApp, typesAndLint, vitest } from './steps.ts';
import { tellStep, tellVerdict } from './tell.ts';

const AT_A_TIME = 3;

// A browser may have to be fetched first, which takes the network and hardly a core. Then the long ones: the short checks fill what is left.
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
