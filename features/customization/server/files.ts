import type { BackgroundKind } from '#people/profiles/contract/appearance-limits.ts';
import type { FileKind, FilePurpose } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { claimFiles, filesOf, presentFile, releaseFiles } from '#content/media/server/actions.ts';
import type { AppearanceSettings } from '#people/profiles/server/tables.ts';
import { type FileRow, fileById } from '#content/media/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { publishProfileChanged } from './actions.ts';
import { storedProfile } from './store.ts';

interface Place {
  readonly purpose: FilePurpose;
  readonly kind: FileKind;
  /** A column of the profile, or the field of `appearance_settings` that holds the address. */
  readonly column?: 'avatar_url' | 'banner_url';
  readonly field?: keyof AppearanceSettings;
  /** What else of the file is stored beside the address, by field. */
  readonly beside?: (file: FileRow) => Readonly<Record<string, string | null>>;
  addressOf(file: FileRow): string | null;
}

/** The widest picture up to a width, as its renditions are named. @param prefix of them, such as `poster-` */
function upTo(file: FileRow, width: number, prefix = ''): string | null {
  const shown = presentFile(file).renditions.filter(
    (rendition) =>
      rendition.width !== null && (rendition.name === `${prefix}original` || rendition.name.startsWith(`${prefix}w`)),
  );
  const asked = ({ name, width: own }: (typeof shown)[number]): number => Number(/\d+$/.exec(name)?.[0] ?? own);
  return (shown.findLast((rendition) => asked(rendition) <= width) ?? shown[0])?.url ?? null;
}

const named = (file: FileRow, name: string): string | null =>
  presentFile(file).renditions.find((rendition) => rendition.name === name)?.url ?? null;

/** Where a profile has files. The name is the kind of content that media knows; its id is the profile's. */
const places = {
  profile_avatar: {
    purpose: 'avatar',
    kind: 'image',
    column: 'avatar_url',
    addressOf: (file) => named(file, 'square') ?? presentFile(file).url,
  },
  profile_banner: {
    purpose: 'profile_banner',
    kind: 'image',
    column: 'banner_url',
    addressOf: (file) => upTo(file, 1600),
  },
  profile_cursor: {
    purpose: 'cursor',
    kind: 'image',
    field: 'custom_cursor',
    // Nothing larger: browsers ignore large cursors, and a large one covers what it points at.
    addressOf: (file) => named(file, 'cursor'),
  },
  background_image: {
    purpose: 'background',
    kind: 'image',
    field: 'background_image',
    beside: (file) => ({ background_image_placeholder: file.placeholder }),
    addressOf: (file) => upTo(file, 2400),
  },
  background_video: {
    purpose: 'background',
    kind: 'video',
    field: 'background_video',
    beside: (file) => ({ background_video_poster: upTo(file, 1600, 'poster-') }),
    addressOf: (file) => presentFile(file).url,
  },
  background_audio: {
    purpose: 'background',
    kind: 'audio',
    field: 'background_audio',
    beside: (file) => ({ background_audio_title: file.tags['title'] ?? file.name }),
    // The original would play too, but its metadata reveals who made it with what.
    addressOf: (file) => (file.processing === 'waiting' ? null : presentFile(file).url),
  },
} as const satisfies Readonly<Record<string, Place>>;
export type PlaceName = keyof typeof places;

/** Address of a file in its place; null while it cannot be shown. */
export function addressInPlace(name: PlaceName, file: FileRow): string | null {
  return places[name].addressOf(file);
}

export const placeNames = Object.keys(places) as PlaceName[];
export const backgroundPlace = (kind: BackgroundKind): PlaceName => `background_${kind}`;

export function isPlaceName(name: string): name is PlaceName {
  return Object.hasOwn(places, name);
}

async function shownAddress(tx: Tx, profileId: string, place: Place): Promise<string | null> {
  const [row] = await tx.rows<{ url: string | null }>(
    place.column === undefined
      ? sql`SELECT appearance_settings->>${place.field} AS url FROM profiles WHERE id = ${profileId}`
      : sql`SELECT ${sql.raw(place.column)} AS url FROM profiles WHERE id = ${profileId}`,
  );
  return row?.url ?? null;
}

/** Writes the file of a place, or none. The caller locks the profile's row and publishes the change. */
async function write(ctx: Context, tx: Tx, profileId: string, place: Place, file: FileRow | null): Promise<void> {
  const url = file && place.addressOf(file);
  const at = ctx.clock.now();
  if (place.column === undefined) {
    const fields = { [place.field!]: url, ...(file && place.beside?.(file)) };
    // Fields without a value are removed, also those of an earlier file.
    await tx.rows(sql`
      UPDATE profiles SET updated_at = ${at}, appearance_settings = jsonb_strip_nulls(
        (appearance_settings - ${[place.field!, ...besideFields(place)]}::text[]) || ${JSON.stringify(fields)}::jsonb)
      WHERE id = ${profileId}`);
  } else {
    await tx.rows(
      sql`UPDATE profiles SET ${sql.raw(place.column)} = ${url}, updated_at = ${at} WHERE id = ${profileId}`,
    );
  }
}

/** Shows a file in its place, or nothing. The caller holds the profile's row. */
async function show(ctx: Context, tx: Tx, profileId: string, place: Place, file: FileRow | null): Promise<void> {
  await write(ctx, tx, profileId, place, file);
  await publishProfileChanged(ctx, tx, profileId);
}

const besideFields = (place: Place): string[] =>
  place.field === undefined ? [] : ['_placeholder', '_poster', '_title'].map((end) => `${place.field}${end}`);

/** The places of a profile that show something. */
export function shownPlaces(row: {
  readonly avatar_url: string | null;
  readonly banner_url: string | null;
  readonly appearance_settings: AppearanceSettings;
}): PlaceName[] {
  return placeNames.filter((name) => {
    const place: Place = places[name];
    const url = place.column === undefined ? row.appearance_settings[place.field!] : row[place.column];
    return typeof url === 'string';
  });
}

/**
 * Removes what a place shows and what waits to be shown there. The caller locks the profile's row and publishes the
 * change.
 * @returns false when the place was empty
 */
export async function emptyPlace(ctx: Context, tx: Tx, profileId: string, name: PlaceName): Promise<boolean> {
  const before = await shownAddress(tx, profileId, places[name]);
  const files = await filesOf(tx, name, [profileId]);
  if (before === null && files.size === 0) return false;
  await releaseFiles(ctx, tx, name, [profileId]);
  await write(ctx, tx, profileId, places[name], null);
  return true;
}

/** The file that a place shows, and the file that waits to replace it. */
export interface Settled {
  readonly shown: FileRow | null;
  readonly url: string | null;
  readonly waiting: FileRow | null;
}

/**
 * Shows the newest file of a place as soon as it can be shown; what was shown stays until then, and is given up after.
 * A file that cannot be shown is given up. The caller may run it any number of times.
 */
export async function settleFiles(ctx: Context, tx: Tx, profileId: string, name: PlaceName): Promise<Settled> {
  const place: Place = places[name];
  await storedProfile(tx, profileId, true);
  const before = await shownAddress(tx, profileId, place);
  const files = (await filesOf(tx, name, [profileId])).get(profileId) ?? [];
  const shown = files.find((file) => place.addressOf(file) === before && before !== null) ?? null;
  const wanted = files.findLast((file) => file !== shown);
  if (!wanted) return { shown, url: shown && before, waiting: null };
  const url = place.addressOf(wanted);
  if (url === null && wanted.processing === 'waiting') return { shown, url: before, waiting: wanted };
  if (url === null) {
    await releaseFiles(ctx, tx, name, [profileId], shown ? [shown.id] : []);
    return { shown, url: before, waiting: null };
  }
  await show(ctx, tx, profileId, place, wanted);
  await releaseFiles(ctx, tx, name, [profileId], [wanted.id]);
  return { shown: wanted, url, waiting: null };
}

/**
 * Puts a member's uploaded file in a place of their profile, or removes what is there.
 * @returns the address of the chosen file; null while it is being processed
 * @throws {Refusal} `file_not_usable`, `file_failed`
 */
export async function chooseFile(
  ctx: Context,
  profileId: string,
  name: PlaceName,
  fileId: string | null,
): Promise<string | null> {
  const place: Place = places[name];
  return await ctx.db.tx(async (tx) => {
    await storedProfile(tx, profileId, true);
    if (fileId === null) {
      await releaseFiles(ctx, tx, name, [profileId]);
      await show(ctx, tx, profileId, place, null);
      return null;
    }
    const file = await fileById(tx, fileId);
    // Only files of this purpose were held to the limit of the place.
    if (file?.owner_id !== profileId || file.purpose !== place.purpose || file.kind !== place.kind)
      throw new Refusal('file_not_usable');
    if (file.processing === 'failed' || (file.processing !== 'waiting' && place.addressOf(file) === null))
      throw new Refusal('file_failed');
    const before = await shownAddress(tx, profileId, place);
    const claimed = (await filesOf(tx, name, [profileId])).get(profileId) ?? [];
    const shown = claimed.find((candidate) => before !== null && place.addressOf(candidate) === before);
    await claimFiles(ctx, tx, profileId, [fileId], { contentKind: name, contentId: profileId, guarded: false });
    await releaseFiles(ctx, tx, name, [profileId], [fileId, ...(shown ? [shown.id] : [])]);
    // Chosen again, what is shown stays; nothing else may wait then.
    if (shown?.id === fileId) await releaseFiles(ctx, tx, name, [profileId], [fileId]);
    const settled = await settleFiles(ctx, tx, profileId, name);
    return settled.waiting ? null : settled.url;
  });
}
