import type { Context } from '#platform/server/context.ts';
import { type Submitted, submit } from '#content/core/server/create.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { readWords } from '#content/moderation/server/actions.ts';
import { claimFiles } from '#content/media/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { cleanText, cleanTitle, searchText, takesType } from './rules.ts';
import { insertImage } from './store.ts';
import { galleryImage } from './types.ts';

/**
 * Creates an image that waits for staff, from a staged file of the uploader. The same submit again answers with the
 * first one.
 * @throws {Refusal} `adults_only`, `upload_cooldown`, `content_blocked`, `file_not_usable`, `file_type_refused`
 */
export async function createImage(
  ctx: Context,
  viewer: Viewer,
  body: { fileId: string; title: string; description: string; isAdult: boolean; submitId: string },
): Promise<Submitted> {
  return await submit(ctx, viewer, galleryImage, {
    submitId: body.submitId,
    limit: 'uploads',
    // The gallery's own words (part 2 §8).
    codes: { rate_limit: 'upload_cooldown', banned_words: 'content_blocked', spam_blocked: 'content_blocked' },
    async prepare() {
      if (body.isAdult && !canSeeAdult(viewer)) throw new Refusal('adults_only');
      const title = cleanTitle(body.title);
      const description = cleanText(body.description);
      return { words: readWords(`${title}\n${description}`), title, description };
    },
    async insert(tx, content, { words, title, description }) {
      await claimFiles(ctx, tx, viewer.profileId, [body.fileId], {
        contentKind: galleryImage.kind,
        contentId: content.id,
        guarded: true,
        kinds: ['image'],
      });
      const [file] = await tx.rows<{ content_type: string }>(
        sql`SELECT content_type FROM files WHERE id = ${body.fileId}`,
      );
      if (!takesType(file!.content_type))
        throw new Refusal('file_type_refused', {
          meta: { found: 'pictures of this type', taken: 'JPEG, PNG, GIF and WebP' },
        });
      const { fileId, isAdult } = body;
      const inserted = await insertImage(tx, {
        ...content,
        title,
        description,
        searchText: searchText(words.source),
        fileId,
        isAdult,
      });
      return inserted ? { title, isAdult, parent: null, isFeatured: false } : null;
    },
  });
}
