import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot, readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { lastBackup } from '#platform/server/backups/backup-mark.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { encodePage } from '#platform/server/page/encoding.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { runNode } from '../tool.ts';
import { runCommandLine } from './run.ts';

const place = mkdtempSync(path.join(tmpdir(), 'looproom-commands-'));
const dataDir = path.join(place, 'data');
const environment = { DATA_DIR: dataDir, DATABASE_URL: '', PORT: '3999', LOG_LEVEL: '' };
const log = pino({ level: 'silent' });
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs the real program. */
function looproom(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  return runNode('scripts/looproom.ts', words, { environment: { ...environment, ...more } });
}

/** The same words in this process, where nothing hangs on a process of its own: a start takes more than a second. */
async function here(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  let output = '';
  const say = (text: string): void => void (output += text);
  const shell = { environment: { ...environment, ...more }, readInput: async () => '', out: say, error: say };
  return { code: await runCommandLine(words, shell), output };
}

const openAt = (folder: string): Promise<Site> =>
  openSite(readConfig({ ...environment, DATA_DIR: folder }), log, { pages: false, work: false });

/** What a data folder holds, without what a server notes beside its own. */
const partsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/^postgres\.(log|full-disk)$/.test(name))
    .toSorted();

/** Checksum of every file below a folder, by path. */
function checksums(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

describe("the program, on the site's own server", () => {
  let postId = '';
  const file = path.join(place, 'kept.tar.gz');
  let site: Site;
  beforeAll(async () => {
    site = await openAt(dataDir);
    const author = await makeMember(site.ctx, { displayName: 'Kept Author' });
    postId = await makePost(site.ctx, author);
    for (let index = 0; index < 20; index++) {
      const bytes = createHash('sha512').update(String(index)).digest();
      await site.ctx.storage.put(`gallery/${index}/picture.bin`, bytes, { contentType: 'image/png' });
    }
  });

  test('works beside the running site, and by itself', async () => {
    try {
      const beside = await here(['account', 'list', '--json']);
      expect(JSON.parse(beside.output)).toMatchObject({ items: [{ displayName: 'Kept Author' }] });
    } finally {
      await site.close();
    }
    const shown = await here(['account', 'list', '--json']);
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.output)).toMatchObject({ items: [{ displayName: 'Kept Author' }] });

    const backup = await looproom(['backup', file, '--json']);
    expect(JSON.parse(backup.output)).toMatchObject({ isEncrypted: false, files: 41 });
    expect(await lastBackup(dataDir)).not.toBeNull();
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await here(['backup', file])).output).toContain('exists already');
    expect((await here(['backup', path.join(dataDir, 'x.tar.gz')])).output).toContain('inside the data folder');
    expect((await here(['backup', path.join(place, 'none')])).code).toBe(2);
    expect(await here(['restore', file])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });
  });

  test('its backup moves the site to a database server', async () => {
    const postgres = await startPostgres({ fsync: false });
    try {
      await movesTo(postgres.url);
    } finally {
      postgres.stop();
    }
  });

  test('its backup brings everything back into a new folder', () => movesTo(''));

  async function movesTo(databaseUrl: string): Promise<void> {
    const target = { DATA_DIR: path.join(place, `copy-${databaseUrl === ''}`), DATABASE_URL: databaseUrl };
    const restored = await looproom(['restore', file], target);
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toContain('every checksum is right');
    expect(partsIn(target.DATA_DIR)).toEqual(['files', ...(databaseUrl === '' ? ['postgres'] : []), 'secret']);
    const filesOf = (folder: string) => checksums(path.join(folder, 'files'));
    expect(filesOf(target.DATA_DIR)).toEqual(filesOf(dataDir));
    const again = await openSite(readConfig({ ...environment, ...target }), log, { pages: false, work: false });
    try {
      const rows = await again.ctx.db.rows(sql`SELECT id FROM forum_posts`);
      expect(rows).toEqual([{ id: postId }]);
      const found = await again.ctx.storage.stat('gallery/7/picture.bin');
      expect(found).toMatchObject({ bytes: 64, contentType: 'image/png' });
    } finally {
      await again.close();
    }
  }

  test('no site starts on the half of a restore', async () => {
    const target = path.join(place, 'interrupted');
    mkdirSync(path.join(target, '.restore', 'files'), { recursive: true });
    mkdirSync(path.join(target, 'files'));
    await expect(openAt(target)).rejects.toThrow(/was interrupted\. Run the same restore command again/);
    expect(await here(['backup', place], { DATA_DIR: target })).toMatchObject({
      code: 1,
      output: expect.stringContaining('was interrupted'),
    });
  });

  test('says in one sentence that the database server cannot be reached, without its password', async () => {
    const refused = await here(['account', 'list'], { DATABASE_URL: 'postgres://site:very-secret@127.0.0.1:9/site' });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/^The database site on 127\.0\.0\.1:9 cannot be reached: [^\n]*$/);
    expect(refused.output).not.toContain('very-secret');
  });
});

/** Needs processes that share a database: runs in the second round of `npm test`, on a PostgreSQL server. */
describe('the program, beside a running site on a database server', () => {
  let world: World;
  /** Another process, in which one command is typed after the other. */
  let child: ChildProcess;
  beforeAll(async () => {
    world = await openWorld();
    const { databaseUrl, dataDir: ownDir } = world.ctx.config;
    child = fork(path.join(packageRoot(), 'scripts/commands/testing/command-process.ts'), [], {
      env: { ...process.env, ...environment, DATABASE_URL: databaseUrl!, DATA_DIR: ownDir },
      execArgv: [],
    });
  });
  afterAll(async () => {
    child.kill();
    await world.close();
  });
  const beside = async (...words: string[]) => {
    child.send(words);
    const [ended] = (await once(child, 'message')) as [{ code: number; output: string }];
    return ended;
  };

  test('what it changes reaches the site: sessions, roles, page cache, settings, banned words, jobs', async () => {
    const [member, other] = [await world.member(), await world.member()];
    await siteSettings(world.ctx.db);
    const page = { page: encodePage(200, {}, Buffer.from('before')), isCacheable: true, topics: ['forum'] };
    const unread = async (): Promise<never> => await Promise.reject(new Error('It is not rendered again here.'));
    await world.ctx.pages.make('/forum', async () => page);
    expect(world.ctx.pages.get('/forum', unread)).toBe(page.page);
    const { generation } = world.ctx.pages;
    expect((await beside('account', 'set-role', member.username, 'admin')).code).toBe(0);
    await expect.poll(() => world.ctx.pages.generation).toBeGreaterThan(generation);
    expect(world.ctx.pages.get('/forum', unread)).toBeNull();
    await world.ok('GET /staff/audit', {}, member);
    expect((await beside('account', 'sign-out', other.username)).code).toBe(0);
    await world.refused('GET /account', {}, other, 'sign_in_required');
    expect((await beside('setting', 'set', 'spamPosts', '77')).code).toBe(0);
    await expect
      .poll(async () => (await siteSettings(world.ctx.db)).spamPosts, { timeout: 60_000, interval: 250 })
      .toBe(77);
    expect((await beside('banned-word', 'add', 'grungleflop')).code).toBe(0);
    const post = () =>
      world.call(
        'POST /forum/posts',
        { body: { content: `grungleflop ${crypto.randomUUID()}`, submitId: crypto.randomUUID() } },
        member,
      );
    await expect.poll(async () => (await post()).status, { timeout: 60_000, interval: 250 }).toBe(403);
    await world.ctx.db.rows(sql`DELETE FROM site_statistics`);
    expect((await beside('job', 'run', 'community.count-statistics')).code).toBe(0);
    await expect
      .poll(async () => (await world.ok('GET /community/statistics')).members, { timeout: 60_000 })
      .toBeGreaterThan(0);
  });
});
