/** `12000` as `12,000`. */
const count = (value: number): string => value.toLocaleString('en-US');

/** Mailed codes, and those of authenticator apps. */
export const codePattern = String.raw`^\d{6}$`;

/**
 * What is said under a field, for people. The server says it of what was sent, and a form says the same before it sends
 * anything. Plain values: the browser imports this file at run time.
 */
export const fieldErrors = {
  missing: 'Fill this in.',
  unconfirmed: 'Please confirm this.',
  email: 'Enter an email address, such as name@example.org.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  /** What a username may hold, said to whom has chosen another. */
  username: 'Use 3 to 24 of a to z, 0 to 9 and _.',
  /** Of mailed codes, and those of authenticator apps. */
  code: 'Enter the six digits of the code.',
  pattern: 'This has characters that are not accepted here.',
  /** Of a control for dates that is filled in by half; no program can send that. */
  date: 'Enter the whole date, with its time where there is one.',
  tooShort: (characters: number): string =>
    `Use at least ${count(characters)} ${characters === 1 ? 'character' : 'characters'}.`,
  tooLong: (characters: number): string =>
    `Use at most ${count(characters)} ${characters === 1 ? 'character' : 'characters'}.`,
  tooSmall: (least: number): string => `Enter ${count(least)} or more.`,
  tooLarge: (most: number): string => `Enter ${count(most)} or less.`,
} as const;
