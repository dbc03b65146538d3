import { type SharingKind, sharingKinds } from '#content/core/contract/shared-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import { profilePage } from '#features/customization/server/actions.ts';
import { barsOf } from '#features/embeds/server/rules.ts';
import { uploads } from '#features/feed/server/actions.ts';
import { posts } from '#features/forum/server/actions.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { publicEntries, readCountdown } from '#features/sets/server/actions.ts';
import { readSharedItem } from '#features/sharing/server/actions.ts';
import { ask } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { type PreviewFacts, type PreviewOf, previewAt } from './events.ts';

/** One kind of thing: reads it as a visitor. @throws {Refusal} where a visitor may not see it */
type Reader = (ctx: Context, id: string) => Promise<PreviewFacts>;

async function upload(ctx: Context, id: string): Promise<PreviewFacts> {
  const { title, author, files } = await uploads.read(ctx, null, id);
  const sound = files.find(({ kind }) => kind === 'audio');
  const bars = barsOf(sound?.wave ?? null);
  return { label: sound ? 'Track' : 'Upload', title, by: author.displayName, bars };
}

async function post(ctx: Context, id: string): Promise<PreviewFacts> {
  const { title, author } = await posts.read(ctx, null, id);
  return { label: 'Forum', title, by: author.displayName, bars: '' };
}

/** The waveform of the first sound in a set that everybody may hear; null without one. */
async function setWave(ctx: Context, id: string): Promise<string | null> {
  const first = (await publicEntries(ctx, id)).find(({ kind, sound }) => kind !== 'video' && sound !== null)?.sound;
  if (!first) return null;
  const files = await filesOf(ctx.db, 'upload', [first.uploadId]);
  return files.get(first.uploadId)?.find((file) => file.id === first.fileId)?.wave ?? null;
}

const shared =
  (kind: SharingKind, label: string): Reader =>
  async (ctx, id) => {
    const { title, artist, author, sound, set } = await readSharedItem(ctx, null, kind, id);
    const wave = sound?.wave ?? (kind === 'set' ? await setWave(ctx, id) : null);
    return {
      label: set?.releaseAt ? 'Album' : label,
      title: artist ? `${artist} – ${title}` : title,
      by: author.displayName,
      bars: barsOf(wave),
    };
  };

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A set; of an album before its release only what its countdown says. */
async function setOrAlbum(ctx: Context, id: string): Promise<PreviewFacts> {
  try {
    return await shared('set', 'Set')(ctx, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'set_not_found') throw error;
    const { title, author, releaseAt } = await readCountdown(ctx, null, id);
    return { label: `Album · ${inUtc.format(new Date(releaseAt))}`, title, by: author.displayName, bars: '' };
  }
}

const sharedReaders: Readonly<Record<SharingKind, Reader>> = {
  song: shared('song', 'Song'),
  drumkit: shared('drumkit', 'Drumkit'),
  editing_pack: shared('editing_pack', 'Editing pack'),
  leak: shared('leak', 'Leak'),
  self_promotion_post: shared('self_promotion_post', 'Self promotion'),
  set: setOrAlbum,
};

async function profile(ctx: Context, username: string): Promise<PreviewFacts> {
  const { displayName, username: name, level } = await profilePage(ctx, null, username);
  return { label: 'Profile', title: displayName, by: `@${name} · level ${level}`, bars: '' };
}

/** Of the kinds whose features stand before this one; later ones answer `preview.shows`. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ['upload', upload],
  ['post', post],
  ...sharingKinds.map((kind) => [kind, sharedReaders[kind]] as const),
]);

async function factsOf(ctx: Context, { kind, id }: PreviewOf): Promise<PreviewFacts | null> {
  if (kind === 'profile') return await profile(ctx, id);
  if (!isId(id)) return null;
  const read = readers.get(kind);
  if (read) return await read(ctx, id);
  return (await ask(ctx, previewAt, { kind, id })).find((facts) => facts !== null) ?? null;
}

/**
 * What a preview of a thing shows, or null: it is read as by a visitor, so that nothing private, 18+, held or removed is
 * in it, and of a locked post its title alone.
 */
export async function previewFacts(ctx: Context, content: PreviewOf): Promise<PreviewFacts | null> {
  try {
    return await factsOf(ctx, content);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
