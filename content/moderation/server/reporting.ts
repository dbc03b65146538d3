import type { Input } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { isSubjectToBlocks, standing } from '#people/friends/server/store.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { addCause, hasReported } from './queue/queue-store.ts';
import { REPORTED } from './rules/hold-reasons.ts';
import { loadContents } from './subjects.ts';

/** How long an account counts as new for its reports, in milliseconds. */
const FIRST_DAY_MS = 86_400_000;

/** Age of an account whose reports count for hiding, and how far back its earlier reports are looked at, in days. */
const TRUSTED_DAYS = 7;
const JUDGED_DAYS = 90;

/** Counts a report of an account in its first day. @throws {Refusal} `rate_limited` */
async function countReport(ctx: Context, viewer: Viewer): Promise<void> {
  if (ctx.clock.now().getTime() - viewer.createdAt.getTime() >= FIRST_DAY_MS) return;
  const rate = ctx.config.rates.attempts.reportNew;
  const counted = await ctx.attempts.reserve({ key: ['report', viewer.profileId], rate });
  if (!counted.isAllowed) throw new Refusal('rate_limited', { meta: { retryAfter: counted.retryAfterSeconds } });
}

/**
 * Whether as many trusted members have reported what is open in the queue as hide it until staff have looked
 * (`hideAfterReports`). Trusted: an account of a week, neither suspended nor silenced, whose reports of the last 90 days
 * were followed at least as often as not. Never of staff, and never again what staff have decided to keep.
 */
async function isHiddenByReports(
  ctx: Context,
  tx: Tx,
  { kind, id, authorId }: Pick<ContentItem, 'kind' | 'id' | 'authorId'>,
): Promise<boolean> {
  const { hideAfterReports } = await siteSettings(tx);
  if (hideAfterReports === 0) return false;
  const now = ctx.clock.now();
  const since = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const [row] = await tx.rows<{ trusted: number }>(sql`
    SELECT count(*)::int AS trusted FROM queue_items i JOIN queue_entries e ON e.item_id = i.id AND e.kind = 'report'
    JOIN profiles p ON p.id = e.actor_id
    WHERE i.content_id = ${id} AND i.content_kind = ${kind} AND i.state = 'open'
      AND p.user_id IS NOT NULL AND p.created_at <= ${since(TRUSTED_DAYS)}
      AND (p.suspended_until IS NULL OR p.suspended_until <= ${now}) AND (p.silenced_until IS NULL OR p.silenced_until <= ${now})
      AND (SELECT count(*) FILTER (WHERE o.decision IN ('keep', 'approve')) <= count(*) FILTER (WHERE o.decision = 'remove')
        FROM queue_entries r JOIN queue_items o ON o.id = r.item_id AND o.state = 'decided'
        WHERE r.kind = 'report' AND r.actor_id = p.id AND r.created_at > ${since(JUDGED_DAYS)})
      AND NOT EXISTS (SELECT FROM profiles a WHERE a.id = ${authorId}::uuid AND (a.is_admin OR a.is_moderator))
      AND NOT EXISTS (SELECT FROM queue_items k WHERE k.content_id = ${id} AND k.content_kind = ${kind}
        AND k.state = 'decided' AND k.decision IN ('keep', 'approve'))`);
  return row!.trusted >= hideAfterReports;
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
    const { holdBack } = ctx.kinds.get(item.kind) ?? {};
    if (holdBack && (await isHiddenByReports(ctx, tx, item))) await holdBack(ctx, tx, item.id, [REPORTED], 'reports');
  });
}
