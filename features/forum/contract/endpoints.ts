import { z } from 'zod';
import { defineTopics } from '#platform/contract/event.ts';
import { forumCategories } from './categories.ts';
import { forumPosts } from './posts.ts';
import { forumReplies } from './replies.ts';
import { id } from '#platform/contract/shapes.ts';

export * from './shapes.ts';

/** The endpoints of the forum. */
export const forum = { ...forumCategories, ...forumPosts, ...forumReplies };

export const forumTopics = defineTopics({
  /** Hints for the open list: something new may be fetched. */
  forum: {
    pattern: 'forum',
    access: 'public',
    events: { post_created: z.object({ id, category: z.string() }), list_changed: z.object({ id }) },
  },
  /** An open post. Numbered: missed replies are sent again after a gap. Replies come as their id and who wrote them;
   *  the page fetches each with the reader's own marks, so that what one reader may not see never crosses the wire. */
  'forum-post': {
    pattern: 'forum-post:{postId}',
    access: 'decided by the feature',
    events: {
      reply_created: z.object({ id, authorId: id }),
      reply_changed: z.object({ id }),
      post_changed: z.object({ id }),
      reactions_changed: z.object({ id }),
    },
  },
});
