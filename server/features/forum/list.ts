import { type FixedCategory, fixedCategories, forum } from '#contract/limits/forum.ts';
import type { PostCard } from '#contract/forum.ts';
import type { Context } from '#server/context.ts';
import { activeCustomRoles, profileIdsByUsername } from '#server/features/profiles/store.ts';
import { unblockedOnly } from '#server/features/friends/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { readTimeCursor, timeCursor } from '#server/platform/paging.ts';
import { activeCategory } from './categories-store.ts';
import { recordVisit, visitOf } from './marks-store.ts';
import { postCursor, readPostCursor } from './paging.ts';
import { type PostFilter, bookmarkedPosts, postCards, postIds, postIdsOfAuthor } from './posts-store.ts';
import { presentCard } from './present.ts';
import { canSeeAdult } from '#server/features/content/policies.ts';

interface CardPage {
  readonly items: PostCard[];
  readonly next: string | null;
}

function isFixed(key: string): key is FixedCategory {
  return fixedCategories.some((category) => category.key === key);
}

/** What a reader sees of a category, or of all. @throws {Refusal} `adults_only`, `category_unknown`. */
export async function filterOf(ctx: Context, viewer: Viewer | null, category: string | undefined): Promise<PostFilter> {
  const adult = canSeeAdult(viewer);
  const unblocked = unblockedOnly(viewer, sql`author_id`);
  if (category === undefined) return { name: null, categoryId: null, authorId: null, adult, unblocked };
  if (isFixed(category)) {
    if (category === 'nsfw' && !adult) throw new Refusal('adults_only');
    return { name: category, categoryId: null, authorId: null, adult, unblocked };
  }
  const row = await activeCategory(ctx.db, category);
  if (!row) throw new Refusal('category_unknown');
  return { name: null, categoryId: row.id, authorId: null, adult, unblocked };
}

/**
 * The end of the reader's last visit, and their posts under review, newest first. Noting this visit happens after the
 * answer, at most once a minute.
 */
async function ownPart(ctx: Context, viewer: Viewer | null): Promise<{ since: Date | null; held: readonly string[] }> {
  if (!viewer) return { since: null, held: [] };
  const now = ctx.clock.now();
  const { previous, due, held } = await visitOf(ctx.db, viewer.profileId, now);
  if (due) {
    recordVisit(ctx.db, viewer.profileId, now).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a visit could not be noted'),
    );
  }
  return { since: previous, held };
}

/** The forum list: pinned first, then newest; before it, on the first page, the reader's own posts under review. */
export async function listPosts(
  ctx: Context,
  viewer: Viewer | null,
  query: { category?: string | undefined; after?: string | undefined; author?: string | undefined },
): Promise<CardPage> {
  if (query.author !== undefined) return await postsOfAuthor(ctx, viewer, query.author, query.after);
  const filter = await filterOf(ctx, viewer, query.category);
  const after = readPostCursor(query.after);
  const [ids, own, roles] = await Promise.all([
    postIds(ctx.db, filter, after, forum.postsPerPage + 1),
    ownPart(ctx, viewer),
    activeCustomRoles(ctx.db),
  ]);
  const held = !after && query.category === undefined ? own.held : [];
  const page = ids.slice(0, forum.postsPerPage);
  const rows = await postCards(ctx.db, [...held, ...page], viewer?.profileId ?? null);
  const last = ids.length > page.length ? rows.at(-1) : undefined;
  return {
    items: rows.map((row) => presentCard(row, roles, own.since)),
    next: last ? postCursor({ pinned: last.is_pinned, at: last.created_at, id: last.id }) : null,
  };
}

async function postsOfAuthor(
  ctx: Context,
  viewer: Viewer | null,
  username: string,
  cursor: string | undefined,
): Promise<CardPage> {
  const authorId = (await profileIdsByUsername(ctx, [username])).get(username.toLowerCase());
  if (authorId === undefined) return { items: [], next: null };
  const ids = await postIdsOfAuthor(
    ctx.db,
    authorId,
    { adult: canSeeAdult(viewer), unblocked: unblockedOnly(viewer, sql`author_id`) },
    readTimeCursor(cursor),
    forum.postsPerPage + 1,
  );
  const rows = await postCards(ctx.db, ids.slice(0, forum.postsPerPage), viewer?.profileId ?? null);
  const last = ids.length > forum.postsPerPage ? rows.at(-1) : undefined;
  const roles = await activeCustomRoles(ctx.db);
  return {
    items: rows.map((row) => presentCard(row, roles, null)),
    next: last ? timeCursor(last.created_at, last.id) : null,
  };
}

/** The reader's bookmarks, last bookmarked first. */
export async function listBookmarks(ctx: Context, viewer: Viewer, cursor: string | undefined): Promise<CardPage> {
  const found = await bookmarkedPosts(
    ctx.db,
    viewer.profileId,
    { adult: canSeeAdult(viewer), unblocked: unblockedOnly(viewer, sql`t.author_id`) },
    readTimeCursor(cursor),
    forum.postsPerPage + 1,
  );
  const page = found.slice(0, forum.postsPerPage);
  const [rows, roles] = await Promise.all([
    postCards(
      ctx.db,
      page.map((row) => row.id),
      viewer.profileId,
    ),
    activeCustomRoles(ctx.db),
  ]);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    items: rows.map((row) => presentCard(row, roles, null)),
    next: last ? timeCursor(last.bookmarked_at, last.id) : null,
  };
}
