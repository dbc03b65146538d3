/** The sum of digits by their weights. Digits without a weight do not count. */
const weighed = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

/** Weights that go down or up by one. */
const countingTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * Math.sign(to - from));

/** Luhn (ISO/IEC 7812-1). */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Verhoeff, "Error Detecting Decimal Codes" (1969): the product of the dihedral group of ten, permuted by place. */
export function isVerhoeff(digits: string): boolean {
  let check = 0;
  for (let at = 0; at < digits.length; at++) {
    let digit = Number(digits[digits.length - 1 - at]);
    for (let turn = 0; turn < at % 8; turn++) digit = Number('1576283094'[digit]);
    check = dihedral(check, digit);
  }
  return check === 0;
}

function dihedral(one: number, other: number): number {
  const turn = one < 5 ? one + (other % 5) : (one % 5) - (other % 5) + 5;
  return (turn % 5) + (one < 5 === other < 5 ? 0 : 5);
}

/** EAN and UPC (GS1): weights 1 and 3 from the right. */
export const isGs1 = (digits: string): boolean =>
  weighed(
    [...digits].toReversed().join(''),
    Array.from(digits, (_, at) => (at % 2 === 0 ? 1 : 3)),
  ) %
    10 ===
  0;

/** Remainder modulo 97 of a decimal number of any length. */
export const modulo97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Whether two digits of the year, a month and a day may be a date; a month may have something added. */
function isDate(
  digits: string,
  [yearAt, monthAt, dayAt]: readonly [number, number, number],
  added: readonly number[] = [0],
): boolean {
  const [month, day] = [Number(digits.slice(monthAt, monthAt + 2)), Number(digits.slice(dayAt, dayAt + 2))];
  return digits.length > yearAt && day >= 1 && day <= 31 && added.some((one) => month - one >= 1 && month - one <= 12);
}

/** Brazil, Cadastro de Pessoas Físicas: two digits modulo 11. */
export const isCpf = (digits: string): boolean =>
  new Set(digits).size > 1 &&
  [9, 10].every((at) => ((weighed(digits, countingTo(at + 1, 2)) * 10) % 11) % 10 === Number(digits[at]));

/** Germany, Identifikationsnummer: one digit twice or three times among the first ten, then ISO/IEC 7064 MOD 11,10. */
export function isSteuerId(digits: string): boolean {
  const counts = [...Map.groupBy(digits.slice(0, 10), (digit) => digit).values()].map((group) => group.length);
  if (digits.startsWith('0') || Math.max(...counts) > 3 || counts.filter((count) => count > 1).length !== 1)
    return false;
  let remainder = 10;
  for (const digit of digits.slice(0, 10)) remainder = (((remainder + Number(digit)) % 10 || 10) * 2) % 11;
  return (11 - remainder) % 10 === Number(digits[10]);
}

/** Poland, PESEL: a date whose month has the century added, weights 1, 3, 7, 9. */
export const isPesel = (digits: string): boolean =>
  isDate(digits, [0, 2, 4], [0, 20, 40, 60, 80]) && weighed(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;

/** Turkey, T.C. kimlik numarası. */
export function isTurkish(digits: string): boolean {
  if (digits.startsWith('0')) return false;
  const [odd, even] = [weighed(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]), weighed(digits, [0, 1, 0, 1, 0, 1, 0, 1])];
  return (
    (odd * 7 - even + 10) % 10 === Number(digits[9]) && (odd + even + Number(digits[9])) % 10 === Number(digits[10])
  );
}

/** Norway, fødselsnummer: two digits modulo 11; 40 is added to the day of D numbers. */
export const isNorwegian = (digits: string): boolean =>
  isDate(
    digits.replace(/^[4-7]/, (digit) => String(Number(digit) - 4)),
    [4, 2, 0],
    [0, 40, 80],
  ) &&
  weighed(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
  weighed(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** Romania, cod numeric personal. */
export const isRomanian = (digits: string): boolean =>
  /^[1-8]/.test(digits) &&
  isDate(digits, [1, 3, 5]) &&
  (weighed(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) % 10 === Number(digits[12]);

/** Czechia and Slovakia, rodné číslo: divisible by 11. */
export const isCzech = (digits: string): boolean =>
  isDate(digits, [0, 2, 4], [0, 20, 50, 70]) && Number(digits) % 11 === 0;

/** Names of recordings have a date of these years and a time (240512-1432): nobody of that age has an account. */
const isRecording = (year: string, time: string): boolean =>
  /^(?:1[5-9]|2\d|3[0-5])$/.test(year) && /^(?:[01]\d|2[0-3])[0-5]\d$/.test(time);

/** Sweden, personnummer: a date, then Luhn. @param digits ten */
export const isSwedish = (digits: string): boolean =>
  isDate(digits, [0, 2, 4]) && isLuhn(digits) && !isRecording(digits.slice(0, 2), digits.slice(6));

/** Denmark, CPR numbers of before 2007: modulo 11. */
export const isDanish = (digits: string): boolean =>
  isDate(digits, [4, 2, 0]) &&
  weighed(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 &&
  !isRecording(digits.slice(4, 6), digits.slice(6));

/** Finland, henkilötunnus without its sign: the remainder modulo 31 as a character. */
export const isFinnish = (plain: string): boolean => {
  const digits = plain.replaceAll(/^(\d{6})[A-Y]/g, '$1').slice(0, 9);
  return isDate(digits, [4, 2, 0]) && '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === plain.at(-1);
};

/** Belgium, rijksregisternummer: 97 less the remainder; from 2000 on with a 2 before it. */
export const isBelgian = (digits: string): boolean =>
  [digits.slice(0, 9), `2${digits.slice(0, 9)}`].some((body) => 97 - modulo97(body) === Number(digits.slice(9)));

/** France, numéro d'inscription au répertoire: 97 less the remainder; 2A and 2B count as 19 and 18. */
export const isFrench = (plain: string): boolean =>
  97 - modulo97(plain.slice(0, 13).replace('2A', '19').replace('2B', '18')) === Number(plain.slice(13));

/** Spain, DNI and NIE: the letter of the remainder modulo 23. A date with a T or Z behind it is a timestamp. */
export const isSpanish = (plain: string): boolean =>
  'TRWAGMYFPDXBNJZSQVHLCKE'[
    Number(plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))) % 23
  ] === plain.at(-1) && !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[TZ]$/.test(plain);

/** Italy, codice fiscale: every second character by a table of its own, the check character modulo 26 (D.M. 23.12.1976). */
export function isItalian(plain: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const sum = Array.from(plain.slice(0, 15)).reduce((total, character, at) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (at % 2 === 0 ? odd[value]! : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) === plain[15];
}

/** Netherlands, burgerservicenummer: the proof of eleven. */
export const isDutch = (digits: string): boolean =>
  Number(digits) > 0 && weighed(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

/** China, resident identity number (GB 11643): a date and ISO/IEC 7064 MOD 11-2. */
export const isChinese = (plain: string): boolean =>
  isDate(plain.slice(6), [2, 4, 6]) &&
  '10X98765432'[weighed(plain, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === plain[17];

/** South Korea, resident registration number; those of births since October 2020 have no check digit. */
export const isKorean = (digits: string): boolean =>
  isDate(digits, [0, 2, 4]) &&
  (11 - (weighed(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(digits[12]);

/** Japan, My Number. */
export function isJapanese(digits: string): boolean {
  const remainder = weighed(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (remainder < 2 ? 0 : 11 - remainder) === Number(digits[11]);
}

/** Russia, СНИЛС. */
export const isSnils = (digits: string): boolean =>
  (weighed(digits, countingTo(9, 1)) % 101) % 100 === Number(digits.slice(9));

/** Thailand: thirteen digits modulo 11. */
export const isThai = (digits: string): boolean =>
  (11 - (weighed(digits, countingTo(13, 2)) % 11)) % 10 === Number(digits[12]);

/** South Africa: a date, then Luhn over all thirteen digits. */
export const isSouthAfrican = (digits: string): boolean => isDate(digits, [0, 2, 4]) && isLuhn(digits);

/** Chile, RUT: modulo 11 with K for ten. */
export const isChilean = (plain: string): boolean => {
  const body = Array.from(plain.slice(0, -1)).toReversed().join('');
  const check =
    11 -
    (weighed(
      body,
      Array.from(body, (_, at) => 2 + (at % 6)),
    ) %
      11);
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === plain.at(-1);
};

/** Argentina, CUIL. */
export const isArgentine = (digits: string): boolean =>
  (11 - (weighed(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[10]);

/** Mexico, CURP: weights 18 to 2 over the place of each character in an alphabet with Ñ. */
export const isMexican = (plain: string): boolean => {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const sum = Array.from(plain.slice(0, 17)).reduce(
    (total, character, at) => total + alphabet.indexOf(character) * (18 - at),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(plain[17]);
};

/** Taiwan: a letter as two digits, then weights 8 to 1. */
export function isTaiwanese(plain: string): boolean {
  const letter = 10 + 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(plain.charAt(0));
  const sum =
    Math.floor(letter / 10) + (letter % 10) * 9 + weighed(plain.slice(1), countingTo(8, 1)) + Number(plain[9]);
  return sum % 10 === 0;
}
