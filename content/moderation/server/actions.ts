import type { Context } from '#platform/server/context.ts';
import { notify, notifyAgain } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { nameInWords } from '#people/profiles/server/rules.ts';
import { namedLikeStaff, peopleById } from '#people/profiles/server/store.ts';
import type { SiteSettings } from '#people/site-settings/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { staffTitle } from './rules/staff.ts';
import {
  type End,
  type Subject,
  addCause,
  afterRemoval,
  closeForGone,
  closeOpen,
  setEditor,
} from './queue/queue-store.ts';
import { record } from './store.ts';
import { noteBrokenCheck } from './texts.ts';

export {
  type TextSpamInStatement,
  checkStoredTextOf,
  checkTextOf,
  rememberText,
  spamReasonsInTurn,
  textSpamInStatement,
} from './text-spam.ts';
export {
  type ReadContent,
  checkSubjectRead,
  digestOf,
  fingerprintOf,
  openVersions,
  readContents,
} from './queue/item-version.ts';
export { endTextHold, noteAuthorEdit } from './queue/queue-store.ts';
export { type Words, readWords } from './rules/words.ts';
export { type CheckedText, checkShownText, checkText, markedIn, reasonsToHold } from './texts.ts';

/** What is counted by itself against the limits of a member. */
export type SpamKind = 'posts' | 'replies' | 'uploads' | 'messages';

/** What a create call asks before it writes. */
export interface SpamCheck {
  readonly author: Viewer;
  readonly kind: SpamKind;
  /** How many of the kind the author made since a timestamp, at most some of the newest, and when the first of them was. */
  recent(db: Executor, since: Date, atMost: number): Promise<{ count: number; first: Date | null }>;
  /** What decides whether the same content was made before; left out where duplicates are allowed. */
  readonly duplicate?: {
    readonly fingerprint: string;
    isMade(db: Executor, since: Date): Promise<boolean>;
  };
}

/** What has been checked must still hold where it is written: to be called first in that transaction. @throws as `checkSpam` */
export type SpamGuard = (tx: Tx) => Promise<void>;

/**
 * The spam check of a create call: duplicates within the hour, then the rate of the author; a new account gets half. If
 * the check itself breaks, the action goes through (decisions §4).
 * @returns the part that is checked once more in the transaction, so that of many calls at once none passes by the others.
 * @throws {Refusal} `duplicate_post` or `duplicate_upload`, `rate_limit`.
 */
export async function checkSpam(ctx: Context, check: SpamCheck): Promise<SpamGuard> {
  let guard: SpamGuard = async () => {};
  try {
    const settings = await siteSettings(ctx.db);
    await refuseSpam(ctx, check, settings, ctx.db);
    guard = async (tx) => {
      await takeTurn(tx, check);
      await refuseSpam(ctx, check, settings, tx);
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    await noteBrokenCheck(ctx, ctx.db, 'spam', error);
  }
  return guard;
}

const nameOfTurn = (kind: SpamKind, of: string): string => `spam:${kind}:${of}`;

/** Waits until a member writes nothing, and lets them write nothing until the transaction ends: they are erased in it. */
export async function takeTurns(tx: Tx, profileId: string): Promise<void> {
  for (const kind of ['posts', 'replies', 'uploads', 'messages'] as const)
    await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${nameOfTurn(kind, profileId)}, 0))`);
}

/** Waits until no other transaction writes of this author and kind, or the same content, and keeps others waiting. */
async function takeTurn(tx: Tx, { author, kind, duplicate }: SpamCheck): Promise<void> {
  // Lock order: the author's lock first, and both before any row, which prevents deadlocks.
  const names = [author.profileId, ...(duplicate ? [duplicate.fingerprint] : [])].map((of) => nameOfTurn(kind, of));
  for (const name of names) await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** How many of a kind an author may make. */
export interface SpamWindow {
  /** Name of the lock under which they are counted and written. */
  readonly turn: string;
  /** What was made before does not count. */
  readonly since: Date;
  readonly windowMs: number;
  readonly allowed: number;
}

/** How many of a kind an author may make now. A new account gets a share of it. */
export async function spamWindow(
  ctx: Context,
  author: Viewer,
  kind: SpamKind,
  settings?: SiteSettings,
): Promise<SpamWindow> {
  const { spamWindowMinutes, newAccountHours, newAccountPercent, ...of } = settings ?? (await siteSettings(ctx.db));
  const limit = { posts: of.spamPosts, replies: of.spamReplies, uploads: of.spamUploads, messages: of.spamMessages }[
    kind
  ];
  const now = ctx.clock.now().getTime();
  const isNew = now - author.createdAt.getTime() < newAccountHours * 3_600_000;
  const windowMs = spamWindowMinutes * 60_000;
  return {
    turn: nameOfTurn(kind, author.profileId),
    since: new Date(now - windowMs),
    windowMs,
    allowed: isNew ? Math.max(1, Math.floor((limit * newAccountPercent) / 100)) : limit,
  };
}

async function refuseSpam(ctx: Context, check: SpamCheck, settings: SiteSettings, db: Executor): Promise<void> {
  const now = ctx.clock.now().getTime();
  const { duplicateHours } = settings;
  if (duplicateHours > 0 && (await check.duplicate?.isMade(db, new Date(now - duplicateHours * 3_600_000))))
    throw new Refusal(check.kind === 'uploads' ? 'duplicate_upload' : 'duplicate_post');
  const { since, windowMs, allowed } = await spamWindow(ctx, check.author, check.kind, settings);
  const recent = await check.recent(db, since, allowed);
  if (recent.count < allowed) return;
  const waitMs = (recent.first?.getTime() ?? now) + windowMs - now;
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  throw new Refusal('rate_limit', { meta: { minutes, wait: minutes === 1 ? 'a minute' : `${minutes} minutes` } });
}

/** Puts a content under review, in the transaction that writes it. */
export async function hold(
  ctx: Context,
  tx: Tx,
  content: {
    kind: string;
    id: string;
    authorId: string;
    threadId?: string;
    /** Who of staff wrote what is held; null for the author. */
    editorId?: string | null;
    reasons: readonly string[];
    source: string;
  },
): Promise<void> {
  const { reasons, source, editorId = null } = content;
  await addCause(ctx, tx, content, { by: 'hold', reasons, editorId, source });
}

/** Puts a published content into the queue for the banned words in it that staff want to see. Nothing for no words. */
export async function mark(
  ctx: Context,
  tx: Tx,
  content: { kind: string; id: string; authorId: string; threadId?: string | null },
  words: readonly string[],
): Promise<void> {
  if (words.length > 0) await addCause(ctx, tx, content, { by: 'mark', words });
}

/**
 * Asks staff to approve a content, in the transaction that makes it wait.
 * @param content.reasons kinds of private information in it
 */
export async function awaitApproval(
  ctx: Context,
  tx: Tx,
  content: {
    readonly kind: string;
    readonly id: string;
    readonly authorId: string | null;
    readonly threadId?: string;
    readonly reasons: readonly string[];
    readonly source: string;
    /** How urgent it is, 1 first; as what harms nobody when not given. */
    readonly priority?: number;
  },
): Promise<void> {
  const { reasons, source, priority } = content;
  await addCause(ctx, tx, content, { by: 'approval', reasons, source, ...(priority !== undefined && { priority }) });
}

/** The refusal for who decides second: it names who was first. @param by profile id; null where nobody of staff is known */
export async function alreadyDecided(db: Executor, by: string | null): Promise<Refusal> {
  const person = by === null ? undefined : (await peopleById(db, [by])).get(by);
  return new Refusal('already_decided', {
    meta: { name: person ? nameInWords(person) : 'Somebody else of the staff' },
  });
}

/** After staff have decided about a content by other ways than the queue: its item is decided. */
export async function noteDecision(ctx: Context, tx: Tx, subject: Subject, end: End): Promise<void> {
  await closeOpen(ctx, tx, subject, end);
}

/**
 * After a content was removed: its review ends. Staff have decided about it then; after any other removal what was reported
 * stays with them.
 * @param removal.profileId of who removed it; null for the operator
 */
export async function noteRemoval(
  ctx: Context,
  tx: Tx,
  subject: Subject,
  removal: { readonly profileId: string | null; readonly reason: string },
): Promise<void> {
  await afterRemoval(ctx, tx, subject, { by: removal.profileId, reason: removal.reason });
}

/** After contents are gone for good: nothing is left to decide. */
export async function noteGone(ctx: Context, tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  await closeForGone(ctx, tx, kind, ids);
}

/**
 * Holds a content where an edit has made that necessary, and notes of one that is held already whose words are held now.
 * @param editorId who of staff has written the words; null for the author
 */
export async function followState(
  ctx: Context,
  tx: Tx,
  content: { kind: string; id: string; authorId: string; editorId: string | null },
  before: string,
  after: string,
  reasons: readonly string[],
): Promise<void> {
  // What staff had approved was changed by its author: it waits for approval again.
  if (after === 'pending' && before !== 'pending')
    return await awaitApproval(ctx, tx, { ...content, reasons, source: 'edited' });
  if (after !== 'held') return;
  if (before !== 'held') await hold(ctx, tx, { ...content, reasons, source: 'private_information' });
  // Who took the private information out may release the text; who wrote it may not.
  else await setEditor(tx, content, reasons.length > 0 ? content.editorId : null);
}

/** What staff changed of another member's. */
export interface StaffEdit {
  /** Its kind, as reports and the audit log name it. */
  readonly kind: string;
  readonly id: string;
  readonly authorId: string;
  /** Number of the version that the edit has made. */
  readonly version: number;
  /** What it is, in words for its author: `your post "Title"`. */
  readonly what: string;
  readonly url: string;
  /** The edit has held it for review. */
  readonly isHeld: boolean;
}

/**
 * Writes an edit by staff to the audit log, their own content included, and notifies another author. A member's own edit is
 * neither.
 * @param edit.action its name in the audit log: `post.edit`
 * @param edit.wasHeld it was held for review before
 * @param edit.lock of what can be locked: whether it was, and whether it is now
 */
export async function noteStaffEdit(
  ctx: Context,
  tx: Tx,
  editor: Viewer,
  edit: StaffEdit & {
    readonly action: string;
    readonly wasHeld: boolean;
    readonly lock?: { readonly was: boolean; readonly is: boolean };
  },
): Promise<void> {
  const { lock } = edit;
  await record(ctx, tx, editor, edit.authorId, {
    action: edit.action,
    targetKind: edit.kind,
    targetId: edit.id,
    details: {
      before: { version: edit.version - 1, isHeld: edit.wasHeld, ...(lock && { isLocked: lock.was }) },
      after: { version: edit.version, isHeld: edit.wasHeld || edit.isHeld, ...(lock && { isLocked: lock.is }) },
    },
  });
  if (editor.profileId !== edit.authorId) await notifyOfEdit(ctx, tx, editor, edit);
}

/** Notifies the author of an edit by staff of the editor. Several edits of one thing are one unread notification. */
export async function notifyOfEdit(ctx: Context, tx: Tx, editor: Viewer, edit: StaffEdit): Promise<void> {
  await notifyAgain(
    ctx,
    tx,
    edit.authorId,
    { ...noticeText.edit(edit.what, `${editor.displayName} (${staffTitle(editor)})`, edit.isHeld), url: edit.url },
    { about: `${edit.kind}.edit:${edit.id}`, version: edit.version },
  );
}

/** How many confusable names a notification lists; the rest is a number. */
const LIKE_NAMED = 10;

/**
 * Notifies admins of members whose names are confusable with those of somebody who is staff now, or is called so now. Their names were
 * fine when they were chosen, so that people decide about them.
 */
export async function notifyOfLikeNames(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  const like = await namedLikeStaff(tx, profileId, LIKE_NAMED + 1);
  if (like.length === 0) return;
  const [staff] = await tx.rows<{ username: string; display_name: string }>(
    sql`SELECT username, display_name FROM profiles WHERE id = ${profileId}`,
  );
  const admins = await tx.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE (is_admin OR is_moderator) AND is_admin AND user_id IS NOT NULL`,
  );
  const named = like.slice(0, LIKE_NAMED).map((one) => `${one.displayName} (@${one.username})`);
  const more = like.length > LIKE_NAMED ? ' and others' : '';
  await notify(
    ctx,
    tx,
    admins.map((row) => row.id),
    {
      ...noticeText.staff(
        `Names that look like ${staff!.display_name} (@${staff!.username}), who is staff`,
        `Readers could take them for staff: ${named.join(', ')}${more}.`,
      ),
      url: `/profile/${like[0]!.username}`,
      cause: `like-names:${profileId}:${ctx.clock.now().getTime()}`,
    },
  );
}
