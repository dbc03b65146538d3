/** Test files that may need a second try before the whole run counts as failed. */
const MAX_FLAKY = 3;

/** The fields of Vitest's JSON report that are read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
    }[];
  }[];
}

/**
 * The files of a failed run that run once more, in processes of their own: one fault of timing on a busy machine must not
 * fail thousands of tests.
 * @returns empty where nothing failed, or where too many files failed for that reason
 */
export function filesForSecondTry(report: VitestReport | null): string[] {
  const files = (report?.testResults ?? []).filter((file) => file.status === 'failed').map((file) => file.name);
  return files.length > MAX_FLAKY ? [] : files;
}

/**
 * The result of both tries: tests of files that passed at the second try have passed.
 * @param second null when it wrote no report: then the first one counts
 * @returns `notes` names each test of the first try that failed and passed at the second; empty without one
 */
export function countBothTries(
  first: VitestReport,
  second: VitestReport | null,
): { passed: number; failed: number; notes: string } {
  const failed = second?.testResults.filter((file) => file.status === 'failed').map((file) => file.name);
  if (!second || !failed) return { passed: first.numPassedTests, failed: Math.max(1, first.numFailedTests), notes: '' };
  const mended = first.testResults.filter((file) => file.status === 'failed' && !failed.includes(file.name));
  const lines = mended.flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    return (tests.length > 0 ? tests : ['(before its first test)']).map((test) => `FLAKY  ${name} ${test}`);
  });
  const passedAgain = mended.flatMap((file) => file.assertionResults.filter((test) => test.status === 'failed')).length;
  return {
    passed: first.numPassedTests + passedAgain,
    failed: failed.length === 0 ? 0 : Math.max(1, first.numFailedTests - passedAgain),
    notes: lines.join('\n'),
  };
}
