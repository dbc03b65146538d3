import { trackArtwork, trackTitle } from '#content/media/contract/track-facts.ts';
import type { Context } from '#platform/server/context.ts';
import { uploads } from '#features/feed/server/actions.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { publicEntries } from '#features/sets/server/actions.ts';
import { readSharedItem } from '#features/sharing/server/actions.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import type { Embed, EmbedTrack } from './page.ts';
import { barsOf } from './rules.ts';

/** Tracks of a set that its small player has. */
const TRACKS = 50;

/** Reads a content as a visitor; null where it is not public. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The small player of an upload with sound; null where it is not public, or has none. */
export async function trackEmbed(ctx: Context, uploadId: string): Promise<Embed | null> {
  const upload = isId(uploadId) ? await orNull(uploads.read(ctx, null, uploadId)) : null;
  if (!upload) return null;
  const all = upload.files.filter((file) => file.kind === 'audio');
  const sounds = all.filter((file) => file.url !== null);
  if (sounds.length === 0) return null;
  const by = upload.author.displayName;
  return {
    title: upload.title,
    by,
    url: `${ctx.siteUrl}/uploads/${upload.id}`,
    siteName: ctx.config.siteName,
    artwork: trackArtwork(sounds[0]!, upload.files),
    tracks: sounds.map((file): EmbedTrack => {
      const title = trackTitle(upload, file, all.length > 1);
      const cover = trackArtwork(file, upload.files)[0]?.src ?? null;
      const { trackId, durationMs, wave } = file;
      return { uploadId: upload.id, trackId, title, by, url: file.url!, cover, durationMs, bars: barsOf(wave) };
    }),
  };
}

/** The small player of a set; null where it is not public. */
export async function setEmbed(ctx: Context, setId: string): Promise<Embed | null> {
  const set = isId(setId) ? await orNull(readSharedItem(ctx, null, 'set', setId)) : null;
  if (!set) return null;
  const entries = (await publicEntries(ctx, setId)).filter(({ sound }) => sound !== null).slice(0, TRACKS);
  const files = await filesOf(ctx.db, 'upload', [...new Set(entries.map(({ sound }) => sound!.uploadId))]);
  const artwork = set.cover;
  return {
    title: set.title,
    by: set.author.displayName,
    url: `${ctx.siteUrl}/sets/${set.id}`,
    siteName: ctx.config.siteName,
    artwork,
    tracks: entries.map(({ title, by, sound }): EmbedTrack => {
      const { uploadId, trackId, fileId, url, durationMs } = sound!;
      const cover = (sound!.artwork[0] ?? artwork[0])?.src ?? null;
      const wave = files.get(uploadId)?.find((file) => file.id === fileId)?.wave ?? null;
      return { uploadId, trackId, title: title ?? '', by, url, cover, durationMs, bars: barsOf(wave) };
    }),
  };
}
