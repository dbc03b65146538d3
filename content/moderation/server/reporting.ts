import type { Input } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { isSubjectToBlocks, standing } from '#people/friends/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { addCause, hasReported } from './queue/queue-store.ts';
import { loadContents } from './subjects.ts';

/** How long an account counts as new for its reports, in milliseconds. */
const FIRST_DAY_MS = 86_400_000;

/** Counts a report of an account in its first day. @throws {Refusal} `rate_limited` */
async function countReport(ctx: Context, viewer: Viewer): Promise<void> {
  if (ctx.clock.now().getTime() - viewer.createdAt.getTime() >= FIRST_DAY_MS) return;
  const rate = ctx.config.rates.attempts.reportNew;
  const counted = await ctx.attempts.reserve({ key: ['report', viewer.profileId], rate });
  if (!counted.isAllowed) throw new Refusal('rate_limited', { meta: { retryAfter: counted.retryAfterSeconds } });
}

/**
 * Takes a member's complaint. The same thing has one report of each member; a profile that staff have decided about may
 * be reported again, because it changes.
 * @throws {Refusal} `not_found`, also for who cannot see a profile; `own_profile`, `own_report`
 */
export async function report(ctx: Context, viewer: Viewer, body: Input<'POST /reports'>['body']): Promise<void> {
  const item = (await loadContents(ctx, [body])).get(`${body.kind} ${body.id}`);
  if (item?.visibility !== 'published') throw new Refusal('not_found');
  const isProfile = item.kind === 'profile';
  if (isProfile && item.id === viewer.profileId) throw new Refusal('own_profile');
  if (!isProfile && item.authorId === viewer.profileId) throw new Refusal('own_report');
  if (isProfile && isSubjectToBlocks(viewer) && (await standing(ctx.db, viewer.profileId, item.id)).isBlockedBy)
    throw new Refusal('not_found');
  await countReport(ctx, viewer);
  const { reason, note = '' } = body;
  await ctx.db.tx(async (tx) => {
    // Of a report and a decision at once one comes first: what was removed meanwhile is not in the queue again.
    if ((await ctx.kinds.get(item.kind)?.lock?.(tx, item.id)) !== 'published') throw new Refusal('not_found');
    if (await hasReported(tx, item, viewer.profileId, isProfile)) return;
    await addCause(ctx, tx, item, { by: 'report', reporterId: viewer.profileId, reason, note });
  });
}
