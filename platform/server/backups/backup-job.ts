import { spawn } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { lastBackup } from './backup-mark.ts';
import { type Job, defineJob } from '../jobs/job.ts';

/** Characters of a failed backup's words that the job keeps. */
const MAX_WORDS = 2000;

/** Hours after which a backup is overdue: the site was stopped at its hour, or it failed then. */
const OVERDUE_HOURS = 25;

/**
 * Makes the backup that the settings describe, at their hour or once it is overdue, in a process of its own: compressing and encrypting would
 * keep readers waiting. A backup that fails is tried again, and stands among the dead jobs then.
 */
export const backupJob: Job<Record<string, never>> = defineJob({
  name: 'backup.run',
  payload: z.object({}) as z.ZodType<Record<string, never>>,
  timeoutSeconds: 12 * 3600,
  async run({ config, clock, log }) {
    const { hour } = config.backups;
    if (hour === null) return;
    const made = await lastBackup(config.dataDir);
    const isOverdue = made === null || clock.now().getTime() - Date.parse(made.at) > OVERDUE_HOURS * 3_600_000;
    if (hour !== clock.now().getUTCHours() && !isOverdue) return;
    const isSource = import.meta.filename.endsWith('.ts');
    const program = path.join(config.root, isSource ? 'scripts/looproom.ts' : 'dist/server/looproom.js');
    const words = await runProgram([program, 'backup', 'run', '--json']);
    log.info({ backup: JSON.parse(words) as unknown }, 'a backup was made');
  },
});

/** Runs a program of Node with this environment, at low priority. @returns its output @throws with its words where it fails */
function runProgram(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    // With the site ends what it began.
    const stop = (): void => void child.kill();
    process.once('exit', stop);
    let [output, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-MAX_WORDS)));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve(output);
      else reject(new Error(`The backup failed: ${complaints.trim() || `it ended with ${code ?? 'a signal'}`}`));
    });
  });
}
