import type { RelationEvent } from '#server/features/relations/actions.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';

/** A friendship is an activity of both; when it ends, it is none any more. */
export async function recordFriendship(tx: Tx, event: RelationEvent): Promise<void> {
  const { by, other, at } = event;
  if (event.kind === 'ended') {
    await tx.rows(sql`
      DELETE FROM activity_feed WHERE activity_type = 'friendship' AND ((user_id = ${by} AND target_id = ${other}) OR (user_id = ${other} AND target_id = ${by}))`);
  }
  if (event.kind !== 'accepted') return;
  await tx.rows(sql`
    INSERT INTO activity_feed (id, user_id, activity_type, target_id, target_type, content, metadata, created_at)
    SELECT pair.id, pair.mine, 'friendship', p.id, 'profile', 'is now friends with ' || p.display_name, jsonb_build_object('friend_username', p.username), ${at}::timestamptz
    FROM unnest(${[newId(at), newId(at)]}::uuid[], ${[by, other]}::uuid[], ${[other, by]}::uuid[]) AS pair (id, mine, theirs)
    JOIN profiles p ON p.id = pair.theirs ON CONFLICT DO NOTHING`);
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

/** Forgets everything that was done with things: they are hidden, or gone. */
export async function forgetActivity(tx: Tx, targetType: string, targetIds: readonly string[]): Promise<void> {
  await tx.rows(
    sql`DELETE FROM activity_feed WHERE target_type = ${targetType} AND target_id = ANY(${[...targetIds]}::uuid[])`,
  );
}
