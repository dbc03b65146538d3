import { forum } from '#features/forum/contract/endpoints.ts';
import { answerHandlers, contentHandlers } from '#content/core/server/handlers.ts';
import { requirePublished, requireSeen } from '#content/core/server/policies.ts';
import { visibilityOf } from '#content/core/server/present.ts';
import { react } from '#content/core/server/reactions/reactions.ts';
import { previewText } from '#content/core/server/text.ts';
import { countWork } from '#platform/server/http/run-route.ts';
import { contentHistory } from '#content/core/server/versions.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { readBanner, saveBanner } from './banner/banner.ts';
import { addCategory, changeCategory } from './categories/categories.ts';
import { categories } from './categories/categories-store.ts';
import { followCategory } from './categories/following.ts';
import { followedCategories } from './categories/categories-store.ts';
import { listBookmarks, listPosts } from './list/list.ts';
import { rememberOrder, setBookmark, setRead, setWatching } from './marks-store.ts';
import { tipPost, unlockPost } from './locked/paying.ts';
import { pinByMember } from './list/pinning.ts';
import { presentCategory } from './present.ts';
import { postLive } from './publish.ts';
import { posts } from './read.ts';
import { replies } from './replies.ts';
import { mayReadPostText } from './rules.ts';
import { forumPost, postReply } from './types.ts';
import { createPost, editPost } from './write-post.ts';

const done = { ok: true } as const;
const ofPost = contentHandlers(forumPost);
const ofReply = answerHandlers(replies);

export const forumRoutes = routes(forum, {
  async 'GET /forum/categories'(ctx) {
    return { items: (await categories(ctx.db, { active: true })).map(presentCategory) };
  },
  async 'GET /forum/categories/followed'(ctx, { viewer }) {
    return { categories: await followedCategories(ctx.db, viewer.profileId) };
  },
  async 'PUT /forum/categories/:category/follow'(ctx, { viewer, params, body }) {
    await followCategory(ctx, viewer.profileId, params.category, body.on);
    return { on: body.on };
  },
  'GET /forum/posts': (ctx, { viewer, query }) => listPosts(ctx, viewer, query),
  async 'PUT /forum/order'(ctx, { viewer, body }) {
    await rememberOrder(ctx.db, viewer.profileId, body.order, ctx.clock.now());
    return done;
  },
  'GET /forum/bookmarks': (ctx, { viewer, query }) => listBookmarks(ctx, viewer, query.after),
  async 'POST /forum/preview'(ctx, { viewer, body, caller }) {
    const content = body.content.trim();
    if (content === '') return { title: '', html: '' };
    const text = { kind: body.kind, authorId: viewer.profileId };
    return await previewText(ctx, content, text, countWork(ctx, 'rendering', caller));
  },
  async 'POST /forum/posts'(ctx, { viewer, body }) {
    const { id, state, notice } = await createPost(ctx, viewer, body);
    return { id, visibility: visibilityOf(state), notice };
  },
  'GET /forum/banner': (ctx, { viewer }) => readBanner(ctx, viewer.profileId),
  'PUT /forum/banner': (ctx, { viewer, body }) => saveBanner(ctx, viewer.profileId, body),
  'GET /forum/posts/:postId': (ctx, { viewer, params }) => posts.read(ctx, viewer, params.postId),
  async 'PATCH /forum/posts/:postId'(ctx, { viewer, params, body }) {
    await editPost(ctx, viewer, params.postId, body);
    return await posts.read(ctx, viewer, params.postId);
  },
  'DELETE /forum/posts/:postId': ofPost.remove,
  'POST /forum/posts/:postId/restore': ofPost.restore,
  async 'GET /forum/posts/:postId/history'(ctx, { viewer, params, query }) {
    const post = await requireSeen(ctx.db, forumPost, params.postId, viewer);
    // Asked as if it were locked: earlier versions may have been.
    const readsLocked = await mayReadPostText(ctx.db, { ...post, isLocked: true }, viewer);
    if (post.isLocked && !readsLocked) throw new Refusal('post_locked');
    return await contentHistory(ctx, viewer, forumPost, post.id, { ...query, readsLocked });
  },
  async 'PUT /forum/posts/:postId/pin'(ctx, { viewer, params, body }) {
    await pinByMember(ctx, viewer, params.postId, body.on);
    return { isPinned: body.on };
  },
  async 'PUT /forum/posts/:postId/reaction'(ctx, { viewer, params, body }) {
    const post = await requirePublished(ctx.db, forumPost, params.postId, viewer);
    return await react(ctx, viewer, forumPost, post, body.reaction, (tx) =>
      postLive.publish(ctx, tx, post.id, 'reactions_changed', { id: post.id }),
    );
  },
  async 'PUT /forum/posts/:postId/bookmark'(ctx, { viewer, params, body }) {
    await requireSeen(ctx.db, forumPost, params.postId, viewer);
    await setBookmark(ctx.db, viewer.profileId, params.postId, body.on ? ctx.clock.now() : null);
    return { on: body.on };
  },
  async 'PUT /forum/posts/:postId/watch'(ctx, { viewer, params, body }) {
    await requireSeen(ctx.db, forumPost, params.postId, viewer);
    await setWatching(ctx.db, viewer.profileId, params.postId, body.on);
    return { on: body.on };
  },
  async 'POST /forum/posts/:postId/tip'(ctx, { viewer, params, body }) {
    return { credits: await tipPost(ctx, viewer, params.postId, body.submitId) };
  },
  async 'POST /forum/posts/:postId/unlock'(ctx, { viewer, params }) {
    const credits = await unlockPost(ctx, viewer, params.postId);
    return { credits, post: await posts.read(ctx, viewer, params.postId) };
  },
  async 'PUT /forum/posts/:postId/read'(ctx, { viewer, params }) {
    await requireSeen(ctx.db, forumPost, params.postId, viewer);
    await setRead(ctx.db, viewer.profileId, params.postId, ctx.clock.now());
    return done;
  },
  'GET /forum/posts/:postId/replies': ofReply.page,
  async 'POST /forum/posts/:postId/replies'(ctx, input) {
    const { answer: reply, seq } = await ofReply.create(ctx, input);
    return { reply, seq };
  },
  'GET /forum/replies/:replyId': ofReply.read,
  'PATCH /forum/replies/:replyId': ofReply.edit,
  'DELETE /forum/replies/:replyId': ofReply.remove,
  'POST /forum/replies/:replyId/restore': ofReply.restore,
  'GET /forum/replies/:replyId/history': ofReply.history,
  async 'PUT /forum/replies/:replyId/reaction'(ctx, { viewer, params, body }) {
    const reply = await requirePublished(ctx.db, postReply, params.replyId, viewer);
    return await react(ctx, viewer, postReply, reply, body.reaction, (tx) =>
      postLive.publish(ctx, tx, reply.parent!.id, 'reactions_changed', { id: reply.id }),
    );
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
