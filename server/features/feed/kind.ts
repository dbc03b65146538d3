import { maySee, maySeeAdult } from '#server/features/forum/rules.ts';
import { isHiddenFrom, unblockedOnly } from '#server/features/relations/store.ts';
import type { ContentItem, ContentKind } from '#server/platform/content-kind.ts';
import { sql } from '#server/platform/db/database.ts';
import { isStaff } from '#server/platform/http/viewer.ts';
import {
  releaseComment,
  releaseUpload,
  removeComment,
  removeUpload,
  restoreComment,
  restoreUpload,
} from './actions.ts';
import { hintFeed, tellUpload } from './live.ts';
import { eraseFeed, exportComments, exportFeed } from './personal.ts';
import { uploadOfTrack } from './tracks-store.ts';
import { uploadGate } from './uploads-store.ts';

interface ItemRow {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly state: ContentItem['visibility'];
  readonly upload_id: string;
}

export const uploadKind: ContentKind = {
  kind: 'upload',
  async load(ctx, ids) {
    const rows = await ctx.db.rows<ItemRow>(
      sql`SELECT id, author_id, title, summary AS excerpt, state, id AS upload_id FROM uploads WHERE id = ANY(${[...ids]}::uuid[])`,
    );
    return rows.map((row) => ({
      kind: 'upload',
      id: row.id,
      authorId: row.author_id,
      title: row.title,
      excerpt: row.excerpt,
      url: `/uploads/${row.id}`,
      visibility: row.state,
    }));
  },
  remove: removeUpload,
  restore: (ctx, tx, id) => restoreUpload(ctx, tx, id),
  release: releaseUpload,
  /** Who may see the upload hears and sees its files; of a held or removed one that is its author and staff. */
  async mayReadFile(ctx, viewer, id) {
    const upload = await uploadGate(ctx.db, id);
    if (!upload || !maySee(upload, viewer) || (await isHiddenFrom(ctx.db, viewer, upload.authorId))) return 'nobody';
    if (upload.isAdult && !maySeeAdult(viewer) && viewer?.profileId !== upload.authorId) return 'nobody';
    return upload.state === 'published' && !upload.isAdult ? 'everybody' : 'reader';
  },
  async listedFor(ctx, viewer, ids) {
    const rows = await ctx.db.rows<{ id: string }>(sql`
      SELECT id FROM uploads WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'published'
        ${maySeeAdult(viewer) ? sql`` : sql`AND NOT is_adult`}${unblockedOnly(viewer, sql`author_id`)}`);
    return new Set(rows.map((row) => row.id));
  },
  async fileExamined(ctx, tx, id) {
    await tellUpload(ctx, tx, id, 'upload_changed', { id });
    hintFeed(ctx, tx, 'upload_changed', { id });
  },
  exportOf: exportFeed,
  erase: eraseFeed,
};

/** Sounds that were exchanged for newer ones. They are no content of their own: nobody can report or hold one. */
export const versionKind: ContentKind = {
  kind: 'upload_version',
  load: async () => [],
  remove: async () => false,
  restore: async () => false,
  release: async () => false,
  /** @param id the track's */
  async mayReadFile(ctx, viewer, id) {
    const uploadId = viewer && (await uploadOfTrack(ctx.db, id));
    const upload = uploadId && (await uploadGate(ctx.db, uploadId));
    return upload && (isStaff(viewer) || viewer.profileId === upload.authorId) ? 'reader' : 'nobody';
  },
  // With the upload.
  exportOf: async () => ({}),
  erase: async () => {},
};

export const commentKind: ContentKind = {
  kind: 'upload_comment',
  async load(ctx, ids) {
    const rows = await ctx.db.rows<ItemRow>(sql`
      SELECT t.id, t.author_id, u.title, t.excerpt, CASE WHEN u.state = 'removed' THEN u.state ELSE t.state END AS state, t.upload_id
      FROM upload_comments t JOIN uploads u ON u.id = t.upload_id WHERE t.id = ANY(${[...ids]}::uuid[])`);
    return rows.map((row) => ({
      kind: 'upload_comment',
      id: row.id,
      authorId: row.author_id,
      title: `Comment on ${row.title}`,
      excerpt: row.excerpt,
      url: `/uploads/${row.upload_id}?comment=${row.id}#comment-${row.id}`,
      visibility: row.state,
    }));
  },
  remove: removeComment,
  restore: (ctx, tx, id) => restoreComment(ctx, tx, id),
  release: releaseComment,
  exportOf: exportComments,
  // Comments stay where they were read, under a name that says nothing.
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`DELETE FROM upload_comments WHERE author_id = ${profileId} AND state <> 'published'`);
  },
};
