import { isLuhn } from './check-digits.ts';
import { type Span, notAfterWord, notBeforeWord, spans } from './finding.ts';
import { nationalNumbers } from './national-numbers.ts';

/** A card's number as it is written, with what often stands beside it: the end of its time, and its three digits. */
const card = new RegExp(
  `${notAfterWord}(?<![.,-])\\d(?:(?:[ ./|,:-]| {2,3}| [/|-] )?\\d){13,27}${notBeforeWord}(?!-)`,
  'gu',
);
/** First digits and lengths of payment cards (ISO/IEC 7812, the large issuers). */
const issuer = /^(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|6\d{15,18})$/;

/** Lengths of bank account numbers by country (SWIFT's register of ISO 13616). */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  'NO15 BE16 DK18 FI18 NL18 MK19 SI19 AT20 BA20 EE20 LT20 LU20 CH21 HR21 LI21 LV21 BG22 DE22 GB22 IE22 ME22 RS22 GE22 BH22 AE23 GI23 IL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24 PT25 IS26 TR26 FR27 GR27 IT27 MC27 SM27 AL28 AZ28 CY28 HU28 LB28 PL28 BR29 MU30 KW30 JO30 QA29 UA29 MT31'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const ibanStart = new RegExp(`(?:${notAfterWord}|(?<=iban))[a-z]{2}\\d{2}(?=[ ._/-]{0,2}[a-z\\d])`, 'giu');

const socialSecurity = /(?<![\p{L}\p{N}_.-])(?!000|666|9\d\d)\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}_-])/gu;
const value = '[A-Za-z]{0,3}[ -]?\\d[A-Za-z\\d]*(?:[ ./-]?[A-Za-z]?\\d[A-Za-z\\d]*){0,6}(?:[ -]?[A-Z](?![A-Za-z]))?';
const labelled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[Pp]assport|[Pp]asseport|[Pp]asaporte|[Rr]eisepass|[Pp]ersonalausweis|[Aa]usweis|[Ii][Dd] card|[Ii]dentity card|[Nn]ational [Ii][Dd]|[Ss]ocial [Ss]ecurity|[Nn]ational [Ii]nsurance|NI|[Ss]teuer-?[Ii][Dd]|[Tt]ax [Ii][Dd]|SSN|ssn|DNI|NIE|NIF|BSN|PESEL|[Dd]river['’]?s? [Ll]icen[cs]e|[Ff]ührerschein|[Rr]ijbewijs)(?:\\s?(?:[Nn]umber|[Nn]o\\.?|[Nn]r\\.?|[Nn]ummer|n[º°]))?(?:\\s?(?:is|ist|was|[:=#]))?\\s{0,2}(?<![\\p{L}\\p{N}])(${value})(?![\\p{L}\\p{N}])`,
  'gu',
);
/** The same in further languages, some of which join the words to the number. */
const labelledElsewhere = new RegExp(
  `(?:(?<!\\p{L})(?:CPF|codice fiscale|c\\.?f\\.?|[Aa]adha+r|personnummer|fødselsnummer|CPR|num[ée]ro de s[ée]cu(?:rit[ée] sociale)?|n[º°] de s[ée]cu|NIR|RUT|CURP|AHV|NRIC|HKID|passaporto|pasaporte|passaporte|paspoort|dow[óo]d osobisty|загран|паспорт[а]?|ИНН|СНИЛС|TC kimlik)|身份证号?码?|护照号?|身分證字?號?|護照|パスポート番?号?|マイナンバー|個人番号|免許証番?号?|주민등?록?번호|여권\\s?번호|आधार|पासपोर्ट|الهوية|جواز(?: السفر)?)(?:\\s?(?:number|no\\.?|numero|número|nr\\.?|номер|नंबर|رقم))?\\s?(?:is|är|è|é|es|est|to|—|は|是|[:=#])?\\s{0,2}(?<![\\p{Ll}\\p{N}])(${value})${notBeforeWord}`,
  'gu',
);
const date = /^(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})$/;
/** A number of three groups with the words for it on either side. */
const spacedSocialSecurity =
  /(?<![\p{L}\p{N}_.-])\d{3} \d{2} \d{4}(?=\s(?:is|was)\s(?:my|his|her|their)\s(?:social|ssn))/giu;

/** Card, bank account and identity numbers of a text in which web addresses are blanked out. */
export function officialNumbers(text: string): Span[] {
  return [
    ...spans('card number', text, card, (match) => hasCard(match[0])),
    ...ibans(text),
    ...nationalNumbers(text),
    ...spans('identity number', text, socialSecurity),
    ...spans('identity number', text, spacedSocialSecurity),
    ...[labelled, labelledElsewhere].flatMap((pattern) =>
      spans('identity number', text, pattern, (match) => {
        const number = match[1]!.trim();
        return number.replaceAll(/\D/g, '').length >= 5 && !date.test(number);
      }),
    ),
  ];
}

/** Most digits beside a card's number: month, year and three digits. */
const BESIDE_CARD = 9;

/** Whether some groups of digits are a card's number, alone or with a few digits before or behind it. */
function hasCard(words: string): boolean {
  const groups = words.split(/\D+/);
  const digits = groups.join('').length;
  return groups.some((_, index) => {
    const parts = [groups.slice(0, index + 1), groups.slice(index)];
    return parts.some((part) => digits - part.join('').length <= BESIDE_CARD && isCard(part));
  });
}

/** A card's number in one piece, in its printed groups or digit by digit, with the check digit of Luhn. */
function isCard(groups: readonly string[]): boolean {
  const digits = groups.join('');
  // Digit by digit it may be a pattern of steps, which has few different ones.
  if (!issuer.test(digits) || new Set(digits).size < (groups.length > 5 ? 4 : 2)) return false;
  const shape = groups.map((group) => group.length).join(' ');
  const [one = 0, two = 0, ...more] = groups.map(Number);
  // Frequencies and years in steps.
  if (two !== one && more.length > 1 && more.every((next, at) => next === two + (two - one) * (at + 1))) return false;
  if (!/^(?:\d\d|4( 4){2,3}( [1-4])?|4 6 [45]|1( 1)+)$/.test(shape)) return false;
  return isLuhn(digits);
}

/** Bank accounts: ISO 13616, remainder 1 modulo 97. */
function ibans(text: string): Span[] {
  return [...text.matchAll(ibanStart)].flatMap(({ 0: start, index }) => {
    const length = ibanLengths[start.slice(0, 2).toUpperCase()];
    if (length === undefined) return [];
    let plain = '';
    let end = index;
    while (plain.length < length) {
      const [piece] = /^[ ._/-]{0,2}[a-z\d]/i.exec(text.slice(end, end + 3)) ?? [];
      if (piece === undefined) return [];
      plain += piece.slice(-1);
      end += piece.length;
    }
    if (/^[\p{L}\p{N}]/u.test(text.slice(end, end + 1)) || remainder(plain) !== 1) return [];
    return [{ kind: 'identity number' as const, index, words: text.slice(index, end) }];
  });
}

function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digit = parseInt(character, 36);
    rest = (rest * (digit > 9 ? 100 : 10) + digit) % 97;
  }
  return rest;
}
