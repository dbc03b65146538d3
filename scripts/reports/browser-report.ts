import { stripVTControlCharacters } from 'node:util';

/** Journeys that may need their second try before the whole run counts as failed. */
const MAX_FLAKY = 3;

/** The fields of Playwright's JSON report that are read. */
export interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly Suite[];
  /** What failed outside a journey, such as the end of a worker. */
  readonly errors?: readonly { readonly message?: string }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    readonly results: readonly {
      readonly errors?: readonly { readonly message?: string }[];
      readonly attachments: readonly { readonly name: string; readonly path?: string }[];
    }[];
  }[];
}

/** The result of the browser tests. */
export interface BrowserCount {
  readonly passed: number;
  readonly failed: number;
  /** Lines for a person: each flaky journey with the errors and traces of its failed try, and errors of no journey. */
  readonly notes: string;
}

/**
 * Counts the journeys of a report. One that passed at its second try has passed; where more than three needed it, all of
 * them have failed.
 * @param report null when Playwright wrote none; that is one failure
 */
export function countBrowserTests(report: BrowserReport | null): BrowserCount {
  if (report === null) return { passed: 0, failed: 1, notes: '' };
  const { expected, unexpected, flaky } = report.stats;
  const tooMany = flaky > MAX_FLAKY;
  const lines = report.suites.flatMap(flakySpecs).map(describeFlaky);
  const outside = (report.errors ?? []).map(({ message }) => `ERROR  of no journey: ${shorten(message ?? '')}`);
  lines.push(...outside);
  if (tooMany) lines.push(`More than ${MAX_FLAKY} flaky journeys: the run has failed.`);
  return {
    passed: expected + (tooMany ? 0 : flaky),
    failed: unexpected + (tooMany ? flaky : 0) + outside.length,
    notes: lines.join('\n'),
  };
}

function flakySpecs(suite: Suite): Spec[] {
  const own = (suite.specs ?? []).filter((spec) => spec.tests.some((test) => test.status === 'flaky'));
  return [...own, ...(suite.suites ?? []).flatMap(flakySpecs)];
}

function describeFlaky({ title, file, line, tests }: Spec): string {
  const results = tests.flatMap((test) => test.results);
  const traces = results
    .flatMap((result) => result.attachments)
    .flatMap(({ name, path }) => (name === 'trace' && path !== undefined ? [path] : []));
  // Where only the end of the output is kept, this is all that says what went wrong.
  const errors = results.flatMap((result) => result.errors ?? []).map(({ message }) => shorten(message ?? ''));
  return [
    `FLAKY  ${file}:${line} ${title}`,
    ...errors.map((error) => `       error: ${error}`),
    ...traces.map((trace) => `       trace: ${trace}`),
  ].join('\n');
}

/** An error's message in one line without colors, at most 400 characters. */
function shorten(message: string): string {
  return stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, 400);
}
