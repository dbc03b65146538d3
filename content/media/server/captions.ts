import { randomBytes } from 'node:crypto';
import { type CaptionLanguage, captions as limits } from '#platform/contract/caption-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { checkShownText } from '#content/moderation/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type Captions, CaptionsRefused, readCaptions } from '#platform/server/media/webvtt.ts';
import { renditionKey } from './rules.ts';
import { type FileRow, isCaptions } from './store.ts';
import { markContent, recordWords } from './words.ts';

const nameOf = (language: CaptionLanguage): string => `captions-${language}`;

/** @throws {Refusal} `captions_refused` with the reason */
function read(content: string): Captions {
  try {
    return readCaptions(content);
  } catch (error) {
    if (error instanceof CaptionsRefused) throw new Refusal('captions_refused', { meta: { reason: error.message } });
    throw error;
  }
}

/**
 * Stores the captions of a video in one language, in the place of those before. They are one of the files made from the
 * video: served to whom the video is served, removed with it.
 * @throws {Refusal} `not_a_video`, `captions_too_early`, `captions_refused`, `too_many_captions`, `banned_words`, `private_information`
 */
export async function storeCaptions(
  ctx: Context,
  viewer: Viewer,
  file: FileRow,
  language: CaptionLanguage,
  content: string,
): Promise<void> {
  if (file.kind !== 'video') throw new Refusal('not_a_video');
  if (file.state !== 'claimed') throw new Refusal('captions_too_early');
  const captions = read(content);
  const marks = await checkShownText(ctx, captions.text);
  // Not guessable, and new each time, so that no cache shows the former captions.
  const key = renditionKey(file.key, `${nameOf(language)}-${randomBytes(8).toString('hex')}`, 'vtt');
  const stored = await ctx.storage.put(key, Buffer.from(captions.content), { contentType: 'text/vtt' });
  try {
    await ctx.db.tx(async (tx) => {
      // Locked, so that concurrent uploads are counted one after the other.
      const still = await tx.rows(
        sql`SELECT 1 FROM files WHERE id = ${file.id} AND state = 'claimed' FOR NO KEY UPDATE`,
      );
      if (still.length === 0) throw new Refusal('not_found');
      const others = await tx.rows(
        sql`SELECT 1 FROM file_renditions WHERE file_id = ${file.id} AND ${isCaptions} AND name <> ${nameOf(language)}`,
      );
      if (others.length >= limits.perVideo) throw new Refusal('too_many_captions', { meta: { max: limits.perVideo } });
      await tx.rows(sql`
        INSERT INTO file_renditions (file_id, name, key, content_type, bytes)
        VALUES (${file.id}, ${nameOf(language)}, ${key}, 'text/vtt', ${stored.bytes})
        ON CONFLICT (file_id, name) DO UPDATE SET key = excluded.key, bytes = excluded.bytes`);
      const had = file.renditions.some((one) => one.name === nameOf(language));
      const change = { what: `captions ${language}`, before: had ? 'others' : 'none', after: { bytes: stored.bytes } };
      await recordWords(ctx, tx, viewer, file, change);
      await markContent(ctx, tx, file, marks);
      tx.afterCommit(() => ctx.pages.drop());
    });
  } catch (error) {
    // After a fault it is unknown whether the row exists; the daily cleaning removes files without a row.
    if (error instanceof Refusal) await ctx.storage.remove(key);
    throw error;
  }
  await removeStored(ctx, file, language);
}

/** Deletes the captions of a video in one language. @throws {Refusal} `not_found` */
export async function removeCaptions(
  ctx: Context,
  viewer: Viewer,
  file: FileRow,
  language: CaptionLanguage,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const gone = await tx.rows(
      sql`DELETE FROM file_renditions WHERE file_id = ${file.id} AND name = ${nameOf(language)} RETURNING key`,
    );
    if (gone.length === 0) throw new Refusal('not_found');
    const change = { what: `captions ${language}`, before: 'some', after: 'none' };
    await recordWords(ctx, tx, viewer, file, change);
    tx.afterCommit(() => ctx.pages.drop());
  });
  await removeStored(ctx, file, language);
}

/** Removes the former file of a row; the daily cleaning removes what is missed here. */
async function removeStored(ctx: Context, file: FileRow, language: CaptionLanguage): Promise<void> {
  const before = file.renditions.find((one) => one.name === nameOf(language));
  if (before) await ctx.storage.remove(before.key);
}
