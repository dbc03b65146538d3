import { text } from 'node:stream/consumers';
import { startBuilt } from '../bundle/start-built.ts';
import { runCommandLine } from './run.ts';

/** The operator's command line; of a release, `looproom start` is the site itself. */
async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && words[0] === 'start' && !import.meta.filename.endsWith('.ts'))
    return await startBuilt('main', {}, []);
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await runCommandLine(words, {
    environment: process.env,
    readInput: () => text(process.stdin),
    out: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
  });
}

await main(process.argv.slice(2));
