import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, packageRoot, readConfig } from '#platform/server/config.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { type TestDatabase, makeTestDatabase } from '#site/testing/database.ts';
import { SECRET_MIN_CHARS, replaceSecret, siteSecret } from './secret.ts';

const folders: string[] = [];
function emptyFolder(): string {
  folders.push(mkdtempSync(path.join(tmpdir(), 'looproom-secret-')));
  return folders.at(-1)!;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const stored = (dataDir: string): string => siteSecret({ secret: null, dataDir });

describe('the secret file', () => {
  it('is made once, for its owner alone, with no draft left beside it', () => {
    const folder = emptyFolder();
    const secret = stored(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(stored(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['secret']);
    if (process.platform !== 'win32') expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  // The limit of the shell on the size of files makes every write fail, as a full disk does.
  it.skipIf(process.platform === 'win32')('does not exist after a first start that could not write it', () => {
    const folder = emptyFolder();
    const module = path.join(packageRoot(), 'platform/server/secret/secret.ts');
    const program = `import { siteSecret } from ${JSON.stringify(module)};
      siteSecret({ secret: null, dataDir: ${JSON.stringify(folder)} });`;
    const limited = `ulimit -f 0; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
    const started = spawnSync('/bin/sh', ['-c', limited, process.execPath, program], {
      cwd: packageRoot(),
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(started.status).not.toBe(0);
    expect(started.stderr).toContain('EFBIG');
    expect(readdirSync(folder)).toEqual([]);
    expect(stored(folder)).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['of no bytes', ''],
    ['of white space', ' \n\n'],
    ['cut off', 'x'.repeat(SECRET_MIN_CHARS - 1)],
    ['of several lines', `${'x'.repeat(20)}\n${'x'.repeat(20)}`],
    ['of zero bytes, as a crash leaves them', '\0'.repeat(43)],
  ])('%s is refused in one sentence, and left as it is', (_name, content) => {
    const folder = emptyFolder();
    writeFileSync(path.join(folder, 'secret'), content);
    expect(() => stored(folder)).toThrow(ConfigError);
    expect(() => stored(folder)).toThrow(/damaged.*from a backup/);
    expect(readFileSync(path.join(folder, 'secret'), 'utf8')).toBe(content);
  });
});

describe('a database that was used with another secret', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeTestDatabase();
  });
  afterAll(() => database.drop());

  const dataDir = emptyFolder();
  const open = (secret: string | null): Promise<Site> => {
    const config = readConfig({
      DATA_DIR: dataDir,
      ...(database.url && { DATABASE_URL: database.url }),
      ...(secret && { SECRET: secret }),
    });
    return openSite(config, pino({ level: 'silent' }), { pages: false, work: false, start: false });
  };
  /** What a start says; null when it starts. */
  async function startWith(secret: string | null): Promise<string | null> {
    try {
      await (await open(secret)).close();
      return null;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message;
    }
  }

  it('refuses a lost and an exchanged secret, until it is replaced', async () => {
    expect(await startWith(null)).toBeNull();
    const other = 'another-secret-of-enough-characters-1';
    expect(await startWith(other)).toMatch(/^The secret in SECRET is not the one .*"looproom secret replace".*reset/);
    const file = path.join(dataDir, 'secret');
    const former = readFileSync(file);
    rmSync(file);
    expect(await startWith(null)).toContain(`The secret in ${file} is not the one`);

    writeFileSync(file, former);
    const site = await open(null);
    await site.ctx.db.tx((tx) => replaceSecret(tx, other, new Date()));
    await site.close();
    expect(await startWith(other)).toBeNull();
    expect(await startWith(null)).toContain('is not the one');
  });
});
