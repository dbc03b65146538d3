import { trackTitle } from '#content/media/contract/track-facts.ts';
import { unblockedPair } from '#people/friends/server/store.ts';
import type { WrittenTags } from '#platform/server/media/audio/tags.ts';
import type { Context } from '#platform/server/context.ts';
import { deleteLikesOf, likesByMember } from '#content/core/server/reactions/likes.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { trendingChanged } from './list/trending.ts';
import { upload } from './types.ts';

/** Everything that a member made in the feed but comments, for their data export. */
export async function exportFeed(ctx: Context, profileId: string): Promise<Record<string, unknown[]>> {
  const user = sql`(SELECT user_id FROM profiles WHERE id = ${profileId})`;
  const [uploads, likes, votes, listened] = await Promise.all([
    ctx.db.rows(sql`
      SELECT u.id, u.title, u.content, u.file_type, u.is_adult, u.state, u.created_at, u.edited_at, u.like_count, u.comment_count,
        (SELECT jsonb_agg(jsonb_build_object('track_id', t.id, 'file_id', t.file_id, 'kind', t.kind, 'version', t.version, 'cover_file_id', t.cover_file_id, 'plays', t.play_count) ORDER BY t.position)
          FROM upload_files t WHERE t.upload_id = u.id) AS files,
        (SELECT jsonb_build_object('question', p.question, 'closes_at', p.closes_at,
          'options', (SELECT jsonb_agg(o.label ORDER BY o.position) FROM poll_options o WHERE o.upload_id = p.upload_id))
          FROM polls p WHERE p.upload_id = u.id) AS poll
      FROM uploads u WHERE u.author_id = ${profileId} ORDER BY u.created_at`),
    likesByMember(ctx.db, upload.likes!, profileId),
    ctx.db.rows(sql`
      SELECT v.upload_id, o.label AS choice, v.created_at FROM poll_votes v JOIN poll_options o ON o.id = v.option_id
      WHERE v.user_id = ${user} ORDER BY v.created_at`),
    ctx.db.rows(sql`
      SELECT upload_id, track_id, started_at, counted_at FROM plays WHERE listener = ${profileId}::uuid::text ORDER BY started_at`),
  ]);
  return { uploads, upload_likes: likes, poll_votes: votes, plays: listened };
}

/** Titles, artist and album of a member's tracks, for the sounds that do not say so themselves. */
export async function trackTagsOf(ctx: Context, profileId: string): Promise<Map<string, WrittenTags>> {
  const rows = await ctx.db.rows<{
    file_id: string;
    title: string;
    has_several: boolean;
    name: string;
    tags: Record<string, string>;
    display_name: string;
  }>(sql`
    SELECT t.file_id, u.title, f.name, f.tags, p.display_name,
      EXISTS (SELECT 1 FROM upload_files o WHERE o.upload_id = u.id AND o.kind = 'audio' AND o.id <> t.id) AS has_several
    FROM uploads u JOIN upload_files t ON t.upload_id = u.id AND t.kind = 'audio' JOIN files f ON f.id = t.file_id JOIN profiles p ON p.id = u.author_id
    WHERE u.author_id = ${profileId} AND f.tags ->> 'title' IS NULL`);
  return new Map(
    rows.map(({ file_id: fileId, title, has_several: hasSeveral, name, tags, display_name: artist }) => [
      fileId,
      {
        title: trackTitle({ title }, { name, tags }, hasSeveral),
        artist: tags['artist'] === undefined ? artist : null,
        album: hasSeveral && tags['album'] === undefined ? title : null,
      },
    ]),
  );
}

/** A member's comments, and those of others at a position of their tracks, for their data export. */
export async function exportComments(ctx: Context, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    // As everybody may read them: of members who have left without a name, of those whom a block keeps away nothing.
    timed_comments_on_own_tracks: await ctx.db.rows(sql`
      SELECT c.upload_id, c.track_id, c.at_ms, c.content, c.mark, CASE WHEN p.user_id IS NOT NULL THEN p.username END AS username, c.created_at, c.edited_at
      FROM upload_comments c JOIN uploads u ON u.id = c.upload_id LEFT JOIN profiles p ON p.id = c.author_id
      WHERE u.author_id = ${profileId} AND c.author_id <> ${profileId} AND c.state = 'published' AND c.track_id IS NOT NULL${unblockedPair(sql`${profileId}::uuid`, sql`c.author_id`)}
      ORDER BY c.track_id, c.at_ms, c.created_at`),
    upload_comments: await ctx.db.rows(sql`
      SELECT id, upload_id, track_id, at_ms, content, state, created_at, edited_at FROM upload_comments
      WHERE author_id = ${profileId} ORDER BY created_at`),
  };
}

/**
 * A member leaves. Their likes are taken back. Votes and plays stay as numbers that
 * lead to nobody.
 */
export async function eraseFeed(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  const user = sql`(SELECT user_id FROM profiles WHERE id = ${profileId})`;
  await deleteLikesOf(tx, upload, profileId);
  await tx.rows(sql`UPDATE poll_votes SET user_id = gen_random_uuid() WHERE user_id = ${user}`);
  await tx.rows(sql`
    UPDATE plays SET listener = 'gone:' || gen_random_uuid()::text, network = NULL WHERE listener = ${profileId}::uuid::text`);
  tx.afterCommit(() => trendingChanged(ctx));
}
