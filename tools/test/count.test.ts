import { describe, expect, it } from 'vitest';
import { addCounts, countCheck, countPlaywright, countVitest } from './count.ts';

const vitestReport = (over: object): string =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, testResults: [], ...over });
const playwrightReport = (stats: object, errors: unknown[] = []): string =>
  JSON.stringify({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

describe('counting vitest', () => {
  it('takes passed, failed and left-out tests from the report', () => {
    expect(countVitest(vitestReport({ numFailedTests: 2 }), 1)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(countVitest(vitestReport({ testResults }), 1).failed).toBe(1);
  });

  it.each([
    ['no report', undefined, 0],
    ['a broken report', '{', 0],
    ['a bad exit without a failed test', vitestReport({}), 1],
    ['a killed run', vitestReport({}), null],
    ['no test at all', vitestReport({ numPassedTests: 0 }), 0],
  ])('counts %s as a failure', (_name, json, exitCode) => {
    expect(countVitest(json, exitCode).failed).toBe(1);
  });
});

describe('counting Playwright', () => {
  it('counts a flaky test as a failed one', () => {
    expect(countPlaywright(playwrightReport({ flaky: 1 }), 0)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  it.each([
    ['no report', undefined],
    ['an error outside a test', playwrightReport({}, [{}])],
    ['no test at all', playwrightReport({ expected: 0 })],
  ])('counts %s as a failure', (_name, json) => {
    expect(countPlaywright(json, 0).failed).toBe(1);
  });
});

describe('counting', () => {
  it('counts a check as one', () => {
    expect([
      countCheck(undefined, 0).passed,
      countCheck(undefined, 2).failed,
      countCheck(undefined, null).failed,
    ]).toEqual([1, 1, 1]);
  });

  it('sums over the steps', () => {
    const step = { passed: 2, failed: 1, skipped: 3 };
    expect(addCounts([step, step])).toEqual({ passed: 4, failed: 2, skipped: 6 });
  });
});
