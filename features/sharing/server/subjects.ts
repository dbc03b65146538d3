import type { Context } from '#platform/server/context.ts';
import { holdBack } from '#content/core/server/lifecycle.ts';
import { fileReasons } from '#content/core/server/returned-files.ts';
import { deleteLikesOf, likesByMember } from '#content/core/server/reactions/likes.ts';
import { contentKind } from '#content/core/server/subject.ts';
import { PROGRAMS_ALONE } from '#content/moderation/server/rules/hold-reasons.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import type { ContentKind, PersonalData } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { copyEntriesStated } from '#content/media/server/actions.ts';
import { versionById, versionKind, versionsOf } from './versions/versions-store.ts';

/** Things of a type with their likes, as the features that work across all contents know them. */
function itemKind({ descriptor, item }: SharedType): ContentKind<Context> {
  const { kind, table, columns } = descriptor;
  const own = Object.values(columns).map((column) => `, ${column}`);
  return contentKind(item, {
    async exportOf(ctx, profileId) {
      const things = await ctx.db.rows(sql`
        SELECT id, title, description, tags${sql.raw(own.join(''))}, is_adult, state, like_count, reply_count, created_at, edited_at
        FROM ${sql.raw(table)} WHERE author_id = ${profileId} ORDER BY created_at`);
      return { [table]: things, [`${kind}_likes`]: await likesByMember(ctx.db, item.likes!, profileId) };
    },
    // They go with their files and replies; the member's likes are taken back.
    deleted: 'true',
    erase: async (_ctx, tx, profileId) => await deleteLikesOf(tx, item, profileId),
  });
}

/** Replies of a type, likewise. */
function replyKind({ reply }: SharedType): ContentKind<Context> {
  const { table, answerOf } = reply;
  return contentKind(reply, {
    exportOf: async (ctx, profileId) => ({
      [table]: await ctx.db.rows(sql`
        SELECT id, ${sql.raw(answerOf!.column)}, content, state, created_at, edited_at FROM ${sql.raw(table)}
        WHERE author_id = ${profileId} ORDER BY created_at`),
    }),
    // Replies stay where they were read, under a name that says nothing.
    deleted: `t.state <> 'published'`,
    erase: async (_ctx, tx, profileId) =>
      void (await tx.rows(sql`UPDATE ${sql.raw(table)} SET user_id = NULL WHERE author_id = ${profileId}`)),
  });
}

/** Versions of archives own their files; who gets them is decided at their own addresses (`archive-routes.ts`). */
const versionsKind: ContentKind<Context> = {
  kind: versionKind,
  mayReadFile: async () => 'nobody',
  async fileProcessed(ctx, tx, id) {
    const version = await versionById(tx, id);
    const shared = sharedTypes.find(({ item }) => item.kind === version?.item_kind);
    if (!version || !shared) return;
    const before = (await versionsOf(tx, version.item_id)).find(({ number }) => number < version.number);
    if (before) await copyEntriesStated(tx, before.file_id, version.file_id);
    await shared.item.fileProcessed?.(ctx, tx, version.item_id);
  },
  async holdBack(ctx, tx, id, reasons) {
    const version = await versionById(tx, id);
    const shared = sharedTypes.find(({ item }) => item.kind === version?.item_kind);
    return version && shared ? await holdBack(ctx, tx, shared.item, version.item_id, reasons) : false;
  },
};

/** An archive is listed that was claimed before: what it is known to be now may be for staff to see first. */
export async function holdListed(
  ctx: Context,
  tx: Tx,
  { kind, id, fileId }: { readonly kind: string; readonly id: string; readonly fileId: string },
): Promise<void> {
  const version = kind === versionKind ? await versionById(tx, id) : null;
  const shared = sharedTypes.find(({ item }) => item.kind === version?.item_kind);
  if (!version || !shared) return;
  const reasons = await fileReasons(tx, shared.item, version.item_id, [fileId]);
  // What else is known of the file was known when it was claimed, and staff may have let it through.
  if (reasons.includes(PROGRAMS_ALONE)) await holdBack(ctx, tx, shared.item, version.item_id, [PROGRAMS_ALONE]);
}

/**
 * Tempo and key of sounds are known: of a kit's archive, or of an upload whose tracks are songs. Pages and the search
 * show them. Locks the things.
 */
export async function announceSounds(
  ctx: Context,
  tx: Tx,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<void> {
  if (kind === 'upload') {
    const songs = await tx.rows<{ id: string }>(
      sql`SELECT id FROM songs WHERE upload_id = ${id} ORDER BY id FOR UPDATE`,
    );
    const ids = songs.map((song) => song.id);
    if (ids.length > 0) await emit(ctx, tx, thingChanged, { kind: 'song', ids });
    return;
  }
  const version = kind === versionKind ? await versionById(tx, id) : null;
  const shared = sharedTypes.find(({ item }) => item.kind === version?.item_kind);
  if (!version || !shared) return;
  await tx.rows(
    sql`SELECT 1 AS found FROM ${sql.raw(shared.descriptor.table)} WHERE id = ${version.item_id} FOR UPDATE`,
  );
  await emit(ctx, tx, thingChanged, { kind: shared.item.kind, ids: [version.item_id] });
  await shared.item.fileProcessed?.(ctx, tx, version.item_id);
}

export const sharingKinds: readonly ContentKind<Context>[] = [
  ...sharedTypes.flatMap((shared): ContentKind<Context>[] => [itemKind(shared), replyKind(shared)]),
  versionsKind,
];

/** Downloads and purchases of a member: the counts stay, and lead to nobody. */
export const downloadData: PersonalData<Context> = {
  exportOf: async (ctx, profileId) => ({
    downloads: await ctx.db.rows(sql`
      SELECT d.item_id, d.created_at FROM sharing_downloads d JOIN profiles p ON p.user_id = d.user_id
      WHERE p.id = ${profileId} ORDER BY d.created_at`),
    purchases: await ctx.db.rows(
      sql`SELECT item_id, price, created_at FROM sharing_purchases WHERE profile_id = ${profileId} ORDER BY created_at`,
    ),
    archive_versions: await ctx.db.rows(sql`
      SELECT v.item_id, v.number, v.notes, v.file_id, v.created_at FROM kit_versions v JOIN files f ON f.id = v.file_id
      WHERE f.owner_id = ${profileId} ORDER BY v.created_at`),
  }),
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`
      UPDATE sharing_downloads SET user_id = gen_random_uuid() WHERE user_id = (SELECT user_id FROM profiles WHERE id = ${profileId})`);
    await tx.rows(sql`DELETE FROM sharing_purchases WHERE profile_id = ${profileId}`);
  },
};
