import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { type SecretLink, linkOpens } from '#content/core/server/links.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { uploads } from './read.ts';
export { uploads } from './read.ts';
export { type Playable, playablesOf } from './tracks/playables.ts';
import { linkedAddress } from './rules.ts';
import { upload } from './types.ts';

/** A file whose addresses name the link. */
export function linkedFile<T extends Pick<UploadFile, 'url' | 'originalUrl' | 'renditions'>>(
  file: T,
  token: string,
): T {
  return {
    ...file,
    url: linkedAddress(file.url, token),
    originalUrl: linkedAddress(file.originalUrl, token),
    renditions: file.renditions.map((rendition) => ({ ...rendition, url: linkedAddress(rendition.url, token) })),
  };
}

/**
 * An upload as a secret link shows it: to be read and heard, and for nothing else.
 * @throws {Refusal} `secret_link_unknown`, `adults_only`
 */
export async function readLinkedUpload(
  ctx: Context,
  viewer: Viewer | null,
  link: SecretLink,
  token: string,
): Promise<Upload> {
  const [row] = await uploads.rows(ctx.db, [link.contentId], null);
  const facts = row && {
    id: row.id,
    authorId: row.author_id,
    state: row.state,
    isOff: row.is_off,
    isAdult: row.is_adult,
  };
  if (facts?.isAdult && !viewer?.adult) throw new Refusal('adults_only');
  if (!row || !(await linkOpens(ctx, link, upload.kind, facts!, viewer))) throw new Refusal('secret_link_unknown');
  const [found] = await uploads.items(ctx, null, [row]);
  const files = found!.files.map((file) => ({
    ...linkedFile(file, token),
    downloadUrl: linkedAddress(file.downloadUrl, token),
  }));
  return { ...found!, files, notice: null };
}
