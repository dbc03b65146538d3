import { categoryId } from '#site/contract/section-limits.ts';
import { categoryLabel, checkCategory, isFixedCategory } from '#features/forum/server/rules.ts';
import { notifications } from '#people/notifications/contract/limits.ts';
import { noticeOf, publishedFacts } from '#content/core/server/notify.ts';
import type { ContentFacts, ContentType } from '#content/core/server/type.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { activeCategory, deleteFollow, followersOf, insertFollow } from './categories-store.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What a category without a row of its own is called. @param category `general` or a fixed key */
export const followedLabel = (ctx: Context, category: string): string => categoryLabel(ctx, category, null);

/** The choice that a new post gets for a site setting: null for General, and where the setting names no category. */
export async function introductionCategory(ctx: Context, setting: string): Promise<string | null> {
  if (setting === '' || setting === 'nsfw') return null;
  if (isFixedCategory(setting)) return ctx.switches.isListed(categoryId(setting)) ? setting : null;
  return (await activeCategory(ctx.db, setting))?.id ?? null;
}

/** Follows a category, or stops. @throws {Refusal} `category_unknown` for following a row that is gone or switched off, `section_off` */
export async function followCategory(ctx: Context, profileId: string, category: string, on: boolean): Promise<void> {
  if (!on) return await deleteFollow(ctx.db, profileId, category);
  checkCategory(ctx, category);
  if (isId(category) && !(await activeCategory(ctx.db, category))) throw new Refusal('category_unknown');
  await insertFollow(ctx.db, profileId, category, ctx.clock.now());
}

/** Notifies the followers of a new post's category: each at most once a UTC day of each category. */
export async function notifyFollowers(ctx: Context, type: ContentType, postId: string): Promise<boolean> {
  const facts = (await publishedFacts(ctx, type, postId)) as (ContentFacts & { readonly category: string }) | null;
  if (!facts || facts.isAdult || facts.category === 'nsfw') return false;
  const category = facts.category === '' ? 'general' : facts.category;
  const row = isId(category) ? await activeCategory(ctx.db, category) : null;
  if (isId(category) && !row) return false;
  const { about, ...shared } = noticeOf(type, facts);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const notice = {
    ...shared,
    ...noticeText.category(about, row?.name ?? followedLabel(ctx, category)),
    cause: `category:${category}:${day}`,
  };
  let isAnybody = false;
  for (let after: string | undefined = NO_ID; after !== undefined;) {
    const followers: string[] = await followersOf(ctx.db, category, after, notifications.batch);
    if (followers.length > 0) {
      await ctx.db.tx((tx) => notify(ctx, tx, followers, notice));
      isAnybody = true;
    }
    after = followers.length === notifications.batch ? followers.at(-1) : undefined;
  }
  return isAnybody;
}
