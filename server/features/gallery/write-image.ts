import type { Context } from '#server/context.ts';
import { claimFiles } from '#server/features/media/actions.ts';
import { checkBannedWords, checkSpam } from '#server/features/moderation/actions.ts';
import { sql } from '#server/platform/db/database.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import { GALLERY_KIND } from './actions.ts';
import { publishToUploader } from './live.ts';
import { cleanText, cleanTitle, searchText, takesType } from './rules.ts';
import { imageOfSubmit, insertImage, recentImages } from './store.ts';

/** The gallery's own words for what the spam check refuses (part 2 §8). */
const own: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  rate_limit: 'upload_cooldown',
  banned_words: 'content_blocked',
};

async function inOwnWords<T>(check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    const code = error instanceof Refusal ? own[error.code] : undefined;
    if (!(error instanceof Refusal) || code === undefined) throw error;
    throw new Refusal(code, error.meta && { meta: error.meta });
  }
}

/**
 * Creates an image that waits for staff, from a staged file of the uploader. The same submit again finds the first one.
 * @returns its id
 * @throws {Refusal} `adults_only`, `upload_cooldown`, `content_blocked`, `file_not_usable`, `file_type_refused`
 */
export async function createImage(
  ctx: Context,
  viewer: Viewer,
  body: { fileId: string; title: string; description: string; isAdult: boolean; submitId: string },
): Promise<string> {
  const earlier = await imageOfSubmit(ctx.db, viewer.profileId, body.submitId);
  if (earlier !== null) return earlier;
  if (body.isAdult && !viewer.adult) throw new Refusal('adults_only');
  const title = cleanTitle(body.title);
  const description = cleanText(body.description);
  const text = `${title}\n${description}`;
  // The cooldown first, as the specification asks, then the content.
  const guardSpam = await inOwnWords(
    checkSpam(ctx, {
      author: viewer,
      text: '',
      kind: 'uploads',
      recent: (db, since) => recentImages(db, viewer.profileId, since),
    }),
  );
  await inOwnWords(checkBannedWords(ctx, text));
  const at = ctx.clock.now();
  const id = newId(at);
  try {
    await ctx.db.tx(async (tx) => {
      await inOwnWords(guardSpam(tx));
      await claimFiles(ctx, tx, viewer.profileId, [body.fileId], {
        contentKind: GALLERY_KIND,
        contentId: id,
        guarded: true,
        kinds: ['image'],
      });
      const [file] = await tx.rows<{ content_type: string }>(
        sql`SELECT content_type FROM files WHERE id = ${body.fileId}`,
      );
      if (!takesType(file!.content_type))
        throw new Refusal('file_type_refused', { meta: { found: 'pictures of this type' } });
      const made = await insertImage(tx, {
        id,
        title,
        description,
        searchText: searchText(text),
        uploaderId: viewer.profileId,
        fileId: body.fileId,
        isAdult: body.isAdult,
        submitId: body.submitId,
        at,
      });
      // The same submit was faster with another file, which then stays free.
      if (!made) throw new Refusal('file_not_usable');
      await publishToUploader(ctx, tx, { id, uploaderId: viewer.profileId }, 'pending');
    });
  } catch (error) {
    const first = await imageOfSubmit(ctx.db, viewer.profileId, body.submitId);
    if (error instanceof Refusal && first !== null) return first;
    throw error;
  }
  return id;
}
