import type { Input } from '#contract/contract.ts';
import type { Context } from '#server/context.ts';
import { feelsBlocks, standing } from '#server/features/friends/store.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { loadContents } from './lists.ts';
import { writeReport } from './store.ts';

/**
 * Takes a member's complaint. The same thing has one report of each member; a profile that staff have decided about may
 * be reported again, because it changes.
 * @throws {Refusal} `not_found`, also for who cannot see a profile; `own_profile`
 */
export async function report(ctx: Context, viewer: Viewer, body: Input<'POST /reports'>['body']): Promise<void> {
  const item = (await loadContents(ctx, [body])).get(`${body.kind} ${body.id}`);
  if (item?.visibility !== 'published') throw new Refusal('not_found');
  const isProfile = item.kind === 'profile';
  if (isProfile && item.id === viewer.profileId) throw new Refusal('own_profile');
  if (isProfile && feelsBlocks(viewer) && (await standing(ctx.db, viewer.profileId, item.id)).isBlockedBy)
    throw new Refusal('not_found');
  const { kind, id, reason, note = '' } = body;
  await writeReport(ctx, { kind, id, reason, note, by: viewer, isOpenedAgain: isProfile });
}
