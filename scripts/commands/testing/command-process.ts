import { runCommandLine } from '#scripts/commands/run.ts';

/** A process for the tests in which the operator types one command after the other; each message is the words of one. */
process.on('message', (words: readonly string[]) => void type(words));

async function type(words: readonly string[]): Promise<void> {
  let output = '';
  const say = (text: string): void => void (output += text);
  const code = await runCommandLine(words, {
    environment: process.env,
    readInput: async () => '',
    out: say,
    error: say,
  });
  process.send!({ code, output });
}
