import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { notifyReactionsJob } from '#content/core/server/notify.ts';
import type { ContentFacts, ContentType } from '#content/core/server/type.ts';

/** Reactions of one key to one content, and whether the reader's is among them. */
export interface ReactionCount {
  readonly key: string;
  readonly count: number;
  readonly mine: boolean;
}

/** A column with the reactions to one content, the most given first. @param contentId the column of its id */
export function reactionsColumn(contentId: SQL, readerId: string | null): SQL {
  return sql`(SELECT coalesce(json_agg(json_build_object('key', g.reaction, 'count', g.count, 'mine', g.mine) ORDER BY g.count DESC, g.reaction), '[]')
    FROM (SELECT reaction, count(*) AS count, coalesce(bool_or(profile_id = ${readerId}::uuid), false) AS mine
      FROM content_reactions WHERE content_id = ${contentId} GROUP BY reaction) g)`;
}

/** Reactions to one content. */
export async function reactionsOf(db: Executor, id: string, readerId: string | null): Promise<ReactionCount[]> {
  const [row] = await db.rows<{ reactions: ReactionCount[] }>(
    sql`SELECT ${reactionsColumn(sql`${id}::uuid`, readerId)} AS reactions`,
  );
  return row!.reactions;
}

/**
 * Gives, changes or takes back (null) the one reaction of a member to a published content.
 * @param publish sends the live event, in the transaction
 * @returns all reactions to it
 */
export async function react(
  ctx: Context,
  viewer: Viewer,
  type: ContentType,
  facts: ContentFacts,
  reaction: string | null,
  publish: (tx: Tx) => Promise<unknown>,
): Promise<{ reactions: ReactionCount[] }> {
  const { id } = facts;
  await ctx.db.tx(async (tx) => {
    await tx.rows(
      reaction === null
        ? sql`DELETE FROM content_reactions WHERE content_id = ${id} AND profile_id = ${viewer.profileId}`
        : sql`INSERT INTO content_reactions (content_id, profile_id, reaction, created_at) VALUES (${id}, ${viewer.profileId}, ${reaction}, ${ctx.clock.now()})
              ON CONFLICT (content_id, profile_id) DO UPDATE SET reaction = excluded.reaction, created_at = excluded.created_at`,
    );
    if (type.reactionCause !== undefined && viewer.profileId !== facts.authorId)
      await ctx.jobs.enqueue(tx, notifyReactionsJob, { kind: type.kind, id });
    await publish(tx);
  });
  return { reactions: await reactionsOf(ctx.db, id, viewer.profileId) };
}
