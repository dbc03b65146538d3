import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { filesOf } from '#content/media/server/actions.ts';
import { appearanceOf } from '#features/customization/server/rules.ts';
import { storedProfile } from '#features/customization/server/store.ts';
import { podcasts as limits } from '#features/podcasts/contract/limits.ts';
import { cutArtwork, drawArtwork, drawnOnce, mainColor } from '#features/previews/server/actions.ts';
import type { Context } from '#platform/server/context.ts';
import type { OwnerRow } from './store.ts';

/** A podcast's picture: its version, which changes with what it shows, and how it is made. */
export interface Artwork {
  readonly version: string;
  draw(): Promise<Buffer>;
}

/** Key of the stored picture that stands for a member; null where none is large enough for a podcast. */
async function coverOf(ctx: Context, profileId: string): Promise<string | null> {
  const files = (await filesOf(ctx.db, 'profile_avatar', [profileId])).get(profileId) ?? [];
  const shown = files.find(({ processing }) => processing === 'done');
  const picture = shown?.renditions.find(({ name }) => name === 'original');
  const side = Math.min(picture?.width ?? 0, picture?.height ?? 0);
  return picture && side >= limits.artworkMin ? picture.key : null;
}

/** The middle of a stored picture, else what is drawn. @param facts.cover its key */
function artworkFrom(
  ctx: Context,
  facts: Parameters<typeof drawArtwork>[0] & { readonly cover: string | null },
): Artwork {
  const shown = JSON.stringify(facts);
  const draw = async (): Promise<Buffer> => {
    const picture = facts.cover === null ? null : await ctx.storage.read(facts.cover);
    if (!picture) return await drawArtwork(facts, limits.artworkMin);
    return await cutArtwork(await buffer(picture.body), limits);
  };
  return {
    version: createHash('sha256').update(shown).digest('hex').slice(0, 12),
    draw: () => drawnOnce(ctx, `artwork ${shown}`, draw),
  };
}

/** The square picture of a track in a podcast. @param cover key of a stored picture that is large enough */
export const coverArtwork = (ctx: Context, cover: string): Artwork =>
  artworkFrom(ctx, { cover, title: '', by: '', color: '' });

/** The square picture of a member's podcast: the middle of theirs where it is large enough, else one with their name and colour. */
export async function artworkOf(ctx: Context, owner: OwnerRow): Promise<Artwork> {
  const cover = await coverOf(ctx, owner.id);
  if (cover !== null) return coverArtwork(ctx, cover);
  const stored = await storedProfile(ctx.db, owner.id);
  const theme = stored && appearanceOf(stored).theme;
  const color = theme?.primary ?? (await mainColor(ctx));
  return artworkFrom(ctx, { cover, title: owner.display_name, by: ctx.config.siteName, color });
}
