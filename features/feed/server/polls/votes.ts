import type { Poll } from '#features/feed/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { castVote, pollsOf } from './polls-store.ts';
import { presentPoll } from '#features/feed/server/present.ts';
import { uploadLive } from '#features/feed/server/publish.ts';
import { upload } from '#features/feed/server/types.ts';

/**
 * Votes in a poll, once for good.
 * @throws {Refusal} `upload_not_found`, `adults_only`, `not_found` for no such option, `poll_closed`, `poll_voted`
 */
export async function vote(ctx: Context, viewer: Viewer, uploadId: string, optionId: string): Promise<Poll> {
  await requirePublished(ctx.db, upload, uploadId, viewer);
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const outcome = await castVote(tx, { uploadId, userId: viewer.userId, optionId, at });
    if (outcome === 'unknown') throw new Refusal('not_found');
    if (outcome === 'closed') throw new Refusal('poll_closed');
    if (outcome === 'before') throw new Refusal('poll_voted');
    uploadLive.hint(ctx, tx, uploadId, 'votes_changed', { id: uploadId });
  });
  const poll = (await pollsOf(ctx.db, [uploadId], viewer.userId)).get(uploadId);
  return presentPoll(poll!, ctx.clock.now());
}
