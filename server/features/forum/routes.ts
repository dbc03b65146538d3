import { forum } from '#contract/forum.ts';
import type { Context } from '#server/context.ts';
import { can } from '#server/features/ledger/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { sql } from '#server/platform/db/database.ts';
import { doors } from '#server/platform/http/door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { readBanner, saveBanner } from './banner.ts';
import { categories } from './categories-store.ts';
import { mayReadPostText, seenPost, seenReply } from './gates.ts';
import { listBookmarks, listPosts } from './list.ts';
import { tellPost } from './live.ts';
import { reactionsOf, setBookmark, setReaction, setRead, setWatching } from './marks-store.ts';
import { tipPost, unlockPost } from './paying.ts';
import { presentCategory } from './present.ts';
import { readPost, readReplies, readReplyPage } from './read.ts';
import { mayRemove, mayRestore, maySee } from './rules.ts';
import {
  addCategory,
  bringBackPost,
  bringBackReply,
  changeCategory,
  pinPost,
  takeDownPost,
  takeDownReply,
} from './staff-acts.ts';
import { textHistory } from './store.ts';
import { notifyReactionsJob } from './telling.ts';
import { postText, replyText } from './text.ts';
import { createPost, editPost } from './write-post.ts';
import { createReply, editReply } from './write-reply.ts';

const done = { ok: true } as const;

async function react(
  ctx: Context,
  viewer: Viewer,
  content: { id: string; postId: string; authorId: string },
  reaction: string | null,
) {
  const { id: contentId, postId } = content;
  await ctx.db.tx(async (tx) => {
    await setReaction(tx, contentId, viewer.profileId, reaction, ctx.clock.now());
    if (viewer.profileId !== content.authorId) await ctx.jobs.enqueue(tx, notifyReactionsJob, { contentId });
    await tellPost(ctx, tx, postId, 'reactions_changed', { id: contentId });
  });
  return { reactions: await reactionsOf(ctx.db, contentId, viewer.profileId) };
}

export const forumDoors = doors(forum, {
  async 'GET /forum/categories'(ctx) {
    return { items: (await categories(ctx.db, { active: true })).map(presentCategory) };
  },
  'GET /forum/posts': (ctx, { viewer, query }) => listPosts(ctx, viewer, query),
  'GET /forum/bookmarks': (ctx, { viewer, query }) => listBookmarks(ctx, viewer, query.after),
  async 'POST /forum/preview'(ctx, { viewer, body }) {
    if (body.content.trim() === '') return { title: '', html: '' };
    if (body.kind === 'reply')
      return { title: '', html: (await replyText(ctx, body.content.trim(), viewer.profileId)).html };
    const text = await postText(ctx, body.content, viewer.profileId);
    return { title: text.title, html: text.html };
  },
  'POST /forum/posts': (ctx, { viewer, body }) => createPost(ctx, viewer, body),
  'GET /forum/banner': (ctx, { viewer }) => readBanner(ctx, viewer.profileId),
  'PUT /forum/banner': (ctx, { viewer, body }) => saveBanner(ctx, viewer.profileId, body),
  'GET /forum/posts/:postId': (ctx, { viewer, params }) => readPost(ctx, viewer, params.postId),
  async 'PATCH /forum/posts/:postId'(ctx, { viewer, params, body }) {
    await editPost(ctx, viewer, params.postId, body);
    return await readPost(ctx, viewer, params.postId);
  },
  async 'DELETE /forum/posts/:postId'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      const post = await seenPost(tx, params.postId, viewer, true);
      if (!mayRemove(post, viewer)) throw new Refusal(whyNot(post, viewer));
      await takeDownPost(ctx, tx, viewer, post, body.reason);
    });
    return done;
  },
  async 'POST /forum/posts/:postId/restore'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      const post = await seenPost(tx, params.postId, viewer, true);
      if (!mayRestore(post, viewer)) throw new Refusal(whyNot(post, viewer));
      await bringBackPost(ctx, tx, viewer, post);
    });
    return done;
  },
  async 'GET /forum/posts/:postId/history'(ctx, { viewer, params }) {
    const post = await seenPost(ctx.db, params.postId, viewer);
    if (!maySee(post, viewer)) throw new Refusal('post_not_found');
    // Asked as if it were locked: earlier versions may have been.
    const readsLocked = await mayReadPostText(ctx.db, { ...post, isLocked: true }, viewer);
    if (post.isLocked && !readsLocked) throw new Refusal('post_locked');
    const [row] = await ctx.db.rows<{ content: string; version: number; author_id: string; created_at: Date }>(
      sql`SELECT content, version, author_id, created_at FROM forum_posts WHERE id = ${post.id}`,
    );
    return await textHistory(ctx, viewer, post.id, row!, readsLocked);
  },
  async 'PUT /forum/posts/:postId/pin'(ctx, { viewer, params, body }) {
    const mayPinOwn = isStaff(viewer) || (await can(ctx, viewer.profileId, 'pin_own_post'));
    await ctx.db.tx(async (tx) => {
      const post = await seenPost(tx, params.postId, viewer, true);
      if (post.state !== 'published') throw new Refusal('post_not_found');
      if (!isStaff(viewer)) {
        if (post.authorId !== viewer.profileId) throw new Refusal('forbidden');
        if (!mayPinOwn) throw new Refusal('pin_not_allowed');
      }
      await pinPost(ctx, tx, viewer, post, body.on, isStaff(viewer) ? null : viewer.profileId);
    });
    return { isPinned: body.on };
  },
  async 'PUT /forum/posts/:postId/reaction'(ctx, { viewer, params, body }) {
    const post = await seenPost(ctx.db, params.postId, viewer);
    if (post.state !== 'published') throw new Refusal('post_not_found');
    return await react(ctx, viewer, { ...post, postId: post.id }, body.reaction);
  },
  async 'PUT /forum/posts/:postId/bookmark'(ctx, { viewer, params, body }) {
    await seenPost(ctx.db, params.postId, viewer);
    await setBookmark(ctx.db, viewer.profileId, params.postId, body.on ? ctx.clock.now() : null);
    return { on: body.on };
  },
  async 'PUT /forum/posts/:postId/watch'(ctx, { viewer, params, body }) {
    await seenPost(ctx.db, params.postId, viewer);
    await setWatching(ctx.db, viewer.profileId, params.postId, body.on);
    return { on: body.on };
  },
  async 'POST /forum/posts/:postId/tip'(ctx, { viewer, params, body }) {
    return { credits: await tipPost(ctx, viewer, params.postId, body.submitId) };
  },
  async 'POST /forum/posts/:postId/unlock'(ctx, { viewer, params }) {
    const credits = await unlockPost(ctx, viewer, params.postId);
    return { credits, post: await readPost(ctx, viewer, params.postId) };
  },
  async 'PUT /forum/posts/:postId/read'(ctx, { viewer, params }) {
    await seenPost(ctx.db, params.postId, viewer);
    await setRead(ctx.db, viewer.profileId, params.postId, ctx.clock.now());
    return done;
  },
  'GET /forum/posts/:postId/replies': (ctx, { viewer, params, query }) =>
    readReplyPage(ctx, viewer, params.postId, query),
  async 'POST /forum/posts/:postId/replies'(ctx, { viewer, params, body }) {
    const made = await createReply(ctx, viewer, params.postId, body);
    const [reply] = await readReplies(ctx, viewer, [made.id]);
    return { reply: reply!, seq: made.seq };
  },
  async 'GET /forum/replies/:replyId'(ctx, { viewer, params }) {
    await seenReply(ctx.db, params.replyId, viewer);
    const [reply] = await readReplies(ctx, viewer, [params.replyId]);
    return reply!;
  },
  async 'PATCH /forum/replies/:replyId'(ctx, { viewer, params, body }) {
    await editReply(ctx, viewer, params.replyId, body);
    const [reply] = await readReplies(ctx, viewer, [params.replyId]);
    return reply!;
  },
  async 'DELETE /forum/replies/:replyId'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      const reply = await seenReply(tx, params.replyId, viewer, true);
      if (!mayRemove(reply, viewer)) throw new Refusal(whyNot(reply, viewer));
      await takeDownReply(ctx, tx, viewer, reply, body.reason);
    });
    return done;
  },
  async 'POST /forum/replies/:replyId/restore'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      const reply = await seenReply(tx, params.replyId, viewer, true);
      if (!mayRestore(reply, viewer)) throw new Refusal(whyNot(reply, viewer));
      await bringBackReply(ctx, tx, viewer, reply);
    });
    return done;
  },
  async 'GET /forum/replies/:replyId/history'(ctx, { viewer, params }) {
    const reply = await seenReply(ctx.db, params.replyId, viewer);
    if (!maySee(reply, viewer)) throw new Refusal('reply_not_found');
    const [row] = await ctx.db.rows<{ content: string; version: number; author_id: string; created_at: Date }>(
      sql`SELECT content, version, author_id, created_at FROM post_replies WHERE id = ${reply.id}`,
    );
    return await textHistory(ctx, viewer, reply.id, row!, false);
  },
  async 'PUT /forum/replies/:replyId/reaction'(ctx, { viewer, params, body }) {
    const reply = await seenReply(ctx.db, params.replyId, viewer);
    if (reply.state !== 'published' || reply.postState !== 'published') throw new Refusal('reply_not_found');
    return await react(ctx, viewer, reply, body.reaction);
  },

  async 'GET /staff/forum-categories'(ctx) {
    return { items: (await categories(ctx.db, { active: false })).map(presentCategory) };
  },
  async 'POST /staff/forum-categories'(ctx, { viewer, body }) {
    return presentCategory(await addCategory(ctx, viewer, body));
  },
  async 'PATCH /staff/forum-categories/:categoryId'(ctx, { viewer, params, body }) {
    if (body.isActive !== undefined && !viewer.isAdmin) throw new Refusal('forbidden');
    return presentCategory(await changeCategory(ctx, viewer, params.categoryId, body));
  },
});
