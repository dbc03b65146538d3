import type { Reply } from '#site/contract/contract.ts';
import { staff } from '#features/staff/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { categoryLabel } from '#features/forum/server/rules.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';

interface Row {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly is_adult: boolean;
  readonly category_name: string | null;
  readonly row_name: string | null;
  readonly reply_count: number;
  readonly state: string;
  readonly created_at: Date;
}

/** The latest forum posts, without removed ones. The ids are in order of time, so that their index has the order. */
export async function latestForumPosts(ctx: Context): Promise<Reply<'GET /staff/forum-posts'>> {
  const rows = await ctx.db.rows<Row>(sql`
    SELECT t.id, t.author_id, t.title, t.preview AS excerpt, t.is_adult, t.category_name, c.name AS row_name, t.reply_count, t.state, t.created_at
    FROM forum_posts t LEFT JOIN forum_categories c ON c.id = t.category_id
    WHERE t.state <> 'removed' ORDER BY t.id DESC LIMIT ${staff.forumPosts}`);
  const people = await peopleById(
    ctx.db,
    rows.map((row) => row.author_id),
  );
  return {
    items: rows.map((row) => ({
      id: row.id,
      title: row.title,
      excerpt: row.excerpt,
      url: `/forum/post/${row.id}`,
      author: people.get(row.author_id) ?? unknownPerson,
      category:
        row.category_name === null && row.row_name === null
          ? null
          : categoryLabel(ctx, row.category_name, row.row_name),
      replyCount: row.reply_count,
      isAdult: row.is_adult,
      isHeld: row.state !== 'published',
      createdAt: row.created_at.toISOString(),
    })),
  };
}
