import { defaultTheme } from '#people/profiles/contract/appearance-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { countStatistics } from '#people/community/server/store.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { bulkLoad } from '#scripts/demo/bulk.ts';
import { type Place, type SignedIn, addCrowd, fillSite } from './place.ts';

/** A filled database with what a driver needs to know of it. */
export interface Seeded extends Place {
  /** `cookie` headers of signed-in members. */
  readonly cookies: readonly string[];
  /** Posts of the first pages of the list. */
  readonly postIds: readonly string[];
  /** Usernames of members who chose everything that a profile can show. */
  readonly usernames: readonly string[];
  /** A post that thousands watch, and the `cookie` of the one who is notified last: it goes by their ids. */
  readonly crowd: { readonly postId: string; readonly lastCookie: string };
  /** Posts that a member each watches, and one that is watched and that all writers answer. */
  readonly watchedIds: readonly string[];
  readonly hotId: string;
  /** Members who have a page open. */
  readonly listeners: readonly SignedIn[];
}

/** Members who are signed in, posts that requests are spread over, posts with a watcher each, uploads with a track. */
const MEMBERS = 16;
const POSTS = 400;
const WATCHED = 8;
const TRACKS = 20;
/** Watchers of the busy post, beside the one who is notified last, and members with an open page. */
const WATCHERS = 10_000;
const LISTENERS = 5000;
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
  replies = 5,
  members?: number,
): Promise<Seeded> {
  return await fillSite(name, databaseUrl, async ({ ctx }) => {
    const now = new Date();
    const createdAt = new Date(now.getTime() - 30 * 86_400_000);
    const made = [];
    for (let number = 0; number < MEMBERS; number++) made.push(await makeMember(ctx, { createdAt }));
    const [reader] = made;
    await ctx.db.tx((tx) => correct(ctx, tx, reader!.profileId, { xp: READER_XP, credits: 0 }, 'bench'));
    await setSiteSetting(ctx, 'spamReplies', 100_000);
    await setSiteSetting(ctx, 'spamUploads', 1000);
    // Writers of the scenarios all write the same.
    await setSiteSetting(ctx, 'sameTextAccounts', 100);
    const onProgress = (done: number, all: number): void => {
      if (all > 50_000 && done % 100_000 === 0) console.log(`  ${done} of ${all} posts`);
    };
    await bulkLoad(ctx, { posts, repliesPerPost: replies, ...(members !== undefined && { members }), now, onProgress });
    await countStatistics(ctx.db, now);
    await dress(ctx, PROFILES);
    const rows = await ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM forum_posts ORDER BY created_at DESC LIMIT ${POSTS}`,
    );
    const postIds = rows.map((row) => row.id);
    const listeners = await addCrowd(ctx, WATCHERS, LISTENERS);
    // Not one of those that the writers answer.
    const crowd = postIds.at(-1)!;
    const last = await makeMember(ctx, { createdAt });
    await ctx.db.rows(sql`
      INSERT INTO post_readers (profile_id, post_id, watching)
      SELECT id, ${crowd}::uuid, true FROM profiles WHERE username LIKE 'crowd\\_%' OR id = ${last.profileId}`);
    const [hotId = '', ...watchedIds] = postIds.slice(-2 - WATCHED, -1);
    await ctx.db.rows(sql`
      INSERT INTO post_readers (profile_id, post_id, watching)
      SELECT p.id, o.id, true FROM unnest(${[hotId, ...watchedIds]}::uuid[]) WITH ORDINALITY AS o (id, number)
      JOIN profiles p ON p.username = 'bulk_' || o.number`);
    const author = await makeMember(ctx, { createdAt, displayName: 'Somebody with tracks' });
    for (let number = 0; number < TRACKS; number++) {
      const fileId = await makeSound(ctx, author);
      await makeUpload(ctx, author, { content: `Track ${number} of a loop`, fileIds: [fileId] });
    }
    const cookies = made.map(({ cookie }) => cookie);
    const watched = { crowd: { postId: crowd, lastCookie: last.cookie }, watchedIds, hotId };
    return { cookies, postIds, usernames: PROFILES, ...watched, listeners };
  });
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
