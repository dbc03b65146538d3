import * as check from './check-digits.ts';
import { type Span, isNamed, notAfterWord, notBeforeWord, spans } from './finding.ts';

/** A number by which a state knows a person. */
interface NationalNumber {
  /** With the marks that people write in it. */
  readonly shape: string;
  /** Of its letters, in capitals, and digits. */
  readonly isValid: (plain: string) => boolean;
  /** What it is called, where others have the same shape and its check digits are too weak: it must stand shortly before. */
  readonly name?: RegExp;
}

const always = (): boolean => true;
/** Twelve digits that are a barcode, or a date with a time. */
const isOtherTwelve = (digits: string): boolean =>
  check.isGs1(digits) || /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$/.test(digits);

/** Letters that stand for digits in an Italian code, where two people would have the same. */
const num = '[\\dLMNPQRSTUV]';

/** The large ones, each with its check digits. */
const numbers: readonly NationalNumber[] = [
  // Eleven digits: Brazil; then Germany, Poland, Turkey, Norway, Estonia's and Lithuania's share the shape.
  { shape: '\\d{3}[. ]?\\d{3}[. ]?\\d{3}[-. ]?\\d{2}', isValid: check.isCpf },
  { shape: '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}', isValid: check.isSteuerId },
  { shape: '\\d{11}', isValid: (digits) => check.isPesel(digits) || check.isTurkish(digits) },
  { shape: '\\d{6} ?\\d{5}', isValid: check.isNorwegian },
  { shape: '\\d{2}\\.\\d{2}\\.\\d{2}[- ]\\d{3}[.-]\\d{2}', isValid: check.isBelgian },
  { shape: '\\d{3}-\\d{3}-\\d{3}[- ]\\d{2}', isValid: check.isSnils },
  { shape: '(?:20|23|24|27)-\\d{8}-\\d', isValid: check.isArgentine },
  // India: Aadhaar; in one piece other numbers of twelve digits are more common.
  { shape: '(?<!\\d )[2-9]\\d{3}([ -])\\d{4}\\1\\d{4}(?! ?\\d)', isValid: check.isVerhoeff },
  { shape: '[2-9]\\d{11}', isValid: (digits) => check.isVerhoeff(digits) && !isOtherTwelve(digits) },
  { shape: '[A-Z]{3}P[A-Z]\\d{4}[A-Z]', isValid: always, name: /(?<!\p{L})pan(?!\p{L})/iu },
  // Japan.
  { shape: '\\d{4}[ -]?\\d{4}[ -]?\\d{4}', isValid: check.isJapanese, name: /マイナンバー|個人番号|my number/iu },
  // China, in its parts too; Taiwan, South Korea, Thailand.
  { shape: '[A-Z][12]\\d{8}', isValid: check.isTaiwanese },
  { shape: '[1-9]\\d{5}[ -]?(?:19|20)\\d{2}[ -]?\\d{4}[ -]?\\d{3}[\\dX]', isValid: check.isChinese },
  { shape: '\\d{6}-?[1-8]\\d{6}', isValid: check.isKorean },
  { shape: '\\d-\\d{4}-\\d{5}-\\d{2}-\\d', isValid: check.isThai },
  // Italy, France, Spain.
  { shape: `[A-Z]{3} ?[A-Z]{3} ?${num}{2}[ABCDEHLMPRST]${num}{2} ?[A-Z]${num}{3} ?[A-Z]`, isValid: check.isItalian },
  { shape: '[12] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}', isValid: check.isFrench },
  { shape: '\\d{8}[ -]?[A-HJ-NP-TV-Z]|[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]', isValid: check.isSpanish },
  // The United Kingdom: no check digit, but prefixes that are not given.
  {
    shape: '(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
    isValid: always,
  },
  // Switzerland: its prefix is that of no barcode.
  { shape: '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}', isValid: check.isGs1 },
  // Sweden, Denmark, Finland, Czechia, Romania, South Africa.
  { shape: '(?:19|20)?\\d{6}[-+]\\d{4}', isValid: (digits) => check.isSwedish(digits.slice(-10)) },
  { shape: '\\d{6}-\\d{4}', isValid: check.isDanish },
  { shape: '\\d{6}[-+A-FU-Y]\\d{3}[\\dA-FHJ-NPR-Y]', isValid: check.isFinnish },
  { shape: '\\d{6}/\\d{3,4}', isValid: check.isCzech },
  {
    shape: '\\d{13}',
    isValid: (digits) => check.isRomanian(digits) || (check.isSouthAfrican(digits) && !check.isGs1(digits)),
  },
  // Chile, Mexico.
  { shape: '\\d{1,2}\\.\\d{3}\\.\\d{3}-[\\dK]', isValid: check.isChilean },
  { shape: '[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{5}[A-Z\\d]\\d', isValid: check.isMexican },
  // The Netherlands, Canada: nine digits are too common without a name.
  { shape: '\\d{4}[. ]?\\d{2}[. ]?\\d{3}', isValid: check.isDutch, name: /bsn|burgerservice|sofi/iu },
  { shape: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}', isValid: check.isLuhn, name: /(?<!\p{L})sin(?!\p{L})|social insurance/iu },
  // The United Arab Emirates.
  { shape: '784-?\\d{4}-?\\d{7}-?\\d', isValid: check.isLuhn },
];

const compiled = numbers.map(({ shape, ...rest }) => ({
  ...rest,
  pattern: new RegExp(`(?<![#=$€£-])(?<!\\d[.,/:])${notAfterWord}(?:${shape})${notBeforeWord}(?![-.,:/]\\d|%)`, 'giu'),
}));

/** Identity numbers of states whose check digits are right, of a text in which web addresses are blanked out. */
export function nationalNumbers(text: string): Span[] {
  if (!/\d{2}/.test(text)) return [];
  return compiled.flatMap(({ pattern, isValid, name }) =>
    spans('identity number', text, pattern, ({ 0: words, index }) => {
      const before = text.slice(Math.max(0, index - 40), index);
      if (isNamed(before) || (name && !name.test(before))) return false;
      // Capitals, as they are printed, or small letters throughout: what is mixed is a name of something.
      const isOneCase = words === words.toUpperCase() || words === words.toLowerCase();
      return isOneCase && isValid(words.toUpperCase().replaceAll(/[^\p{L}\d]/gu, ''));
    }),
  );
}
