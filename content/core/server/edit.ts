import type { Context } from '#platform/server/context.ts';
import {
  type CheckedText,
  type Words,
  checkTextOf,
  endTextHold,
  followState,
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
import { canEdit, forbid, requireSeen, stateAfterEdit } from './policies.ts';
import { fileReasons } from './returned-files.ts';
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
export async function lockForEdit<Extra extends object>(
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
export const editorOf = (facts: ContentFacts, viewer: Viewer): string | null =>
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
export async function finishEdit<Extra extends object>(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  current: CurrentText & { readonly isLocked?: boolean },
  options: {
    words: Words;
    isLocked?: boolean;
    checked: CheckedText;
    state: ContentState;
    editedAt: Date;
    adultChanged?: boolean;
  },
): Promise<void> {
  const { id } = facts;
  const { words, state, editedAt } = options;
  const { reasons, marks } = options.checked;
  await saveEdit(ctx, tx, id, current, {
    content: words.source,
    editorId: viewer.profileId,
    isPrivate: reasons.length > 0,
    ...(options.isLocked !== undefined && { isLocked: options.isLocked }),
    editedAt,
  });
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
    ...(options.isLocked !== undefined && { lock: { was: current.isLocked ?? false, is: options.isLocked } }),
  });
  if (!isReleased) await announceChange(ctx, tx, type, { ...facts, state }, 'edited');
}

/** Edits an answer's text with optimistic locking. @throws {Refusal} `edit_conflict`, `forbidden`, `banned_words`, … */
export async function editAnswer<Extra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  id: string,
  body: { content: string; baseVersion: number },
): Promise<void> {
  const before = await requireEditable(ctx.db, type, id, viewer);
  const text = await shortText(ctx, body.content, before.authorId);
  const words = readWords(text);
  const checked = await checkTextOf(ctx, viewer, words);
  const editedAt = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const { facts, current } = await lockForEdit(tx, type, id, viewer, body.baseVersion);
    if (current.content === text.content) return;
    const state = stateAfterEdit(facts.state, checked.reasons);
    await tx.rows(sql`
      UPDATE ${sql.raw(type.table)} SET content = ${text.content}, html = ${text.html}, excerpt = ${text.excerpt}, renderer = ${text.renderer},
        state = ${state}, edited_at = ${editedAt}, edited_by = ${editorOf(facts, viewer)}::uuid, version = version + 1 WHERE id = ${id}`);
    await finishEdit(ctx, tx, viewer, type, facts, current, { words, checked, state, editedAt });
  });
}
