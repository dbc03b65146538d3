import { transferFailure } from '#platform/contract/shown-errors.ts';
import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { forumOrders } from './limits.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { created, fileIds, submitId } from '#content/core/contract/shapes.ts';
import { cursor, done, pageOf } from '#platform/contract/shapes.ts';
import { bannerSettings, categoryChoice, content, ownBanner, post, postCard, postParams, purse } from './shapes.ts';

const whole = contentEndpoints({ params: postParams, noun: 'post', notFound: 'post_not_found' });

/** Posts: lists, one post, what is done with it. */
export const forumPosts = defineEndpoints({
  'GET /forum/posts': {
    access: 'public',
    limit: 'read',
    summary:
      'Posts: pinned first, then newest; by their last reply (`active`); or those with something unread (`unread`), by their last reply.',
    query: z.object({
      /** A fixed category's key, or the slug or id of a forum_categories row; all without. */
      category: z.string().max(64).optional(),
      after: cursor.optional(),
      /** Posts of one member, by username. */
      author: z.string().max(64).optional(),
      /** `remembered`: the order that the member chose last, as the site's own page shows it. A member's posts are always newest first. */
      order: z.enum([...forumOrders, 'remembered']).default('newest'),
    }),
    /** `order`: the one that the list has. */
    reply: pageOf(postCard).extend({ order: z.enum(forumOrders) }),
    errors: ['adults_only', 'category_unknown', 'sign_in_required'],
  },
  'PUT /forum/order': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to remember the order',
    summary: 'Remembers the order in which the member reads the list of posts.',
    body: z.object({ order: z.enum(forumOrders) }),
    reply: done,
    errors: [],
  },
  'GET /forum/bookmarks': {
    access: 'session',
    limit: 'read',
    summary: "The member's bookmarked posts, last bookmarked first.",
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(postCard),
    errors: [],
  },
  'POST /forum/preview': {
    access: 'session',
    limit: 'preview',
    failure: 'Failed to render the preview',
    summary: 'Renders Markdown as the forum would, for the live preview; a reply has no title. Stores nothing.',
    body: z.object({ content, kind: z.enum(['post', 'reply']).default('post') }),
    reply: z.object({ title: z.string(), html: z.string() }),
    errors: ['too_complex'],
    maxBody: 256 * 1024,
  },
  'POST /forum/posts': {
    access: 'speaker',
    limit: 'write',
    failure: transferFailure,
    summary:
      "Creates a post of a text, staged files or both; its title is the first line, and the author's banner stands over it. May be held for staff review, and says why.",
    body: z.object({
      content,
      fileIds: fileIds.default([]),
      category: categoryChoice.default(''),
      isLocked: z.boolean().default(false),
      submitId,
    }),
    reply: created,
    errors: [
      'profile_not_found',
      'nothing_to_upload',
      'nothing_to_lock',
      'category_unknown',
      'duplicate_post',
      'rate_limit',
      'banned_words',
      'spam_blocked',
      'adults_only',
      'file_not_usable',
      'too_complex',
    ],
    maxBody: 256 * 1024,
  },
  'GET /forum/banner': {
    access: 'session',
    limit: 'read',
    summary: "The member's banner for new posts, and whether they have the right to it.",
    reply: ownBanner,
    errors: [],
  },
  'PUT /forum/banner': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save banner settings',
    summary: 'Saves the banner for new posts. Who lost the right to it can still turn it off.',
    body: bannerSettings,
    reply: ownBanner,
    errors: ['banner_not_allowed', 'file_not_usable'],
  },
  'GET /forum/posts/:postId': {
    access: 'public',
    limit: 'read',
    failure: 'Failed to load post',
    summary: 'One post.',
    params: postParams,
    reply: post,
    errors: ['post_not_found', 'adults_only'],
  },
  'PATCH /forum/posts/:postId': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save the post',
    summary:
      'Edits a post. Names the version it started from; if somebody else has saved meanwhile, nothing is changed and the answer names the newest version.',
    params: postParams,
    body: z.object({
      content,
      /** Pictures that stay or are new, in their order; all stay when not given. New ones are for its author alone. */
      fileIds: fileIds.optional(),
      category: categoryChoice.optional(),
      /** For its author alone. */
      isLocked: z.boolean().optional(),
      baseVersion: z.int(),
    }),
    reply: post,
    errors: [
      'file_not_usable',
      'post_not_found',
      'forbidden',
      'staff_protected',
      'edit_conflict',
      'pictures_sold',
      'nothing_to_upload',
      'nothing_to_lock',
      'category_unknown',
      'banned_words',
      'spam_blocked',
      'adults_only',
      'too_complex',
    ],
    maxBody: 256 * 1024,
  },
  'DELETE /forum/posts/:postId': { ...whole.remove, failure: 'Failed to delete forum post' },
  'POST /forum/posts/:postId/restore': whole.restore,
  'GET /forum/posts/:postId/history': {
    ...whole.history,
    summary: 'The versions of the text, newest first; of a locked one for who may read it.',
    errors: [...whole.history.errors, 'post_locked'],
  },
  'PUT /forum/posts/:postId/pin': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to pin the post',
    summary: 'Pins or unpins: staff any post, members with the right one of their own.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ isPinned: z.boolean() }),
    errors: ['post_not_found', 'forbidden', 'pin_not_allowed', 'own_content', 'staff_protected'],
  },
  'PUT /forum/posts/:postId/reaction': whole.react,
  'PUT /forum/posts/:postId/bookmark': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save the bookmark',
    summary: 'Sets or removes a bookmark.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'PUT /forum/posts/:postId/watch': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change watching',
    summary: 'Watches a post, or stops; a watcher is notified of new replies.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'POST /forum/posts/:postId/tip': {
    access: 'member',
    limit: 'pay',
    failure: 'Failed to send the tip',
    summary: 'Tips 10 credits to the author. The same submit again pays nothing more.',
    params: postParams,
    body: z.object({ submitId }),
    reply: purse,
    errors: ['post_not_found', 'adults_only', 'own_post', 'author_gone', 'credits_short', 'credits_resting'],
  },
  'POST /forum/posts/:postId/unlock': {
    access: 'member',
    limit: 'pay',
    failure: 'Failed to unlock the post',
    summary: 'Pays 100 credits to the author and opens a locked post to the member for good; once, however often.',
    params: postParams,
    reply: purse.extend({ post }),
    errors: [
      'post_not_found',
      'adults_only',
      'own_post',
      'not_locked',
      'author_gone',
      'credits_short',
      'credits_resting',
    ],
  },
  'PUT /forum/posts/:postId/read': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to remember your place',
    summary: 'Remembers that the reader has read the post up to now.',
    params: postParams,
    reply: done,
    errors: ['post_not_found'],
  },
});
