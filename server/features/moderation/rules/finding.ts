export type PrivateKind = 'phone number' | 'home address' | 'identity number' | 'card number' | 'email address';

/** A range of a text that is probably private. */
export interface Span {
  readonly kind: PrivateKind;
  readonly index: number;
  readonly words: string;
}

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
