import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { transfer } from '#people/ledger/server/actions.ts';
import { lockBalances } from '#people/ledger/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/**
 * Tips the author of a published content of another member. The same submit again pays nothing more.
 * @param content.kind of a content type whose things can be tipped
 * @returns what the member has left
 * @throws {Refusal} `content_not_found` or the type's own, `adults_only`, `own_content_tip`, `author_gone`, `credits_short`
 */
export async function tip(
  ctx: Context,
  viewer: Viewer,
  content: { kind: string; contentId: string },
  { submitId, credits }: { submitId: string; credits: number },
): Promise<number> {
  const type = contentType(content.kind);
  if (!type) throw new Refusal('content_not_found');
  const { kind, contentId } = content;
  return await ctx.db.tx(async (tx) => {
    // The content before any profile, as everything does that changes both.
    const facts = await requirePublished(tx, type, contentId, viewer, true);
    if (facts.authorId === viewer.profileId) throw new Refusal('own_content_tip');
    const cause = `tip:${kind}:${contentId}:${viewer.profileId}:${submitId}`;
    const move = { from: viewer.profileId, to: facts.authorId, credits, kind: 'tip', cause };
    const result = await transfer(ctx, tx, move);
    if (result.outcome === 'nobody') throw new Refusal('author_gone');
    if (result.outcome === 'resting') throw new Refusal('credits_resting');
    if (result.outcome === 'short') {
      const { missing } = result;
      throw new Refusal('credits_short', {
        meta: { missing, needed: `${missing} more ${missing === 1 ? 'credit' : 'credits'}` },
      });
    }
    if (result.outcome === 'paid')
      await notify(ctx, tx, [facts.authorId], {
        ...noticeText.tip({ text: facts.title, isAdult: facts.isAdult }, credits),
        url: type.address({ id: contentId, parentId: facts.parent?.id ?? null }),
        actorId: viewer.profileId,
        cause,
      });
    return (await lockBalances(tx, viewer.profileId))?.credits ?? 0;
  });
}
