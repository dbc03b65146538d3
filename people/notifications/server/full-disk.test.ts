import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { sql } from '#platform/server/db/database.ts';

const MEGABYTE = 2 ** 20;
const places: string[] = [];
let site: Site | null = null;

afterEach(async () => {
  vi.restoreAllMocks();
  await site?.close();
  site = null;
  for (const place of places.splice(0)) await rm(place, { recursive: true, force: true });
});

/** As if the disk had so much room; null for what it really has. */
function setRoom(free: number | null): void {
  vi.restoreAllMocks();
  if (free === null) return;
  const space = { bavail: free / 4096, bsize: 4096 } as fs.StatsFs;
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue(space);
}

async function makePlace(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'looproom-full-'));
  places.push(place);
  return place;
}

async function open(dataDir: string): Promise<Site> {
  site = await openSite(readConfig({ PORT: '3999', DATA_DIR: dataDir, DATABASE_URL: '' }), pino({ level: 'silent' }), {
    pages: false,
    work: false,
  });
  return site;
}

/** The subjects of the mails to each. */
async function mailsTo({ ctx }: Site, members: readonly FixtureMember[]): Promise<string[][]> {
  const all = (await ctx.mail.outbox!.list(100)).filter(({ subject }) => subject.includes('disk'));
  return members.map(({ email }) => all.filter(({ to }) => to === email).map(({ subject }) => subject));
}

const noticesOf = ({ ctx }: Site): Promise<{ user_id: string; title: string }[]> =>
  ctx.db.rows(sql`SELECT user_id, title FROM notifications WHERE cause LIKE 'full-disk:%' ORDER BY user_id`);

// The site watches the disk of its own server alone.
describe('a full disk', () => {
  test('is mailed to staff at once and notified when there is room again, once in all its length', async () => {
    const place = await makePlace();
    let { ctx } = await open(place);
    const admin = await makeMember(ctx, { admin: true });
    const moderator = await makeMember(ctx, { moderator: true });
    const members = [admin, moderator, await makeMember(ctx)];
    const full = 'The disk of Looproom is full';
    const { generation } = ctx.pages;
    setRoom(10 * MEGABYTE);
    await expect.poll(() => mailsTo(site!, members), { timeout: 20_000 }).toEqual([[full], [full], []]);
    expect(ctx.db.disk.isFull).toBe(true);
    // Pages that visitors are shown have the banner now.
    expect(ctx.pages.generation).toBeGreaterThan(generation);
    expect(await noticesOf(site!)).toEqual([]);
    await expect
      .poll(() => fs.readFileSync(path.join(place, 'postgres.full-disk'), 'utf8'))
      .toContain('"isMailed":true');
    await site!.close();

    // The next process may start with little room, and mails nobody again when it is used.
    setRoom(60 * MEGABYTE);
    ({ ctx } = await open(place));
    setRoom(10 * MEGABYTE);
    await expect.poll(() => ctx.db.disk.isFull, { timeout: 20_000 }).toBe(true);
    expect(await noticesOf(site!)).toEqual([]);
    const before = ctx.pages.generation;
    setRoom(null);
    await expect
      .poll(() => noticesOf(site!), { timeout: 20_000 })
      .toEqual([admin, moderator].map(({ profileId }) => ({ user_id: profileId, title: 'The disk was full' })));
    expect(ctx.db.disk.isFull).toBe(false);
    expect(ctx.pages.generation).toBeGreaterThan(before);
    expect(await mailsTo(site!, members)).toEqual([[full], [full], []]);

    // Another time is another alert.
    setRoom(10 * MEGABYTE);
    await expect.poll(() => mailsTo(site!, members), { timeout: 20_000 }).toEqual([[full, full], [full, full], []]);
  });

  test('refuses a start with a sentence that says what to do', async () => {
    const place = await makePlace();
    setRoom(10 * MEGABYTE);
    await expect(open(place)).rejects.toThrow(
      `The disk of ${path.join(place, 'postgres')} is full: 10 MB are free, and a start needs 32 MB. Nothing is lost: make room on it and start again.`,
    );
    expect(fs.readdirSync(place)).toEqual([]);
  });
});
