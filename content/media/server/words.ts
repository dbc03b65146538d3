import type { Context } from '#platform/server/context.ts';
import { checkShownText, mark, markedIn } from '#content/moderation/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { FileRow } from './store.ts';

/** Puts the content of a file into the queue for banned words that staff want to see; a staged file has none yet. */
export async function markContent(
  ctx: Context,
  tx: Tx,
  file: Pick<FileRow, 'content_kind' | 'content_id' | 'owner_id' | 'state'>,
  marks: readonly string[],
): Promise<void> {
  const { content_kind: kind, content_id: id, owner_id: authorId, state } = file;
  if (state !== 'claimed' || kind === null || id === null) return;
  // A place of a profile is no kind of its own: staff judge the profile.
  const content = ctx.kinds.get(kind) ? { kind, id } : { kind: 'profile', id: authorId };
  await mark(ctx, tx, { ...content, authorId }, marks);
}

/** Writes to the audit log that staff changed what is said of a file that stands in a content of theirs. */
export async function recordWords(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  file: Pick<FileRow, 'id' | 'content_kind' | 'content_id' | 'owner_id' | 'state'>,
  details: { readonly what: string; readonly before: unknown; readonly after: unknown },
): Promise<void> {
  const { content_kind: kind, content_id: id } = file;
  if (file.state !== 'claimed' || kind === null || id === null) return;
  await record(ctx, tx, viewer, file.owner_id, {
    action: 'file.words',
    targetKind: kind,
    targetId: id,
    details: { file: file.id, ...details },
  });
}

/**
 * Stores what a picture shows.
 * @throws {Refusal} `not_a_picture`, `not_found`, `banned_words`, `private_information`
 */
export async function describePicture(ctx: Context, viewer: Viewer, file: FileRow, altText: string): Promise<void> {
  if (file.kind !== 'image') throw new Refusal('not_a_picture');
  const marks = await checkShownText(ctx, altText);
  await ctx.db.tx(async (tx) => {
    const [row] = await tx.rows<Pick<FileRow, 'content_kind' | 'content_id' | 'owner_id' | 'state'>>(sql`
      UPDATE files SET alt_text = ${altText} WHERE id = ${file.id} AND state <> 'removed'
      RETURNING content_kind, content_id, owner_id, state`);
    if (!row) throw new Refusal('not_found');
    if (row.state === 'staged') return;
    await recordWords(
      ctx,
      tx,
      viewer,
      { ...row, id: file.id },
      {
        what: 'alternative text',
        before: { characters: file.alt_text.length },
        after: { characters: altText.length },
      },
    );
    const knownMarks = new Set(await markedIn(ctx, tx, file.alt_text));
    await markContent(
      ctx,
      tx,
      row,
      marks.filter((word) => !knownMarks.has(word)),
    );
    tx.afterCommit(() => ctx.pages.drop());
  });
}

/** Marks a content for the words of pictures that were described before they became a part of it. */
export async function markDescribed(
  ctx: Context,
  tx: Tx,
  content: { readonly kind: string; readonly id: string; readonly authorId: string },
  altTexts: readonly string[],
): Promise<void> {
  const text = altTexts.filter((one) => one !== '').join('\n');
  if (text !== '') await mark(ctx, tx, content, await markedIn(ctx, tx, text));
}

/** Whether everybody may read a text as it is: without private information and without words that refuse or hold. */
async function isShowable(ctx: Context, text: string): Promise<boolean> {
  try {
    await checkShownText(ctx, text);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A file's name as everybody may read it: `file` and its ending where the name itself says what nobody may publish. */
export async function shownFileName(ctx: Context, name: string): Promise<string> {
  if (await isShowable(ctx, name)) return name;
  return `file${/\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''}`;
}

/** The tags of a recording that everybody may read; others are left out. */
export async function shownTags(ctx: Context, tags: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(tags)) if (await isShowable(ctx, value)) shown[name] = value;
  return shown;
}
