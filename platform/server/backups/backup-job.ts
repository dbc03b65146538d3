import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
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
    const ended = await runLooproom(config, ['backup', 'run']);
    if (ended.code !== 0) throw new Error(`The backup failed: ${ended.words}`);
    log.info({ backup: ended.data }, 'a backup was made');
  },
});

/** The end of a command: `data` is its answer where the code is 0, `words` says why it failed; null: a signal ended it. */
export interface EndedCommand {
  readonly code: number | null;
  readonly data: unknown;
  readonly words: string;
}

/**
 * Runs the command line in a process of its own with this environment, which everything else goes before: the programs
 * that it starts have its priority too.
 * @throws where it cannot be started
 */
export function runLooproom(config: Pick<Config, 'root'>, words: readonly string[]): Promise<EndedCommand> {
  const isSource = import.meta.filename.endsWith('.ts');
  const program = path.join(config.root, isSource ? 'scripts/looproom.ts' : 'dist/server/looproom.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    // With the site ends what it began.
    const stop = (): void => void child.kill();
    process.once('exit', stop);
    let [output, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-MAX_WORDS)));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      const why = wordsOf(complaints) || `it ended with ${code ?? 'a signal'}`;
      resolve({ code, data: code === 0 ? (JSON.parse(output) as unknown) : null, words: code === 0 ? '' : why });
    });
  });
}

/** What a failed command said, of its own message where there is one. */
function wordsOf(complaints: string): string {
  const last = complaints.trim().split('\n').at(-1) ?? '';
  try {
    return (JSON.parse(last) as { error: { message: string } }).error.message;
  } catch {
    // It ended before it could say so in its own form.
    return complaints.trim();
  }
}
