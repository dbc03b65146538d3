/** The result of the audit of the installed packages. */
export interface Judgement {
  readonly kind: 'clean' | 'vulnerable' | 'unknown';
  /** For people: which packages, or why nothing is known. */
  readonly text: string;
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: string; readonly range?: string }>>;
  readonly metadata?: unknown;
  readonly message?: string;
}

const grave = new Set(['high', 'critical']);

/** The first JSON document in a text that tools have written other lines around; null when there is none. */
function reportIn(output: string): Report | null {
  const begin = output.indexOf('{');
  const end = output.lastIndexOf('\n}');
  try {
    return JSON.parse(output.slice(begin, end < begin ? undefined : end + 2)) as Report;
  } catch {
    return null;
  }
}

/**
 * Judges what `npm audit --json` printed. High and critical advisories count. A registry that does not answer, or has no
 * advisories, says nothing about the packages: that is `unknown`, and no failure.
 * @param isUsed whether the site runs on a package; others are the tools of developers
 */
export function judgeAudit(output: string, isUsed: (name: string) => boolean = () => true): Judgement {
  const report = reportIn(output);
  if (!report?.vulnerabilities || !report.metadata)
    return { kind: 'unknown', text: report?.message ?? 'the registry gave no advisories' };
  const serious = Object.entries(report.vulnerabilities).filter(
    ([name, { severity }]) => grave.has(severity ?? '') && isUsed(name),
  );
  if (serious.length === 0) return { kind: 'clean', text: 'no high or critical advisory' };
  return {
    kind: 'vulnerable',
    text: serious.map(([name, { severity, range }]) => `${name} ${range ?? ''} (${severity})`).join('\n'),
  };
}
