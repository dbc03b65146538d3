import { banner, fixedCategories } from '#contract/limits.ts';
import { mayModerate } from '#server/features/safety/rules/staff.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { isStaff } from '#server/platform/http/viewer.ts';
import type { StoredBanner } from './tables.ts';

export type ContentState = 'published' | 'held' | 'removed';

/** What decides who may do what with a post or reply. */
export interface Ownership {
  readonly authorId: string;
  readonly state: ContentState;
  readonly removedBy: string | null;
}

/** What decides who may change it, too: a moderator does not touch what is an admin's. */
export interface Moderated extends Ownership {
  readonly authorIsAdmin: boolean;
}

/** Published: everybody. Held and removed: its author and staff. */
export function maySee(content: Ownership, viewer: Viewer | null): boolean {
  return content.state === 'published' || isStaff(viewer) || viewer?.profileId === content.authorId;
}

/** The text of a locked post is for its author, staff and who unlocked it. */
export function mayReadText(
  post: { authorId: string; isLocked: boolean },
  viewer: Viewer | null,
  unlocked: boolean,
): boolean {
  return !post.isLocked || unlocked || isStaff(viewer) || viewer?.profileId === post.authorId;
}

/** May pay for another's post: verified and not suspended; a silenced member says nothing by it. */
export function mayPay(post: Ownership, viewer: Viewer | null): viewer is Viewer {
  return (
    post.state === 'published' &&
    viewer !== null &&
    viewer.verified &&
    !viewer.suspendedUntil &&
    viewer.profileId !== post.authorId
  );
}

/** May write at all: verified, neither suspended nor silenced. */
export function maySpeak(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.verified && !viewer.suspendedUntil && !viewer.silencedUntil;
}

/** The author edits what is not removed; staff edit what they may moderate. */
export function mayEdit(content: Moderated, viewer: Viewer | null): boolean {
  if (!maySpeak(viewer) || content.state === 'removed') return false;
  return viewer.profileId === content.authorId || mayModerate(content, viewer);
}

export function mayRemove(content: Moderated, viewer: Viewer | null): boolean {
  return (
    viewer !== null &&
    viewer.verified &&
    !viewer.suspendedUntil &&
    content.state !== 'removed' &&
    (viewer.profileId === content.authorId || mayModerate(content, viewer))
  );
}

/** Staff restore what they may moderate; an author only what they removed themselves. */
export function mayRestore(content: Moderated, viewer: Viewer | null): boolean {
  if (viewer === null || !viewer.verified || viewer.suspendedUntil || content.state !== 'removed') return false;
  if (viewer.profileId === content.authorId && content.removedBy === viewer.profileId) return true;
  return mayModerate(content, viewer);
}

/**
 * Where an edit leaves a text: private information holds it, whoever edits; a held text that was cleaned still waits,
 * because only staff release.
 */
export function nextState(before: ContentState, reasons: readonly string[]): ContentState {
  return before === 'published' && reasons.length > 0 ? 'held' : before;
}

/** 18+ is for members who have said that they are adults. */
export function maySeeAdult(viewer: Viewer | null): boolean {
  return viewer?.adult ?? false;
}

/** The label of a post's category. */
export function categoryLabel(name: string | null, rowName: string | null): string {
  return fixedCategories.find((category) => category.key === name)?.label ?? rowName ?? 'General';
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
