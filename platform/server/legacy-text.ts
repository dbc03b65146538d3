/** The upper half of code page 437, which names in ZIPs without the UTF-8 mark have by the format's rules. */
const page437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Encodings that programs of old wrote in: code page 437, and others as `TextDecoder` knows them. */
export type LegacyEncoding =
  | 'cp437'
  | 'windows-1252'
  | 'shift_jis'
  | 'gbk'
  | 'big5'
  | 'euc-kr'
  | 'windows-1251'
  | 'koi8-r'
  | 'ibm866';

/** Those of tags, and those of names in ZIPs: the first is the one of doubt. */
const ofTags: readonly LegacyEncoding[] = [
  'windows-1252',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
  'windows-1251',
  'koi8-r',
];
export const ofZipNames: readonly LegacyEncoding[] = [
  'cp437',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
  'ibm866',
  'windows-1251',
  'windows-1252',
];

/** Points for each character that a text in an encoding may have, by the bytes that it was written with. */
type Scorer = (character: string, lead: number, before: string, trail: number) => number;

const isLetter = (text: string): boolean => /\p{L}/u.test(text);
const isAscii = (text: string): boolean => text < '\x80';

const latin: Scorer = (character, _lead, before) => {
  if (/[‘’“”–—…™®©°´·]/u.test(character)) return 0.6;
  if (!/\p{Script=Latin}/u.test(character)) return -1;
  // Accents stand in words, seldom side by side; capitals begin them.
  if (isLetter(before) && !isAscii(before)) return -0.8;
  return /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before) ? -0.8 : 1;
};

/** East Asian characters count twice, as they take two bytes; those of each encoding's first level are the common ones. */
const scorers: Readonly<Record<LegacyEncoding, Scorer>> = {
  cp437: latin,
  'windows-1252': latin,
  shift_jis: (character, lead) => {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character)) return lead < 0x81 || lead > 0x9f ? -1 : 2.4;
    if (/\p{Script=Han}/u.test(character)) return lead >= 0x88 && lead <= 0x97 ? 1.8 : 1;
    return lead === 0x81 ? 0.5 : -1;
  },
  gbk: (character, lead, _before, trail) => {
    if (trail < 0xa1) return -0.5;
    if (/\p{Script=Han}/u.test(character)) return lead >= 0xb0 && lead <= 0xd7 ? 2.2 : 0.9;
    return lead >= 0xa1 && lead <= 0xa3 ? 1 : -1;
  },
  big5: (character, lead) => {
    if (/\p{Script=Han}/u.test(character)) return lead >= 0xa4 && lead <= 0xc6 ? 1.7 : 0.6;
    return lead >= 0xa1 && lead <= 0xa3 ? 1 : -1;
  },
  'euc-kr': (character, lead) => {
    if (/\p{Script=Hangul}/u.test(character)) return lead >= 0xb0 && lead <= 0xc8 ? 2.3 : -1;
    return lead >= 0xa1 && lead <= 0xa3 ? 1 : 0.3;
  },
  'windows-1251': (character, _lead, before) => cyrillic(character, before),
  'koi8-r': (character, _lead, before) => cyrillic(character, before),
  ibm866: (character, _lead, before) => cyrillic(character, before),
};

/** Words of Cyrillic letters, capitals at their beginnings: the two encodings exchange the cases. */
function cyrillic(character: string, before: string): number {
  if (/[–—«»“”„№…]/u.test(character)) return 0.2;
  if (!/\p{Script=Cyrillic}/u.test(character)) return -1;
  if (isLetter(before) && isAscii(before)) return -0.5;
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -0.8;
  return /[а-яё]/iu.test(character) ? 1.2 : 0.2;
}

const doubles: ReadonlySet<LegacyEncoding> = new Set(['shift_jis', 'gbk', 'big5', 'euc-kr']);

function decoderOf(encoding: LegacyEncoding, fatal: boolean): (bytes: Buffer) => string {
  if (encoding === 'cp437')
    return (bytes) =>
      [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : page437[byte - 128]!)).join('');
  const decoder = new TextDecoder(encoding, { fatal });
  return (bytes) => decoder.decode(bytes);
}

/** Bytes of a text that its encoding is guessed by: tags and names may be as long as a file says. */
const SAMPLE_BYTES = 4096;

/** How well bytes read as text of an encoding, by their beginning; null where they are none. */
function scoreOf(whole: Buffer, encoding: LegacyEncoding): number | null {
  const bytes = whole.subarray(0, SAMPLE_BYTES);
  const decode = decoderOf(encoding, true);
  const isDouble = doubles.has(encoding);
  let score = 0;
  let before = ' ';
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!;
    // Half-width katakana are one byte.
    const isSingle = lead < 0x80 || !isDouble || (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf);
    // The sample may end in the middle of a character.
    if (!isSingle && at + 1 === bytes.length && whole.length > bytes.length) break;
    let character: string;
    try {
      character = decode(bytes.subarray(at, at + (isSingle ? 1 : 2)));
    } catch {
      return null;
    }
    if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(character)) return null;
    // Letters of two scripts are in no word.
    if (lead < 0x80 && /\p{Script=Cyrillic}/u.test(before) && isLetter(character)) score -= 2;
    if (isDouble && isLetter(character)) {
      // Nor do they stand in the middle of a word: a letter with an accent does.
      if (lead >= 0x80 && isLetter(before) && isAscii(before)) score -= 1.4;
      if (lead < 0x80 && isLetter(before) && !isAscii(before)) score -= 0.4;
    }
    if (lead >= 0x80) score += scorers[encoding](character, lead, before, bytes[at + 1] ?? 0);
    before = character;
    at += isSingle ? 1 : 2;
  }
  return score;
}

/**
 * Guesses the encoding of bytes that are no UTF-8 by how well they read in each: libraries that judge by frequencies want
 * more text than a title has. The more text at once, the surer.
 * @returns the first where nothing reads better
 */
export function guessEncoding(bytes: Buffer, among: readonly LegacyEncoding[] = ofTags): LegacyEncoding {
  let best = among[0]!;
  let most = scoreOf(bytes, best) ?? -Infinity;
  for (const encoding of among.slice(1)) {
    const score = scoreOf(bytes, encoding) ?? -Infinity;
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

/** Bytes beyond ASCII from which a text that says it is Latin 1 can be told from another. */
const LEAST_HIGH = 4;

/**
 * The encoding of a text that a program has read as Latin 1 because its file says so, though it reads like another one; null
 * for what is Latin, or too short to know.
 */
export function mislabelled(text: string): LegacyEncoding | null {
  const high = [...text].filter((character) => character >= '\x80');
  if (high.length < LEAST_HIGH || high.some((character) => character > '\xff')) return null;
  const bytes = Buffer.from(text, 'latin1');
  const encoding = guessEncoding(bytes);
  const score = scoreOf(bytes, encoding) ?? 0;
  const isLatin = (scoreOf(bytes, 'windows-1252') ?? -1) * 2 > score;
  return encoding === 'windows-1252' || isLatin || score < high.length * 0.6 ? null : encoding;
}

/** Text out of bytes: UTF-8 where they are that, else in the encoding that was guessed. Never has a U+FFFD of its own. */
export function decodeText(bytes: Buffer, encoding?: LegacyEncoding): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf(encoding ?? guessEncoding(bytes), false)(bytes).replaceAll('\uFFFD', '');
  }
}
