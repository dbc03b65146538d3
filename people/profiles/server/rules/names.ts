/**
 * What every name that people read is made of: display names, titles of links, badges, categories, options of a poll. One
 * line of characters that are seen, in one normal form.
 */

/** Blanks that count as letters or symbols, and so as seen: they are drawn as nothing. */
const drawnAsNothing = '\u2800\u{1d159}\u{13441}\u{13442}\ufffc';

/** Characters that no name holds: control and format characters, private and unassigned ones, halves of a pair. */
const hidden = new RegExp(
  `[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}${drawnAsNothing}]`,
  'u',
);

/** Scripts whose letters are joined and parted by characters that nobody sees (Persian, Hindi, …). */
const joining = 'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Joiners where they belong: between the parts of an emoji, after one that asks for its colours, and in such scripts. */
const joined = new RegExp(
  [
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
    String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
    `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  ].join('|'),
  'gu',
);

/** More marks on one letter than any script writes: they run over the lines above and below. */
const heaped = /\p{M}{4}/u;

/** Something to see: a letter, digit, mark of punctuation or symbol. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name in the form that is stored: compatibility forms made plain (NFKC), single blanks, none around it. */
export function normalName(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Zs}]+/gu, ' ')
    .trim();
}

/**
 * What is wrong with a name, in words that stand under its field; null where nothing is.
 * @param name in its normal form
 * @param max characters that it may have; a normal form can be longer than what was typed
 */
export function faultOfName(name: string, max: number): string | null {
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(name)) return 'A name is one line.';
  if (hidden.test(name.replaceAll(joined, ''))) return 'There is a character in it that nobody can see.';
  if (!visible.test(name)) return 'There is nothing to see in it.';
  if (heaped.test(name.normalize('NFD'))) return 'There are too many marks on one letter.';
  return name.length > max ? `At most ${max} characters.` : null;
}
