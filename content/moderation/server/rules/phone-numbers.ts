import { type Span, isListOfValues, isNamed, notAfterWord, notBeforeWord, spans } from './finding.ts';

/** A run of digits as people write telephone numbers, as long as it goes. */
const run = new RegExp(
  String.raw`${notAfterWord}(?<![#=$€£%&])(?<!\d[:.,/])(?<![\p{L}\p{N}]-|\s-)[+(]{0,2}\d(?:[ ._/()-]{0,4}\d){5,}${notBeforeWord}(?!%|:\d)`,
  'gu',
);
/** Addresses that call somebody. */
const callAddress =
  /(?:\bwa\.me\/|\bwhatsapp\.com\/send\/?\?phone=|\bsignal\.me\/#p\/|\bt\.me\/(?=\+)|\bviber:\/\/\w+\?number=(?:%2B)?|\b(?:tel|sms|callto):(?:\/\/)?)\+?\d[\d.()-]{6,20}/gi;
/** Words that say that a number is for calling, shortly before it: of languages that separate words, and of those that do not. */
const called = new RegExp(
  [
    'call|phone|tel|telephone|mobile|cell|whatsapp|signal|text|sms|ring|number is|my num(?:ber)?',
    'handy|handynummer|rufnummer|nummer|telefon|telefonnummer|mobil|mobilnummer|erreichbar|anrufen',
    't[ée]l[ée]phone|portable|num[ée]ro|appelle|appelez|joignable|m[óo]vil|tel[ée]fono|n[úu]mero|celular|ll[áa]m[ae]\\p{L}*|escr[íi]b[ei]\\p{L}*',
    'cellulare|chiama\\p{L}*|telefone|telem[óo]vel|liga|zap|telefoon|bel|mobiel|telefonu|zadzwo[ńn]|dzwo[ńn]|numer|kom[óo]rka',
    'телефон|тел|моб|мобильный|номер|позвони\\p{L}*|звони\\p{L}*|τηλέφωνο|κινητό|telepon|hubungi|cep|điện thoại|sđt',
  ]
    .map((words) => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`)
    .concat(
      '电话|手机|号码|拨打|打|微信|電話|携帯|連絡|번호|연락처|전화|폰|नंबर|फ़?ोन|फोन|मोबाइल|कॉल|رقم|جوال|هاتف|موبايل|اتصل|واتس|טלפון|נייד',
    )
    .map((words) => `(?:${words})`)
    .join('|')
    .replace(/^/, '(?:') + String.raw`)[^.!?\n]{0,20}(?:\.\s?)?$`,
  'iu',
);
const calledAfter =
  /^\s?(?:is|was|=)\s(?:my|his|her|their)\s(?:\w+\s)?(?:number|phone|cell|mobile)|^[\s,.:;-]{0,3}(?:(?:call|text|ring|whatsapp|sms) me(?!\p{L})|(?:on )?whatsapp(?!\p{L}))|^[にへ]?(?:連絡|電話|かけて)|^로 전화/iu;
/** Units after numbers. */
const unit =
  /^\s?(?:[kmg]?hz|ms|sec|s\b|db|bpm|bars?|beats?|samples?|[mc]?m\b|inch|in\b|plays|streams|followers|views|usd|eur|ohms?|[kmµnp]?f\b|v\b|[次回円元원秒分年月日人])/i;
const date = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?!\d)/;

/** Digits in words: English, German, French, Spanish, Dutch, Italian, Portuguese. A zero is often said as a letter. */
const spoken: ReadonlyMap<string, string> = new Map(
  [
    'zero oh o null zéro cero nul',
    'one eins un uno een um',
    'two zwei zwo deux dos twee due dois',
    'three drei trois tres drie tre três',
    'four vier quatre cuatro quattro quatro',
    'five fünf cinq cinco vijf cinque',
    'six sechs seis zes sei',
    'seven sieben sept siete zeven sette sete',
    'eight acht huit ocho otto oito',
    'nine neun neuf nueve negen nove',
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

/** A Chinese mobile number whose digits are written as characters. */
const inHan =
  /(?<![零〇一二三四五六七八九幺])[一幺][三四五六七八九](?:[ -]?[零〇一二三四五六七八九幺]){9}(?![零〇一二三四五六七八九幺十百千万])/gu;

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
    ...spans('phone number', text, inHan),
  ];
}

/** Fewest and most digits of a telephone number, and the fewest of one group that is taken for a number of its own. */
const FEWEST_DIGITS = 7;
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
  if (
    digits.length < FEWEST_DIGITS ||
    digits.length > MOST_DIGITS ||
    isNamed(before) ||
    unit.test(after) ||
    date.test(words)
  )
    return false;
  if (/^\(?\+[ (]*[1-9]/.test(words)) return digits.length >= 8;
  const isCalled = (/\p{L}/u.test(before) && called.test(before)) || calledAfter.test(after);
  if (isMobile(words, groups, isCalled)) return true;
  if (isListOfValues(groups) && !isAmerican(words) && !hasAreaCode(words)) return false;
  if (isCalled && digits.length >= 7 && groups[0] !== '0') return true;
  if (/^00[ .]?[1-9]/.test(words)) return digits.length >= 11 && groups.some((group) => group.length >= 3);
  return isAmerican(words) || hasAreaCode(words) || isNational(words, groups);
}

/** Whether digits stand one by one, as a number and not as a tune: most of these stay below 8. Decimals have two kinds of marks. */
function isSpaced(words: string, groups: readonly string[]): boolean {
  const marks = new Set(words.split(/\d/).slice(1, -1));
  return (
    groups.every((group) => group.length === 1) &&
    new Set(groups).size >= 5 &&
    groups.some((group) => /[089]/.test(group)) &&
    (marks.size === 1 || !words.includes('.'))
  );
}

/** Mobile numbers that begin without a zero, in the groups of their country: China, Russia, India, Brazil, Spain. */
function isMobile(words: string, groups: readonly string[], isCalled: boolean): boolean {
  const digits = groups.join('');
  const shape = groups.map((group) => group.length).join(' ');
  if (/^1[3-9]\d{9}$/.test(digits)) return /^(?:11|3 4 4|3 8|7 4|4 4 3)$/.test(shape) || isSpaced(words, groups);
  if (/^89\d{9}$/.test(digits)) return /^(?:11|1 10|1 3 (?:7|3 4|3 2 2|2 2 3))$/.test(shape) || isSpaced(words, groups);
  if (/^[6-9]\d{9}$/.test(digits) && shape === '5 5') return true;
  if (/^[2-9]\d\d[2-9]\d{6}$/.test(digits) && isSpaced(words, groups)) return true;
  if (/^\d\d9?\d{8}$/.test(digits) && /^2 [45] 4$/.test(shape)) return isCalled || /^\d\d 9\d{4}-/.test(words);
  return /^[67]/.test(digits) && shape === '3 2 2 2';
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
  if (groups.every((group) => group.length === 1)) return isSpaced(words, groups);
  const [first = '', second = ''] = groups;
  if (groups.length === 1) return digits.length <= 11;
  if (groups.length === 2) return first.length >= 2 && first.length <= 5 && second.length >= 5;
  return first.length >= 2 && first.length <= 5 && groups.length <= 6 && new Set(groups).size > 1;
}

/** Numbers that are said in words, or half in words. */
function spokenNumbers(text: string): Span[] {
  const numbers: Span[] = [];
  let digits = '';
  let words = 0;
  let start = 0;
  let end = -1;
  const close = (): void => {
    const before = text.slice(Math.max(0, start - 45), start);
    if (words > 0 && isSaid(digits, words, called.test(before))) {
      numbers.push({ kind: 'phone number', index: start, words: text.slice(start, end) });
    }
    digits = '';
    words = 0;
  };
  for (const match of text.matchAll(/\p{L}+|\d+/gu)) {
    const spokenDigits = /\d/.test(match[0]) ? match[0] : spoken.get(match[0].toLowerCase());
    const joined = end >= 0 && match.index - end <= 3 && /^[ ,._/()-]*$/.test(text.slice(end, match.index));
    if (spokenDigits === undefined || !joined) close();
    if (spokenDigits === undefined) continue;
    if (digits === '' && words === 0) start = match.index;
    digits += spokenDigits;
    if (spokenDigits !== match[0]) words++;
    end = match.index + match[0].length;
  }
  close();
  return numbers;
}

/** Whether spoken digits are a number to call, and not a count-in: "one two three four, one two". */
function isSaid(digits: string, words: number, isCalled: boolean): boolean {
  if (digits.length > 15 || (words < 3 && !/^0[1-9]\d{7,9}$/.test(digits))) return false;
  const steps = [...digits].slice(1).filter((digit, at) => Number(digit) - Number(digits[at]) === 1).length;
  if (steps === digits.length - 1) return false;
  if (isCalled) return digits.length >= 7;
  if (/^0[1-9]/.test(digits)) return digits.length >= 9;
  return digits.length >= 9 && new Set(digits).size >= 5 && steps < digits.length * 0.6;
}
