import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { hideIfGone, noticeOf, publishedFacts } from '#content/core/server/notify.ts';
import { type ContentType, contentType } from '#content/core/server/type.ts';

/** Milliseconds after its first publishing in which a content is a new release. */
const NEW_MS = 86_400_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies the followers of an author of a new release, in batches. An earlier one of the same author that is still
 * unread makes room for it, so that an inbox has one unread line for each author. 18+ ones notify nobody.
 */
export const notifyFollowersJob: Job<{ kind: string; id: string; after: string }> = defineJob({
  name: 'content.notify-followers',
  payload: z.object({ kind: z.string(), id: z.uuid(), after: z.uuid() }),
  async run(ctx, { kind, id, after }) {
    const type = contentType(kind);
    const facts = type && (await publishedFacts(ctx, type, id));
    if (!type || !facts || facts.isAdult) return;
    if (ctx.clock.now().getTime() - facts.createdAt.getTime() > NEW_MS) return;
    const followers = await ctx.db.rows<{ id: string }>(sql`
      SELECT follower_id AS id FROM follows WHERE followed_id = ${facts.authorId} AND follower_id > ${after}::uuid
      ORDER BY follower_id LIMIT ${notifications.batch}`);
    if (followers.length === 0) return;
    const ids = followers.map((row) => row.id);
    const { about, ...shared } = noticeOf(type, facts);
    const causes = `release:${facts.authorId}:`;
    await ctx.db.tx(async (tx) => {
      const cause = causes + id;
      await notify(ctx, tx, ids, { ...shared, ...noticeText.release(about, type.noun), cause });
      await tx.rows(sql`
        DELETE FROM notifications WHERE user_id = ANY(${ids}::uuid[]) AND kind = 'release' AND NOT is_read
          AND starts_with(cause, ${causes}) AND cause <> ${cause}`);
      if (ids.length === notifications.batch)
        await ctx.jobs.enqueue(tx, notifyFollowersJob, { kind, id, after: ids.at(-1)! });
    });
    await hideIfGone(ctx, type, id);
  },
});

/** For `notifyPublished` of a type whose contents are releases. */
export async function notifyFollowers(ctx: Context, type: ContentType, id: string): Promise<void> {
  await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, notifyFollowersJob, { kind: type.kind, id, after: NO_ID }));
}
