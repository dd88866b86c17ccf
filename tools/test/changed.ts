// `npm run test:changed [-- --since <ref>]`: runs the tests that a change reaches, in less than a minute for a change of one slice. The
// change is the difference to the merge base with the shared branch, committed or not. A quick check while working: `npm test` decides.
import { parseArgs } from 'node:util';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { readManifests } from '../tidy/manifests.ts';
import { readModules } from '../tidy/source.ts';
import { changedFiles, findBase } from './git-changes.ts';
import { reachedTests } from './reach.ts';
import { runSteps } from './run-steps.ts';
import { browser, format, generated, typesAndLint, vitest } from './steps.ts';
import { tellStep, tellVerdict } from './tell.ts';

const AT_A_TIME = 2;
/** Tests of the repository itself: they read every file, so any change reaches them. */
const ALWAYS = ['tools/tidy/', 'tools/gen/'];

const startedAt = performance.now();
const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const base = findBase(ROOT, since);
if (base === undefined) throw new StartError('There is no branch to compare with: name one with --since.');
const changed = changedFiles(ROOT, base);
const reached = reachedTests(changed, readModules(), readManifests());

console.log(`${changed.length} files changed since ${base.slice(0, 8)}; they reach:`);
for (const path of [...reached.vitest, ...reached.browser]) console.log(`  ${path}`);
console.log('');

const steps = [
  vitest('tests', '--maxWorkers=2', ...ALWAYS, ...reached.vitest),
  typesAndLint,
  format,
  generated,
  ...(reached.browser.length > 0 ? [browser(...reached.browser)] : []),
];
tellVerdict(await runSteps(steps, AT_A_TIME, tellStep), startedAt);
