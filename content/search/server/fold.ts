/**
 * The form in which texts are compared: lower case, without accents, words apart by one space. `search_fold` of the
 * database is the same function in SQL (migration `0002_search_unspaced_scripts`); a test compares both.
 */

/** Characters of a word; what is longer is cut, but not where a script has no spaces. */
const WORD_MAX = 40;

/** Accents that a decomposition leaves, the points of Arabic and Hebrew, and the skin tones of emoji. */
const marks =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\U0001f3fb-\\U0001f3ff';

/** What stands inside a word without being of it: don't → dont. */
const apostrophes =
  "'`\\u02b9-\\u02bf\\u2018\\u2019\\u201b\\u2032\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff";

/** What separates words: everything that is neither letter nor digit of any script, nor emoji. */
const separators =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb-\\u00bf\\u00d7\\u00f7\\u02c2-\\u02df\\u02e5-\\u02ff\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4\\u060c\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0e2f\\u0e5a\\u0e5b\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2319\\u231c-\\u23e8\\u23f4-\\u23f7\\u23fb-\\u25ff\\u27c0-\\u2b1a\\u2b1d-\\u2b4f\\u2b51-\\u2b54\\u2b56-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30fb\\ua9c1-\\ua9cf\\ufd3e\\ufd3f\\ufe10-\\ufe1f\\ufe30-\\ufe4f\\ufff0-\\uffff\\U0001d100-\\U0001d24f\\U0001f000-\\U0001f003\\U0001f005-\\U0001f0ce\\U0001f0d0-\\U0001f1e5\\U0001f200-\\U0001f2ff\\U0001fb00-\\U0001fbff\\U000e0000-\\U000e01ef';

/** Emoji: each is a word of its own. */
const emoji =
  '\\u231a\\u231b\\u23e9-\\u23f3\\u23f8-\\u23fa\\u2600-\\u27bf\\u2b1b\\u2b1c\\u2b50\\u2b55\\U0001f004\\U0001f0cf\\U0001f1e6-\\U0001f1ff\\U0001f300-\\U0001f3fa\\U0001f400-\\U0001faff';

/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana and Han. `search_bigrams` names the same. */
const unspaced =
  '\\u0e01-\\u0e4e\\u0e81-\\u0edf\\u1000-\\u109f\\u1780-\\u17d3\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u3096\\u3099\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\U00020000-\\U000323af';

/** Capitals and letters with strokes, which no decomposition takes apart, and what stands for each. */
const singles: readonly (readonly [string, string])[] = [
  ['ØøŁłĐđĦħŦŧıŊŋÐðƏəΣςςϲ', 'oollddhhttinnddəəσσσσ'],
  ['ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ', 'αβγδεζηθικλμνξοπρτυφχψω'],
  ['АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'абвгдежзиклмнопрстуфхцчшщъыьэюя'],
  ['ЂЄЅІЈЉЊЋЏҐҒҖҚҢҮҰҲҺӘӨ', 'ђєѕіјљњћџґғҗқңүұҳһәө'],
  ['ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'],
];

/** Letters that two stand for. */
const pairs: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['þ', 'th'],
  ['Þ', 'th'],
];

/** The parts of the SQL function, for the test that compares it with this one. */
export const foldParts = { wordMax: WORD_MAX, marks, apostrophes, separators, singles, pairs };

const classOf = (ranges: string, repeated = '+'): RegExp =>
  new RegExp(
    `[${ranges.replaceAll(/\\U([\da-f]{8})/g, (_, code: string) => `\\u{${code.replace(/^0+/, '')}}`)}]${repeated}`,
    'gu',
  );

const markClass = classOf(marks);
const apostropheClass = classOf(apostrophes);
const separatorClass = classOf(`\\u0000${separators}\\ud800-\\udfff`);
const emojiClass = classOf(emoji, '');
const unspacedClass = classOf(unspaced);
const unspacedWord = new RegExp(`^${classOf(unspaced, '*').source}$`, 'u');
const longWord = new RegExp(
  `(${classOf(`^ ${unspaced}`, `{${WORD_MAX}}`).source})${classOf(`^ ${unspaced}`).source}`,
  'gu',
);
const letters = new Map<string, string>([
  ...singles.flatMap(([from, to]) => [...from].map((letter, index) => [letter, [...to][index]!] as const)),
  ...pairs,
]);

/** One word of the letters that most texts are written in. */
const plainWord = /^[a-z\d]+$/i;

/** A text in the form in which texts are compared; empty where it has no word. */
export function fold(text: string): string {
  // Pages of results fold a thousand words.
  if (plainWord.test(text)) return text.slice(0, WORD_MAX).toLowerCase();
  const bare = text
    .normalize('NFKD')
    .replaceAll(markClass, '')
    .replaceAll(apostropheClass, '')
    .replaceAll(separatorClass, ' ')
    .replaceAll(emojiClass, ' $& ')
    .replaceAll(/ +/g, ' ')
    .trim();
  // Capitals of other scripts stay: databases lower them each by their own locale.
  const folded = [...bare.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())]
    .map((letter) => letters.get(letter) ?? letter)
    .join('');
  return folded.replaceAll(longWord, '$1');
}

/** A text of scripts without spaces. */
export const isUnspaced = (word: string): boolean => unspacedWord.test(word);

/** The overlapping bigrams of a text: abc as ab, bc; of one character that character. */
function bigramsOf(text: string): string[] {
  const characters = [...text];
  return characters.length === 1 ? characters : characters.slice(1).map((second, index) => characters[index]! + second);
}

/** The words of a text in that form; of scripts without spaces its bigrams, as `search_text` of the database indexes them. */
export const foldedWords = (text: string): string[] =>
  fold(text)
    .replaceAll(unspacedClass, (run) => ` ${bigramsOf(run).join(' ')} `)
    .split(' ')
    .filter((word) => word !== '');
