import { expect, test } from 'vitest';
import { countBothTries, filesForSecondTry, type VitestReport } from './vitest-report.ts';

/** A report of files with so many tests that passed and so many that failed. */
function report(files: Readonly<Record<string, readonly [passed: number, failed: number]>>): VitestReport {
  const testResults = Object.entries(files).map(([name, [passed, failed]]) => ({
    name,
    status: failed > 0 ? ('failed' as const) : ('passed' as const),
    assertionResults: Array.from({ length: passed + failed }, (_, at) => ({
      status: at < passed ? 'passed' : 'failed',
      fullName: `test ${at}`,
    })),
  }));
  const sum = (at: 0 | 1): number => Object.values(files).reduce((total, counts) => total + counts[at], 0);
  return { numPassedTests: sum(0), numFailedTests: sum(1), testResults };
}

test('a failed file runs once more, four failed files do not', () => {
  expect(filesForSecondTry(report({ a: [3, 0], b: [2, 1] }))).toEqual(['b']);
  expect(filesForSecondTry(report({ a: [3, 1], b: [2, 1], c: [0, 1], d: [0, 2] }))).toEqual([]);
  expect(filesForSecondTry(null)).toEqual([]);
});

test('what passes at the second try has passed, and is named', () => {
  const both = countBothTries(report({ a: [3, 0], b: [2, 1] }), report({ b: [3, 0] }));
  expect(both).toEqual({ passed: 6, failed: 0, notes: 'FLAKY  b test 2' });
});

test('what fails twice has failed, beside what did not', () => {
  const both = countBothTries(report({ a: [3, 2], b: [2, 1] }), report({ a: [4, 1], b: [3, 0] }));
  expect(both).toEqual({ passed: 6, failed: 2, notes: 'FLAKY  b test 2' });
});

test('a second try without a report, and a file that fails before its tests, have failed', () => {
  expect(countBothTries(report({ a: [3, 1] }), null)).toMatchObject({ passed: 3, failed: 1 });
  const early: VitestReport = {
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [{ name: 'b', status: 'failed', assertionResults: [] }],
  };
  expect(countBothTries(early, early)).toMatchObject({ passed: 3, failed: 1 });
  expect(countBothTries(early, report({ b: [1, 0] }))).toMatchObject({
    failed: 0,
    notes: 'FLAKY  b (before its first test)',
  });
});
