import { forum } from '#features/forum/contract/limits.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import type { Context } from '#platform/server/context.ts';
import { checkShownText } from '#content/moderation/server/actions.ts';
import { type Actor, audit } from '#content/moderation/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { type CategoryRow, freeSlug, insertCategory, lockCategory, updateCategory } from './categories-store.ts';
import { postLive } from '#features/forum/server/publish.ts';
import { slugOf } from '#features/forum/server/rules.ts';

const categoryName = { field: 'name', max: forum.categoryNameMax };

/** A category as the audit log has it. */
const shownOf = ({ name, description, sort_order: sortOrder, is_active: isActive }: CategoryRow) => ({
  name,
  description,
  sortOrder,
  isActive,
});

/** Adds a category with a slug of its own. @throws {Refusal} those of `checkName`, of the description too */
export async function addCategory(
  ctx: Context,
  actor: Actor,
  body: { name: string; description: string; sortOrder: number },
): Promise<CategoryRow> {
  const now = ctx.clock.now();
  const name = await checkName(ctx, ctx.db, body.name, categoryName);
  await checkShownText(ctx, body.description);
  return await ctx.db.tx(async (tx) => {
    const category: CategoryRow = {
      id: newId(now),
      name,
      slug: await freeSlug(tx, slugOf(name)),
      description: body.description,
      sort_order: body.sortOrder,
      is_active: true,
    };
    await insertCategory(tx, category, now);
    await audit(ctx, tx, actor, {
      action: 'category.add',
      targetKind: 'forum_category',
      targetId: category.id,
      details: { before: null, after: shownOf(category) },
    });
    postLive.announceList(ctx, tx, 'list_changed', { id: category.id });
    return category;
  });
}

/** Changes the given fields of a category. @throws {Refusal} `not_found`, and those of `checkName` */
export async function changeCategory(
  ctx: Context,
  actor: Actor,
  id: string,
  body: {
    name?: string | undefined;
    description?: string | undefined;
    sortOrder?: number | undefined;
    isActive?: boolean | undefined;
  },
): Promise<CategoryRow> {
  const name = body.name === undefined ? null : await checkName(ctx, ctx.db, body.name, categoryName);
  if (body.description !== undefined) await checkShownText(ctx, body.description);
  return await ctx.db.tx(async (tx) => {
    const before = await lockCategory(tx, id);
    if (!before) throw new Refusal('not_found');
    const changed = (await updateCategory(tx, id, {
      name,
      description: body.description ?? null,
      sortOrder: body.sortOrder ?? null,
      isActive: body.isActive ?? null,
    }))!;
    await audit(ctx, tx, actor, {
      action: 'category.change',
      targetKind: 'forum_category',
      targetId: changed.id,
      details: { before: shownOf(before), after: shownOf(changed) },
    });
    postLive.announceList(ctx, tx, 'list_changed', { id: changed.id });
    return changed;
  });
}
