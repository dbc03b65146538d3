import { gallery } from '#features/gallery/contract/limits.ts';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import type { ContentState } from '#content/core/server/type.ts';

/** How the API names the state of an image. */
export function stateOf(state: ContentState, isRejected: boolean): GalleryImage['state'] {
  if (state === 'published') return 'approved';
  if (state === 'removed') return isRejected ? 'rejected' : 'removed';
  return 'pending';
}

/** Types that the gallery accepts (part 2 §5), as detected from the content. */
export function takesType(contentType: string): boolean {
  return gallery.types.some((type) => type === contentType);
}

/** Invisible characters and bidirectional controls; PostgreSQL accepts no NUL at all. */
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text of several lines without those characters. */
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

/** The `LIKE` pattern that matches a text anywhere, with `%`, `_` and `\` escaped. */
export function containing(text: string): string {
  return `%${searchText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
