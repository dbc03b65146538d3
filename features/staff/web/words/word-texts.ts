import type { BannedWordAction, WordWarning } from '#content/moderation/contract/endpoints.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** The last change of this page, and what takes it back. */
export interface WordChange {
  readonly text: string;
  undo(call: Call): Promise<unknown>;
}

/** The effect of a banned word, in words. */
export const wordActions: Readonly<Record<BannedWordAction, { readonly name: string; readonly about: string }>> = {
  refuse: { name: 'Refuse', about: 'The text is not accepted. Its author reads that it has prohibited words.' },
  hold: {
    name: 'Hold',
    about: 'Only its author and staff see the text until staff approve it. Names with it are refused.',
  },
  mark: { name: 'Mark', about: 'The text is published, and put into the queue for staff to look at.' },
};

/** Warnings of a trial. */
export const wordWarnings: Readonly<Record<WordWarning, string>> = {
  unreadable: 'It has no letter and no digit. Signs, spaces and emoji are not compared: it would never be found.',
  too_short: 'One character is too short: it cannot be saved.',
  emoji: 'Emoji in it are not compared: texts with the letters alone are found too.',
  pattern: 'It looks like a pattern. There are none: letters and digits are compared as written, signs are left out.',
  short: 'Two letters stand by chance in many texts, such as names of keys and devices.',
  common: 'Members write it all the time. Read the examples before you save it.',
};
