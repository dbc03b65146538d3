import { expect, test } from 'vitest';
import { type BrowserReport, countBrowserTests } from './browser-report.ts';

/** A report of `expected` plain passes, so many journeys that needed a second try, and so many failures. */
function report(expected: number, flaky: number, unexpected = 0): BrowserReport {
  const specs = Array.from({ length: flaky }, (_, at) => ({
    title: `journey ${at}`,
    file: 'forum.spec.ts',
    line: 10 + at,
    tests: [
      {
        status: 'flaky' as const,
        results: [
          {
            errors: [{ message: `\u001b[31mTimeout\u001b[39m of 15000ms\n  at bell ${at}` }],
            attachments: [{ name: 'trace', path: `test-results/journey-${at}/trace.zip` }],
          },
          { attachments: [] },
        ],
      },
    ],
  }));
  return { stats: { expected, unexpected, flaky }, suites: [{ suites: [{ specs }] }] };
}

test('a journey that passes at its second try has passed, and is named with the error and the trace of the first', () => {
  const { passed, failed, notes } = countBrowserTests(report(40, 2));
  expect({ passed, failed }).toEqual({ passed: 42, failed: 0 });
  expect(notes).toContain('FLAKY  forum.spec.ts:11 journey 1');
  expect(notes).toContain('error: Timeout of 15000ms at bell 1');
  expect(notes).toContain('trace: test-results/journey-1/trace.zip');
});

test('three flaky journeys pass, a fourth fails the run', () => {
  expect(countBrowserTests(report(40, 3))).toMatchObject({ passed: 43, failed: 0 });
  expect(countBrowserTests(report(40, 4))).toMatchObject({ passed: 40, failed: 4 });
});

test('a journey that fails twice has failed, and a run without a report too', () => {
  expect(countBrowserTests(report(40, 1, 2))).toMatchObject({ passed: 41, failed: 2 });
  expect(countBrowserTests(null)).toMatchObject({ passed: 0, failed: 1 });
});

test('an error outside every journey fails the run, with its words', () => {
  const { failed, notes } = countBrowserTests({
    ...report(40, 0),
    errors: [{ message: 'Worker teardown timed out\n at x' }],
  });
  expect(failed).toBe(1);
  expect(notes).toContain('ERROR  of no journey: Worker teardown timed out at x');
});
