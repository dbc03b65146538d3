import type { Post } from '#features/forum/contract/endpoints.ts';
import { canSpeak } from '#content/core/server/policies.ts';
import { type ReactionCount, reactionsColumn } from '#content/core/server/reactions/reactions.ts';
import { type ContentRow, contentReader } from '#content/core/server/reader.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import { can } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { placesOf } from '#platform/server/markdown/render.ts';
import { isStaff } from '#platform/server/http/viewer.ts';
import { type PostColumns, postColumns } from './posts-store.ts';
import { withContents } from './contents.ts';
import { presentColumns } from './present.ts';
import { mayPay, mayReadText } from './rules.ts';
import { forumPost } from './types.ts';

interface PostRow extends ContentRow, PostColumns {
  readonly content: string;
  readonly html: string;
  readonly summary: string;
  readonly bookmarked_at: Date | null;
  readonly watching: boolean | null;
  readonly last_read_at: Date | null;
  /** The reader has paid for the text. */
  readonly unlocked: boolean;
  readonly has_files: boolean;
  /** False where a deleted member wrote it. */
  readonly author_here: boolean;
  readonly reactions: ReactionCount[];
}

/** Reads whole posts, cut where their text is locked for the reader. */
export const posts = contentReader<PostRow, Post>(forumPost, {
  columns: (viewer) => sql`${postColumns}, t.content, t.html, t.summary, r.bookmarked_at, r.watching, r.last_read_at,
    p.user_id IS NOT NULL AS author_here,
    EXISTS (SELECT 1 FROM files f WHERE f.content_id = t.id AND f.content_kind = 'forum_post' AND f.state = 'claimed') AS has_files,
    t.is_locked AND EXISTS (SELECT 1 FROM post_unlocks u WHERE u.post_id = t.id AND u.profile_id = ${viewer?.profileId ?? null}::uuid) AS unlocked,
    ${reactionsColumn(sql`t.id`, viewer?.profileId ?? null)} AS reactions`,
  joins: (viewer) => sql`LEFT JOIN forum_categories c ON c.id = t.category_id
    LEFT JOIN post_readers r ON r.post_id = t.id AND r.profile_id = ${viewer?.profileId ?? null}::uuid`,
  async present(ctx, viewer, rows) {
    const withFiles = rows.filter((row) => row.has_files).map((row) => row.id);
    const hasOwn = viewer !== null && rows.some((row) => row.author_id === viewer.profileId);
    const [files, mayPinOwn] = await Promise.all([
      withFiles.length === 0 ? null : filesOf(ctx.db, 'forum_post', withFiles),
      hasOwn ? can(ctx, viewer.profileId, 'pin_own_post') : false,
    ]);
    return (row, { likeCount: _likeCount, liked: _liked, can: { like: _like, ...may }, ...content }) => {
      const owned = { authorId: row.author_id, state: row.state };
      const readable = mayReadText({ authorId: row.author_id, isLocked: row.is_locked }, viewer, row.unlocked);
      const pay = mayPay(owned, viewer) && row.author_here;
      const isPublished = row.state === 'published';
      const open = isPublished && canSpeak(viewer);
      const isOwn = isPublished && viewer !== null && viewer.profileId === row.author_id;
      const shown = readable ? (files?.get(row.id) ?? []) : [];
      return {
        ...content,
        ...presentColumns(ctx, row),
        source: may.edit && readable ? row.content : null,
        ...withContents(readable ? placesOf(row.html, new Set(shown.map((file) => file.id))) : ''),
        files: shown.map((file) => presentFile(file, may.edit)),
        cut: readable ? null : row.preview,
        reactions: row.reactions,
        bookmarked: row.bookmarked_at !== null,
        watching: row.watching ?? false,
        summary: row.summary,
        lastReadAt: row.last_read_at?.toISOString() ?? null,
        can: {
          ...may,
          pin: isStaff(viewer) ? isPublished : isOwn && (mayPinOwn || row.is_pinned),
          pinLocked: isOwn && !isStaff(viewer) && !mayPinOwn && !row.is_pinned,
          reply: open && readable,
          react: open,
          tip: pay,
          unlock: pay && !readable,
        },
      };
    };
  },
});
