// Turns what a test runner wrote into counts. A run that says nothing, or that fails without a failed test, must never
// count as good news, so every doubt becomes one failure.

export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

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
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
  return withDoubts(counts, exitCode);
}

/** Counts of Playwright's JSON report; a flaky test is a failed one. */
export function countPlaywright(json: string | undefined, exitCode: number | null): Counts {
  const report = parse(json) as PlaywrightReport | undefined;
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withDoubts(
    { passed: expected, failed: unexpected + flaky + report.errors.length, skipped },
    exitCode,
  );
}

/** A check without tests of its own (format, lint, types ...) counts as one. */
export const countCheck = (_json: string | undefined, exitCode: number | null): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
});
