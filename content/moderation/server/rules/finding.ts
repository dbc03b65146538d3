export type PrivateKind = 'phone number' | 'home address' | 'identity number' | 'card number' | 'email address';

/** A range of a text that is probably private. */
export interface Span {
  readonly kind: PrivateKind;
  readonly index: number;
  readonly words: string;
}

/** A character of a script whose words are not separated from numbers: 电话13812345678, 010-1234-5678로. */
const joining = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}]`;
const word = String.raw`(?!${joining})[\p{L}\p{N}_]`;
/** Parts of patterns with the flag `u`: no word or number goes on before, or behind. */
export const notAfterWord = `(?<!${word})`;
export const notBeforeWord = `(?!${word})`;

/** Words that name things and not people, where a number follows directly. */
const thing = [
  String.raw`(?<!\p{L})(?:serial|seed|order|catalogue|catalog|cat|isrc|upc|ean|barcode|invoice|ref|sn|s/n|id|take|file|build|version|firmware|key|isbn)`,
  String.raw`(?<!\p{L})(?:(?:numéro|número|numero) (?:de|di) s[ée]rie|(?:serien|serie|katalog|artikel|bestell|order|rechnungs|produkt)-?(?:nummer|nr)|code-barres|codice a barre|código de barras|streckkod)`,
  String.raw`(?<!\p{L})(?:r[ée]f[ée]rence|refer[eê]ncia|riferimento|cat[áa]logo|commande|pedido|ordine|katalogowy|zamówienia|seryjny)`,
  '(?:серийный|каталожный)(?: номер)?|номер заказа|シリアル(?:番号)?|品番|型番|注文番号|序列号|订单号|货号|编号|시리얼(?: ?번호)?|주문 ?번호|الرقم التسلسلي|رقم الطلب',
].join('|');
const named = new RegExp(
  String.raw`(?:${thing})[\s.:#]*(?:(?<!\p{L})(?:numbers?|no|nr|nummer|is|ist|est|es|è|é|to)[\s.:#]*)?$`,
  'iu',
);

/** Whether the words before a number say that it is that of a thing. @param before the text before it, 45 characters are enough */
export const isNamed = (before: string): boolean => /\p{L}/u.test(before) && named.test(before);

/** Ranges of a pattern's matches that pass a second check. */
export function spans(
  kind: PrivateKind,
  text: string,
  pattern: RegExp,
  isOne: (match: RegExpExecArray) => boolean = () => true,
): Span[] {
  return [...text.matchAll(pattern)]
    .filter((match) => isOne(match))
    .map((match) => ({ kind, index: match.index, words: match[0] }));
}

/**
 * True for groups of digits that are values, not one number: they count, double, repeat, rise or fall. Musicians write
 * such lists all day: tempos, frequencies, notes, steps.
 */
export function isListOfValues(groups: readonly string[]): boolean {
  if (groups.length < 3) return false;
  const values = groups.map(Number);
  const pairs = values.slice(1).map((value, at) => [values[at]!, value] as const);
  const step = values[1]! - values[0]!;
  if (pairs.every(([one, next]) => next - one === step)) return true;
  if (pairs.every(([one, next]) => next === one * 2 || one === next * 2)) return true;
  const half = groups.length / 2;
  if (groups.length >= 4 && groups.slice(0, half).join() === groups.slice(half).join()) return true;
  if (groups.some((group) => group.length > 1 && group.startsWith('0'))) return false;
  return pairs.every(([one, next]) => next >= one) || pairs.every(([one, next]) => next <= one);
}
