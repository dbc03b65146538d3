import type { z } from 'zod';
import type { Post, PostCard, Reply, forumCategory } from '#contract/forum.ts';
import type { CustomRole } from '#server/features/profiles/rules.ts';
import { presentFile } from '#server/features/media/actions.ts';
import type { FileRow } from '#server/features/media/store.ts';
import { type EditorOf, personOf } from '#server/features/profiles/store.ts';
import { holdNotice } from '#server/features/safety/actions.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import type { CategoryRow } from './categories-store.ts';
import type { PostCardRow, PostRow } from './posts-store.ts';
import type { ReplyRow, answeredReplies } from './replies-store.ts';
import {
  categoryLabel,
  mayEdit,
  mayPay,
  mayReadText,
  mayRemove,
  mayRestore,
  maySee,
  maySpeak,
  showableBanner,
} from './rules.ts';

type Roles = ReadonlyMap<string, CustomRole>;

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
    visibility: row.state,
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
    lastReplyAt: row.last_reply_at?.toISOString() ?? null,
    customBanner: showableBanner(row.custom_banner, row.banner_key),
    isNew: since !== null && latest > since && (row.replies_read === null || row.reply_count > row.replies_read),
    newReplies: row.replies_read === null ? 0 : Math.max(0, row.reply_count - row.replies_read),
  };
}

function noticeOf(state: string, holdReasons: readonly string[] | null, removedReason: string | null): string | null {
  if (state === 'held') return holdNotice(holdReasons ?? ['unchecked text']);
  if (state === 'removed')
    return removedReason ? `Removed: ${removedReason}` : 'Removed. It can be restored for 30 days.';
  return null;
}

/** A whole post, cut where its text is locked for this reader. */
export function presentPost(
  row: PostRow,
  roles: Roles,
  files: readonly FileRow[],
  viewer: Viewer | null,
  mayPinOwn: boolean,
  editorOf: EditorOf,
): Post {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
  };
  const open = row.state === 'published' && maySpeak(viewer);
  const edit = mayEdit(owned, viewer);
  const readable = mayReadText({ authorId: row.author_id, isLocked: row.is_locked }, viewer, row.unlocked);
  const pay = mayPay(owned, viewer) && row.author_here;
  return {
    id: row.id,
    title: row.title,
    author: personOf(row, roles),
    category: categoryOf(row),
    isPinned: row.is_pinned,
    isAdult: row.is_adult,
    isLocked: row.is_locked,
    visibility: row.state,
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
    lastReplyAt: row.last_reply_at?.toISOString() ?? null,
    customBanner: showableBanner(row.custom_banner, row.banner_key),
    source: edit && readable ? row.content : null,
    html: readable ? row.html : '',
    files: readable ? files.map((file) => presentFile(file)) : [],
    cut: readable ? null : row.preview,
    version: row.version,
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    reactions: row.reactions,
    bookmarked: row.bookmarked_at !== null,
    watching: row.watching ?? false,
    notice: noticeOf(row.state, row.hold_reasons, row.removed_reason),
    summary: row.summary,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
    eventSeq: Number(row.event_seq ?? 0),
    can: {
      edit,
      delete: mayRemove(owned, viewer),
      restore: mayRestore(owned, viewer),
      pin:
        row.state === 'published' &&
        viewer !== null &&
        (isStaff(viewer) || (viewer.profileId === row.author_id && mayPinOwn)),
      reply: open && readable,
      react: open,
      report:
        row.state === 'published' &&
        viewer !== null &&
        viewer.verified &&
        !viewer.suspendedUntil &&
        viewer.profileId !== row.author_id,
      tip: pay,
      unlock: pay && !readable,
    },
  };
}

/** One reply. What was removed keeps its place without its text, but for who may restore it. */
export function presentReply(
  row: ReplyRow,
  roles: Roles,
  answered: Awaited<ReturnType<typeof answeredReplies>>,
  viewer: Viewer | null,
  editorOf: EditorOf,
): Reply {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
  };
  const readable = maySee(owned, viewer);
  const edit = mayEdit(owned, viewer) && row.post_state !== 'removed';
  const answers = row.in_reply_to === null ? undefined : answered.get(row.in_reply_to);
  return {
    id: row.id,
    postId: row.post_id,
    author: personOf(row, roles),
    html: readable ? row.html : '',
    source: edit ? row.content : null,
    version: row.version,
    visibility: row.state,
    notice: readable ? noticeOf(row.state, row.hold_reasons, row.removed_reason) : 'This reply was removed.',
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    inReplyTo: answers
      ? {
          id: answers.id,
          author: personOf(answers, roles),
          excerpt: answers.state === 'published' ? answers.excerpt : '',
        }
      : null,
    reactions: readable ? row.reactions : [],
    can: {
      edit,
      delete: mayRemove(owned, viewer),
      restore: mayRestore(owned, viewer),
      react: row.state === 'published' && row.post_state === 'published' && maySpeak(viewer),
      report:
        row.state === 'published' &&
        viewer !== null &&
        viewer.verified &&
        !viewer.suspendedUntil &&
        viewer.profileId !== row.author_id,
    },
  };
}
