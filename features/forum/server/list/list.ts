import { type ListKey, withHeld } from '#content/core/server/reader.ts';
import { type ForumOrder, forum } from '#features/forum/contract/limits.ts';
import type { PostCard } from '#features/forum/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { activeCustomRoles, profileIdsByUsername } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { activeCategory } from '#features/forum/server/categories/categories-store.ts';
import { recordVisit, visitOf } from '#features/forum/server/marks-store.ts';
import { postCursor, readPostCursor } from './paging.ts';
import {
  type PostCardRow,
  type PostFilter,
  bookmarkedPosts,
  postCards,
  postIds,
  postIdsByActivity,
  postIdsOfAuthor,
} from '#features/forum/server/posts-store.ts';
import { withoutHidden } from '#content/core/server/answers/thread.ts';
import { forumPost } from '#features/forum/server/types.ts';
import { presentCard } from '#features/forum/server/present.ts';
import { checkCategory, inListedCategory, isFixedCategory, notIn } from '#features/forum/server/rules.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';

interface CardPage {
  readonly items: PostCard[];
  readonly next: string | null;
}

/** Which posts of a category, or of all, a reader sees. @throws {Refusal} `adults_only`, `category_unknown`, `section_off`. */
export async function filterOf(ctx: Context, viewer: Viewer | null, category: string | undefined): Promise<PostFilter> {
  const adult = canSeeAdult(viewer);
  const unblocked = unblockedOnly(viewer, sql`author_id`);
  const listed = inListedCategory(ctx.switches);
  if (category === undefined) return { name: null, categoryId: null, authorId: null, adult, unblocked, listed };
  if (isFixedCategory(category)) {
    checkCategory(ctx, category);
    if (category === 'nsfw' && !adult) throw new Refusal('adults_only');
    return { name: category, categoryId: null, authorId: null, adult, unblocked, listed: sql`` };
  }
  const row = await activeCategory(ctx.db, category);
  if (!row) throw new Refusal('category_unknown');
  return { name: null, categoryId: row.id, authorId: null, adult, unblocked, listed };
}

/** What the list knows about its reader. */
interface OwnPart {
  readonly since: Date | null;
  readonly held: readonly string[];
  readonly order: ForumOrder | null;
}

/**
 * The end of the reader's last visit, and their posts under review, newest first. Noting this visit happens after the
 * answer, at most once a minute.
 */
async function ownPart(ctx: Context, viewer: Viewer | null): Promise<OwnPart> {
  if (!viewer) return { since: null, held: [], order: null };
  const now = ctx.clock.now();
  const { previous, due, held, order } = await visitOf(ctx.db, viewer.profileId, now);
  if (due) {
    recordVisit(ctx.db, viewer.profileId, now).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a visit could not be noted'),
    );
  }
  return { since: previous, held, order };
}

/** Query of a list of posts. */
interface ListQuery {
  readonly category?: string | undefined;
  readonly after?: string | undefined;
  readonly author?: string | undefined;
  readonly order: ForumOrder | 'remembered';
}

/** Ids of one page and one more, in the requested order. @throws {Refusal} `sign_in_required` for a visitor's unread posts */
async function idsInOrder(
  ctx: Context,
  viewer: Viewer | null,
  filter: PostFilter,
  order: ForumOrder,
  after: string | undefined,
): Promise<string[]> {
  const limit = forum.postsPerPage + 1;
  if (order === 'newest') return await postIds(ctx.db, filter, readPostCursor(after), limit);
  if (order === 'active') return await postIdsByActivity(ctx.db, filter, null, readTimeCursor(after), limit);
  if (!viewer) throw new Refusal('sign_in_required');
  const since = new Date(ctx.clock.now().getTime() - forum.unreadDays * 24 * 3_600_000);
  const unread = { profileId: viewer.profileId, since };
  return await postIdsByActivity(ctx.db, filter, unread, readTimeCursor(after), limit);
}

const isOf = (row: PostCardRow, { name, categoryId }: PostFilter): boolean =>
  (name === null || row.category_name === name) && (categoryId === null || row.category_id === categoryId);

/** What the list is ordered by; see {@link cursorIn}. */
const keyIn = (order: ForumOrder, row: PostCardRow): ListKey =>
  order === 'newest'
    ? [row.is_pinned ? 1 : 0, row.created_at.getTime(), row.id]
    : [(row.last_reply_at ?? row.created_at).getTime(), row.id];

function keyAfter(order: ForumOrder, cursor: string | undefined): ListKey | null {
  if (order !== 'newest') {
    const place = readTimeCursor(cursor);
    return place && [place.at.getTime(), place.id];
  }
  const key = readPostCursor(cursor);
  return key && [key.pinned ? 1 : 0, key.at.getTime(), key.id];
}

const cursorIn = (order: ForumOrder, last: PostCardRow): string =>
  order === 'newest'
    ? postCursor({ pinned: last.is_pinned, at: last.created_at, id: last.id })
    : timeCursor(last.last_reply_at ?? last.created_at, last.id);

/**
 * The forum list: pinned first, then newest, or in another order; the reader's own posts under review stand at their
 * places in it, in each category too.
 */
export async function listPosts(
  ctx: Context,
  viewer: Viewer | null,
  query: ListQuery,
): Promise<CardPage & { order: ForumOrder }> {
  if (query.author !== undefined)
    return { ...(await postsOfAuthor(ctx, viewer, query.author, query.after)), order: 'newest' };
  const filter = await filterOf(ctx, viewer, query.category);
  const own = ownPart(ctx, viewer);
  const order = query.order === 'remembered' ? ((await own).order ?? 'newest') : query.order;
  const [ids, { held: waiting, since }, roles] = await Promise.all([
    idsInOrder(ctx, viewer, filter, order, query.after),
    own,
    activeCustomRoles(ctx.db),
  ]);
  const held = order === 'unread' ? [] : waiting;
  const page = ids.slice(0, forum.postsPerPage);
  const rows = await postCards(ctx.db, [...held, ...page], viewer?.profileId ?? null);
  const others = rows.filter(({ id }) => !held.includes(id));
  const last = ids.length > page.length ? others.at(-1) : undefined;
  const shown = withHeld(
    others,
    rows.filter((row) => held.includes(row.id) && isOf(row, filter)),
    { keyOf: (row) => keyIn(order, row), after: keyAfter(order, query.after), isLast: last === undefined },
  );
  return {
    items: (await withoutHidden(ctx.db, forumPost, shown, viewer)).map((row) => presentCard(ctx, row, roles, since)),
    next: last ? cursorIn(order, last) : null,
    order,
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
    {
      adult: canSeeAdult(viewer),
      unblocked: sql`${inListedCategory(ctx.switches)}${unblockedOnly(viewer, sql`author_id`)}`,
    },
    readTimeCursor(cursor),
    forum.postsPerPage + 1,
  );
  const rows = await postCards(ctx.db, ids.slice(0, forum.postsPerPage), viewer?.profileId ?? null);
  const last = ids.length > forum.postsPerPage ? rows.at(-1) : undefined;
  const roles = await activeCustomRoles(ctx.db);
  return {
    items: (await withoutHidden(ctx.db, forumPost, rows, viewer)).map((row) => presentCard(ctx, row, roles, null)),
    next: last ? timeCursor(last.created_at, last.id) : null,
  };
}

/** The reader's bookmarks, last bookmarked first. */
export async function listBookmarks(ctx: Context, viewer: Viewer, cursor: string | undefined): Promise<CardPage> {
  const bookmarked = await bookmarkedPosts(
    ctx.db,
    viewer.profileId,
    {
      adult: canSeeAdult(viewer),
      unblocked: sql`${notIn(ctx.switches.offCategories)}${unblockedOnly(viewer, sql`t.author_id`)}`,
    },
    readTimeCursor(cursor),
    forum.postsPerPage + 1,
  );
  const page = bookmarked.slice(0, forum.postsPerPage);
  const [rows, roles] = await Promise.all([
    postCards(
      ctx.db,
      page.map((row) => row.id),
      viewer.profileId,
    ),
    activeCustomRoles(ctx.db),
  ]);
  const last = bookmarked.length > page.length ? page.at(-1) : undefined;
  return {
    items: (await withoutHidden(ctx.db, forumPost, rows, viewer)).map((row) => presentCard(ctx, row, roles, null)),
    next: last ? timeCursor(last.bookmarked_at, last.id) : null,
  };
}
