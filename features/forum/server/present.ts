import type { z } from 'zod';
import type { Post, PostCard, forumCategory } from '#features/forum/contract/endpoints.ts';
import { canEdit, canRemove, canReport, canSpeak } from '#content/core/server/policies.ts';
import { type Roles, noticeFor, visibilityOf } from '#content/core/server/present.ts';
import { presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { type EditorOf, personOf } from '#people/profiles/server/store.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import type { CategoryRow } from './categories/categories-store.ts';
import type { PostCardRow, PostRow } from './posts-store.ts';
import { categoryLabel, mayPay, mayReadText, showableBanner } from './rules.ts';

function categoryOf(row: Pick<PostCardRow, 'category_name' | 'category_id' | 'category_label'>): PostCard['category'] {
  return {
    name: row.category_name as PostCard['category']['name'],
    id: row.category_id,
    label: categoryLabel(row.category_name, row.category_label),
  };
}

/** A row of `forum_categories` as the contract names it. */
export function presentCategory(row: CategoryRow): z.infer<typeof forumCategory> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    sortOrder: row.sort_order,
    isActive: row.is_active,
  };
}

/** One row of the list. @param since end of the reader's last visit; null when there was none. */
export function presentCard(row: PostCardRow, roles: Roles, since: Date | null): PostCard {
  const latest = row.last_reply_at ?? row.created_at;
  return {
    id: row.id,
    title: row.title,
    preview: row.preview,
    author: personOf(row, roles),
    category: categoryOf(row),
    isPinned: row.is_pinned,
    isAdult: row.is_adult,
    isLocked: row.is_locked,
    visibility: visibilityOf(row.state),
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
    lastReplyAt: row.last_reply_at?.toISOString() ?? null,
    customBanner: showableBanner(row.custom_banner, row.banner_key),
    isNew: since !== null && latest > since && (row.replies_read === null || row.reply_count > row.replies_read),
    newReplies: row.replies_read === null ? 0 : Math.max(0, row.reply_count - row.replies_read),
  };
}

/** A whole post, cut where its text is locked for this reader. */
export function presentPost(
  row: PostRow,
  roles: Roles,
  files: readonly FileRow[],
  viewer: Viewer | null,
  mayPinOwn: boolean,
  restore: boolean,
  editorOf: EditorOf,
): Post {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin ?? false,
    state: row.state,
    removedBy: row.removed_by,
  };
  const open = row.state === 'published' && canSpeak(viewer);
  const edit = canEdit(owned, viewer);
  const readable = mayReadText({ authorId: row.author_id, isLocked: row.is_locked }, viewer, row.unlocked);
  const pay = mayPay(owned, viewer) && row.author_here;
  const isPublished = row.state === 'published';
  const isOwn = isPublished && viewer !== null && viewer.profileId === row.author_id;
  return {
    id: row.id,
    title: row.title,
    author: personOf(row, roles),
    category: categoryOf(row),
    isPinned: row.is_pinned,
    isAdult: row.is_adult,
    isLocked: row.is_locked,
    visibility: visibilityOf(row.state),
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
    lastReplyAt: row.last_reply_at?.toISOString() ?? null,
    customBanner: showableBanner(row.custom_banner, row.banner_key),
    source: edit && readable ? row.content : null,
    html: readable ? row.html : '',
    files: readable ? files.map((file) => presentFile(file, edit)) : [],
    cut: readable ? null : row.preview,
    version: row.version,
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    reactions: row.reactions,
    bookmarked: row.bookmarked_at !== null,
    watching: row.watching ?? false,
    notice: noticeFor(row, viewer),
    summary: row.summary,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
    eventSeq: Number(row.event_seq ?? 0),
    can: {
      edit,
      delete: canRemove(owned, viewer),
      restore,
      pin: isStaff(viewer) ? isPublished : isOwn && (mayPinOwn || row.is_pinned),
      pinLocked: isOwn && !isStaff(viewer) && !mayPinOwn && !row.is_pinned,
      reply: open && readable,
      react: open,
      report: canReport(owned, viewer),
      tip: pay,
      unlock: pay && !readable,
    },
  };
}
