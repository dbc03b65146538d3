import { createHash } from 'node:crypto';
import type { RelationChange } from '#people/friends/server/events.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';

/** A friendship is an activity of both; the same again is one. */
export async function recordFriendship(tx: Tx, { by, other, at }: RelationChange): Promise<void> {
  await tx.rows(sql`
    INSERT INTO activity_feed (id, user_id, activity_type, target_id, target_type, content, metadata, created_at)
    SELECT pair.id, pair.mine, 'friendship', p.id, 'profile', 'is now friends with ' || p.display_name, jsonb_build_object('friend_username', p.username), ${at}::timestamptz
    FROM unnest(${[newId(at), newId(at)]}::uuid[], ${[by, other]}::uuid[], ${[other, by]}::uuid[]) AS pair (id, mine, theirs)
    JOIN profiles p ON p.id = pair.theirs ON CONFLICT DO NOTHING`);
}

/** A friendship that has ended is no activity any more. */
export async function removeFriendship(tx: Tx, { by, other }: RelationChange): Promise<void> {
  await tx.rows(sql`
    DELETE FROM activity_feed WHERE activity_type = 'friendship' AND ((user_id = ${by} AND target_id = ${other}) OR (user_id = ${other} AND target_id = ${by}))`);
}

/** Notes what a member did with a thing; the same again is one activity. */
export async function recordActivity(
  tx: Tx,
  activity: { profileId: string; type: string; targetType: string; targetId: string; content: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO activity_feed (id, user_id, activity_type, target_id, target_type, content, created_at)
    VALUES (${newId(activity.at)}, ${activity.profileId}, ${activity.type}, ${activity.targetId}, ${activity.targetType}, ${activity.content}, ${activity.at})
    ON CONFLICT DO NOTHING`);
}

/** A row of what a member did. */
export interface ActivityRow {
  readonly id: string;
  readonly activity_type: string;
  readonly target_id: string;
  readonly target_type: string;
  readonly metadata: { readonly rank?: string };
  readonly created_at: Date;
}

/** One page of what a member did, newest first. */
export async function activityPage(
  db: Executor,
  profileId: string,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<ActivityRow[]> {
  return await db.rows<ActivityRow>(sql`
    SELECT id, activity_type, target_id, target_type, metadata, created_at FROM activity_feed
    WHERE user_id = ${profileId} ${after === null ? sql`` : sql`AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** A rank that was reached: once, however often it was left and reached again. */
export async function recordRank(
  tx: Tx,
  reached: { profileId: string; rank: string; name: string; at: Date },
): Promise<void> {
  const { profileId, rank, name, at } = reached;
  await tx.rows(sql`
    INSERT INTO activity_feed (id, user_id, activity_type, target_id, target_type, content, metadata, created_at)
    VALUES (${newId(at)}, ${profileId}, 'rank', ${rankId(rank)}, 'rank', ${`reached ${name}`}, ${JSON.stringify({ rank })}::jsonb, ${at})
    ON CONFLICT DO NOTHING`);
}

/** A rank has no row and no id: one that is always the same stands for it (UUID of version 8: made of a hash). */
function rankId(rank: string): string {
  const hex = createHash('sha256').update(`rank:${rank}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Forgets everything that was done with things: they are hidden, or gone. */
export async function forgetActivity(tx: Tx, targetType: string, targetIds: readonly string[]): Promise<void> {
  await tx.rows(
    sql`DELETE FROM activity_feed WHERE target_type = ${targetType} AND target_id = ANY(${[...targetIds]}::uuid[])`,
  );
}
