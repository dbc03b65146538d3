import { asSeen } from './normalise.ts';

export type PrivateKind = 'phone number' | 'home address' | 'identity number' | 'card number' | 'email address';

/** Something private in a text. Its words are never kept or shown whole. */
export interface Finding {
  readonly kind: PrivateKind;
  /** Place in the text as it is seen (`asSeen`). */
  readonly index: number;
  /** First and last character, the rest masked. */
  readonly excerpt: string;
}

/** Mail domains that are reserved for examples (RFC 2606), and local parts that speak for an office, not a person. */
const exampleDomain = /(^|\.)(example|test|invalid|localhost)(\.(org|com|net))?$/i;
/** Endings that make spoken words ("jane at mail dot de") an address rather than a sentence. */
const commonEnding =
  /\.(com|net|org|edu|info|io|me|co|uk|de|at|ch|fr|es|pt|it|nl|be|pl|se|no|dk|fi|eu|us|ca|au|br|ru|jp)$/i;
const office =
  /^(info|support|abuse|legal|contact|press|booking|bookings|hello|office|sales|help|security|privacy|copyright|dmca|noreply|no-reply|postmaster|webmaster|team|demos?|label|licensing|news|newsletter)$/i;

const email =
  /([a-z0-9][a-z0-9._%+-]{0,63})\s?(?:@|\(at\)|\[at\]|\{at\}|\sat\s)\s?([a-z0-9-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\]|\sdot\s)\s?[a-z0-9-]{1,63}){0,3}\s?(?:\.|\(dot\)|\[dot\]|\sdot\s)\s?[a-z]{2,24})(?![\w-])/gi;

/** A run of digits as people write telephone numbers: at most two marks between digits. */
const phone =
  /(?<![\w.,:/#=-])(\+|00)?\(?\d{1,4}\)?(?:[ ./()-]{1,3}\d{1,8}){1,7}(?![\w:%])|(?<![\w.,:/#=-])(?:\+|00|0)\d{8,14}(?!\w)/g;
const spoken = new Map(
  [...Array(10).keys()].map((digit) => [
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][digit]!,
    String(digit),
  ]),
);
const spokenNumber =
  /\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)[ ,.-]{1,3}){6,}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/gi;
/** Words that say that a number is for calling. */
const callWords =
  /\b(call|phone|tel|telephone|mobile|cell|whatsapp|signal|text me|sms|ring me|number is|my number|handy|rufnummer|telefon|t[ée]l[ée]phone|portable|m[óo]vil|tel[ée]fono|telefoon)\b/i;

const street =
  /\b\d{1,5}[a-z]?\s(?:[A-Z][\p{L}'.-]{1,30}\s){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|Terrace|Square|Way|Place|Pl)\b\.?(?!\s+(?:is|was|EP|LP|demo|remix|track))/gu;
const strasse =
  /\b[A-ZÄÖÜ][\p{L}.-]{1,40}(?:straße|strasse|str\.|weg|allee|gasse|platz|laan|straat|gracht)\s\d{1,4}\s?[a-z]?\b/gu;
const rue =
  /\b(?:\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Pp]lace)\s(?:de\s|du\s|des\s|la\s|le\s|l')*[A-ZÀ-Ý][\p{L}'-]{1,40}|(?:[Cc]alle|[Aa]venida|[Pp]laza|[Rr]ua|[Vv]ia|[Vv]iale)\s(?:de\s|del\s|la\s|da\s|do\s)*[A-ZÀ-Ý][\p{L}'-]{1,40}(?:\s[A-ZÀ-Ý][\p{L}'-]{1,40}){0,2},?\s(?:n[º°.]\s?)?\d{1,4})\b/gu;

const card = /(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
const iban = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b/g;
const socialSecurity = /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g;
const labelledId =
  /\b(?:passport|passeport|reisepass|personalausweis|ausweis|id card|identity card|social security|ssn|national insurance|steuer-?id|tax id|dni|nie|nif|bsn|pesel|driver'?s licen[cs]e)(?:\s?(?:number|no\.?|nr\.?|nummer|n[º°]))?\s?(?:is|:|=)?\s?#?(?=[A-Z0-9-]*\d)[A-Z0-9][A-Z0-9-]{5,17}\b/gi;

/** Finds what must not be published about people (decisions §4). Bounded time for any text of a post's size. */
export function findPrivateInformation(text: string): Finding[] {
  const seen = asSeen(text);
  const withoutAddresses = seen.replaceAll(/https?:\/\/[^\s<>()]{1,2000}/g, (address) => ' '.repeat(address.length));
  const findings: Finding[] = [];
  const add = (kind: PrivateKind, index: number, words: string): void => {
    const trimmed = words.trim();
    findings.push({
      kind,
      index,
      excerpt: `${trimmed.slice(0, 1)}${'•'.repeat(Math.min(8, Math.max(1, trimmed.length - 2)))}${trimmed.slice(-1)}`,
    });
  };
  for (const match of seen.matchAll(email))
    if (isPersonal(match[0], match[1]!, match[2]!)) add('email address', match.index, match[0]);
  for (const match of withoutAddresses.matchAll(card)) if (isCard(match[0])) add('card number', match.index, match[0]);
  for (const match of withoutAddresses.matchAll(iban))
    if (isIban(match[0])) add('identity number', match.index, match[0]);
  for (const match of withoutAddresses.matchAll(socialSecurity)) add('identity number', match.index, match[0]);
  for (const match of withoutAddresses.matchAll(labelledId)) add('identity number', match.index, match[0]);
  for (const match of withoutAddresses.matchAll(phone)) {
    const before = withoutAddresses.slice(Math.max(0, match.index - 40), match.index);
    const covered = findings.some(
      (finding) => finding.kind !== 'phone number' && finding.index <= match.index && match.index <= finding.index + 40,
    );
    if (!covered && isPhone(match[0], before)) add('phone number', match.index, match[0]);
  }
  for (const match of withoutAddresses.matchAll(spokenNumber)) {
    const digits = match[0]
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => spoken.has(word) || word === 'oh').length;
    const before = withoutAddresses.slice(Math.max(0, match.index - 40), match.index);
    if (digits >= 9 || (digits >= 7 && callWords.test(before))) add('phone number', match.index, match[0]);
  }
  for (const pattern of [street, strasse, rue])
    for (const match of withoutAddresses.matchAll(pattern)) add('home address', match.index, match[0]);
  return findings.toSorted((one, other) => one.index - other.index);
}

/** "at" and "dot" in words are an address only when both are disguised, or it is one without disguise. */
function isPersonal(whole: string, local: string, domain: string): boolean {
  const plain = whole.includes('@') && /^\S+$/.test(whole);
  const disguised =
    /\(at\)|\[at\]|\{at\}/i.test(whole) || (/\sat\s/i.test(whole) && /\(dot\)|\[dot\]|\sdot\s/i.test(whole));
  if (!plain && !disguised) return false;
  const host = domain.replaceAll(/\s?(?:\(dot\)|\[dot\]|\sdot\s)\s?/gi, '.').replaceAll(/\s/g, '');
  if (!plain && /\sat\s/i.test(whole) && !commonEnding.test(host)) return false;
  return !exampleDomain.test(host) && !office.test(local);
}

function isPhone(words: string, before: string): boolean {
  const digits = words.replaceAll(/\D/g, '');
  const groups = words.split(/\D+/).filter(Boolean);
  if (digits.length > 15) return false;
  const international = /^\s*(\+|00)/.test(words);
  const called = callWords.test(before);
  if (international) return digits.length >= 8;
  if (called) return digits.length >= 6;
  // Dates, decimals, ranges, lists of frequencies and tempos: what music talk is full of.
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(words.trim())) return false;
  if (/^\d+([.,]\d+)?\s?[-–/]\s?\d+([.,]\d+)?$/.test(words.trim())) return false;
  if (digits.length < 9) return false;
  // National numbers begin with a zero or an area code in brackets; three even groups of the American form count too.
  if (digits.startsWith('0') && groups[0]!.length <= 5 && groups.length <= 6 && isGrouped(groups)) return true;
  if (/^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/.test(words.trim())) return true;
  return /^0\d{8,10}$/.test(words.trim());
}

/** A telephone number's groups differ; a list of values repeats, counts up, or is decimals. */
function isGrouped(groups: readonly string[]): boolean {
  const values = groups.map(Number);
  const counting = values.every((value, at) => at === 0 || value === values[at - 1]! + 1);
  // A lone zero begins a decimal, not an area code.
  return groups[0] !== '0' && !counting && new Set(groups).size > 1;
}

/** Payment cards: 13 to 19 digits with the check digit of Luhn (ISO/IEC 7812) and an issuer's first digit. */
function isCard(words: string): boolean {
  const digits = words.replaceAll(/\D/g, '');
  if (!/^[3-6]/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Bank accounts: ISO 13616, remainder 1 modulo 97. */
function isIban(words: string): boolean {
  const plain = words.replaceAll(/\s/g, '');
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
