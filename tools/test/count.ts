import { relative } from 'node:path';

// Turns what a test runner wrote into counts. A run that says nothing, or that fails without a failed test, must never
// count as good news, so every doubt becomes one failure.

export type TestTime = { name: string; ms: number };

/** `failures` names each failed test, with what it said: who reads a run from far away may see no more than its first lines. */
export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly string[];
  times: readonly TestTime[];
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; duration?: number }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] };
type PlaywrightSpec = {
  file: string;
  title: string;
  tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
};

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };

const describeFailure = (where: string, messages: readonly (string | undefined)[]): string =>
  [where, ...messages.filter((message) => message !== undefined)].join('\n');

function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Adds the failures that no test owns: a runner that ended badly with none failed, or that ran nothing at all. */
function withDoubts(counts: Counts, exitCode: number | null): Counts {
  const isHollow = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isHollow ? { ...counts, failed: 1 } : counts;
}

/** Counts of vitest's JSON report; a file that could not even be loaded is one failure. */
export function countVitest(json: string | undefined, exitCode: number | null): Counts {
  const report = parse(json) as VitestReport | undefined;
  if (report === undefined) return { ...NOTHING, failed: 1 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        describeFailure(`${relative('', name)}: ${fullName}`, failureMessages),
      ),
  );
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: [
      ...unloaded.map(({ name, message }) => describeFailure(relative('', name), [message])),
      ...failures,
    ],
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        name: `${relative('', name)}: ${fullName}`,
        ms: duration,
      })),
    ),
  };
  return withDoubts(counts, exitCode);
}

/** Counts of Playwright's JSON report; a flaky test is a failed one. */
export function countPlaywright(json: string | undefined, exitCode: number | null): Counts {
  const report = parse(json) as PlaywrightReport | undefined;
  if (report === undefined) return { ...NOTHING, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = (suites: readonly PlaywrightSuite[]): PlaywrightSpec[] =>
    suites.flatMap((suite) => [...suite.specs, ...specs(suite.suites ?? [])]);
  const ran = specs(report.suites).map(({ file, title, tests }) => ({
    name: `${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    // Of every attempt: what passed at the second is not good either.
    messages: tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map(({ message }) => message)),
    ),
  }));
  const failures = [
    ...report.errors.map(({ message }) => describeFailure('outside of any test', [message])),
    ...ran
      .filter(({ messages }) => messages.length > 0)
      .map(({ name, messages }) => describeFailure(name, messages)),
  ];
  const times = ran.map(({ name, ms }) => ({ name, ms }));
  return withDoubts(
    { passed: expected, failed: unexpected + flaky + report.errors.length, skipped, failures, times },
    exitCode,
  );
}

/** A check without tests of its own (format, lint, types ...) counts as one. */
export const countCheck = (_json: string | undefined, exitCode: number | null): Counts =>
  exitCode === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
  times: all.flatMap(({ times }) => times),
});
