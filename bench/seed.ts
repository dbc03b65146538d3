import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { defaultTheme } from '#contract/limits/customization.ts';
import type { Context } from '#server/context.ts';
import { readConfig } from '#server/config.ts';
import { makeMember } from '#server/features/accounts/fixtures.ts';
import { makeUpload } from '#server/features/feed/fixtures.ts';
import { makeSound } from '#server/features/media/fixtures.ts';
import { countStatistics } from '#server/features/community/store.ts';
import { correct } from '#server/features/ledger/actions.ts';
import { setSiteSetting } from '#server/features/site-settings/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { openSite } from '#server/site.ts';
import { bulkLoad } from '#scripts/demo/bulk.ts';
import { addCrowd } from './crowd.ts';
import type { Seeded } from './seeded.ts';
import { addListeners } from './sockets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'looproom-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Members who are signed in. */
const MEMBERS = 16;
/** Posts that requests are spread over. */
const POSTS = 400;

/** Posts with a watcher each. */
const WATCHED = 8;
/** Uploads with a track. */
const TRACKS = 20;

/** Members whose profiles are read. */
const PROFILES = Array.from({ length: 20 }, (_, at) => `bulk_${at + 1}`);

/** What the first of the signed-in members has earned: a place in the middle of everybody. */
const READER_XP = 120;

/**
 * Fills an empty database, with the spam thresholds out of the way.
 * @param databaseUrl empty for the site's own one
 * @param members who wrote the posts; by default as many as suit the posts
 */
export async function seed(
  name: string,
  databaseUrl: string,
  posts: number,
  repliesPerPost: number,
  members?: number,
): Promise<Seeded> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '3999' });
  const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false });
  try {
    const { ctx } = site;
    const now = new Date();
    const createdAt = new Date(now.getTime() - 30 * 86_400_000);
    const cookies: string[] = [];
    for (let made = 0; made < MEMBERS; made++) {
      const member = await makeMember(ctx, { createdAt });
      cookies.push(member.cookie);
      if (made === 0)
        await ctx.db.tx((tx) => correct(ctx, tx, member.profileId, { xp: READER_XP, credits: 0 }, 'bench'));
    }
    await setSiteSetting(ctx, 'spamReplies', 100_000);
    await setSiteSetting(ctx, 'spamUploads', 1000);
    // Writers of the scenarios all write the same.
    await setSiteSetting(ctx, 'sameTextAccounts', 100);
    const started = Date.now();
    await bulkLoad(ctx, {
      posts,
      repliesPerPost,
      ...(members !== undefined && { members }),
      now,
      onProgress: (done, all) => {
        if (all > 50_000 && done % 100_000 === 0)
          console.log(`  ${done} of ${all} posts after ${Math.round((Date.now() - started) / 1000)} s`);
      },
    });
    await countStatistics(ctx.db, now);
    await dress(ctx, PROFILES);
    const rows = await ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM forum_posts ORDER BY created_at DESC LIMIT ${POSTS}`,
    );
    const postIds = rows.map((row) => row.id);
    // Not one of those that the writers answer.
    const crowd = await addCrowd(ctx, postIds.at(-1)!, await makeMember(ctx, { createdAt }));
    const [hotId = '', ...watchedIds] = postIds.slice(-2 - WATCHED, -1);
    await addWatchers(ctx, [hotId, ...watchedIds]);
    await addTracks(ctx, createdAt);
    const listeners = await addListeners(ctx);
    return { dataDir, databaseUrl, cookies, postIds, usernames: PROFILES, crowd, watchedIds, hotId, listeners };
  } finally {
    await site.close();
  }
}

/** Lets a member each watch some posts. */
async function addWatchers(ctx: Context, postIds: readonly string[]): Promise<void> {
  await ctx.db.rows(sql`
    INSERT INTO post_readers (profile_id, post_id, watching)
    SELECT p.id, o.id, true FROM unnest(${[...postIds]}::uuid[]) WITH ORDINALITY AS o (id, number)
    JOIN profiles p ON p.username = 'bulk_' || o.number`);
}

/** Fills a page of the feed with tracks. */
async function addTracks(ctx: Context, createdAt: Date): Promise<void> {
  const author = await makeMember(ctx, { createdAt, displayName: 'Somebody with tracks' });
  for (let made = 0; made < TRACKS; made++) {
    const fileId = await makeSound(ctx, author);
    await makeUpload(ctx, author, { content: `Track ${made} of a loop`, fileIds: [fileId] });
  }
}

/** Gives members an appearance, links and decorations, as the endpoints would have stored them. */
async function dress(ctx: Context, usernames: readonly string[]): Promise<void> {
  const appearance = {
    font_family: 'Georgia',
    background_image: '/files/images/u/background_image_1_x/w2400.webp',
    background_opacity: 0.8,
    profile_opacity: 0.9,
    profile_blur: 4,
    cursor_effect: 'sparkle',
    background_effects: 'stars',
    custom_description: 'Loops, mostly at night. Write me about mixing. '.repeat(12),
  };
  const theme = {
    primary_color: defaultTheme.primary,
    secondary_color: defaultTheme.secondary,
    background_color: defaultTheme.background,
    accent_color: defaultTheme.accent,
  };
  const style = { glow_color: defaultTheme.accent, glow_intensity: 7, effect: 'shimmer' };
  await ctx.db.rows(sql`
    UPDATE profiles SET bio = ${'Producer of quiet loops. '.repeat(12)}, appearance_settings = ${JSON.stringify(appearance)}::jsonb, profile_theme = ${JSON.stringify(theme)}::jsonb,
      name_style = ${JSON.stringify(style)}::jsonb, banner_url = '/files/profile-assets/u/banner_1_x/w1600.webp',
      avatar_url = '/files/profile-assets/u/avatar_1_x/square.webp',
      avatar_decorations = (SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name)) FROM (SELECT id, name FROM avatar_decorations ORDER BY key LIMIT 3) d)
    WHERE username = ANY(${[...usernames]}::text[])`);
  await ctx.db.rows(sql`
    INSERT INTO profile_links (id, profile_id, title, url, icon, display_order)
    SELECT gen_random_uuid(), p.id, 'Link ' || n, 'https://soundcloud.com/loops/' || n, 'soundcloud', n
    FROM profiles p, generate_series(1, 6) AS n WHERE p.username = ANY(${[...usernames]}::text[])`);
}
