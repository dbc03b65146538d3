import type { Summary } from './drift.ts';

/** Limits of the measure of parties. */
export interface SyncBudgets {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly correctionsPerMinute: number;
  /** At least: see `heardShare` of the summary. */
  readonly heardShare: number;
}

const ms = (value: number | null): string => (value === null || Number.isNaN(value) ? '–' : `${value.toFixed(1)} ms`);

/** The distribution, beside its limits. */
export function syncReport(summary: Summary, budgets: SyncBudgets): string {
  const against = (value: number, budget: number, text: string): string =>
    `${text}  (${value <= budget ? 'within' : 'OVER'} ${budget})`;
  return [
    `Three browsers in one party, ${Math.round(summary.seconds)} s, ${summary.comparisons} comparisons of pairs`,
    `compared     ${(summary.heardShare * 100).toFixed(0)} % of what should sound  (${summary.heardShare >= budgets.heardShare ? 'within' : 'UNDER'} ${budgets.heardShare * 100} %)`,
    `median       ${against(summary.medianMs, budgets.medianMs, ms(summary.medianMs))}`,
    `p90          ${ms(summary.p90Ms)}`,
    `p99          ${against(summary.p99Ms, budgets.p99Ms, ms(summary.p99Ms))}`,
    `largest      ${ms(summary.maxMs)}`,
    `audible corrections a minute  ${against(summary.correctionsPerMinute, budgets.correctionsPerMinute, summary.correctionsPerMinute.toFixed(2))}`,
    `late listener in step after   ${ms(summary.lateMs)}`,
    `in step again after sleep     ${ms(summary.wokenMs)}`,
  ].join('\n');
}
