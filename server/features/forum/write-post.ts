import { fixedCategories } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { can } from '#server/features/ledger/actions.ts';
import { claimFiles, filesOf, releaseFiles } from '#server/features/media/actions.ts';
import {
  checkBannedWords,
  checkSpam,
  followState,
  hold,
  holdNotice,
  noteStaffEdit,
  reasonsToHold,
} from '#server/features/safety/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import { postPublished } from './actions.ts';
import { activeCategory } from './categories-store.ts';
import { seenPost } from './gates.ts';
import { tellList, tellPost } from './live.ts';
import { keepVersion } from './store.ts';
import { heldBanner } from './banner-store.ts';
import {
  addToPostCount,
  insertPost,
  notePostImages,
  postOfSubmit,
  postedSince,
  recentPosts,
  updatePostText,
} from './posts-store.ts';
import { mayEdit, maySeeAdult, nextState } from './rules.ts';
import { followNoticesJob } from './telling.ts';
import { hidesSomething, postText, withLock } from './text.ts';

interface Chosen {
  readonly categoryName: string | null;
  readonly categoryId: string | null;
  readonly isAdult: boolean;
}

/** @throws {Refusal} `category_unknown`, `adults_only`. */
async function choose(ctx: Context, viewer: Viewer, choice: string): Promise<Chosen> {
  if (choice === '') return { categoryName: null, categoryId: null, isAdult: false };
  if (fixedCategories.some((category) => category.key === choice)) {
    const isAdult = choice === 'nsfw';
    if (isAdult && !maySeeAdult(viewer)) throw new Refusal('adults_only');
    return { categoryName: choice, categoryId: null, isAdult };
  }
  const row = await activeCategory(ctx.db, choice);
  if (!row) throw new Refusal('category_unknown');
  return { categoryName: null, categoryId: row.id, isAdult: false };
}

/** Creates a post, or holds it for staff. The same submit again answers with the first one. */
export async function createPost(
  ctx: Context,
  viewer: Viewer,
  body: { content: string; fileIds: readonly string[]; category: string; isLocked: boolean; submitId: string },
): Promise<{ id: string; visibility: 'published' | 'held' | 'removed'; notice: string | null }> {
  const text = await postText(ctx, body.content, viewer.profileId, body.fileIds.length > 0);
  const earlier = await postOfSubmit(ctx.db, viewer.profileId, body.submitId);
  if (earlier) return { id: earlier.id, visibility: earlier.state, notice: null };
  if (body.isLocked && !hidesSomething(text, body.fileIds.length)) throw new Refusal('nothing_to_lock');
  const chosen = await choose(ctx, viewer, body.category);
  try {
    await checkSpam(ctx, {
      author: viewer,
      text: text.content,
      kind: 'posts',
      recent: (since) => recentPosts(ctx.db, viewer.profileId, since),
      // Pictures without a text have nothing in common.
      duplicate: async (since) => text.content !== '' && (await postedSince(ctx.db, text.fingerprint, since)),
    });
  } catch (error) {
    // What looks like a duplicate may be this very submit, sent twice at once.
    const meanwhile = await postOfSubmit(ctx.db, viewer.profileId, body.submitId);
    if (meanwhile) return { id: meanwhile.id, visibility: meanwhile.state, notice: null };
    throw error;
  }
  const reasons = reasonsToHold(ctx, text.content);
  const mayUseBanner = await can(ctx, viewer.profileId, 'custom_banner');
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  const state = reasons.length > 0 ? 'held' : 'published';
  const made = await ctx.db.tx(async (tx) => {
    const { mentioned: _, ...columns } = text;
    const stored = mayUseBanner ? await heldBanner(tx, viewer.profileId) : null;
    if (
      !(await insertPost(tx, {
        ...withLock(columns, body.isLocked),
        ...chosen,
        isLocked: body.isLocked,
        id,
        authorId: viewer.profileId,
        state,
        customBanner: stored?.enabled ? stored : null,
        submitId: body.submitId,
        createdAt,
      }))
    )
      return false;
    await setPictures(ctx, tx, { id, authorId: viewer.profileId }, body.fileIds);
    if (state === 'held')
      await hold(ctx, tx, {
        kind: 'forum_post',
        id,
        authorId: viewer.profileId,
        reasons,
        source: 'private_information',
      });
    else await postPublished(ctx, tx, { id, authorId: viewer.profileId, category: body.category });
    return true;
  });
  if (!made) {
    const first = await postOfSubmit(ctx.db, viewer.profileId, body.submitId);
    return { id: first!.id, visibility: first!.state, notice: null };
  }
  return { id, visibility: state, notice: state === 'held' ? holdNotice(reasons) : null };
}

/** Gives a post its pictures, in order; others of its own are given up. @throws {Refusal} `file_not_usable` */
async function setPictures(
  ctx: Context,
  tx: Tx,
  post: { id: string; authorId: string },
  fileIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (fileIds.length === before.length && fileIds.every((fileId, at) => fileId === before[at])) return;
  const claim = { contentKind: 'forum_post', contentId: post.id, guarded: true, kinds: ['image'] as const };
  await claimFiles(ctx, tx, post.authorId, fileIds, claim);
  await releaseFiles(ctx, tx, 'forum_post', [post.id], fileIds);
  await notePostImages(tx, post.id);
}

/**
 * Edits a post, unless somebody was faster: then nothing changes.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, …
 */
export async function editPost(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: {
    content: string;
    fileIds?: readonly string[] | undefined;
    category?: string | undefined;
    isLocked?: boolean | undefined;
    baseVersion: number;
  },
): Promise<void> {
  const before = await seenPost(ctx.db, id, viewer);
  const text = await postText(ctx, body.content, before.authorId, true);
  if (!mayEdit(before, viewer)) throw new Refusal(whyNot(before, viewer));
  const chosen = body.category === undefined ? null : await choose(ctx, viewer, body.category);
  await checkBannedWords(ctx, text.content);
  const reasons = reasonsToHold(ctx, text.content);
  const editedAt = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const post = await seenPost(tx, id, viewer, true);
    if (!mayEdit(post, viewer)) throw new Refusal(whyNot(post, viewer));
    if (post.version !== body.baseVersion) throw new Refusal('edit_conflict', { meta: { version: post.version } });
    const [old] = await tx.rows<{
      content: string;
      created_at: Date;
      category_name: string | null;
      category_id: string | null;
      is_adult: boolean;
      is_locked: boolean;
    }>(
      sql`SELECT content, created_at, category_name, category_id, is_adult, is_locked FROM forum_posts WHERE id = ${id}`,
    );
    const category = chosen ?? {
      categoryName: old!.category_name,
      categoryId: old!.category_id,
      isAdult: old!.is_adult,
    };
    const isLocked = body.isLocked ?? old!.is_locked;
    const own = viewer.profileId === post.authorId;
    const pictures = ((await filesOf(tx, 'forum_post', [id])).get(id) ?? []).map((file) => file.id);
    const kept = body.fileIds ?? pictures;
    if (text.content === '' && kept.length === 0) throw new Refusal('nothing_to_upload');
    // Staff take pictures away; they put none under another's name.
    if (!own && kept.some((fileId) => !pictures.includes(fileId))) throw new Refusal('forbidden');
    if (isLocked !== old!.is_locked && !own) throw new Refusal('forbidden');
    // Staff may shorten whatever they must.
    if (isLocked && own && !hidesSomething(text, kept.length)) throw new Refusal('nothing_to_lock');
    if (
      old!.content === text.content &&
      isLocked === old!.is_locked &&
      category.categoryName === old!.category_name &&
      category.categoryId === old!.category_id &&
      kept.join() === pictures.join()
    )
      return;
    // Words that were let through stay so while they do not change.
    const isReworded = old!.content !== text.content;
    const state = isReworded ? nextState(post.state, reasons) : post.state;
    const editedBy = own ? null : viewer.profileId;
    await keepVersion(tx, {
      contentId: id,
      version: post.version,
      content: old!.content,
      editorId: post.authorId,
      isPrivate: reasonsToHold(ctx, old!.content).length > 0,
      isLocked: old!.is_locked,
      createdAt: old!.created_at,
    });
    await keepVersion(tx, {
      contentId: id,
      version: post.version + 1,
      content: text.content,
      editorId: viewer.profileId,
      isPrivate: reasons.length > 0,
      isLocked,
      createdAt: editedAt,
    });
    const { mentioned: _, ...columns } = text;
    await updatePostText(tx, id, { ...withLock(columns, isLocked), ...category, isLocked, state, editedAt, editedBy });
    await setPictures(ctx, tx, post, kept, pictures);
    if (post.state === 'published' && state === 'held') await addToPostCount(tx, post.authorId, -1);
    const content = { kind: 'forum_post', id, authorId: post.authorId, editorId: editedBy };
    if (isReworded) await followState(ctx, tx, content, post.state, state, reasons);
    if (state !== post.state || (category.isAdult && !old!.is_adult))
      await ctx.jobs.enqueue(tx, followNoticesJob, { postId: id });
    await noteStaffEdit(ctx, tx, viewer, {
      ...content,
      version: post.version + 1,
      action: 'post.edit',
      what: `your post "${post.title}"`,
      url: `/forum/post/${id}`,
      isHeld: post.state === 'published' && state === 'held',
    });
    await tellPost(ctx, tx, id, 'post_changed', { id });
    tellList(ctx, tx, 'list_changed', { id });
  });
}
