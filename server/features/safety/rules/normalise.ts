/** Characters that are not seen: joiners, marks of direction, soft hyphens, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text as a reader sees it: compatibility forms (full-width digits, ligatures) made plain, invisible marks gone. */
export function asSeen(text: string): string {
  return text.normalize('NFKC').replaceAll(invisible, '');
}
