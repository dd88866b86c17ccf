import { describe, expect, it } from 'vitest';
import { addCounts, countCheck, countPlaywright, countVitest } from './count.ts';

const vitestReport = (over: object): string =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, testResults: [], ...over });
const playwrightReport = (stats: object, errors: unknown[] = []): string =>
  JSON.stringify({
    stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    errors,
    suites: [],
  });

describe('counting vitest', () => {
  it('takes passed, failed and left-out tests from the report', () => {
    expect(countVitest(vitestReport({ numFailedTests: 2 }), 1)).toMatchObject({
      passed: 3,
      failed: 2,
      skipped: 1,
    });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ];
    const { failed, failures } = countVitest(vitestReport({ testResults }), 1);
    expect(failed).toBe(1);
    expect(failures).toEqual(['a.test.ts\nno such module']);
  });

  it('names what failed, and what it said', () => {
    const assertionResults = [
      { fullName: 'a sum is right', status: 'passed', failureMessages: [] },
      { fullName: 'a sum is zero', status: 'failed', failureMessages: ['expected 1 to be 0'] },
    ];
    const testResults = [{ name: 'a.test.ts', status: 'failed', message: '', assertionResults }];
    expect(countVitest(vitestReport({ numFailedTests: 1, testResults }), 1).failures).toEqual([
      'a.test.ts: a sum is zero\nexpected 1 to be 0',
    ]);
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
    expect(countPlaywright(playwrightReport({ flaky: 1 }), 0)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 0,
    });
  });

  it.each([
    ['no report', undefined],
    ['an error outside a test', playwrightReport({}, [{}])],
    ['no test at all', playwrightReport({ expected: 0 })],
  ])('counts %s as a failure', (_name, json) => {
    expect(countPlaywright(json, 0).failed).toBe(1);
  });
});

describe('the time of each test', () => {
  it('is read from both reports, over all attempts', () => {
    const assertionResults = [
      { fullName: 'a sum is right', status: 'passed', failureMessages: [], duration: 7 },
    ];
    const testResults = [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }];
    expect(countVitest(vitestReport({ testResults }), 0).times).toEqual([
      { name: 'a.test.ts: a sum is right', ms: 7 },
    ]);
    const results = [
      { duration: 30, errors: [] },
      { duration: 12, errors: [] },
    ];
    const suites = [{ specs: [{ file: 'a.e2e.ts', title: 'opens', tests: [{ results }] }] }];
    const report = JSON.stringify({ ...JSON.parse(playwrightReport({})), suites });
    expect(countPlaywright(report, 0).times).toEqual([{ name: 'a.e2e.ts: opens', ms: 42 }]);
  });
});

describe('naming what failed in a browser', () => {
  it('finds it at any depth, also where a second attempt passed, and what belongs to no test', () => {
    const spec = (title: string, ...messages: string[]): object => ({
      file: 'a.e2e.ts',
      title,
      tests: [{ results: [{ errors: messages.map((message) => ({ message })) }, { errors: [] }] }],
    });
    const suites = [{ specs: [spec('opens')], suites: [{ specs: [spec('closes', 'still open')] }] }];
    const report = JSON.stringify({
      stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
      errors: [{ message: 'a worker died' }],
      suites,
    });
    expect(countPlaywright(report, 1).failures).toEqual([
      'outside of any test\na worker died',
      'a.e2e.ts: closes\nstill open',
    ]);
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
    const times = [{ name: 'a', ms: 5 }];
    const step = { passed: 2, failed: 1, skipped: 3, failures: ['a'], times };
    expect(addCounts([step, step])).toEqual({
      passed: 4,
      failed: 2,
      skipped: 6,
      failures: ['a', 'a'],
      times: [...times, ...times],
    });
  });
});
