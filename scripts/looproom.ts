import { text } from 'node:stream/consumers';
import { UsageError } from './commands/command.ts';
import { firstAnswer } from './commands/help/first-answer.ts';

/** The operator's command line, `npm run looproom -- --help`; in a release `looproom`, where `start` is the site itself. */
const words = process.argv.slice(2);
const isSource = import.meta.filename.endsWith('.ts');
// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

/** Prints what needs no command. @returns whether there was such an answer; programs get a fault from the runner */
function answerFirst(): boolean {
  const json = words.includes('--json');
  try {
    const answer = firstAnswer(words);
    if (answer) process.stdout.write(`${json ? JSON.stringify(answer.data, null, 2) : answer.text}\n`);
    return answer !== null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (json) return false;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return true;
  }
}

/** Runs a command: of the build, where it is that of these sources, for it loads four times as fast. */
async function runCommand(): Promise<void> {
  if (isSource) {
    const { isBuilt } = await import('./bundle/build-record.ts');
    const { startBuilt } = await import('./bundle/start-built.ts');
    if (isBuilt()) return await startBuilt('looproom');
  }
  const { runCommandLine } = await import('./commands/run.ts');
  process.exitCode = await runCommandLine(words, {
    environment: process.env,
    readInput: () => text(process.stdin),
    out: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
  });
}

if (!isSource && words.length === 1 && words[0] === 'start') {
  const { startBuilt } = await import('./bundle/start-built.ts');
  await startBuilt('main', {}, []);
} else if (!answerFirst()) await runCommand();
