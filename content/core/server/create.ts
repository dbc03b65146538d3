import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type SpamCheck,
  type SpamKind,
  type Words,
  awaitApproval,
  checkSpam,
  checkText,
  checkTextOf,
  hold,
  mark,
  rememberText,
  spamReasonsInTurn,
} from '#content/moderation/server/actions.ts';
import { holdNotice } from '#content/moderation/server/rules/hold-reasons.ts';
import { hasProfile } from '#people/profiles/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { announceChange } from './live.ts';
import { afterPublishing, countState } from './lifecycle.ts';
import { fileReasons } from './returned-files.ts';
import { pendingNotice } from './review.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';

/** The result of a submit. */
export interface Submitted {
  readonly id: string;
  readonly state: ContentState;
  /** Why it waits for staff, in words for its author. */
  readonly notice: string | null;
  /** Number of its live event, where it has one. */
  readonly seq: number | null;
}

/** The result of an earlier submit with the same idempotency key; null for the first. */
async function submittedBefore(
  db: Executor,
  type: ContentType,
  authorId: string,
  submitId: string,
): Promise<Submitted | null> {
  const [row] = await db.rows<{ id: string; state: ContentState }>(sql`
    SELECT id, state FROM ${sql.raw(type.table)} WHERE ${sql.raw(type.authorColumn)} = ${authorId} AND submit_id = ${submitId}`);
  return row ? { id: row.id, state: row.state, notice: null, seq: null } : null;
}

/** A new content, as its own row does not depend on its type. */
export interface NewContent {
  readonly id: string;
  readonly authorId: string;
  readonly state: 'pending' | 'published' | 'held' | 'private';
  readonly submitId: string;
  readonly createdAt: Date;
}

/** What a type does of its own when a content is made. */
export interface Submission<Prepared extends object, Extra extends object> {
  readonly submitId: string;
  /** Which limit of the spam check it counts against. */
  readonly limit: SpamKind;
  /** Its author keeps it back for now: nobody is notified, and what would hold it is looked for when it is published. */
  readonly isPrivate?: boolean;
  /** It brings files though it is an answer, which others have not: an image in a chat. */
  readonly hasFiles?: boolean;
  /** Its own codes for what the checks refuse: `{ rate_limit: 'upload_cooldown' }`. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  /**
   * Checks and renders what was submitted, before the transaction. `words` is all of its text, as the checks of what
   * members write read it; `duplicate` says whether the same was submitted before.
   */
  prepare(): Promise<{ words: Words; duplicate?: SpamCheck['duplicate'] } & Prepared>;
  /**
   * Writes the rows; that of an answer is counted on its parent by the same statement.
   * @returns what policies and events need to know of it; null when the same submit was faster
   */
  insert(tx: Tx, content: NewContent, prepared: Prepared): Promise<NewFacts<Extra> | null>;
}

/** The part of a content's facts that its type knows when it is made. */
export type NewFacts<Extra extends object> = Pick<ContentFacts, 'title' | 'isAdult' | 'parent'> & Extra;

/**
 * Creates a content: checked, then published, held for staff, or pending. `submitId` is an idempotency key: the same
 * submit returns the first content, wherever it fails (duplicate, rate limit, claimed files, or the key itself).
 * @throws {Refusal} `banned_words`, `spam_blocked`, `duplicate_post`, `duplicate_upload`, `rate_limit`, `profile_not_found`
 * where its author was erased meanwhile, and what `prepare` refuses
 */
export async function submit<Prepared extends object, Extra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  submission: Submission<Prepared, Extra>,
): Promise<Submitted> {
  try {
    return await make(ctx, viewer, type, submission);
  } catch (error) {
    // A refusal as a duplicate, as too soon or for files in use may be caused by the same submit, sent twice.
    if (!(error instanceof Refusal || error instanceof SubmittedMeanwhile)) throw error;
    const earlier = await submittedBefore(ctx.db, type, viewer.profileId, submission.submitId);
    if (earlier) return earlier;
    if (error instanceof SubmittedMeanwhile) throw new Refusal(type.answerOf?.type.notFound ?? type.notFound);
    const code = submission.codes?.[error.code];
    throw code ? new Refusal(code, error.meta && { meta: error.meta }) : error;
  }
}

/** The same submit was faster, or the parent is gone: the transaction is rolled back. */
class SubmittedMeanwhile extends Error {
  override name = 'SubmittedMeanwhile';
}

async function make<Prepared extends object, Extra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  submission: Submission<Prepared, Extra>,
): Promise<Submitted> {
  const prepared = await submission.prepare();
  const { words, duplicate } = prepared;
  const authorId = viewer.profileId;
  const guardSpam = await checkSpam(ctx, {
    author: viewer,
    kind: submission.limit,
    recent: (db, since, atMost) => recentBy(db, type, authorId, since, atMost),
    ...(duplicate && { duplicate }),
  });
  const checked = await (submission.isPrivate ? checkText(ctx, words) : checkTextOf(ctx, viewer, words));
  const { marks } = checked;
  let reasons = checked.reasons;
  let state = 'private' as NewContent['state'];
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  let causes: string[] = [];
  const seq = await ctx.db.tx(async (tx) => {
    await guardSpam(tx);
    const late = submission.isPrivate ? [] : await spamReasonsInTurn(ctx, tx, viewer, words);
    reasons = [...new Set([...checked.reasons, ...late])];
    state = stateOfNew(type, submission.isPrivate ?? false, reasons);
    if (!(await hasProfile(tx, authorId))) throw new Refusal('profile_not_found');
    const content = { id, authorId, state, submitId: submission.submitId, createdAt } as const;
    const inserted: NewFacts<Extra> | null = await submission.insert(tx, content, prepared);
    if (!inserted) throw new SubmittedMeanwhile();
    if (state === 'private') return null;
    await rememberText(ctx, tx, authorId, words);
    const threadId = inserted.parent?.id ?? id;
    if (state === 'held') {
      await hold(ctx, tx, { kind: type.kind, id, authorId, threadId, reasons, source: 'private_information' });
      return null;
    }
    const facts = {
      ...inserted,
      ...content,
      ...unchanged,
      authorIsAdmin: viewer.isAdmin,
      authorHasBlocks: viewer.hasBlocks,
    };
    // Its files are claimed now.
    if (!type.answerOf || submission.hasFiles === true) causes = await fileReasons(tx, type, id);
    if (causes.length > 0 && state === 'published') {
      await tx.rows(sql`UPDATE ${sql.raw(type.table)} SET state = 'held' WHERE id = ${id}`);
      // An answer is counted by the statement that writes it.
      if (type.answerOf) await countState(tx, type, facts, 'published', 'held');
      await hold(ctx, tx, {
        kind: type.kind,
        id,
        authorId,
        threadId,
        reasons: causes,
        source: 'returned_file',
      });
      return null;
    }
    if (state === 'pending') {
      const all = [...reasons, ...causes];
      await awaitApproval(ctx, tx, { kind: type.kind, id, authorId, threadId, reasons: all, source: 'submitted' });
      return await announceChange(ctx, tx, type, facts, 'created');
    }
    if (!type.answerOf) await countState(tx, type, facts, 'pending', 'published');
    await mark(ctx, tx, { kind: type.kind, id, authorId, threadId }, marks);
    return await afterPublishing(ctx, tx, type, facts, 'created');
  });
  if (causes.length > 0 && state === 'published') return { id, state: 'held', notice: holdNotice(causes), seq };
  return { id, state, notice: noticeOf(type, state, reasons), seq };
}

function stateOfNew(type: ContentType, isPrivate: boolean, reasons: readonly string[]): NewContent['state'] {
  if (isPrivate) return 'private';
  if (type.review === 'before') return 'pending';
  return reasons.length > 0 ? 'held' : 'published';
}

function noticeOf(type: ContentType, state: ContentState, reasons: readonly string[]): string | null {
  if (state === 'pending') return pendingNotice(type, reasons);
  return state === 'held' ? holdNotice(reasons) : null;
}

const unchanged = { stateBefore: null, removedBy: null, version: 1, isOff: false, isRejected: false } as const;

/**
 * Recent contents of an author, for the spam check: how many since a time, and the first of them. No more than the newest
 * that matter are read, however many there are.
 */
async function recentBy(
  db: Executor,
  type: ContentType,
  authorId: string,
  since: Date,
  atMost: number,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db.rows<{ count: number; first: Date | null }>(sql`
    SELECT count(*)::int AS count, min(created_at) AS first FROM (
      SELECT created_at FROM ${sql.raw(type.table)} WHERE ${sql.raw(type.authorColumn)} = ${authorId} AND created_at > ${since}
      ORDER BY created_at DESC LIMIT ${atMost}) recent`);
  return row!;
}
