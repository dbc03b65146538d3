import { type SharingKind, sharingKinds } from '#contract/limits/sharing.ts';
import type { Context } from '#server/context.ts';
import { profilePage } from '#server/features/customization/actions.ts';
import { barsOf } from '#server/features/embeds/rules.ts';
import { readUpload } from '#server/features/feed/actions.ts';
import { readPost } from '#server/features/forum/actions.ts';
import { readSharedItem } from '#server/features/sharing/actions.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId } from '#server/platform/ids.ts';
import type { Preview } from './draw.ts';

type Facts = Omit<Preview, 'siteName'>;
const sharedLabels: Readonly<Record<SharingKind, string>> = {
  song: 'Song',
  drumkit: 'Drumkit',
  editing_pack: 'Editing pack',
  leak: 'Leak',
  self_promotion_post: 'Self promotion',
  set: 'Set',
};

async function uploadFacts(ctx: Context, id: string): Promise<Facts> {
  const { title, author, files } = await readUpload(ctx, null, id);
  const sound = files.find(({ kind }) => kind === 'audio');
  const bars = barsOf(sound?.wave ?? null);
  return { label: sound ? 'Track' : 'Upload', title, by: author.displayName, bars };
}

async function postFacts(ctx: Context, id: string): Promise<Facts> {
  const { title, author } = await readPost(ctx, null, id);
  return { label: 'Forum', title, by: author.displayName, bars: '' };
}

async function itemFacts(ctx: Context, kind: SharingKind, id: string): Promise<Facts> {
  const { title, artist, author } = await readSharedItem(ctx, null, kind, id);
  return {
    label: sharedLabels[kind],
    title: artist ? `${artist} – ${title}` : title,
    by: author.displayName,
    bars: '',
  };
}

async function profileFacts(ctx: Context, username: string): Promise<Facts> {
  const { displayName, username: name, level } = await profilePage(ctx, null, username);
  return { label: 'Profile', title: displayName, by: `@${name} · level ${level}`, bars: '' };
}

function factsOf(ctx: Context, kind: string, id: string): Promise<Facts> | null {
  if (kind === 'profile') return profileFacts(ctx, id);
  if (!isId(id)) return null;
  if (kind === 'post') return postFacts(ctx, id);
  if (kind === 'upload') return uploadFacts(ctx, id);
  const shared = sharingKinds.find((each) => each === kind);
  return shared ? itemFacts(ctx, shared, id) : null;
}

/**
 * What a preview of a thing shows, or null: it is read as by a visitor, so that nothing private, 18+, held or removed is
 * in it, and of a locked post its title alone.
 */
export async function previewFacts(ctx: Context, kind: string, id: string): Promise<Facts | null> {
  try {
    return await factsOf(ctx, kind, id);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
