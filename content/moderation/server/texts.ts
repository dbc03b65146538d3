import type { BannedWordAction } from '#content/moderation/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { compileBannedWords } from './rules/banned-words.ts';
import { HELD_WORDS, UNCHECKED } from './rules/hold-reasons.ts';
import { findPrivateInformation } from './rules/private-information.ts';
import { type Words, readWords } from './rules/words.ts';
import { bannedWordList, countBrokenCheck } from './words/words-store.ts';

/** Milliseconds for which the compiled banned words are cached; a new word works that much later in other processes. */
const WORDS_AGE_MS = 5000;
/** Actions of banned words, the strongest first. */
const strongestFirst: readonly BannedWordAction[] = ['refuse', 'hold', 'mark'];

/** The banned words of a text, by what they do. */
type FoundWords = Readonly<Record<BannedWordAction, readonly string[]>>;
type Finder = (words: Words) => FoundWords;

const none: FoundWords = { refuse: [], hold: [], mark: [] };
const cache = new WeakMap<object, { at: number; find: Finder }>();

/** Drops the cached trie of banned words of this process. */
export function bannedWordsChanged(ctx: Context): void {
  cache.delete(ctx.db);
}

async function wordFinder(ctx: Context, db: Executor): Promise<Finder> {
  const cached = cache.get(ctx.db);
  if (cached && performance.now() - cached.at <= WORDS_AGE_MS) return cached.find;
  const at = performance.now();
  const rows = await bannedWordList(db);
  const actions = new Map(rows.map((row) => [row.word, row.action]));
  // Of two words that are the same in disguise, the stronger one is found.
  const words = strongestFirst.flatMap((action) => rows.filter((row) => row.action === action).map((row) => row.word));
  const compiled = compileBannedWords(words);
  const find: Finder = ({ readings }) => {
    const found = [...new Set(readings.flatMap((reading) => compiled(reading)))];
    if (found.length === 0) return none;
    const by = (action: BannedWordAction): string[] => found.filter((word) => actions.get(word) === action);
    return { refuse: by('refuse'), hold: by('hold'), mark: by('mark') };
  };
  cache.set(ctx.db, { at, find });
  return find;
}

/** Logs and counts that a check broke; staff see the count on the Overview of the admin panel. */
export async function noteBrokenCheck(
  ctx: Context,
  db: Executor,
  check: 'spam' | 'private-information',
  error: unknown,
): Promise<void> {
  ctx.log.error(
    { err: error, check },
    check === 'spam'
      ? 'the spam check broke; the action goes through'
      : 'the private information check broke; the content is held',
  );
  // The database itself may have failed: a missing count must not stop the action either.
  await countBrokenCheck(db, check, ctx.clock.now()).catch(() => {});
}

async function findWords(ctx: Context, db: Executor, words: Words): Promise<FoundWords> {
  try {
    return (await wordFinder(ctx, db))(words);
  } catch (error) {
    await noteBrokenCheck(ctx, db, 'spam', error);
    return none;
  }
}

const wordsOf = (text: string | Words): Words => (typeof text === 'string' ? readWords(text) : text);

/**
 * Kinds of private information in a text, in words for its author. If the check itself breaks, the text is held
 * (decisions §4).
 */
export function reasonsToHold(ctx: Context, text: string | Words): string[] {
  try {
    const { readings } = wordsOf(text);
    return [...new Set(readings.flatMap((reading) => findPrivateInformation(reading).map((finding) => finding.kind)))];
  } catch (error) {
    void noteBrokenCheck(ctx, ctx.db, 'private-information', error);
    return [UNCHECKED];
  }
}

/** What the checks of a text came to. */
export interface CheckedText {
  /** Why it must wait for staff, in words for its author; empty when it may be published. */
  readonly reasons: readonly string[];
  /** Banned words for which staff want to see it while it stays published. */
  readonly marks: readonly string[];
}

/**
 * The one check of what a member writes: banned words and private information, in its source and in what readers see of
 * it (`readWords`). Every text that others read goes through it, when it is written and when it is edited; names go
 * through `checkName`, which asks the same.
 * @param db the transaction, for a call inside one
 * @throws {Refusal} `banned_words`
 */
export async function checkText(ctx: Context, text: string | Words, db: Executor = ctx.db): Promise<CheckedText> {
  const words = wordsOf(text);
  const found = await findWords(ctx, db, words);
  if (found.refuse.length > 0) throw new Refusal('banned_words');
  return checkedBy(ctx, words, found, found.hold.length > 0);
}

/**
 * The same for a text that cannot wait for review, such as what a profile says: what would be held is refused.
 * @param db the transaction, for a call inside one
 * @returns banned words for which staff want to see it
 * @throws {Refusal} `banned_words`, `private_information`
 */
export async function checkShownText(
  ctx: Context,
  text: string | Words,
  db: Executor = ctx.db,
): Promise<readonly string[]> {
  const { reasons, marks } = await checkText(ctx, text, db);
  const found = reasons.filter((reason) => reason !== HELD_WORDS);
  if (found.length > 0) throw new Refusal('private_information', { meta: { found: found.join(', ') } });
  if (reasons.length > 0) throw new Refusal('banned_words');
  return marks;
}

/**
 * The same for a text that was accepted before and is published now, in that transaction: a word that was banned meanwhile
 * holds it, because nobody is there to be refused.
 */
export async function checkStoredText(ctx: Context, tx: Tx, words: Words): Promise<CheckedText> {
  const found = await findWords(ctx, tx, words);
  return checkedBy(ctx, words, found, found.refuse.length + found.hold.length > 0);
}

const checkedBy = (ctx: Context, words: Words, found: FoundWords, isHeld: boolean): CheckedText => ({
  reasons: [...reasonsToHold(ctx, words), ...(isHeld ? [HELD_WORDS] : [])],
  marks: found.mark,
});

/** All banned words of a text, whatever they do. */
export async function bannedIn(ctx: Context, db: Executor, text: string): Promise<string[]> {
  const { refuse, hold, mark } = await findWords(ctx, db, readWords(text));
  return [...refuse, ...hold, ...mark];
}

/** Banned words of a text for which staff want to see it: what an edit did not add was marked before. */
export async function markedIn(ctx: Context, db: Executor, text: string): Promise<readonly string[]> {
  return (await findWords(ctx, db, readWords(text))).mark;
}

/**
 * What no name may hold, for the check of names: banned words, those of usernames too, and private information. A name
 * cannot wait for review: it is refused for words that hold a text.
 */
export async function checkOfNameWords(ctx: Context, db: Executor): Promise<(name: string) => Refusal | null> {
  const find = await wordFinder(ctx, db).catch(async (error: unknown) => {
    await noteBrokenCheck(ctx, db, 'spam', error);
    return () => none;
  });
  return (name) => {
    const words = readWords(name);
    for (const text of [words, readWords(name.replaceAll('_', ' '))]) {
      const { refuse, hold } = find(text);
      if (refuse.length > 0 || hold.length > 0) return new Refusal('banned_words');
    }
    const found = reasonsToHold(ctx, words);
    return found.length > 0 ? new Refusal('private_information', { meta: { found: found.join(', ') } }) : null;
  };
}
