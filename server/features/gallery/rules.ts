import { gallery } from '#contract/limits/gallery.ts';
import type { GalleryImage } from '#contract/gallery.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { mayModerate, whyNot } from '#server/features/moderation/rules/staff.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';

export type GalleryState = GalleryImage['state'];

/** What decides who may do what with an image. */
export interface ImageFacts {
  readonly uploaderId: string;
  readonly uploaderIsAdmin: boolean;
  readonly state: GalleryState;
  readonly isAdult: boolean;
  /** Profile id of who removed it; null for the operator and for what is not removed. */
  readonly removedBy: string | null;
}

/** Verified and not suspended. */
function isActive(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.verified && !viewer.suspendedUntil;
}

const isOwn = (image: ImageFacts, viewer: Viewer | null): boolean => viewer?.profileId === image.uploaderId;

/** Approved: everybody. Everything else: its owner and staff. */
export function maySee(image: ImageFacts, viewer: Viewer | null): boolean {
  return image.state === 'approved' || isOwn(image, viewer) || isStaff(viewer);
}

/** 18+ is for its owner and members who have said that they are adults; what waits, for the staff who decide. */
export function maySeeImage(image: ImageFacts, viewer: Viewer | null): boolean {
  if (!image.isAdult || isOwn(image, viewer) || viewer?.adult === true) return true;
  return image.state !== 'approved' && isStaff(viewer);
}

/** What a viewer can do with an image that they see. */
export function canDo(image: ImageFacts, viewer: Viewer | null): GalleryImage['can'] {
  const active = isActive(viewer);
  const approved = image.state === 'approved';
  const staff = active && isStaff(viewer);
  const moderates = active && mayModerate({ authorIsAdmin: image.uploaderIsAdmin }, viewer);
  return {
    like: active && approved,
    delete: active && image.state !== 'removed' && (moderates || isOwn(image, viewer)),
    // Staff restore what they may moderate; an owner only what they removed themselves.
    restore:
      image.state === 'removed' &&
      (moderates || (active && isOwn(image, viewer) && image.removedBy === viewer.profileId)),
    report: active && approved && !isOwn(image, viewer),
    // A moderator's own image is for others to judge; an admin may be the only one there is.
    decide: staff && image.state === 'pending' && (viewer.isAdmin || !isOwn(image, viewer)),
    feature: staff && approved,
  };
}

/** Why an image may not be removed or restored. */
export function whyNotImage(image: ImageFacts, viewer: Viewer | null): ErrorCode {
  return whyNot({ authorId: image.uploaderId, authorIsAdmin: image.uploaderIsAdmin }, viewer);
}

/** Types that the gallery takes (part 2 §5), as they were found from the content. */
export function takesType(contentType: string): boolean {
  return gallery.types.some((type) => type === contentType);
}

/** Characters that show nothing, or turn the direction of what follows; PostgreSQL takes no NUL at all. */
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text of several lines without what deceives. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** A title: one line, 'Untitled' when nothing is left. */
export function cleanTitle(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, ' ')) || gallery.defaultTitle;
}

/**
 * A text as the search compares it: lower case, made here and not by the database, whose idea of case depends on its
 * locale.
 */
export function searchText(text: string): string {
  return cleanText(text).normalize('NFKC').toLowerCase();
}

/** The pattern of `LIKE` that finds a text anywhere: what it means by itself is taken from `%`, `_` and `\`. */
export function containing(text: string): string {
  return `%${searchText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
