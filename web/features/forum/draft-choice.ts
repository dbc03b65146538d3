/** What the composer's draft holds beside its text. */
export interface DraftChoice {
  /** Empty for General, a fixed category's key, or the id of a row. */
  readonly category: string;
  readonly isLocked: boolean;
}

const LOCKED = ' locked';

/** Writes the choice as the one text that a draft keeps; no category has a space in it. */
export function choiceText({ category, isLocked }: DraftChoice): string {
  return isLocked ? category + LOCKED : category;
}

/** Reads a kept choice. */
export function readChoice(text: string): DraftChoice {
  return text.endsWith(LOCKED)
    ? { category: text.slice(0, -LOCKED.length), isLocked: true }
    : { category: text, isLocked: false };
}
