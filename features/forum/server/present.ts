import type { z } from 'zod';
import type { PostCard, forumCategory } from '#features/forum/contract/endpoints.ts';
import { type Roles, visibilityOf } from '#content/core/server/present.ts';
import type { Context } from '#platform/server/context.ts';
import { personOf } from '#people/profiles/server/store.ts';
import type { CategoryRow } from './categories/categories-store.ts';
import type { PostCardRow, PostColumns } from './posts-store.ts';
import { categoryLabel, showableBanner } from './rules.ts';

/** What a post has of its own, in lists and on its page, as the contract names it. */
export function presentColumns(ctx: Context, row: PostColumns) {
  return {
    category: {
      name: row.category_name as PostCard['category']['name'],
      id: row.category_id,
      label: categoryLabel(ctx, row.category_name, row.category_label),
    },
    isPinned: row.is_pinned,
    isLocked: row.is_locked,
    replyCount: row.reply_count,
    lastReplyAt: row.last_reply_at?.toISOString() ?? null,
    customBanner: showableBanner(row.custom_banner, row.banner_key),
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
export function presentCard(ctx: Context, row: PostCardRow, roles: Roles, since: Date | null): PostCard {
  const latest = row.last_reply_at ?? row.created_at;
  // What was read is counted with what blocks hide.
  const replies = row.reply_count + (row.uncounted ?? 0);
  return {
    id: row.id,
    title: row.title,
    preview: row.preview,
    author: personOf(row, roles),
    ...presentColumns(ctx, row),
    isAdult: row.is_adult,
    visibility: visibilityOf(row.state),
    createdAt: row.created_at.toISOString(),
    isNew: since !== null && latest > since && (row.replies_read === null || replies > row.replies_read),
    newReplies: row.replies_read === null ? 0 : Math.max(0, replies - row.replies_read),
  };
}
