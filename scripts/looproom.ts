import { text } from 'node:stream/consumers';
import { runCommandLine } from './commands/run.ts';

/** The operator's command line: `npm run looproom -- --help`. */
// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  readInput: () => text(process.stdin),
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
});
