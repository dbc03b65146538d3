import { z } from 'zod';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { runLooproom } from '#platform/server/backups/backup-job.ts';
import {
  type BackupTrial,
  forgetBackupTrial,
  lastBackup,
  lastBackupTrial,
  markBackupTrial,
} from '#platform/server/backups/backup-mark.ts';
import { commandLine } from '#platform/server/config.ts';
import type { BackupTarget } from '#platform/server/config/backups.ts';
import type { Context } from '#platform/server/context.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { countRecentDays } from './days.ts';
import { measureStorage } from './storage.ts';

/** Counts the figures of the Overview: today and yesterday, and days that are missing. */
export const countDaysJob = defineJob({
  name: 'staff.count-days',
  payload: z.object({}),
  run: (ctx) => countRecentDays(ctx.db, ctx.clock.now()),
});

/** Measures what the site stores. */
export const measureStorageJob = defineJob({
  name: 'staff.measure-storage',
  payload: z.object({}),
  timeoutSeconds: 600,
  run: (ctx) => measureStorage(ctx),
});

const HOUR_MS = 3_600_000;
/** Hours between two tests; less than the days, so that each is at the same hour. */
const periods = { weekly: 7 * 24 - 12, monthly: 30 * 24 - 12 } as const;
/** The same after a test that was not passed. */
const AGAIN_HOURS = 12;
/** Hours behind the backup at which a test begins, and that of a site whose backups are made by a timer. */
const BEHIND_HOURS = 2;
const TIMER_HOUR = 3;
/** Hours for which a test may be late before any hour is right: the site is stopped at that hour. */
const LATE_HOURS = 48;

/** A set as it is typed. */
const typed = (target: Exclude<BackupTarget, { kind: 'command' }>): string =>
  target.kind === 'folder' ? target.folder : `s3://${target.settings.bucket}/${target.prefix}`;

/** Why the site cannot restore its newest backup, and what to do; null where it can try. */
function obstacle({ config: { backups } }: Context, target: BackupTarget): string | null {
  if (target.kind === 'command')
    return `BACKUP_TARGET is a command, from which nothing can be read back. Fetch an archive and run: ${commandLine} backup test FILE`;
  if (backups.recipients.length > 0 && backups.identity === null)
    return `The backups are encrypted, and their private key is not on this machine. Run where it is: ${commandLine} backup test ${typed(target)} --identity FILE. Or name its file in BACKUP_IDENTITY.`;
  return null;
}

/** Restores the newest backup in a process of its own. @throws where a signal ended it: nothing is known then */
async function tryNewest(ctx: Context, target: BackupTarget): Promise<BackupTrial> {
  const { config, clock, log } = ctx;
  const at = clock.now().toISOString();
  const why = obstacle(ctx, target);
  if (why !== null || target.kind === 'command') return { at, outcome: 'impossible', text: why! };
  const before = await lastBackupTrial(config.dataDir);
  const { code, words } = await runLooproom(config, ['backup', 'test', typed(target)]);
  const after = await lastBackupTrial(config.dataDir);
  // The command writes down what it has found of the backup itself.
  if (after !== null && after.at !== before?.at) {
    if (after.outcome === 'failed') log.error({ reason: after.text }, 'the last backup cannot be restored');
    return after;
  }
  if (code === null) throw new Error(`The restore test was ended: ${words}`);
  return { at, outcome: 'impossible', text: words };
}

/** Restores the newest backup for a test as often as the settings say, at a quiet hour. */
export const restoreTestJob: Job<Record<string, never>> = defineJob({
  name: 'staff.test-restore',
  payload: z.object({}) as z.ZodType<Record<string, never>>,
  timeoutSeconds: 12 * 3600,
  async run(ctx) {
    const { config, clock, log } = ctx;
    const { restoreTest } = await siteSettings(ctx.db);
    const { target, hour } = config.backups;
    const last = await lastBackupTrial(config.dataDir);
    if (restoreTest === 'off' || target === null) {
      // Nobody waits for it any more.
      if (last?.outcome === 'impossible') await forgetBackupTrial(config.dataDir);
      return;
    }
    if ((await lastBackup(config.dataDir)) === null) return;
    const hours = last === null ? Infinity : (clock.now().getTime() - Date.parse(last.at)) / HOUR_MS;
    const due = last !== null && last.outcome !== 'passed' ? AGAIN_HOURS : periods[restoreTest];
    const isQuiet = clock.now().getUTCHours() === ((hour ?? TIMER_HOUR) + BEHIND_HOURS) % 24;
    if (hours < due || (!isQuiet && (last === null || hours < due + LATE_HOURS))) return;
    const trial = await tryNewest(ctx, target);
    await markBackupTrial(config.dataDir, trial);
    if (trial.outcome !== 'failed')
      log.info({ outcome: trial.outcome, reason: trial.text }, 'a restore test has ended');
  },
});
