import type { Context } from '#platform/server/context.ts';
import { type ExitCode, runCommandLine } from '../run.ts';

/** How one command line ended. */
export interface Ended {
  readonly exit: ExitCode;
  readonly out: string;
  readonly error: string;
}

/** A terminal whose commands work on a site that a test has open. */
export function terminalOn(ctx: Context | null, input = '') {
  const type = async (...words: string[]): Promise<Ended> => {
    let [out, error] = ['', ''];
    const shell = {
      environment: { PORT: '3999' },
      readInput: async () => input,
      out: (text: string) => void (out += text),
      error: (text: string) => void (error += text),
    };
    const open = async () => {
      if (!ctx) throw new Error('This command opened a site.');
      return { ctx, close: async () => {} };
    };
    return { exit: await runCommandLine(words, shell, open), out, error };
  };
  const done = async (...words: string[]) => {
    const ended = await type(...words, '--json');
    if (ended.exit !== 0) throw new Error(`${words.join(' ')} ended with ${ended.exit}: ${ended.error}`);
    return JSON.parse(ended.out) as Record<string, unknown>;
  };
  return {
    type,
    /** Types a command and expects it to be done. @returns what it answers to programs. */
    done,
    /** The newest line of the audit log. */
    async lastAudit() {
      const { items } = (await done('audit', 'list')) as unknown as {
        items: { actor: unknown; action: string; targetId: string; reason: string; details: Record<string, unknown> }[];
      };
      return items[0]!;
    },
  };
}
