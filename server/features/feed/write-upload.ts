import type { TrackTerms } from '#contract/feed.ts';
import { feed } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { mayEdit, maySeeAdult, nextState } from '#server/features/forum/rules.ts';
import { keepEdit } from '#server/features/forum/store.ts';
import { takeBack } from '#server/features/ledger/actions.ts';
import { claimFiles, releaseFiles } from '#server/features/media/actions.ts';
import { setTerms } from '#server/features/media/store.ts';
import { readableName } from '#server/features/profiles/actions.ts';
import {
  checkBannedWords,
  checkSpam,
  followState,
  hold,
  holdNotice,
  noteStaffEdit,
  reasonsToHold,
} from '#server/features/safety/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import { rewardCause, uploadChanged, uploadPublished } from './actions.ts';
import { seenUpload } from './gates.ts';
import { insertPoll } from './polls-store.ts';
import { holdingsOf } from './rules.ts';
import { type PollWords, uploadFingerprint, uploadText, wordsOf } from './text.ts';
import { deleteTracks, insertTracks, orderTracks, stagedFiles, tracksOf } from './tracks-store.ts';
import {
  insertUpload,
  recentUploads,
  setTags,
  updateUpload,
  uploadOfSubmit,
  uploadVersion,
  uploadedSince,
} from './uploads-store.ts';

/** What the composer submits. */
export interface Submit {
  readonly content: string;
  readonly fileIds: readonly string[];
  readonly poll?: (PollWords & { readonly days: number }) | undefined;
  readonly terms: readonly (TrackTerms & { readonly fileId: string })[];
  readonly isAdult: boolean;
  readonly submitId: string;
}

interface Created {
  readonly id: string;
  readonly visibility: 'published' | 'held' | 'removed';
  readonly notice: string | null;
}

/** What an earlier submit of the same form has made. */
async function earlierOf(ctx: Context, viewer: Viewer, submitId: string): Promise<Created | null> {
  const earlier = await uploadOfSubmit(ctx.db, viewer.profileId, submitId);
  return earlier && { id: earlier.id, visibility: earlier.state, notice: null };
}

/**
 * @returns the options in the form that is stored
 * @throws {Refusal} `name_unreadable`, `invalid` where two options could not be told apart
 */
function checkedOptions(options: readonly string[]): string[] {
  const names = options.map((option) => readableName(option, { field: 'poll.options', max: feed.pollOptionMax }));
  const labels = names.map((name) => name.toLowerCase());
  if (new Set(labels).size < labels.length)
    throw new Refusal('invalid', { fields: { 'poll.options': 'Two options are the same.' } });
  return names;
}

/** Creates an upload, or holds it for staff. The same submit again answers with the first one. */
export async function createUpload(ctx: Context, viewer: Viewer, submit: Submit): Promise<Created> {
  const { poll } = submit;
  const body: Submit = { ...submit, poll: poll && { ...poll, options: checkedOptions(poll.options) } };
  const { tags, ...text } = await uploadText(ctx, body.content, viewer.profileId);
  if (text.content === '' && body.fileIds.length === 0 && !body.poll) throw new Refusal('nothing_to_upload');
  const earlier = await earlierOf(ctx, viewer, body.submitId);
  if (earlier) return earlier;
  if (body.isAdult && !maySeeAdult(viewer)) throw new Refusal('adults_only');
  const files = await stagedFiles(ctx.db, viewer.profileId, body.fileIds);
  if (files.length < body.fileIds.length) {
    // The same submit may have claimed them since.
    const meanwhile = await earlierOf(ctx, viewer, body.submitId);
    if (meanwhile) return meanwhile;
    throw new Refusal('file_not_usable');
  }
  const words = wordsOf(text.content, body.poll);
  const fingerprint = uploadFingerprint(
    text.content,
    files.map((file) => file.sha256),
    body.poll,
  );
  try {
    await checkSpam(ctx, {
      author: viewer,
      text: words,
      kind: 'uploads',
      recent: (since) => recentUploads(ctx.db, viewer.profileId, since),
      duplicate: (since) => uploadedSince(ctx.db, viewer.profileId, fingerprint, since),
    });
  } catch (error) {
    // What looks like a duplicate may be this very submit, sent twice at once.
    const meanwhile = await earlierOf(ctx, viewer, body.submitId);
    if (meanwhile) return meanwhile;
    throw error;
  }
  const reasons = reasonsToHold(ctx, words);
  const state = reasons.length > 0 ? 'held' : 'published';
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  const made = await ctx.db.tx(async (tx) => {
    const holdings = holdingsOf(files);
    const isNew = await insertUpload(tx, {
      ...text,
      ...holdings,
      id,
      userId: viewer.userId,
      authorId: viewer.profileId,
      hasPoll: body.poll !== undefined,
      isAdult: body.isAdult,
      state,
      fingerprint,
      submitId: body.submitId,
      createdAt,
    });
    if (!isNew) return false;
    const claimed = await claimFiles(ctx, tx, viewer.profileId, body.fileIds, {
      contentKind: 'upload',
      contentId: id,
      guarded: true,
    });
    for (const { fileId, ...terms } of body.terms) if (body.fileIds.includes(fileId)) await setTerms(tx, fileId, terms);
    await insertTracks(
      tx,
      id,
      claimed.map((file) => ({ id: newId(createdAt), kind: file.kind, fileId: file.id })),
      createdAt,
    );
    if (body.poll) await writePoll(tx, id, body.poll, createdAt);
    await setTags(tx, id, tags, createdAt);
    const authorId = viewer.profileId;
    if (state === 'held') await hold(ctx, tx, { kind: 'upload', id, authorId, reasons, source: 'private_information' });
    else
      await uploadPublished(ctx, tx, {
        id,
        authorId,
        title: text.title,
        isAdult: body.isAdult,
        hasAudio: holdings.hasAudio,
        createdAt,
      });
    return true;
  });
  if (!made) return (await earlierOf(ctx, viewer, body.submitId))!;
  return { id, visibility: state, notice: state === 'held' ? holdNotice(reasons) : null };
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
  const before = await seenUpload(ctx.db, id, viewer);
  if (!mayEdit(before, viewer)) throw new Refusal(whyNot(before, viewer));
  const own = viewer.profileId === before.authorId;
  // Staff mark others' uploads whatever they want to see themselves.
  if (body.isAdult && own && !maySeeAdult(viewer)) throw new Refusal('adults_only');
  const { tags, ...text } = await uploadText(ctx, body.content, before.authorId);
  await checkBannedWords(ctx, text.content);
  const reasons = reasonsToHold(ctx, text.content);
  const editedAt = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const upload = await seenUpload(tx, id, viewer, true);
    if (!mayEdit(upload, viewer)) throw new Refusal(whyNot(upload, viewer));
    if (upload.version !== body.baseVersion) throw new Refusal('edit_conflict', { meta: { version: upload.version } });
    const fileIds = await arrangeTracks(ctx, tx, id, body.trackIds);
    if (text.content === '' && fileIds.length === 0 && !upload.hasPoll) throw new Refusal('nothing_to_upload');
    const files = await claimedOf(tx, fileIds);
    const holdings = holdingsOf(files);
    const isAdult = body.isAdult ?? upload.isAdult;
    const old = await uploadVersion(tx, id);
    // Words that were let through stay so while they do not change.
    const isReworded = old.content !== text.content;
    const state = isReworded ? nextState(upload.state, reasons) : upload.state;
    const editedBy = own ? null : viewer.profileId;
    await keepEdit(
      tx,
      id,
      {
        version: old.version,
        content: old.content,
        authorId: old.author_id,
        isPrivate: reasonsToHold(ctx, old.content).length > 0,
        createdAt: old.created_at,
      },
      { content: text.content, editorId: viewer.profileId, isPrivate: reasons.length > 0, createdAt: editedAt },
    );
    await updateUpload(tx, id, { ...text, ...holdings, isAdult, state, editedAt, editedBy });
    await setTags(tx, id, tags, upload.createdAt);
    if (upload.hasAudio && !holdings.hasAudio) await takeBack(ctx, tx, upload.authorId, rewardCause(id));
    const content = { kind: 'upload', id, authorId: upload.authorId, editorId: editedBy };
    if (isReworded) await followState(ctx, tx, content, upload.state, state, reasons);
    await noteStaffEdit(ctx, tx, viewer, {
      ...content,
      version: upload.version + 1,
      action: 'upload.edit',
      what: `your upload "${upload.title}"`,
      url: `/uploads/${id}`,
      isHeld: upload.state === 'published' && state === 'held',
    });
    await uploadChanged(ctx, tx, { ...upload, title: text.title, isAdult }, state === 'published');
  });
}

/** Takes out the tracks that do not stay and orders the others. @returns the files that stay, in order. */
async function arrangeTracks(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  trackIds: readonly string[] | undefined,
): Promise<string[]> {
  const tracks = await tracksOf(tx, [uploadId]);
  if (!trackIds) return tracks.map((track) => track.file_id);
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const stay = trackIds.map((trackId) => byId.get(trackId));
  if (stay.includes(undefined) || new Set(trackIds).size < trackIds.length) throw new Refusal('track_not_found');
  const gone = tracks.filter((track) => !trackIds.includes(track.id)).map((track) => track.id);
  const files = stay.map((track) => track!.file_id);
  if (gone.length > 0) {
    await deleteTracks(tx, gone);
    await releaseFiles(ctx, tx, 'upload', [uploadId], files);
    await releaseFiles(ctx, tx, 'upload_version', gone);
  }
  await orderTracks(tx, uploadId, trackIds);
  return files;
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
