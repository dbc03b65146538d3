import type { Context } from '#platform/server/context.ts';
import {
  type CheckedText,
  type Words,
  checkTextOf,
  endTextHold,
  followState,
  noteAuthorEdit,
  hold,
  mark,
  markedIn,
  noteStaffEdit,
  readWords,
  rememberText,
} from '#content/moderation/server/actions.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { announceChange } from './live.ts';
import { countState, release } from './lifecycle.ts';
import { syncNotificationsJob } from './notify.ts';
import { yours } from './moderation.ts';
import { canEdit, canSeeAdult, forbid, requireSeen, stateAfterEdit } from './policies.ts';
import { fileReasons, holdForFiles } from './returned-files.ts';
import { shortText } from './text.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';
import { type CurrentText, currentText, saveEdit } from './versions.ts';

/**
 * A content that this reader may edit, before its new text is rendered.
 * @throws {Refusal} `forbidden`, and as `requireSeen`
 */
export async function requireEditable<Extra extends object>(
  db: Context['db'] | Tx,
  type: ContentType<Extra>,
  id: string,
  viewer: Viewer,
  lock = false,
): Promise<ContentFacts & Extra> {
  const facts = await requireSeen(db, type, id, viewer, lock);
  if (!canEdit(facts, viewer) || facts.parent?.state === 'removed') forbid(facts, viewer);
  return facts;
}

/**
 * Locks a content that is edited. Optimistic locking: refuses when the version that the editor read is not the newest.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, and as `requireSeen`
 */
async function lockForEdit<Extra extends object>(
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  viewer: Viewer,
  baseVersion: number,
): Promise<{ facts: ContentFacts & Extra; current: CurrentText }> {
  const facts = await requireEditable(tx, type, id, viewer, true);
  if (facts.version !== baseVersion) throw new Refusal('edit_conflict', { meta: { version: facts.version } });
  return { facts, current: await currentText(tx, type, id) };
}

/** Profile id of who of staff edits another's content; null where its author does. */
const editorOf = (facts: ContentFacts, viewer: Viewer): string | null =>
  viewer.profileId === facts.authorId ? null : viewer.profileId;

/**
 * Publishes a held text whose author has taken out what held it, as a new one would be. False where more than its words
 * holds it.
 */
async function publishCleaned<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  { id, authorId, parent }: ContentFacts & Extra,
): Promise<boolean> {
  if (!(await endTextHold(ctx, tx, { kind: type.kind, id }))) return false;
  // While its text was checked, nobody has asked whether its files hold it.
  const reasons = await fileReasons(tx, type, id);
  if (reasons.length === 0) return await release(ctx, tx, type, id);
  await hold(ctx, tx, { kind: type.kind, id, authorId, threadId: parent?.id ?? id, reasons, source: 'returned_file' });
  return false;
}

/**
 * What every edit does beside writing its row: both versions, the hold and the counts that follow a changed state, the
 * publication of a held text whose author has taken out what held it, the audit log and the author's notification for
 * another's edit, notifications, live events.
 * @param options.words the new text, as the checks have read it
 * @param options.checked what the checks of the new text came to, before the transaction
 * @param options.state as the row has it now
 * @param options.adultChanged notifications hide or show their words
 */
async function finishEdit<Extra extends object>(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  current: CurrentText,
  options: {
    words: Words;
    lock?: { readonly was: boolean; readonly is: boolean };
    checked: CheckedText;
    state: ContentState;
    editedAt: Date;
    adultChanged?: boolean;
  },
): Promise<void> {
  const { id } = facts;
  const { words, state, editedAt } = options;
  const { reasons, marks } = options.checked;
  const { lock } = options;
  await saveEdit(
    ctx,
    tx,
    id,
    { ...current, ...(lock && { isLocked: lock.was }) },
    {
      content: words.source,
      editorId: viewer.profileId,
      isPrivate: reasons.length > 0,
      ...(lock && { isLocked: lock.is }),
      editedAt,
    },
  );
  await countState(tx, type, facts, facts.state, state);
  const content = { kind: type.kind, id, authorId: facts.authorId, editorId: editorOf(facts, viewer) };
  // Unchanged text was checked before.
  const isReworded = current.content !== words.source;
  const isCleaned =
    isReworded && facts.state === 'held' && state === 'held' && reasons.length === 0 && content.editorId === null;
  const isReleased = isCleaned && (await publishCleaned(ctx, tx, type, facts));
  if (isReworded) {
    if (!isReleased) await followState(ctx, tx, content, facts.state, state, reasons);
    if (content.editorId === null && state !== 'private') await rememberText(ctx, tx, facts.authorId, words);
    if (marks.length > 0 && (state === 'published' || isReleased) && content.editorId === null) {
      const before = new Set(isReleased ? [] : await markedIn(ctx, tx, current.content));
      await mark(
        ctx,
        tx,
        { ...content, threadId: facts.parent?.id ?? id },
        marks.filter((word) => !before.has(word)),
      );
    }
  }
  if (facts.state !== 'published' && content.editorId === null) await noteAuthorEdit(ctx, tx, content);
  if (state !== facts.state || options.adultChanged)
    await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  await noteStaffEdit(ctx, tx, viewer, {
    ...content,
    version: facts.version + 1,
    action: `${type.kind}.edit`,
    what: yours(type, facts, 'your'),
    url: type.address({ id, parentId: facts.parent?.id ?? null }),
    isHeld: facts.state === 'published' && state === 'held',
    wasHeld: facts.state === 'held',
    ...(lock && { lock }),
  });
  if (!isReleased) await announceChange(ctx, tx, type, { ...facts, state }, 'edited');
}

/** What the row of an edited content gets beside its text. */
export interface EditedRow {
  readonly state: ContentState;
  readonly editedAt: Date;
  /** Who of staff edited it; null for the author. */
  readonly editedBy: string | null;
}

/** What a type does of its own when a content is edited. */
interface ContentEdit<Extra extends object, Prepared extends { readonly words: Words }> {
  /** The version that the editor read. */
  readonly baseVersion: number;
  /** Whether it shall be 18+; undefined leaves that as it is. */
  readonly isAdult?: boolean | undefined;
  /** Checks and renders what was submitted, before the transaction. `words` is all of its text. */
  prepare(before: ContentFacts & Extra): Promise<Prepared>;
  /** The state of a reworded content where that is none of `stateAfterEdit`; undefined where it is. */
  stateOf?(facts: ContentFacts & Extra): ContentState | undefined;
  /**
   * Writes its row and what belongs to it; the row is locked. Null where nothing has changed.
   * @returns whether it is 18+ from now on, the files that it did not have before, and whether it was and is locked
   */
  write(
    tx: Tx,
    facts: ContentFacts & Extra,
    prepared: Prepared,
    row: EditedRow & { readonly isReworded: boolean },
  ): Promise<{
    readonly isAdult?: boolean;
    readonly addedFileIds?: readonly string[];
    readonly lock?: { readonly was: boolean; readonly is: boolean };
  } | null>;
}

/**
 * Edits a content with optimistic locking: unless somebody was faster; then nothing changes.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, `adults_only`, `banned_words`, …
 */
export async function editContent<Extra extends object, Prepared extends { readonly words: Words }>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  id: string,
  edit: ContentEdit<Extra, Prepared>,
): Promise<void> {
  const before = await requireEditable(ctx.db, type, id, viewer);
  // Staff mark others' contents whatever they want to see themselves.
  if (edit.isAdult && viewer.profileId === before.authorId && !canSeeAdult(viewer)) throw new Refusal('adults_only');
  const prepared = await edit.prepare(before);
  const { words } = prepared;
  const checked = await checkTextOf(ctx, viewer, words);
  const editedAt = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const { facts, current } = await lockForEdit(tx, type, id, viewer, edit.baseVersion);
    const isReworded = current.content !== words.source;
    // Words that were let through stay so while they do not change.
    const state = isReworded ? (edit.stateOf?.(facts) ?? stateAfterEdit(facts.state, checked.reasons)) : facts.state;
    const editedBy = editorOf(facts, viewer);
    const written = await edit.write(tx, facts, prepared, { state, editedAt, editedBy, isReworded });
    if (!written) return;
    const { isAdult = false, addedFileIds = [], lock } = written;
    await finishEdit(ctx, tx, viewer, type, facts, current, {
      words,
      checked,
      state,
      editedAt,
      adultChanged: isAdult && !facts.isAdult,
      ...(lock && { lock }),
    });
    await holdForFiles(ctx, tx, type, id, addedFileIds);
  });
}

/** Edits an answer's text. @throws {Refusal} as `editContent`, and `too_complex` */
export async function editAnswer(
  ctx: Context,
  viewer: Viewer,
  type: ContentType,
  id: string,
  { content, baseVersion }: { content: string; baseVersion: number },
): Promise<void> {
  await editContent(ctx, viewer, type, id, {
    baseVersion,
    async prepare({ authorId }) {
      const text = await shortText(ctx, content, authorId);
      return { text, words: readWords(text) };
    },
    async write(tx, _facts, { text }, { state, editedAt, editedBy, isReworded }) {
      if (!isReworded) return null;
      await tx.rows(sql`
        UPDATE ${sql.raw(type.table)} SET content = ${text.content}, html = ${text.html}, excerpt = ${text.excerpt}, renderer = ${text.renderer},
          state = ${state}, edited_at = ${editedAt}, edited_by = ${editedBy}::uuid, version = version + 1 WHERE id = ${id}`);
      return {};
    },
  });
}
