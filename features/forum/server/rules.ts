import { categoryId } from '#site/contract/section-limits.ts';
import { type FixedCategory, banner, fixedCategories } from '#features/forum/contract/limits.ts';
import { isActiveMember } from '#content/core/server/policies.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import type { StoredBanner } from './tables.ts';
import { hasUnlocked } from './locked/unlocks-store.ts';

/** Whether a reader may read the text of a locked post: its author, staff and members who unlocked it. */
export function mayReadText(
  post: { readonly authorId: string; readonly isLocked: boolean },
  viewer: Viewer | null,
  unlocked: boolean,
): boolean {
  return !post.isLocked || unlocked || isStaff(viewer) || viewer?.profileId === post.authorId;
}

/** Whether this reader may read all of a post's text, be it locked or not. */
export async function mayReadPostText(
  db: Executor,
  post: { readonly id: string; readonly authorId: string; readonly isLocked: boolean },
  viewer: Viewer | null,
): Promise<boolean> {
  if (mayReadText(post, viewer, false)) return true;
  return viewer !== null && (await hasUnlocked(db, post.id, viewer.profileId));
}

/** Whether a member may pay for another's post: verified and not suspended; silenced members may, as they write nothing. */
export function mayPay(post: Pick<ContentFacts, 'authorId' | 'state'>, viewer: Viewer | null): viewer is Viewer {
  return post.state === 'published' && isActiveMember(viewer) && viewer.profileId !== post.authorId;
}

/** The label of a post's category. @param name key of a fixed one */
export function categoryLabel(
  { switches }: Pick<Context, 'switches'>,
  name: string | null,
  rowName: string | null,
): string {
  return isFixedCategory(name) ? switches.nameOf(categoryId(name)) : (rowName ?? 'General');
}

export const isFixedCategory = (key: string | null): key is FixedCategory =>
  fixedCategories.some((category) => category.key === key);

/** The condition that a post is in no fixed category that is switched off or hidden: ` AND …`. Nothing while none is. */
export const inListedCategory = ({ unlistedCategories }: Context['switches']): SQL => notIn(unlistedCategories);

/** The condition that a post is in none of some fixed categories: ` AND …`. Nothing for none. */
export const notIn = (categories: readonly string[]): SQL =>
  categories.length === 0
    ? sql``
    : sql` AND (category_name IS NULL OR category_name <> ALL(${[...categories]}::text[]))`;

/** @throws {Refusal} `section_off` for a fixed category that is switched off */
export function checkCategory({ switches }: Pick<Context, 'switches'>, key: string): void {
  if (isFixedCategory(key) && switches.isOff(categoryId(key))) throw new Refusal('section_off');
}

/**
 * The banner that a page may show: a colour that is one, an intensity from 1 to 20. Null when there is nothing to show.
 * @param imageKey of its image in the storage, where readers may have it
 */
export function showableBanner(stored: StoredBanner | null, imageKey: string | null) {
  if (!stored?.enabled) return null;
  const color = stored.glow_color ?? banner.glowColor;
  const intensity = Math.round(stored.glow_intensity ?? banner.glowIntensity);
  return {
    enabled: true,
    imageUrl: imageKey === null ? null : `/files/${imageKey}`,
    glowEnabled: stored.glow_enabled ?? false,
    glowColor: /^#[0-9a-f]{6}$/i.test(color) ? color : banner.glowColor,
    glowIntensity: Math.min(banner.glowMax, Math.max(banner.glowMin, intensity)),
  };
}

/** The slug of a category's name: `Mixing & Mastering` → `mixing-mastering`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 40) || 'category';
}
