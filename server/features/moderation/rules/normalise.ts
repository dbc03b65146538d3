/** Characters that are not seen: joiners, marks of direction, soft hyphens, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text as a reader sees it: compatibility forms (full-width digits, ligatures) made plain, invisible marks gone. */
export function asSeen(text: string): string {
  return text.normalize('NFKC').replaceAll(invisible, '');
}

/** A text for patterns: as seen, digits of every script as 0 to 9, one kind of dash, Markdown's marks as spaces. */
export function asPatternsSeeIt(text: string): string {
  return asSeen(text)
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0)!)))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[*~`\\]|\|\|/g, (marks) => ' '.repeat(marks.length));
}

/** Unicode keeps the ten digits of a script together, in order. */
function valueOf(codePoint: number): number {
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (codePoint - zero) % 10;
}
