import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import { trackRightsWording } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Submitted, submit } from '#content/core/server/create.ts';
import { type ChosenVisibility, setVisibility } from '#content/core/server/visibility.ts';
import { editContent } from '#content/core/server/edit.ts';
import { readWords } from '#content/moderation/server/actions.ts';
import { rewardCause } from '#content/core/server/lifecycle.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { takeBack } from '#people/ledger/server/actions.ts';
import { claimFiles, releaseFiles } from '#content/media/server/actions.ts';
import { setTerms } from '#content/media/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { readableName } from '#people/profiles/server/actions.ts';
import { claimCovers } from './tracks/covers.ts';
import { insertPoll } from './polls/polls-store.ts';
import { holdingsOf } from './rules.ts';
import { type PollWords, uploadFingerprint, uploadText, wordsOf } from './text.ts';
import { deleteTracks, filesIn, insertTracks, orderTracks, stagedFiles, tracksOf } from './tracks/tracks-store.ts';
import { upload } from './types.ts';
import { insertUpload, setTags, updateUpload, uploadedSince } from './uploads-store.ts';

/** What the composer submits. */
export interface Submit {
  readonly content: string;
  readonly fileIds: readonly string[];
  readonly poll?: (PollWords & { readonly days: number }) | undefined;
  readonly terms: readonly (TrackTerms & { readonly fileId: string })[];
  readonly covers?: readonly { readonly fileId: string; readonly coverFileId: string }[];
  readonly isAdult: boolean;
  readonly visibility?: ChosenVisibility;
  readonly submitId: string;
}

/**
 * @returns the options in the form that is stored
 * @throws {Refusal} `name_unreadable`, `invalid` where two options are the same
 */
function checkedOptions(options: readonly string[]): string[] {
  const names = options.map((option) => readableName(option, { field: 'poll.options', max: feed.pollOptionMax }));
  const labels = names.map((name) => name.toLowerCase());
  if (new Set(labels).size < labels.length)
    throw new Refusal('invalid', { fields: { 'poll.options': 'Two options are the same.' } });
  return names;
}

/**
 * Creates an upload, or holds it for staff. The same submit again answers with the first one.
 * @throws {Refusal} `nothing_to_upload`, `adults_only`, `duplicate_upload`, `rate_limit`, `banned_words`, `file_not_usable`, `too_complex`
 */
export async function createUpload(ctx: Context, viewer: Viewer, sent: Submit): Promise<Submitted> {
  const { poll } = sent;
  const body: Submit = { ...sent, poll: poll && { ...poll, options: checkedOptions(poll.options) } };
  const authorId = viewer.profileId;
  const coverOf = new Map(body.covers?.map(({ fileId, coverFileId }) => [fileId, coverFileId]));
  return await submit(ctx, viewer, upload, {
    submitId: body.submitId,
    limit: 'uploads',
    isPrivate: (body.visibility ?? 'public') !== 'public',
    async prepare() {
      const { tags, ...text } = await uploadText(ctx, body.content, authorId);
      if (text.content === '' && body.fileIds.length === 0 && !body.poll) throw new Refusal('nothing_to_upload');
      if (body.isAdult && !canSeeAdult(viewer)) throw new Refusal('adults_only');
      const files = await stagedFiles(ctx.db, authorId, body.fileIds);
      const sounds = new Set(files.flatMap(({ id, kind }) => (kind === 'audio' ? id : [])));
      if (files.length < body.fileIds.length || ![...coverOf.keys()].every((fileId) => sounds.has(fileId)))
        throw new Refusal('file_not_usable');
      const fingerprint = uploadFingerprint(
        text,
        files.map((file) => file.sha256),
        body.poll,
      );
      return {
        words: wordsOf(text, body.poll),
        duplicate: { fingerprint, isMade: (db, since) => uploadedSince(db, authorId, fingerprint, since) },
        text,
        tags,
        fingerprint,
        holdings: holdingsOf(files),
      };
    },
    async insert(tx, content, { text, tags, fingerprint, holdings }) {
      const { id, createdAt } = content;
      const hasPoll = body.poll !== undefined;
      const { userId } = viewer;
      const { isAdult } = body;
      if (!(await insertUpload(tx, { ...text, ...holdings, ...content, userId, hasPoll, isAdult, fingerprint })))
        return null;
      const claimed = await claimFiles(ctx, tx, authorId, body.fileIds, {
        contentKind: 'upload',
        contentId: id,
        guarded: true,
        rights: trackRightsWording,
      });
      await claimCovers(ctx, tx, authorId, id, [...new Set(coverOf.values())]);
      for (const { fileId, ...terms } of body.terms)
        if (body.fileIds.includes(fileId)) await setTerms(tx, fileId, terms);
      await insertTracks(
        tx,
        id,
        claimed.map((file) => ({
          id: newId(createdAt),
          kind: file.kind,
          fileId: file.id,
          coverFileId: coverOf.get(file.id) ?? null,
        })),
        createdAt,
      );
      if (body.poll) await writePoll(tx, id, body.poll, createdAt);
      await setTags(tx, id, tags, createdAt);
      return { title: text.title, isAdult, parent: null, hasAudio: holdings.hasAudio, hasPoll };
    },
  });
}

async function writePoll(tx: Tx, uploadId: string, poll: PollWords & { days: number }, at: Date): Promise<void> {
  await insertPoll(tx, {
    uploadId,
    question: poll.question,
    closesAt: new Date(at.getTime() + poll.days * 86_400_000),
    options: poll.options.map((label) => ({ id: newId(at), label })),
  });
}

/** What an edit changes. */
export interface Edit {
  readonly content: string;
  readonly trackIds?: readonly string[] | undefined;
  readonly isAdult?: boolean | undefined;
  readonly baseVersion: number;
}

/**
 * Edits an upload, unless somebody was faster: then nothing changes.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, …
 */
export async function editUpload(ctx: Context, viewer: Viewer, id: string, body: Edit): Promise<void> {
  await editContent(ctx, viewer, upload, id, {
    baseVersion: body.baseVersion,
    isAdult: body.isAdult,
    async prepare(before) {
      const { tags, ...text } = await uploadText(ctx, body.content, before.authorId);
      return { words: readWords(text), text, tags };
    },
    async write(tx, facts, { text, tags }, { isReworded: _isReworded, ...row }) {
      const fileIds = await arrangeTracks(ctx, tx, id, body.trackIds);
      if (text.content === '' && fileIds.length === 0 && !facts.hasPoll) throw new Refusal('nothing_to_upload');
      const holdings = holdingsOf(await claimedOf(tx, fileIds));
      const isAdult = body.isAdult ?? facts.isAdult;
      await updateUpload(tx, id, { ...text, ...holdings, ...row, isAdult });
      await setTags(tx, id, tags, facts.createdAt);
      if (facts.hasAudio && !holdings.hasAudio) await takeBack(ctx, tx, facts.authorId, rewardCause(upload.kind, id));
      return { isAdult };
    },
  });
}

/** Removes tracks that are not in the edited upload and orders the others. @returns the remaining files, in order. */
async function arrangeTracks(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  trackIds: readonly string[] | undefined,
): Promise<string[]> {
  const tracks = await tracksOf(tx, [uploadId]);
  if (!trackIds) return tracks.map((track) => track.file_id);
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const stay = trackIds.flatMap((trackId) => byId.get(trackId) ?? []);
  if (new Set(stay).size < trackIds.length) throw new Refusal('track_not_found');
  const gone = tracks.filter((track) => !trackIds.includes(track.id)).map((track) => track.id);
  if (gone.length > 0) {
    await deleteTracks(tx, gone);
    await releaseFiles(ctx, tx, 'upload', [uploadId], filesIn(stay));
    await releaseFiles(ctx, tx, 'upload_version', gone);
  }
  await orderTracks(tx, uploadId, trackIds);
  return stay.map((track) => track.file_id);
}

/**
 * Its author decides who sees an upload. The same again changes nothing.
 * @throws {Refusal} `upload_not_found`, `adults_only`, `forbidden`, `visibility_waits`, `spam_blocked`
 */
export async function changeVisibility(
  ctx: Context,
  viewer: Viewer,
  id: string,
  visibility: ChosenVisibility,
): Promise<void> {
  await ctx.db.tx((tx) => setVisibility(ctx, tx, viewer, upload, id, visibility));
}

async function claimedOf(
  tx: Tx,
  fileIds: readonly string[],
): Promise<{ kind: 'image' | 'audio' | 'video'; key: string }[]> {
  const rows = await tx.rows<{ id: string; kind: 'image' | 'audio' | 'video'; key: string }>(
    sql`SELECT id, kind, key FROM files WHERE id = ANY(${[...fileIds]}::uuid[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return fileIds.flatMap((fileId) => byId.get(fileId) ?? []);
}
