import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, packageRoot, readConfig } from '#platform/server/config.ts';
import { isBuilt } from './bundle/build-record.ts';
import { startBuilt } from './bundle/start-built.ts';
import type { Prepared } from './demo/community/prepare.ts';
import { signIns } from './demo/people.ts';
import type { RunningDemo } from './demo/running/site.ts';

const sizes = [0, 100_000, 1_000_000];

const options = {
  size: { type: 'string', default: '0' },
  whole: { type: 'boolean', default: false },
  'make-only': { type: 'boolean', default: false },
} as const;

/** Makes the community where there is none, in a process of its own. Ends with it where it fails. */
async function prepare(words: readonly string[]): Promise<Prepared> {
  const child = fork(path.join(packageRoot(), 'scripts/demo/community/prepare.ts'), words);
  let prepared: Prepared | null = null;
  child.on('message', (message) => (prepared = message as Prepared));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (prepared === null) process.exit(code || 1);
  return prepared;
}

/** Where this process reaches the site. */
function localOrigin(port: number, host: string): string {
  const local = host === '0.0.0.0' || host === '::' || host === 'localhost' ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** How to sign in, in lines. */
function welcomeText(siteUrl: string, isNew: boolean): string {
  const wide = Math.max(...signIns.map(({ email }) => email.length));
  const lines = signIns.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(wide)}  ${password}`);
  const party = `A party is always on at ${siteUrl}/listening-parties: open it in two browsers.`;
  const late = isNew ? ['Its tracks are still being processed: waveforms appear one after the other.'] : [];
  return ['', `The demo is at ${siteUrl}`, '', ...lines, '', party, ...late, 'Ctrl-C stops it.'].join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const size = Number(values.size);
  if (!sizes.includes(size))
    throw new ConfigError(`--size knows ${sizes.slice(1).join(' and ')}; not "${values.size}".`);
  const folder = path.resolve(
    process.env['DATA_DIR']?.trim() ||
      path.join(packageRoot(), 'data', size > 0 ? `demo-${size}` : values.whole ? 'demo-whole' : 'demo'),
  );
  process.env['DATA_DIR'] = folder;
  // Its artists are invented: Spotify knows none of them.
  process.env['SPOTIFY_LOOKUP'] ??= 'off';
  const config = readConfig(process.env);
  if (config.port === 0) throw new ConfigError('The demo needs a PORT of its own, not 0.');
  const { isNew, guests } = await prepare([`--size=${size}`, ...(values.whole || size > 0 ? ['--whole'] : [])]);
  if (values['make-only']) return;
  if (!isBuilt()) throw new ConfigError('The site is not built. Run npm run build first.');
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const demo: RunningDemo = {
    local: localOrigin(config.port, config.host),
    siteUrl,
    welcome: welcomeText(siteUrl, isNew),
    guests,
  };
  await startBuilt('demo', { DATA_DIR: folder, LOOPROOM_DEMO: JSON.stringify(demo) });
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
