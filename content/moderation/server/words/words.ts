import type { Reply } from '#site/contract/contract.ts';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import type { BannedWord, BannedWordAction } from '#content/moderation/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { compileBannedWords } from '#content/moderation/server/rules/banned-words.ts';
import { isCommon, warningsOf } from '#content/moderation/server/rules/word-warnings.ts';
import { audit } from '#content/moderation/server/store.ts';
import { loadContents } from '#content/moderation/server/subjects.ts';
import { bannedWordsChanged } from '#content/moderation/server/texts.ts';
import {
  type WordRow,
  countWords,
  deleteBannedWord,
  insertBannedWord,
  lockWord,
  updateBannedWord,
  wordPage,
} from './words-store.ts';

/** Texts that are read with one query. */
const BATCH = 250;

async function present(ctx: Context, rows: readonly WordRow[]): Promise<BannedWord[]> {
  const people = await peopleById(
    ctx.db,
    rows.flatMap((row) => row.created_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    word: row.word,
    action: row.action,
    addedBy: row.created_by === null ? null : (people.get(row.created_by) ?? unknownPerson),
    createdAt: row.created_at.toISOString(),
  }));
}

/** A page of the banned words. A cursor is the last word of the page before. */
export async function listWords(
  ctx: Context,
  query: { readonly after?: string | undefined; readonly q?: string | undefined },
): Promise<Reply<'GET /staff/banned-words'>> {
  const q = (query.q ?? '').toLowerCase();
  const [rows, total] = await Promise.all([
    wordPage(ctx.db, q, query.after ?? '', limits.wordsPerPage + 1),
    countWords(ctx.db),
  ]);
  const shown = rows.slice(0, limits.wordsPerPage);
  const next = rows.length > limits.wordsPerPage ? shown.at(-1)!.word : null;
  return { items: await present(ctx, shown), next, total };
}

/** @throws {Refusal} `invalid` for a word that would never be found */
function readWord(text: string): string {
  const word = text.toLowerCase();
  if (warningsOf(word).includes('unreadable'))
    throw new Refusal('invalid', { fields: { word: 'Needs a letter or a digit: signs and emoji are not compared.' } });
  return word;
}

const seenBy = ({ word, action }: WordRow) => ({ word, action });

/**
 * Bans a word or phrase. The same again changes nothing.
 * @throws {Refusal} `invalid`, `word_banned` where it is banned with another action
 */
export async function banWord(
  ctx: Context,
  decider: Decider,
  body: { readonly word: string; readonly action: BannedWordAction },
): Promise<BannedWord> {
  const at = ctx.clock.now();
  const word = readWord(body.word);
  const { action } = body;
  const row = await ctx.db.tx(async (tx) => {
    const added = await insertBannedWord(tx, { id: newId(at), word, action, by: decider, at });
    if (!added) {
      const known = await lockWord(tx, { word });
      if (known?.action !== action) throw new Refusal('word_banned');
      return known;
    }
    await audit(ctx, tx, decider, {
      action: 'banned-word.add',
      targetKind: 'banned_word',
      targetId: added.id,
      details: { before: null, after: seenBy(added) },
    });
    return added;
  });
  bannedWordsChanged(ctx);
  return (await present(ctx, [row]))[0]!;
}

/** Changes a word or what it does. @throws {Refusal} `not_found`, `invalid`, `word_banned` for a word that another entry has */
export async function editWord(
  ctx: Context,
  decider: Decider,
  wordId: string,
  body: { readonly word?: string | undefined; readonly action?: BannedWordAction | undefined },
): Promise<BannedWord> {
  const word = body.word === undefined ? undefined : readWord(body.word);
  const row = await ctx.db.tx(async (tx) => {
    const before = await lockWord(tx, { id: wordId });
    if (!before) throw new Refusal('not_found');
    const after = { ...before, word: word ?? before.word, action: body.action ?? before.action };
    if (after.word === before.word && after.action === before.action) return before;
    if (after.word !== before.word && (await lockWord(tx, { word: after.word }))) throw new Refusal('word_banned');
    await updateBannedWord(tx, after);
    await audit(ctx, tx, decider, {
      action: 'banned-word.edit',
      targetKind: 'banned_word',
      targetId: wordId,
      details: { before: seenBy(before), after: seenBy(after) },
    });
    return after;
  });
  bannedWordsChanged(ctx);
  return (await present(ctx, [row]))[0]!;
}

/** Allows a banned word again. @throws {Refusal} `not_found` */
export async function allowWord(ctx: Context, decider: Decider, wordId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const before = await lockWord(tx, { id: wordId });
    if (!before) throw new Refusal('not_found');
    await deleteBannedWord(tx, wordId);
    await audit(ctx, tx, decider, {
      action: 'banned-word.remove',
      targetKind: 'banned_word',
      targetId: wordId,
      details: { before: seenBy(before), after: null },
    });
  });
  bannedWordsChanged(ctx);
}

/** The newest texts of all kinds, newest first: kind and id. */
async function newestTexts(ctx: Context): Promise<{ kind: string; id: string }[]> {
  const found: { kind: string; id: string }[] = [];
  for (const [kind, { newest }] of ctx.kinds)
    if (newest) for (const id of await newest(ctx, limits.trialTexts)) found.push({ kind, id });
  return found.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limits.trialTexts);
}

/**
 * Tries a word against the latest texts of members, published or waiting. Texts are read in batches, so that other
 * requests are answered between them.
 */
export async function tryWord(ctx: Context, text: string): Promise<Reply<'POST /staff/banned-words/try'>> {
  const word = text.toLowerCase();
  const warnings = warningsOf(word);
  const find = compileBannedWords([word]);
  const isFindable = !warnings.includes('unreadable');
  const matched: { kind: string; id: string }[] = [];
  const latest = isFindable ? await newestTexts(ctx) : [];
  for (const [kind, group] of Map.groupBy(latest, (one) => one.kind))
    for (let at = 0; at < group.length; at += BATCH) {
      const ids = group.slice(at, at + BATCH).map((one) => one.id);
      for (const one of await ctx.kinds.get(kind)!.texts!(ctx, ids))
        if (find(one.text).length > 0) matched.push({ kind, id: one.id });
    }
  const shown = matched.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limits.trialExamples);
  const contents = await loadContents(ctx, shown);
  const loaded = shown.flatMap((one) => contents.get(`${one.kind} ${one.id}`) ?? []);
  const people = await peopleById(
    ctx.db,
    loaded.flatMap((one) => one.authorId ?? []),
  );
  return {
    checked: latest.length,
    matched: matched.length,
    examples: loaded.map((one) => ({
      kind: one.kind,
      id: one.id,
      title: one.title,
      excerpt: one.excerpt,
      url: one.url,
      author: people.get(one.authorId ?? '') ?? unknownPerson,
    })),
    warnings: [...warnings, ...(isCommon(matched.length, latest.length) ? (['common'] as const) : [])],
  };
}
