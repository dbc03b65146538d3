import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { notifyFollowers } from '#content/core/server/reactions/followers.ts';
import { notifyAnswered, notifyMentioned } from '#content/core/server/notify.ts';
import { shortRendered } from '#content/core/server/text.ts';
import { type ContentFacts, type ContentType, defineContent } from '#content/core/server/type.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { uploadLive } from './publish.ts';
import { deleteUploadParts } from './purge.ts';
import { uploadRendered } from './text.ts';
import { trendingChanged } from './list/trending.ts';
import { releaseUpload } from './uploads-store.ts';

/** Fields that an upload's policies and changes need beside those of all contents. */
export interface UploadExtra {
  readonly hasAudio: boolean;
  readonly hasPoll: boolean;
}

/** An upload as its policies and changes read it. */
export type UploadFacts = ContentFacts & UploadExtra;

/** Lets open pages show a changed upload: its fields, its files, or results of processing. */
export async function announceChanged(ctx: Context, tx: Tx, id: string): Promise<void> {
  await uploadLive.publish(ctx, tx, id, 'upload_changed', { id });
  uploadLive.announceList(ctx, tx, 'upload_changed', { id });
}

/** Tempo or key of a track have changed: pages and the search show them. Locks the upload. */
export async function announceSounds(
  ctx: Context,
  tx: Tx,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<void> {
  if (kind !== upload.kind) return;
  const held = await tx.rows(sql`SELECT 1 AS found FROM uploads WHERE id = ${id} FOR UPDATE`);
  if (held.length === 0) return;
  await emit(ctx, tx, thingChanged, { kind, ids: [id] });
  await announceChanged(ctx, tx, id);
}

/** Uploads: one submit of the composer each. */
export const upload: ContentType<UploadExtra> = defineContent<UploadExtra>({
  kind: 'upload',
  noun: 'upload',
  table: 'uploads',
  authorColumn: 'author_id',
  title: 't.title',
  excerpt: 't.summary',
  // As `wordsOf` has them when it is made.
  unedited: `(SELECT concat_ws(E'\\n', p.question, (SELECT string_agg(o.label, E'\\n' ORDER BY o.position) FROM poll_options o WHERE o.upload_id = p.upload_id))
    FROM polls p WHERE p.upload_id = t.id)`,
  isAdult: 't.is_adult',
  extra: `t.has_audio AS "hasAudio", t.has_poll AS "hasPoll"`,
  notFound: 'upload_not_found',
  likes: { table: 'upload_likes', column: 'upload_id' },
  reactionCause: 'upload_like',
  address: ({ id }) => `/uploads/${id}`,
  reward: ({ hasAudio }) => (hasAudio ? 'song' : null),
  activity: ({ title }) => ({ type: 'upload', content: `shared "${title}"` }),
  async notifyPublished(ctx, type, id) {
    // What members follow others for are their tracks.
    if ((await contentFacts(ctx.db, upload, id))?.hasAudio) await notifyFollowers(ctx, type, id);
    return await notifyMentioned(ctx, type, id);
  },
  async announce(ctx, tx, { id, authorId }, change) {
    tx.afterCommit(() => trendingChanged(ctx));
    if (change === 'created' || change === 'published')
      uploadLive.announceList(ctx, tx, 'upload_created', { id, authorId });
    // Nobody has an upload open that was just made.
    if (change === 'created') return null;
    // Songs, parties and sets that show its tracks are pages of other topics.
    tx.afterCommit(() => ctx.pages.drop());
    if (change !== 'published') uploadLive.announceList(ctx, tx, 'upload_changed', { id });
    return await uploadLive.publish(ctx, tx, id, 'upload_changed', { id });
  },
  topicOf: uploadLive.topicOf,
  fileProcessed: announceChanged,
  // Sounds that were exchanged for newer ones.
  fileParts: {
    kind: 'upload_version',
    ids: 'SELECT f.id FROM upload_files f WHERE f.upload_id = t.id',
    isRead: false,
  },
  purge: deleteUploadParts,
  release: releaseUpload,
  rendered: uploadRendered,
});

/** Comments on uploads; one may speak of a position in a track. */
export const uploadComment: ContentType<{ hasTimestamp: boolean }> = defineContent<{ hasTimestamp: boolean }>({
  kind: 'upload_comment',
  noun: 'comment',
  table: 'upload_comments',
  authorColumn: 'author_id',
  title: 't.excerpt',
  excerpt: 't.excerpt',
  isAdult: 'o.is_adult',
  extra: `t.track_id IS NOT NULL AS "hasTimestamp"`,
  answerOf: {
    type: upload,
    column: 'upload_id',
    countColumn: 'comment_count',
    parentAuthorRemoves: true,
    preposition: 'on',
    atOnce: {
      notifies: 'o.author_id <> t.author_id',
      publish: (ctx, { id, authorId, parentId }) =>
        uploadLive.publishWith(ctx, parentId, 'comment_created', { id, authorId }),
    },
  },
  notFound: 'comment_not_found',
  address: ({ id, parentId }) => `/uploads/${parentId}?comment=${id}#comment-${id}`,
  notifyPublished: (ctx, type, id) => notifyAnswered(ctx, type, id, { verb: 'commented on', noun: 'upload' }),
  announce: (ctx, tx, { id, authorId, parent }, change) =>
    change === 'created' || change === 'published'
      ? uploadLive.publish(ctx, tx, parent!.id, 'comment_created', { id, authorId })
      : uploadLive.publish(ctx, tx, parent!.id, 'comment_changed', { id }),
  rendered: shortRendered,
});
