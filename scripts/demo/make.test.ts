import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Reply } from '#site/contract/contract.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { type Site, openSite } from '#site/server/site.ts';
import '#site/testing/hashing.ts';
import { DemoError, makeDemo } from './make.ts';
import { guestsOf } from './community/prepare.ts';
import type { Guest } from './running/party.ts';
import { readPeople, signIns } from './people.ts';
import { readThreads } from './threads.ts';
import { demoUploads } from './uploads.ts';

// A whole community is made twice here, with every job: seconds on a quiet machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const log = pino({ level: 'silent' });
const now = new Date('2026-06-17T19:00:00Z');
const all = readThreads(readPeople());
const threads = [
  ...all.filter((thread) => thread.category === 'nsfw').slice(0, 2),
  ...all.filter((thread) => thread.replies.length > 5 && thread.category !== 'nsfw').slice(0, 5),
  ...all.filter((thread) => thread.category === 'marketplace').slice(0, 3),
];
// A recording with a second version, one of several files, pictures, a poll and plain words.
const uploads = demoUploads.filter(
  ({ by, polls }) => ['halfmoon', 'ivo_tapes', 'marlow', 'tamsin'].includes(by) || polls,
);
const part = { threads, uploads, pictures: 4, readingDays: 3, appearances: 2 };
const folder = mkdtempSync(path.join(tmpdir(), 'looproom-demo-'));
const configOf = (name: string) => readConfig({ DATA_DIR: path.join(folder, name), PORT: '3999' });
let site: Site;

beforeAll(async () => {
  await makeDemo(configOf('one'), { log, now, ...part });
  // Without workers: what waits for a time after the history would run, which is long ago for the database.
  site = await openSite(configOf('one'), log, { pages: false, work: false, clock: { now: () => now } });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('posts and replies are there for everybody, in the order of their times and answering what they should', async () => {
  const { db } = site.ctx;
  const posts = await db.rows<{ id: string; title: string; created_at: Date; reply_count: number }>(
    sql`SELECT id, title, created_at, reply_count FROM forum_posts WHERE state = 'published' AND NOT is_locked`,
  );
  expect(posts.map((post) => post.title).toSorted()).toEqual(threads.map((thread) => thread.title).toSorted());
  for (const { id, title, created_at, reply_count } of posts) {
    const thread = threads.find((one) => one.title === title)!;
    expect(reply_count).toBe(thread.replies.length);
    const replies = await db.rows<{ id: string; content: string; in_reply_to: string | null; created_at: Date }>(
      sql`SELECT id, content, in_reply_to, created_at FROM post_replies WHERE post_id = ${id} AND state = 'published' ORDER BY created_at, id`,
    );
    expect(replies.map((reply) => reply.content)).toEqual(thread.replies.map((reply) => reply.text));
    expect(replies.map((reply) => replies.findIndex((other) => other.id === reply.in_reply_to))).toEqual(
      thread.replies.map((reply) => reply.to ?? -1),
    );
    expect(created_at < now && replies.every((reply) => reply.created_at > created_at && reply.created_at < now)).toBe(
      true,
    );
  }
});

test('the three sign-ins work, with their roles', async () => {
  for (const { role, email, password, username } of signIns) {
    const answer = await site.app.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { email, password } });
    expect(answer.json()).toMatchObject({
      status: 'signed_in',
      viewer: { username, isAdmin: role === 'admin', isModerator: role === 'moderator', verified: true },
    });
  }
});

test('sums agree with the ledger, notifications are as old as their cause, and no spam setting stays changed', async () => {
  const { db } = site.ctx;
  const wrong = await db.rows(sql`
    SELECT p.username FROM profiles p LEFT JOIN ledger_entries e ON e.profile_id = p.id AND e.currency = 'xp'
    GROUP BY p.id HAVING p.xp <> coalesce(sum(e.amount), 0)`);
  expect(wrong).toEqual([]);
  const late = await db.rows(sql`
    SELECT n.id FROM notifications n JOIN post_replies t ON n.cause = 'post_reply:' || t.id WHERE n.created_at <> t.created_at`);
  expect(late).toEqual([]);
  expect(await db.rows(sql`SELECT name FROM site_settings`)).toEqual([]);
});

test('three posts are locked, and credits were moved but not made', async () => {
  const { db } = site.ctx;
  const locked = await db.rows<{ id: string }>(sql`SELECT id FROM forum_posts WHERE is_locked AND state = 'published'`);
  expect(locked).toHaveLength(3);
  for (const { id } of locked) {
    const answer = await site.app.inject({ method: 'GET', url: `/api/v1/forum/posts/${id}` });
    expect(answer.json()).toMatchObject({ isLocked: true, html: '' });
  }
  const [paid] = await db.rows<{ sum: number }>(
    sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entries WHERE kind IN ('tip', 'unlock')`,
  );
  expect(paid!.sum).toBe(0);
  expect(await db.rows(sql`SELECT 1 FROM profiles WHERE credits < 0`)).toEqual([]);
});

test('the held post is for staff alone, and nobody but the three has a known password', async () => {
  const answer = await site.app.inject({ method: 'GET', url: '/api/v1/forum/posts?category=marketplace' });
  expect(answer.body).not.toContain('Rehearsal room');
  const hashes = await site.ctx.db.rows(sql`SELECT DISTINCT password FROM user_accounts`);
  expect(hashes).toHaveLength(signIns.length + 1);
});

test('members are friends with each other, and some requests wait for milo', async () => {
  const { db } = site.ctx;
  const [row] = await db.rows<{ accepted: number; waiting: number }>(sql`
    SELECT count(*) FILTER (WHERE f.status = 'accepted')::int AS accepted,
      count(*) FILTER (WHERE f.status = 'pending' AND p.username = 'milo')::int AS waiting
    FROM friends f JOIN profiles p ON p.id = f.friend_id`);
  expect(row!.accepted).toBeGreaterThan(30);
  expect(row!.waiting).toBe(3);
});

test('milo has an inbox of several kinds, of which the last hours are unread', async () => {
  const rows = await site.ctx.db.rows<{ kind: string; is_read: boolean; created_at: Date }>(sql`
    SELECT n.kind, n.is_read, n.created_at FROM notifications n JOIN profiles p ON p.id = n.user_id WHERE p.username = 'milo' AND NOT n.is_hidden`);
  expect(new Set(rows.map((row) => row.kind)).size).toBeGreaterThan(2);
  expect(rows.some((row) => row.is_read)).toBe(true);
  const unread = rows.filter((row) => !row.is_read);
  expect(unread.length).toBeGreaterThanOrEqual(2);
  for (const row of unread) expect(row.created_at.getTime()).toBeGreaterThan(now.getTime() - 15 * 3_600_000);
});

test('the gallery has pictures that staff approved, featured ones first, and one of milo’s waits', async () => {
  const answer = await site.app.inject({ method: 'GET', url: '/api/v1/gallery/images' });
  const { items } = answer.json<{
    items: { isFeatured: boolean; file: { url: string | null }; likeCount: number }[];
  }>();
  expect(items.length).toBeGreaterThan(1);
  expect(items[0]!.isFeatured).toBe(true);
  expect(items.every((image) => image.file.url !== null)).toBe(true);
  expect(items.some((image) => image.likeCount > 0)).toBe(true);
  const waiting = await site.ctx.db.rows(
    sql`SELECT 1 FROM gallery_images i JOIN profiles p ON p.id = i.uploader_id WHERE i.state = 'pending' AND p.username = 'milo'`,
  );
  expect(waiting).toHaveLength(1);
});

test('the feed has sounds, a second version, pictures and polls, and what others made of them', async () => {
  const items: Reply<'GET /uploads'>['items'] = [];
  let after: string | null = '';
  while (after !== null) {
    const url: string = `/api/v1/uploads${after === '' ? '' : `?after=${after}`}`;
    const page: Reply<'GET /uploads'> = (await site.app.inject({ method: 'GET', url })).json();
    items.push(...page.items);
    after = page.next;
  }
  const titles = uploads.map(({ text }) => text.slice(0, text.indexOf('\n')));
  expect(items.map((item) => item.title).toSorted()).toEqual(titles.toSorted());
  const bus = items.find((item) => item.author.username === 'halfmoon')!;
  expect(bus.files).toMatchObject([{ kind: 'audio', version: 2, contentType: 'audio/wav' }]);
  expect(bus.likeCount).toBeGreaterThan(5);
  expect(bus.playCount).toBeGreaterThan(0);
  expect(bus.commentCount).toBe(uploads.find(({ by }) => by === 'halfmoon')!.comments!.length);
  const track = `/api/v1/uploads/${bus.id}/tracks/${bus.files[0]!.trackId}/timed-comments`;
  const { items: timed } = (await site.app.inject({ method: 'GET', url: track })).json<{
    items: { mark: unknown }[];
  }>();
  expect(timed.filter((comment) => comment.mark === 'resolved')).toHaveLength(2);
  expect(items.filter((item) => item.poll).every((item) => item.poll!.total > 0)).toBe(true);
  // With a decoder there is a waveform and the cover; without one the file plays all the same.
  const file = bus.files[0]!;
  if (findDecoder()) {
    expect(file).toMatchObject({ processing: 'done', tags: { title: bus.title, bpm: '112', key: 'Cm' } });
    expect(file.loudness).toBeLessThan(-3);
    expect(file.renditions.some(({ name }) => name.startsWith('cover-'))).toBe(true);
  } else expect(file.processing).toBe('unavailable');
  expect(file.url).not.toBeNull();
});

test('every list has things of members, with likes, replies, downloads and a track of this site', async () => {
  const read = async (address: string) =>
    (await site.app.inject({ method: 'GET', url: `/api/v1${address}` })).json<Reply<'GET /songs'>>().items;
  const songs = await read('/songs');
  expect(new Set(songs.map(({ type }) => type))).toEqual(
    new Set(['soundcloud', 'spotify', 'youtube', 'bandcamp', 'site']),
  );
  expect(songs.filter(({ type }) => type === 'site')).toMatchObject([{ sound: { durationMs: expect.any(Number) } }]);
  const others = await Promise.all(['/drumkits', '/editing-packs', '/leaks'].map(read));
  for (const items of others) expect(items.some((item) => item.downloadCount! > 0)).toBe(true);
  const promotion = await read('/self-promotion');
  expect(promotion.length).toBeGreaterThan(1);
  expect(
    await site.ctx.db.rows(
      sql`SELECT p.username FROM self_promotion_posts t JOIN profiles p ON p.id = t.author_id WHERE t.state = 'pending'`,
    ),
  ).toEqual([{ username: 'milo' }]);
  for (const items of [songs, ...others, promotion]) {
    expect(items.some((item) => item.likeCount > 0 && item.replyCount > 0)).toBe(true);
    expect(items.every((item) => new Date(item.createdAt) < now)).toBe(true);
  }
});

test('kits have archives with analysed one-shots, one of them in two versions, and one is bought', async () => {
  const read = async <T>(address: string) =>
    (await site.app.inject({ method: 'GET', url: `/api/v1${address}` })).json<T>();
  const { items } = await read<Reply<'GET /drumkits'>>('/drumkits');
  expect(items.map(({ archive }) => archive?.processing)).toEqual(items.map(() => 'done'));
  const stairwell = items.find(({ author }) => author.username === 'gridlock')!;
  expect(stairwell.archive).toMatchObject({ version: 2 });
  const { kinds, waiting } = await read<Reply<'GET /drumkits/:itemId/archive'>>(`/drumkits/${stairwell.id}/archive`);
  expect({ kinds, waiting }).toEqual({ kinds: { sound: 20, text: 1 }, waiting: 0 });
  expect(items.find(({ price }) => price !== null)!.downloadCount).toBeGreaterThan(0);
});

test('an album waits for its release: everybody sees the countdown', async () => {
  const [album] = await site.ctx.db.rows<{ id: string; release_at: Date; state: string }>(
    sql`SELECT id, release_at, state FROM sets WHERE is_scheduled`,
  );
  expect(album).toMatchObject({ state: 'private', release_at: new Date(now.getTime() + 5 * 86_400_000) });
  const answer = await site.app.inject({ method: 'GET', url: `/api/v1/sets/${album!.id}/countdown` });
  expect(answer.json()).toMatchObject({ releaseAt: album!.release_at.toISOString(), author: { username: 'halfmoon' } });
  expect(answer.json<{ entryCount: number }>().entryCount).toBeGreaterThan(0);
});

test('every track was listened to for its tempo and key, and what its file says comes first', async () => {
  if (!findDecoder()) return;
  expect(
    await site.ctx.db.rows(
      sql`SELECT name FROM files WHERE kind = 'audio'
        AND (analysis <> 'done' OR musical_key IS NULL OR tempo IS DISTINCT FROM coalesce((tags ->> 'bpm')::real, tempo))`,
    ),
  ).toEqual([]);
});

test('staff announce things of every type: one pinned, one with an end', async () => {
  const answer = await site.app.inject({ method: 'GET', url: '/api/v1/announcements' });
  const { items } = answer.json<Reply<'GET /announcements'>>();
  expect(new Set(items.map((item) => item.type)).size).toBe(4);
  expect(items.map((item) => item.isPinned)).toEqual([true, ...items.slice(1).map(() => false)]);
  expect(items.filter((item) => item.expiresAt !== null)).toHaveLength(1);
});

test('a database with accounts is not touched', async () => {
  await expect(makeDemo(configOf('one'), { log, threads })).rejects.toThrow();
  await site.close();
  await expect(makeDemo(configOf('one'), { log, threads })).rejects.toThrow(DemoError);
  site = await openSite(configOf('one'), log, { pages: false, work: false, clock: { now: () => now } });
});

test('the same seed and timestamp give the same community again, also where recordings are processed later', async () => {
  let guests: readonly Guest[] = [];
  const onMade = async (ctx: Context): Promise<void> => void (guests = await guestsOf(ctx));
  await makeDemo(configOf('two'), { log, now, ...part, processLater: true, onMade });
  expect(guests.length).toBeGreaterThan(1);
  const other = await openSite(configOf('two'), log, { pages: false, work: false });
  const counts = async ({ db }: Context): Promise<unknown> =>
    await Promise.all([
      db.rows(sql`SELECT title, html, created_at, edited_at FROM forum_posts ORDER BY created_at`),
      db.rows(sql`SELECT html, created_at FROM post_replies ORDER BY created_at`),
      db.rows(sql`SELECT html, like_count, created_at FROM uploads ORDER BY created_at`),
      db.rows(sql`SELECT sha256, created_at FROM files WHERE kind = 'audio' ORDER BY created_at, sha256`),
      db.rows(sql`SELECT html, at_ms, mark, created_at FROM upload_comments ORDER BY created_at`),
      db.rows(sql`SELECT reaction, created_at FROM content_reactions ORDER BY created_at, reaction`),
      db.rows(
        sql`SELECT kind, amount, created_at FROM ledger_entries WHERE currency = 'credits' ORDER BY created_at, kind, amount`,
      ),
      db.rows(sql`SELECT username, bio, is_adult, created_at, custom_role FROM profiles ORDER BY username`),
      db.rows(sql`
        SELECT a.username AS asked, b.username, f.status, f.since FROM friends f JOIN profiles a ON a.id = f.user_id JOIN profiles b ON b.id = f.friend_id
        ORDER BY f.since, a.username, b.username`),
      db.rows(sql`
        SELECT p.username, n.title, n.created_at FROM notifications n JOIN profiles p ON p.id = n.user_id
        ORDER BY n.created_at, n.title, p.username`),
    ]);
  try {
    expect(await counts(other.ctx)).toEqual(await counts(site.ctx));
    // The site that is started next finds the work as jobs; pictures are there.
    const waiting = await other.ctx.db.rows<{ id: string }>(sql`
      SELECT f.id FROM files f JOIN pgboss.job j ON j.name = 'media.process' AND j.data ->> 'fileId' = f.id::text
      WHERE f.kind = 'audio' AND f.processing = 'waiting'`);
    const sounds = await other.ctx.db.rows<{ id: string }>(sql`SELECT id FROM files WHERE kind = 'audio'`);
    expect(waiting).toHaveLength(sounds.length);
    expect(await other.ctx.db.rows(sql`SELECT id FROM files WHERE kind = 'image' AND processing = 'waiting'`)).toEqual(
      [],
    );
  } finally {
    await other.close();
  }
});

test('some members have connected an artist, and nobody outside was asked about them', async () => {
  const answer = await site.app.inject({ method: 'GET', url: '/api/v1/showcases' });
  const { items } = answer.json<Reply<'GET /showcases'>>();
  expect(items.length).toBeGreaterThan(3);
  expect(items[0]).toMatchObject({ followers: { value: 2_560_000, isSelfReported: true }, pictureUrl: null });
  expect(await site.ctx.db.rows(sql`SELECT 1 FROM spotify_showcases WHERE refreshed_at IS NOT NULL`)).toEqual([]);
});

test('the guests of the party are members who share tracks, each with a session', async () => {
  const guests = await guestsOf(site.ctx);
  expect(guests.length).toBeGreaterThan(1);
  for (const { cookie, username } of guests) {
    const answer = await site.app.inject({ method: 'GET', url: '/api/v1/session', headers: { cookie } });
    expect(answer.json<Reply<'GET /session'>>().viewer?.username).toBe(username);
  }
});
