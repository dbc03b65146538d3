import { type Span, isListOfValues, spans } from './finding.ts';

/** A run of digits as people write telephone numbers, as long as it goes. */
const run =
  /(?<![\p{L}\p{N}_#=$€£%&])(?<!\d[:.,/])(?<![\p{L}\p{N}]-|\s-)[+(]{0,2}\d(?:[ ._/()-]{0,4}\d){5,}(?![\p{L}\p{N}_%:])/gu;
/** Addresses that call somebody. */
const callAddress =
  /(?:\bwa\.me\/|\bwhatsapp\.com\/send\/?\?phone=|\b(?:tel|sms|callto):(?:\/\/)?)\+?\d[\d.()-]{6,20}/gi;
/** Words that say that a number is for calling, shortly before it. */
const called =
  /(?<!\p{L})(?:call|phone|tel|telephone|mobile|cell|whatsapp|signal|text|sms|ring|number is|my num(?:ber)?|handy|rufnummer|nummer|telefon|t[ée]l[ée]phone|portable|m[óo]vil|tel[ée]fono|telefoon)(?!\p{L})[^.!?\n]{0,20}(?:\.\s?)?$/iu;
const calledAfter = /^\s?(?:is|was|=)\s(?:my|his|her|their)\s(?:\w+\s)?(?:number|phone|cell|mobile)/i;
/** Words before numbers that name things, and units after numbers. */
const named =
  /(?:serial|seed|order|catalogue|catalog|cat|isrc|upc|ean|barcode|invoice|ref|sn|s\/n|id|take|file|build|version|firmware)[\s.:#]*(?:(?:number|no|nr)[\s.:#]*)?$/i;
const unit =
  /^\s?(?:[kmg]?hz|ms|sec|s\b|db|bpm|bars?|beats?|samples?|[mc]?m\b|inch|in\b|plays|streams|followers|views|usd|eur|ohms?|[kmµnp]?f\b|v\b)/i;
const date = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?!\d)/;

/** Digits in words: English, German, French, Spanish, Dutch. A zero is often said as a letter. */
const spoken: ReadonlyMap<string, string> = new Map(
  [
    'zero oh o null zéro cero nul',
    'one eins un uno een',
    'two zwei zwo deux dos twee',
    'three drei trois tres drie',
    'four vier quatre cuatro',
    'five fünf cinq cinco vijf',
    'six sechs seis zes',
    'seven sieben sept siete zeven',
    'eight acht huit ocho',
    'nine neun neuf nueve negen',
  ]
    .flatMap((words, digit) => words.split(' ').map((word): [string, string] => [word, String(digit)]))
    .concat(
      ['dix', 'onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize'].map((word, at) => [word, String(10 + at)]),
      ['vingt', 'trente', 'quarante', 'cinquante', 'soixante'].map((word, at) => [word, String(20 + 10 * at)]),
      [
        ['double', ''],
        ['triple', ''],
      ],
    ),
);

/** Telephone numbers of a text in which web addresses are blanked out. @param whole the text with them */
export function phoneNumbers(text: string, whole: string): Span[] {
  return [
    ...spans('phone number', whole, callAddress),
    ...spans('phone number', text, run, (match) => {
      const stands = (from: number, to: number): boolean => {
        const [start, end] = [match.index + from, match.index + to];
        return isPhone(
          text.slice(start, end).trim(),
          text.slice(Math.max(0, start - 45), start),
          text.slice(end, end + 40),
        );
      };
      // Numbers beside each other are checked one by one.
      return stands(0, match[0].length) || numbersIn(match[0]).some(([from, to]) => stands(from, to));
    }),
    ...spokenNumbers(text),
  ];
}

/** Most digits of a telephone number, and the fewest of one group that is taken for a number of its own. */
const MOST_DIGITS = 15;
const OWN_DIGITS = 8;

/**
 * Places in a run where one number may stand beside others: at a slash or wide space, and where a group is as long as a
 * number. Each has at most 15 digits, so that a run gives a few for each of its groups, however long it is.
 */
function numbersIn(words: string): [from: number, to: number][] {
  const groups = [...words.matchAll(/\d+/g)];
  const isEdge = (at: number): boolean => {
    const [left, right] = [groups[at - 1], groups[at]];
    if (!left || !right || left[0].length >= OWN_DIGITS || right[0].length >= OWN_DIGITS) return true;
    return /\/|\s{2}/.test(words.slice(left.index + left[0].length, right.index));
  };
  const places: [number, number][] = [];
  for (let first = 0; first < groups.length; first++) {
    if (!isEdge(first)) continue;
    const mark = /[+(]{0,2}$/.exec(words.slice(Math.max(0, groups[first]!.index - 2), groups[first]!.index))![0];
    let digits = 0;
    for (let last = first; last < groups.length; last++) {
      const group = groups[last]!;
      digits += group[0].length;
      if (digits > MOST_DIGITS) break;
      if (isEdge(last + 1)) places.push([groups[first]!.index - mark.length, group.index + group[0].length]);
    }
  }
  return places;
}

function digitsOf(words: string): string {
  return words.replaceAll(/\D/g, '');
}

function isPhone(words: string, before: string, after: string): boolean {
  const digits = digitsOf(words);
  const groups = words.split(/\D+/).filter(Boolean);
  if (digits.length > MOST_DIGITS || named.test(before) || unit.test(after) || date.test(words)) return false;
  if (/^\(?\+[ (]*[1-9]/.test(words)) return digits.length >= 8;
  if (isListOfValues(groups) && !isAmerican(words)) return false;
  if (called.test(before) || calledAfter.test(after)) return digits.length >= 7 && groups[0] !== '0';
  if (/^00[ .]?[1-9]/.test(words)) return digits.length >= 11 && groups.some((group) => group.length >= 3);
  return isAmerican(words) || hasAreaCode(words) || isNational(words, groups);
}

/** 212-555-0199, (212) 555-0199, 1 212 555 0199: neither code begins with 0 or 1. */
function isAmerican(words: string): boolean {
  return /^(?:1[ .-])?\(?[2-9]\d\d(?:\)[ .-]?|[ .-])[2-9]\d\d[ .-]\d{4}$/.test(words) && !/^\d00 \d00 /.test(words);
}

/** An area code in brackets. */
function hasAreaCode(words: string): boolean {
  const digits = digitsOf(words).length;
  return /^\d?[ ]?\(\d{2,5}\)[ ./-]?\d[\d ./-]+$/.test(words) && digits >= 9 && digits <= 12;
}

/** A national number: a zero, then an area code of another digit, then the rest. */
function isNational(words: string, groups: readonly string[]): boolean {
  const digits = groups.join('');
  if (digits.length < 9 || digits.length > 12 || !/^0[1-9]/.test(digits)) return false;
  if (groups.every((group) => group.length === 1)) {
    // Digit by digit, always with the same mark between; decimals have two kinds.
    return new Set(groups).size >= 6 && new Set(words.split(/\d/).slice(1, -1)).size === 1;
  }
  const [first = '', second = ''] = groups;
  if (groups.length === 1) return digits.length <= 11;
  if (groups.length === 2) return first.length >= 2 && first.length <= 5 && second.length >= 5;
  return first.length >= 2 && first.length <= 5 && groups.length <= 6 && new Set(groups).size > 1;
}

/** Numbers that are said in words, or half in words. */
function spokenNumbers(text: string): Span[] {
  const found: Span[] = [];
  let digits = '';
  let words = 0;
  let start = 0;
  let end = -1;
  const close = (): void => {
    const before = text.slice(Math.max(0, start - 45), start);
    if (words > 0 && isSaid(digits, words, called.test(before))) {
      found.push({ kind: 'phone number', index: start, words: text.slice(start, end) });
    }
    digits = '';
    words = 0;
  };
  for (const match of text.matchAll(/\p{L}+|\d+/gu)) {
    const said = /\d/.test(match[0]) ? match[0] : spoken.get(match[0].toLowerCase());
    const joined = end >= 0 && match.index - end <= 3 && /^[ ,._/()-]*$/.test(text.slice(end, match.index));
    if (said === undefined || !joined) close();
    if (said === undefined) continue;
    if (digits === '' && words === 0) start = match.index;
    digits += said;
    if (said !== match[0]) words++;
    end = match.index + match[0].length;
  }
  close();
  return found;
}

/** Counting in is not calling: "one two three four, one two". */
function isSaid(digits: string, words: number, isCalled: boolean): boolean {
  if (digits.length > 15 || (words < 3 && !/^0[1-9]\d{7,9}$/.test(digits))) return false;
  const steps = [...digits].slice(1).filter((digit, at) => Number(digit) - Number(digits[at]) === 1).length;
  if (steps === digits.length - 1) return false;
  if (isCalled) return digits.length >= 7;
  if (/^0[1-9]/.test(digits)) return digits.length >= 9;
  return digits.length >= 9 && new Set(digits).size >= 5 && steps < digits.length * 0.6;
}
