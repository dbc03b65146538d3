/** Characters that are not seen: joiners, marks of direction, soft hyphens, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text as a reader sees it: compatibility forms (full-width digits, ligatures) made plain, invisible marks gone. */
export function asSeen(text: string): string {
  return text.normalize('NFKC').replaceAll(invisible, '');
}

/** Digits in black and double circles, which no normal form makes plain: first code point of each row from 1 to 9. */
const circled = [0x2776, 0x2780, 0x278a, 0x24f5];

/** What stands between words and numbers like a blank: blanks of every width but the end of a line, and emoji. */
const apart = /[^\S\n]|\u2800|\p{Extended_Pictographic}/gu;

/**
 * A text for patterns: as seen, digits of every script, of keys and in circles as 0 to 9 without marks on them, one kind of
 * dash and of dot, emoji and Markdown's marks as spaces.
 */
export function asPatternsSeeIt(text: string): string {
  return asSeen(text)
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0)!)))
    .replaceAll(/[\u2776-\u277e\u2780-\u2788\u278a-\u2792\u24f5-\u24fd]/gu, (digit) => {
      const code = digit.codePointAt(0)!;
      return String(code - circled.find((first) => code >= first && code < first + 9)! + 1);
    })
    .replaceAll(/[\u24ff\u{1f10b}\u{1f10c}]/gu, '0')
    .replaceAll(/(?<=[0-9])\p{M}+/gu, '')
    .replaceAll(apart, (marks) => ' '.repeat(marks.length))
    .replaceAll(/(?<=[a-z\d])[。‧٫](?=[a-z\d])/gi, '.')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[*~`\\]|\|\|/g, (marks) => ' '.repeat(marks.length));
}

/** Unicode keeps the ten digits of a script together, in order. */
function valueOf(codePoint: number): number {
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (codePoint - zero) % 10;
}
