/** Characters that are not seen: joiners, marks of direction, soft hyphens, variation selectors. */
const invisible = /[\u00AD\u034F\u061C\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/g;

/** A text as a reader sees it: compatibility forms (full-width digits, ligatures) made plain, invisible marks gone. */
export function asSeen(text: string): string {
  return text.normalize('NFKC').replaceAll(invisible, '');
}
