/** One text of the measurement: what it holds, or null for a harmless one. */
export interface Sample {
  readonly text: string;
  readonly kind: string | null;
}

/** A sequence of numbers that is the same at every run. */
export function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A pattern with `#` for digits, the first of a group not zero where it is `%`. */
export const filled = (pattern: string, below: (n: number) => number): string =>
  pattern.replaceAll(/[#%]/g, (mark) => String(mark === '#' ? below(10) : 1 + below(9)));

/** Digits with the check digit of Luhn behind them. */
export function withLuhn(digits: string): string {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

/** An account number of a country with its two check digits. @param body letters in capitals and digits */
export function withIbanCheck(country: string, body: string): string {
  const asDigits = [...`${body}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  const check = 98n - (BigInt(asDigits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${body}`;
}

/** Several texts of each template, which gets its numbers from the sequence. */
export function samplesOf(
  seed: number,
  each: number,
  templates: readonly (readonly [kind: string | null, make: (below: (n: number) => number) => string])[],
): Sample[] {
  const below = sequence(seed);
  return templates.flatMap(([kind, make]) => Array.from({ length: each }, () => ({ kind, text: make(below) })));
}
