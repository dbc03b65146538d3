import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import { downloads, licences } from '#content/media/contract/limits.ts';
import { feed } from '#features/feed/contract/limits.ts';

/** A poll that is being written. */
export interface PollDraft {
  readonly question: string;
  readonly options: readonly string[];
  /** One of `feed.pollDays`. */
  readonly days: number;
}

/** The options in the composer's draft; its text and files are stored apart. */
export interface DraftChoice {
  /** Empty for General, a fixed category's key, or the id of a row. */
  readonly category: string;
  readonly isLocked: boolean;
  readonly isAdult: boolean;
  readonly visibility: 'public' | 'link' | 'private';
  readonly poll: PollDraft | null;
  /** What is offered of a sound or a video, by file id; the others keep the default. */
  readonly terms: Readonly<Record<string, TrackTerms>>;
  /** Transfers of covers, by that of their sound. */
  readonly covers: Readonly<Record<string, string>>;
}

/** A poll as it begins. */
export const newPoll: PollDraft = {
  question: '',
  options: Array.from({ length: feed.pollOptionsMin }, () => ''),
  days: feed.pollDays[0],
};

/** Nothing chosen. @param category of the list that the form was opened on */
export const noChoice = (category: string): DraftChoice => ({
  category,
  isLocked: false,
  isAdult: false,
  visibility: 'public',
  poll: null,
  terms: {},
  covers: {},
});

/** Writes the choice as the one text that a draft keeps. */
export const choiceText = (choice: DraftChoice): string => JSON.stringify(choice);

/** Reads a stored choice; one that cannot be parsed counts as none. */
export function readChoice(text: string): DraftChoice {
  try {
    const stored = JSON.parse(text) as Partial<DraftChoice>;
    return {
      category: typeof stored.category === 'string' ? stored.category : '',
      isLocked: stored.isLocked === true,
      isAdult: stored.isAdult === true,
      visibility: stored.visibility === 'link' || stored.visibility === 'private' ? stored.visibility : 'public',
      poll: readPoll(stored.poll),
      terms: readTerms(stored.terms),
      covers: readCovers(stored.covers),
    };
  } catch {
    return noChoice('');
  }
}

function readPoll(stored: Partial<PollDraft> | null | undefined): PollDraft | null {
  if (!stored || typeof stored.question !== 'string' || !Array.isArray(stored.options)) return null;
  const options = stored.options.filter((option) => typeof option === 'string').slice(0, feed.pollOptionsMax);
  const days = feed.pollDays.find((count) => count === stored.days) ?? newPoll.days;
  return options.length < feed.pollOptionsMin ? null : { question: stored.question, options, days };
}

function readTerms(stored: DraftChoice['terms'] | undefined): DraftChoice['terms'] {
  const known = Object.entries(stored ?? {}).filter(
    ([, choice]) => downloads.includes(choice?.download) && licences.some(({ key }) => key === choice.licence),
  );
  return Object.fromEntries(known.slice(0, feed.filesMax));
}

function readCovers(stored: DraftChoice['covers'] | undefined): DraftChoice['covers'] {
  const known = Object.entries(stored ?? {}).filter(([, cover]) => typeof cover === 'string');
  return Object.fromEntries(known.slice(0, feed.filesMax));
}

/** The missing part of a poll, in words; null when it can be sent. */
export function pollGap({ question, options }: PollDraft): string | null {
  if (question.trim() === '') return 'The poll has no question.';
  const named = options.map((option) => option.trim()).filter((option) => option !== '');
  if (named.length < feed.pollOptionsMin) return `The poll needs at least ${feed.pollOptionsMin} options.`;
  return new Set(named.map((option) => option.toLowerCase())).size < named.length
    ? 'Two options of the poll are the same.'
    : null;
}
