import { execFileSync } from 'node:child_process';
import { packageRoot } from '#platform/server/config.ts';
import { commitFaults } from './checks/commits.ts';

/** Commits up to this one are older than the rules of STYLE.md that are checked here. */
const BASE = '62d70bfc30b3';

/** The output of git; null where there is no git, no repository or no such commit (an archive, a shallow clone). */
function git(...parameters: readonly string[]): string | null {
  try {
    return execFileSync('git', parameters, {
      cwd: packageRoot(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    });
  } catch {
    return null;
  }
}

const base = process.argv[2] ?? BASE;
const log = git('log', '--format=%h%x00%B%x01', `${base}..HEAD`);
if (log === null) console.log(`The commit ${base} is not known here: no commit is checked.`);
else {
  const commits = log.split('\u0001').flatMap((one) => {
    const [hash, message] = one.trim().split('\u0000');
    return hash && message !== undefined ? [{ hash, message }] : [];
  });
  for (const { hash, message } of commits)
    for (const fault of commitFaults(message)) {
      console.error(`${hash} "${message.split('\n', 1)[0]}": ${fault}.`);
      process.exitCode = 1;
    }
  if (!process.exitCode) console.log(`${commits.length} commits keep the rules of STYLE.md.`);
}
