import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Platform } from '#content/core/contract/shared-kinds.ts';
import { type KitLicence, rightsWording, sharing } from '#features/sharing/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Submitted, submit } from '#content/core/server/create.ts';
import { editContent } from '#content/core/server/edit.ts';
import { type Words, checkShownText, readWords } from '#content/moderation/server/actions.ts';
import type { ChosenVisibility } from '#content/core/server/visibility.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { describedText } from '#content/core/server/text.ts';
import { cleanText, searchText } from '#features/gallery/server/rules.ts';
import { claimFiles, filesOf, releaseFiles } from '#content/media/server/actions.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { shownWords } from '#content/moderation/server/rules/words.ts';
import { readableName } from '#people/profiles/server/actions.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Descriptor } from './descriptors.ts';
import { itemsOf } from './read.ts';
import { openAddress, songAddress, tagsOf } from './rules.ts';
import {
  type ItemValues,
  insertItem,
  isScheduled,
  sharedSince,
  songTracks,
  stagedPreview,
  updateItem,
} from './store.ts';
import type { SharedType } from './types.ts';
import { addArchive, checkArchive } from './versions/versions.ts';
import { wordsText } from './words.ts';

/** The form of any type, as its endpoint has parsed it. */
export interface Form {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly tags: string;
  readonly artist?: string | undefined;
  readonly track?: Track | null | undefined;
  readonly type?: string | undefined;
  readonly previewFileId?: string | null | undefined;
  readonly licence?: KitLicence | undefined;
  readonly licenceText?: string | undefined;
  readonly price?: number | null | undefined;
}

interface Track {
  readonly uploadId: string;
  readonly trackId: string;
}

/** The target of an item: an address, or a track of this site. */
interface Target {
  readonly url: string | null;
  readonly platform?: Platform;
  readonly track?: Track;
}

/** The words of part 2 §8 for what the checks of members' texts refuse. */
const codes: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  rate_limit: 'post_cooldown',
  banned_words: 'content_blocked',
  spam_blocked: 'content_blocked',
  profile_not_found: 'author_profile_missing',
};

async function inOwnWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Refusal ? codes[error.code] : undefined;
    if (!(error instanceof Refusal) || code === undefined) throw error;
    throw new Refusal(code, error.meta && { meta: error.meta });
  }
}

/** @param keptTrack of the song that is edited: it may stay, whatever has become of its upload */
async function targetOf(
  ctx: Context,
  viewer: Viewer,
  { kind, fields, incomplete, needsAddress }: Descriptor,
  form: Form,
  keptTrack: string | null,
  hasArchive: boolean,
): Promise<Target> {
  const { track } = form;
  if (track && fields.includes('track')) {
    const [found] = await songTracks(ctx.db, [track.trackId]);
    const isKept = track.trackId === keptTrack;
    const seen =
      isKept || (await ctx.kinds.get('upload')!.listedFor!(ctx, viewer, [track.uploadId])).has(track.uploadId);
    if (!seen || (!isKept && found?.upload_id !== track.uploadId)) throw new Refusal('track_not_found');
    return { url: null, platform: 'site', track };
  }
  if (form.url === '') {
    if (needsAddress && !hasArchive) throw new Refusal(incomplete, { fields: { url: 'Fill this in.' } });
    return { url: null };
  }
  if (kind === 'song') {
    const song = songAddress(form.url);
    if (!song)
      throw new Refusal('song_address_unknown', {
        fields: { url: 'Enter an address of SoundCloud, Spotify, YouTube or Bandcamp.' },
      });
    return song;
  }
  const url = openAddress(form.url);
  if (url === null)
    throw new Refusal('address_not_usable', { fields: { url: 'Enter a whole address that begins with https://.' } });
  return { url };
}

/** The validated form, before the transaction. */
interface Draft {
  readonly values: Omit<ItemValues, 'isAdult'>;
  /** All of it as one text. */
  readonly words: Words;
}

/**
 * Checks and renders a form.
 * @throws {Refusal} `song_incomplete`, `required_fields`, `song_address_unknown`, `address_not_usable`, `track_not_found`,
 *   `price_without_archive`, `name_unreadable`, `invalid`, `too_complex`
 */
async function draftOf(
  ctx: Context,
  viewer: Viewer,
  descriptor: Descriptor,
  form: Form,
  about: { authorId: string; keptTrack: string | null; hasArchive: boolean },
): Promise<Draft> {
  if (form.title === '') throw new Refusal(descriptor.incomplete, { fields: { title: 'Fill this in.' } });
  const target = await targetOf(ctx, viewer, descriptor, form, about.keptTrack, about.hasArchive);
  const price = form.price ?? null;
  if (price !== null && !about.hasArchive)
    throw new Refusal('price_without_archive', { fields: { price: 'Add an archive, or leave out the price.' } });
  const title = readableName(form.title, { field: 'title', max: sharing.titleMax });
  const artist = form.artist ? readableName(form.artist, { field: 'artist', max: sharing.artistMax }) : '';
  const tags = tagsOf(form.tags);
  const { licence = 'royalty-free' } = form;
  const licenceText = licence === 'own' ? cleanText(form.licenceText ?? '') : '';
  if (licence === 'own' && licenceText === '' && descriptor.fields.includes('licence'))
    throw new Refusal('required_fields', { fields: { licenceText: 'Write your terms, or choose another license.' } });
  const { description } = form;
  const { html, summary, renderer } = await describedText(ctx, description, about.authorId);
  const { url, track } = target;
  const own = {
    artist,
    url,
    type: target.platform ?? form.type ?? null,
    uploadId: track?.uploadId ?? null,
    trackId: track?.trackId ?? null,
    licence,
    licenceText,
    price,
  };
  const same = [title, artist, url ?? track?.trackId ?? '', shownWords({ content: description, html })].join('\n');
  const content = wordsText(descriptor, { title, description, tags, own });
  const others = [artist, url ?? '', tags.join(' '), licenceText].filter((field) => field !== '');
  return {
    words: readWords({ content, title, html, others }),
    values: {
      title,
      description,
      html,
      summary,
      renderer,
      tags,
      searchText: searchText([title, artist, tags.join(' '), summary === '' ? '' : description].join('\n')),
      fingerprint: contentFingerprint(same),
      own,
    },
  };
}

/** Replaces the preview of an item by a staged file. */
async function claimPreview(
  ctx: Context,
  tx: Tx,
  { kind, fields }: Descriptor,
  authorId: string,
  id: string,
  fileId: string,
): Promise<void> {
  await claimFiles(ctx, tx, authorId, [fileId], {
    contentKind: kind,
    contentId: id,
    guarded: true,
    kinds: fields.includes('cover') ? ['image'] : ['image', 'audio'],
  });
  await releaseFiles(ctx, tx, kind, [id], [fileId]);
}

/**
 * Shares a new thing: published, held for staff, or pending where staff approve its type. The same submit again answers
 * with the first one.
 * @throws {Refusal} as `draftOf` and `checkArchive`, and `rights_required`, `adults_only`, `file_not_usable`, `duplicate_upload`, `post_cooldown`, `content_blocked`
 */
export async function createItem(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  form: Form & {
    isAdult: boolean;
    rights?: boolean | undefined;
    archiveFileId?: string | null | undefined;
    visibility?: ChosenVisibility | undefined;
    submitId: string;
  },
): Promise<Submitted> {
  const { descriptor, item } = shared;
  const authorId = viewer.profileId;
  const { isAdult } = form;
  const archiveFileId = (descriptor.hasArchives && form.archiveFileId) || null;
  const isPrivate = descriptor.fields.includes('visibility') && (form.visibility ?? 'public') !== 'public';
  const submission = submit(ctx, viewer, item, {
    submitId: form.submitId,
    limit: 'uploads',
    isPrivate,
    async prepare() {
      const { words, values } = await draftOf(ctx, viewer, descriptor, form, {
        authorId,
        keptTrack: null,
        hasArchive: archiveFileId !== null,
      });
      if (descriptor.fields.includes('rights') && form.rights !== true) throw new Refusal('rights_required');
      if (isAdult && !canSeeAdult(viewer)) throw new Refusal('adults_only');
      if (archiveFileId !== null) await checkArchive(ctx, viewer, archiveFileId, form.rights);
      const preview = form.previewFileId ? await stagedPreview(ctx.db, authorId, form.previewFileId) : null;
      if (form.previewFileId && !preview) throw new Refusal('file_not_usable');
      const { fingerprint } = values;
      return {
        words,
        values,
        preview,
        duplicate: { fingerprint, isMade: (db, since) => sharedSince(db, shared, authorId, fingerprint, since) },
      };
    },
    async insert(tx, content, { values, preview }) {
      const own = {
        ...values.own,
        ...(preview && { previewUrl: `/files/${preview.key}` }),
        rightsWording,
        rightsAt: content.createdAt,
        archiveFileId,
        archiveVersion: archiveFileId === null ? null : 1,
        isUnreleased: isPrivate,
      };
      if (!(await insertItem(tx, shared, content, { ...values, own, isAdult }))) return null;
      if (preview) await claimPreview(ctx, tx, descriptor, authorId, content.id, preview.id);
      if (archiveFileId !== null)
        await addArchive(ctx, tx, shared, content, { number: 1, fileId: archiveFileId, notes: '' });
      return { title: values.title, isAdult, parent: null };
    },
  });
  return await inOwnWords(submission);
}

/** The change of the preview by an edit: another file, none (null), or no change. */
async function newPreview(
  ctx: Context,
  { kind }: Descriptor,
  id: string,
  authorId: string,
  fileId: string | null | undefined,
): Promise<{ id: string; key: string } | null | undefined> {
  if (fileId === undefined || fileId === null) return fileId;
  const now = (await filesOf(ctx.db, kind, [id])).get(id)?.[0];
  if (now?.id === fileId) return undefined;
  const staged = await stagedPreview(ctx.db, authorId, fileId);
  if (!staged) throw new Refusal('file_not_usable');
  return staged;
}

/**
 * Edits a thing, every field of it, unless somebody was faster: then nothing changes.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, `content_blocked`, `private_information`
 *   for the title of a scheduled album, and as `draftOf`
 */
export async function editItem(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  id: string,
  form: Form & { isAdult?: boolean | undefined; baseVersion: number },
): Promise<void> {
  const { descriptor, item } = shared;
  const edited = editContent(ctx, viewer, item, id, {
    baseVersion: form.baseVersion,
    isAdult: form.isAdult,
    async prepare({ authorId }) {
      const [row] = await itemsOf(shared).rows(ctx.db, [id], null);
      const { words, values } = await draftOf(ctx, viewer, descriptor, form, {
        authorId,
        keptTrack: row?.track_id ?? null,
        hasArchive: row?.archive_file_id != null,
      });
      return { words, values, preview: await newPreview(ctx, descriptor, id, authorId, form.previewFileId) };
    },
    // What staff approved was another text.
    stateOf: ({ state, authorId }) =>
      descriptor.isApproved && state === 'published' && viewer.profileId === authorId ? 'pending' : undefined,
    async write(tx, facts, { values, preview }, { isReworded: _isReworded, ...row }) {
      const isAdult = form.isAdult ?? facts.isAdult;
      // A countdown shows its title to everybody before anybody could review it.
      if (values.title !== facts.title && (await isScheduled(tx, shared, id)))
        await checkShownText(ctx, values.title, tx);
      const own = {
        ...values.own,
        ...(preview !== undefined && { previewUrl: preview && `/files/${preview.key}` }),
      };
      await updateItem(tx, shared, id, { ...values, own, isAdult }, row);
      if (preview) await claimPreview(ctx, tx, descriptor, facts.authorId, id, preview.id);
      if (preview === null) await releaseFiles(ctx, tx, descriptor.kind, [id]);
      return { isAdult, addedFileIds: preview ? [preview.id] : [] };
    },
  });
  await inOwnWords(edited);
}
