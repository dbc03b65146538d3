import { replyKindOf } from '#content/core/contract/shared-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import { notifyFollowers } from '#content/core/server/reactions/followers.ts';
import { notifyAnswered, notifyMentioned } from '#content/core/server/notify.ts';
import { describedRendered, shortRendered } from '#content/core/server/text.ts';
import { type ContentFacts, type ContentType, defineContent } from '#content/core/server/type.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type Descriptor, descriptors } from './descriptors.ts';
import { sharingLive } from './publish.ts';
import { dropRenditions } from '#content/media/server/actions.ts';
import { deleteVersions, versionKind, versionsOf } from './versions/versions-store.ts';
import { wordsColumn } from './words.ts';

/** A type with its two content types: the things and the replies to them. */
export interface SharedType {
  readonly descriptor: Descriptor;
  readonly item: ContentType;
  readonly reply: ContentType;
  readonly live: ReturnType<typeof sharingLive>;
}

async function announceItem(
  ctx: Context,
  tx: Tx,
  live: SharedType['live'],
  { id, authorId, state }: ContentFacts,
  change: string,
): Promise<number | null> {
  const isNew = change === 'created' || change === 'published';
  if (isNew && state === 'published') live.announceList(ctx, tx, 'item_created', { id, authorId });
  // Nobody has a thing open that was just made.
  if (change === 'created') return null;
  if (!isNew) live.announceList(ctx, tx, 'item_changed', { id });
  return await live.publish(ctx, tx, id, 'item_changed', { id });
}

/** What was prepared of the sounds of a thing that is taken down goes at once; a buyer has it made again. */
async function dropPrepared(ctx: Context, tx: Tx, id: string): Promise<void> {
  const fileIds = (await versionsOf(tx, id)).map((version) => version.file_id);
  tx.afterCommit(() => dropRenditions(ctx, fileIds));
}

function define(descriptor: Descriptor): SharedType {
  const { kind, noun, table, path, reward, columns, parts } = descriptor;
  const column = `${kind}_id`;
  const live = sharingLive(descriptor);
  const item = defineContent({
    kind,
    noun,
    table,
    authorColumn: 'author_id',
    title: 't.title',
    excerpt: 't.summary',
    words: wordsColumn(descriptor),
    review: descriptor.isApproved ? 'before' : 'after',
    isAdult: 't.is_adult',
    notFound: `${kind}_not_found`,
    likes: { table: `${kind}_likes`, column },
    reactionCause: `${kind}_like`,
    address: ({ id }) => `${path}/${id}`,
    ...(reward && { reward: () => reward }),
    activity: ({ title }) => ({ type: kind, content: `shared the ${noun} "${title}"` }),
    async notifyPublished(ctx, type, id) {
      if (kind === 'set') await notifyFollowers(ctx, type, id);
      return await notifyMentioned(ctx, type, id);
    },
    async announce(ctx, tx, facts, change) {
      if (change === 'removed' && descriptor.hasArchives) await dropPrepared(ctx, tx, facts.id);
      return await announceItem(ctx, tx, live, facts, change);
    },
    topicOf: live.topicOf,
    async fileProcessed(ctx, tx, id) {
      await live.publish(ctx, tx, id, 'item_changed', { id });
      live.announceList(ctx, tx, 'item_changed', { id });
    },
    ...(descriptor.hasDownloads && { downloads: 'sharing_downloads' }),
    ...(descriptor.hasArchives && {
      sales: { table: 'sharing_purchases', column: 'item_id' },
      // Each version of the archive, the older ones too.
      fileParts: { kind: versionKind, ids: 'SELECT v.id FROM kit_versions v WHERE v.item_id = t.id', isRead: true },
    }),
    async purge(ctx, tx, ids) {
      await tx.rows(sql`DELETE FROM sharing_downloads WHERE item_id = ANY(${[...ids]}::uuid[])`);
      if (descriptor.hasArchives) await deleteVersions(ctx, tx, ids);
      for (const [part, below] of Object.entries(parts ?? {}))
        await tx.rows(sql`DELETE FROM ${sql.raw(part)} WHERE ${sql.raw(below)} = ANY(${[...ids]}::uuid[])`);
    },
    ...(columns.isUnreleased && {
      async release(tx, id, at) {
        await tx.rows(sql`
          UPDATE ${sql.raw(table)} SET created_at = ${at}, is_unreleased = false WHERE id = ${id} AND is_unreleased`);
      },
    }),
    rendered: describedRendered,
  });
  const replyKind = replyKindOf(kind);
  const reply = defineContent({
    kind: replyKind,
    noun: 'reply',
    table: `${kind}_replies`,
    authorColumn: 'author_id',
    title: 't.excerpt',
    excerpt: 't.excerpt',
    isAdult: 'o.is_adult',
    answerOf: {
      type: item,
      column,
      countColumn: 'reply_count',
      parentAuthorRemoves: true,
      preposition: 'on',
      atOnce: {
        notifies: 'o.author_id <> t.author_id',
        publish: (ctx, { id, authorId, parentId }) =>
          live.publishWith(ctx, parentId, 'reply_created', { id, authorId }),
      },
    },
    notFound: 'reply_not_found',
    address: ({ id, parentId }) => `${path}/${parentId}?reply=${id}#reply-${id}`,
    notifyPublished: (ctx, type, id) => notifyAnswered(ctx, type, id, { verb: 'replied to', noun }),
    announce: (ctx, tx, { id, authorId, parent }, change) =>
      change === 'created' || change === 'published'
        ? live.publish(ctx, tx, parent!.id, 'reply_created', { id, authorId })
        : live.publish(ctx, tx, parent!.id, 'reply_changed', { id }),
    rendered: shortRendered,
  });
  return { descriptor, item, reply, live };
}

/** Every type of what members share, with its content types. */
export const sharedTypes: readonly SharedType[] = descriptors.map(define);
