import type { Reply } from '#site/contract/contract.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { addressChecks } from './address.ts';
import { type Check, type Examination, type Examined, examine } from './check.ts';
import { databaseChecks } from './database.ts';
import { fileChecks } from './files.ts';
import { machineChecks } from './machine.ts';
import { mailChecks } from './mail.ts';
import { machineTools } from './tools.ts';

/** Every check of a site, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...machineChecks,
  ...databaseChecks,
  ...fileChecks,
  ...mailChecks,
  ...addressChecks,
];

/** Runs every check at once. Never throws: what fails or takes too long could not be looked at. */
export const examineAll = (site: Examined): Promise<Examination[]> =>
  Promise.all(checks.map((check) => examine(check, site)));

/** Milliseconds for which a report is shown again: a check of the whole site takes seconds of a core. */
const FRESH_MS = 30_000;
/** Of the checks of many rows or files: proxies wait a minute for an answer. */
const PATIENCE_MS = 10_000;

type Report = Reply<'GET /staff/doctor'>;
const reports = new WeakMap<Context, { readonly at: number; readonly report: Promise<Report> }>();

/** Checks the running site; callers within half a minute share a report (single flight). */
export function readDoctor(ctx: Context): Promise<Report> {
  const last = reports.get(ctx);
  if (last && Date.now() - last.at < FRESH_MS) return last.report;
  const report = (async (): Promise<Report> => {
    const { backupsElsewhere } = await siteSettings(ctx.db);
    const found = await examineAll({
      config: ctx.config,
      siteUrl: ctx.siteUrl,
      now: () => new Date(),
      db: ctx.db,
      databaseFault: null,
      storage: ctx.storage,
      hasOtherBackups: backupsElsewhere,
      patienceMs: PATIENCE_MS,
      tools: machineTools,
    });
    return { at: new Date().toISOString(), checks: found.map((one) => ({ ...one, findings: [...one.findings] })) };
  })();
  reports.set(ctx, { at: Date.now(), report });
  // The next one asks again.
  report.catch(() => reports.delete(ctx));
  return report;
}
