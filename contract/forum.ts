import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { defineTopics } from './event.ts';
import { banner, forum as limits, reactions } from './limits/forum.ts';
import { media } from './limits/media.ts';
import { mediaFile } from './media.ts';
import { cursor, done, id, timestamp, pageOf, person } from './shapes.ts';

const fixedCategory = z.enum(['dox', 'marketplace', 'leaks', 'music', 'nsfw']);
/** One of the six reactions to posts, replies and messages. */
export const reactionKey = z.enum(reactions.map((reaction) => reaction.key) as [string, ...string[]]);

/** Where a post stands: General (neither), one of the five fixed categories, or a row of `forum_categories`. */
export const category = z.object({ name: fixedCategory.nullable(), id: id.nullable(), label: z.string() });
/** A chosen category: empty for General, a fixed key, or the id of a row. */
export const categoryChoice = z.union([z.literal(''), fixedCategory, id]);

/** The custom banner of a post, checked on the server: our own image only, colour `#rrggbb`, intensity 1 to 20. */
export const customBanner = z.object({
  enabled: z.boolean(),
  imageUrl: z.string().nullable(),
  glowEnabled: z.boolean(),
  glowColor: z.string(),
  glowIntensity: z.number(),
});

/** A member's banner for posts that they will write. */
export const bannerSettings = z.object({
  enabled: z.boolean(),
  /** An own image: a staged file of the purpose `forum_banner`, or the one that is set already. */
  fileId: id.nullable(),
  glowEnabled: z.boolean(),
  glowColor: z.string().regex(/^#[0-9a-f]{6}$/i),
  glowIntensity: z.int().min(banner.glowMin).max(banner.glowMax),
});
export type BannerSettings = z.infer<typeof bannerSettings>;

const ownBanner = z.object({
  settings: bannerSettings,
  /** The image, as its owner sees it. */
  imageUrl: z.string().nullable(),
  /** Without the right to it the banner is not put on posts (decisions §10). */
  mayUse: z.boolean(),
});
export type OwnBanner = z.infer<typeof ownBanner>;

/**
 * `published` is what everybody sees; `held` waits for staff and is seen by its author and staff; `private` is kept back by
 * its author, and seen by who has a secret link, too; `removed` is hidden.
 */
export const visibility = z.enum(['published', 'held', 'private', 'removed']);

/** Who is to see a content: everybody; whoever has a secret link; or its author alone, which ends all links to it. */
export const chosenVisibility = z.enum(['public', 'link', 'private']);

/** Reactions of one key, and whether the reader's is among them. */
export const reactionCount = z.object({ key: reactionKey, count: z.number(), mine: z.boolean() });

/** One row of the forum list. */
export const postCard = z.object({
  id,
  title: z.string(),
  /** At most 120 characters of the text after the title, without Markdown. */
  preview: z.string(),
  author: person,
  category,
  isPinned: z.boolean(),
  /** 18+: blurred until clicked. */
  isAdult: z.boolean(),
  /** The author keeps the text behind an unlock. */
  isLocked: z.boolean(),
  visibility,
  replyCount: z.number(),
  createdAt: timestamp,
  lastReplyAt: timestamp.nullable(),
  customBanner: customBanner.nullable(),
  /** Came, or was answered, since the reader's last visit. */
  isNew: z.boolean(),
  /** Replies since the reader last opened this post; 0 when never opened or signed out. */
  newReplies: z.number(),
});
export type PostCard = z.infer<typeof postCard>;

const postCan = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  pin: z.boolean(),
  reply: z.boolean(),
  react: z.boolean(),
  report: z.boolean(),
  tip: z.boolean(),
  unlock: z.boolean(),
});

/** A whole post. */
export const post = postCard.omit({ preview: true, isNew: true, newReplies: true }).extend({
  /** The Markdown source: only for who may edit. */
  source: z.string().nullable(),
  /** Sanitised HTML of the text after the title; empty where it is locked for this reader. */
  html: z.string(),
  /** Pictures under the text, in order; none where it is locked for this reader. */
  files: z.array(mediaFile),
  /**
   * What stays visible of a text that is locked for this reader: at most 120 characters without Markdown. Null for who
   * may read all of it.
   */
  cut: z.string().nullable(),
  /** Number of the text's version; an edit names the one it started from. */
  version: z.number(),
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  reactions: z.array(reactionCount),
  bookmarked: z.boolean(),
  watching: z.boolean(),
  /** Why the text is held or removed, in words for its author. */
  notice: z.string().nullable(),
  /** First 300 characters without Markdown, for descriptions; of a locked post the 120 that stay visible. */
  summary: z.string(),
  /** When the reader last read this post; replies after it are new. */
  lastReadAt: timestamp.nullable(),
  /** Number of the last event of its realtime topic, to resume from. */
  eventSeq: z.number(),
  can: postCan,
});
export type Post = z.infer<typeof post>;

/** One reply. A removed one keeps its place with an empty text for readers. */
export const reply = z.object({
  id,
  postId: id,
  author: person,
  html: z.string(),
  source: z.string().nullable(),
  version: z.number(),
  visibility,
  notice: z.string().nullable(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  inReplyTo: z.object({ id, author: person, excerpt: z.string() }).nullable(),
  reactions: z.array(reactionCount),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    react: z.boolean(),
    report: z.boolean(),
  }),
});
export type Reply = z.infer<typeof reply>;

const content = z.string().max(limits.contentMax);
const fileIds = z.array(id).max(media.perContent);
const replyContent = z.string().trim().min(1).max(limits.replyMax);
/** Made by the form once; the same one again answers the first result instead of making a second. */
const submitId = id;
const created = z.object({ id, visibility, notice: z.string().nullable() });
/** What the member has left. */
const purse = z.object({ credits: z.number() });
/** One version of a text, with who wrote it. */
export const textVersion = z.object({ version: z.number(), source: z.string(), editor: person, createdAt: timestamp });
/** Where a page of a text's versions begins. */
export const historyQuery = z.object({ after: cursor.optional() });

export const forumCategory = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  sortOrder: z.number(),
  isActive: z.boolean(),
});

const postParams = z.object({ postId: id });
const replyParams = z.object({ replyId: id });

export const forum = defineEndpoints({
  'GET /forum/categories': {
    access: 'public',
    limit: 'read',
    summary: 'The active rows of forum_categories by sort order.',
    reply: z.object({ items: z.array(forumCategory) }),
    errors: [],
  },
  'GET /forum/posts': {
    access: 'public',
    limit: 'read',
    summary: 'Posts, pinned first then newest.',
    query: z.object({
      /** A fixed category's key, or the slug or id of a forum_categories row; all without. */
      category: z.string().max(64).optional(),
      after: cursor.optional(),
      /** Posts of one member, by username. */
      author: z.string().max(64).optional(),
    }),
    reply: pageOf(postCard),
    errors: ['adults_only', 'category_unknown'],
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
    summary: 'Renders Markdown as the forum would, for the live preview; a reply has no title. Stores nothing.',
    body: z.object({ content, kind: z.enum(['post', 'reply']).default('post') }),
    reply: z.object({ title: z.string(), html: z.string() }),
    errors: ['too_complex'],
    maxBody: 256 * 1024,
  },
  'POST /forum/posts': {
    access: 'speaker',
    limit: 'write',
    summary:
      "Creates a post of a text, pictures (staged files) or both; its title is the first line, and the author's banner stands over it. May be held for staff review, and says why.",
    body: z.object({
      content,
      fileIds: fileIds.default([]),
      category: categoryChoice.default(''),
      isLocked: z.boolean().default(false),
      submitId,
    }),
    reply: created,
    errors: [
      'nothing_to_upload',
      'nothing_to_lock',
      'category_unknown',
      'duplicate_post',
      'rate_limit',
      'banned_words',
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
    summary: 'Saves the banner for new posts. Who lost the right to it can still turn it off.',
    body: bannerSettings,
    reply: ownBanner,
    errors: ['banner_not_allowed', 'file_not_usable'],
  },
  'GET /forum/posts/:postId': {
    access: 'public',
    limit: 'read',
    summary: 'One post.',
    params: postParams,
    reply: post,
    errors: ['post_not_found', 'adults_only'],
  },
  'PATCH /forum/posts/:postId': {
    access: 'speaker',
    limit: 'write',
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
      'nothing_to_upload',
      'nothing_to_lock',
      'category_unknown',
      'banned_words',
      'adults_only',
      'too_complex',
    ],
    maxBody: 256 * 1024,
  },
  'DELETE /forum/posts/:postId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a post (author or staff); it can be restored for 30 days.',
    params: postParams,
    body: z.object({ reason: z.string().max(limits.reasonMax).default('') }),
    reply: done,
    errors: ['post_not_found', 'forbidden', 'staff_protected'],
  },
  'POST /forum/posts/:postId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed post: staff any, an author what they removed themselves.',
    params: postParams,
    reply: done,
    errors: ['post_not_found', 'forbidden', 'staff_protected'],
  },
  'GET /forum/posts/:postId/history': {
    access: 'public',
    limit: 'read',
    summary: 'The versions of the text, newest first; of a locked one for who may read it.',
    params: postParams,
    query: historyQuery,
    reply: pageOf(textVersion),
    errors: ['post_not_found', 'adults_only', 'post_locked'],
  },
  'PUT /forum/posts/:postId/pin': {
    access: 'member',
    limit: 'write',
    summary: 'Pins or unpins: staff any post, members with the right one of their own.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ isPinned: z.boolean() }),
    errors: ['post_not_found', 'forbidden', 'pin_not_allowed'],
  },
  'PUT /forum/posts/:postId/reaction': {
    access: 'speaker',
    limit: 'write',
    summary: 'Gives, changes or takes back (null) a reaction to a post.',
    params: postParams,
    body: z.object({ reaction: reactionKey.nullable() }),
    reply: z.object({ reactions: z.array(reactionCount) }),
    errors: ['post_not_found', 'adults_only'],
  },
  'PUT /forum/posts/:postId/bookmark': {
    access: 'session',
    limit: 'write',
    summary: 'Sets or removes a bookmark.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'PUT /forum/posts/:postId/watch': {
    access: 'session',
    limit: 'write',
    summary: 'Watches a post, or stops; a watcher is notified of new replies.',
    params: postParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'POST /forum/posts/:postId/tip': {
    access: 'member',
    limit: 'pay',
    summary: 'Tips 10 credits to the author. The same submit again pays nothing more.',
    params: postParams,
    body: z.object({ submitId }),
    reply: purse,
    errors: ['post_not_found', 'adults_only', 'own_post', 'author_gone', 'credits_short'],
  },
  'POST /forum/posts/:postId/unlock': {
    access: 'member',
    limit: 'pay',
    summary: 'Pays 100 credits to the author and opens a locked post to the member for good; once, however often.',
    params: postParams,
    reply: purse.extend({ post }),
    errors: ['post_not_found', 'adults_only', 'own_post', 'not_locked', 'author_gone', 'credits_short'],
  },
  'PUT /forum/posts/:postId/read': {
    access: 'session',
    limit: 'write',
    summary: 'Remembers that the reader has read the post up to now.',
    params: postParams,
    reply: done,
    errors: ['post_not_found'],
  },
  'GET /forum/posts/:postId/replies': {
    access: 'public',
    limit: 'read',
    summary: 'Replies, oldest first. `around` starts at the page that holds one reply.',
    params: postParams,
    query: z.object({ after: cursor.optional(), around: id.optional() }),
    reply: pageOf(reply).extend({ previous: cursor.nullable() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'POST /forum/posts/:postId/replies': {
    access: 'speaker',
    limit: 'write',
    summary: 'Replies to a post.',
    params: postParams,
    body: z.object({ content: replyContent, inReplyTo: id.optional(), submitId }),
    reply: z.object({ reply, seq: z.number().nullable() }),
    errors: [
      'post_not_found',
      'post_locked',
      'reply_not_found',
      'rate_limit',
      'banned_words',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'GET /forum/replies/:replyId': {
    access: 'public',
    limit: 'read',
    summary: 'One reply.',
    params: replyParams,
    reply,
    errors: ['reply_not_found', 'adults_only'],
  },
  'PATCH /forum/replies/:replyId': {
    access: 'speaker',
    limit: 'write',
    summary: 'Edits a reply, naming the version it started from.',
    params: replyParams,
    body: z.object({ content: replyContent, baseVersion: z.int() }),
    reply,
    errors: [
      'reply_not_found',
      'forbidden',
      'staff_protected',
      'edit_conflict',
      'banned_words',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'DELETE /forum/replies/:replyId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a reply (author or staff); it can be restored for 30 days.',
    params: replyParams,
    body: z.object({ reason: z.string().max(limits.reasonMax).default('') }),
    reply: done,
    errors: ['reply_not_found', 'forbidden', 'staff_protected'],
  },
  'POST /forum/replies/:replyId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed reply.',
    params: replyParams,
    reply: done,
    errors: ['reply_not_found', 'forbidden', 'staff_protected'],
  },
  'GET /forum/replies/:replyId/history': {
    access: 'public',
    limit: 'read',
    summary: 'The versions of the text, newest first.',
    params: replyParams,
    query: historyQuery,
    reply: pageOf(textVersion),
    errors: ['reply_not_found', 'adults_only'],
  },
  'PUT /forum/replies/:replyId/reaction': {
    access: 'speaker',
    limit: 'write',
    summary: 'Gives, changes or takes back (null) a reaction to a reply.',
    params: replyParams,
    body: z.object({ reaction: reactionKey.nullable() }),
    reply: z.object({ reactions: z.array(reactionCount) }),
    errors: ['reply_not_found', 'adults_only'],
  },

  'GET /staff/forum-categories': {
    access: 'moderator',
    limit: 'read',
    summary: 'Every row of forum_categories, switched off ones too.',
    reply: z.object({ items: z.array(forumCategory) }),
    errors: [],
  },
  'POST /staff/forum-categories': {
    access: 'moderator',
    limit: 'write',
    summary: 'Adds a category.',
    body: z.object({
      name: z.string().trim().min(1).max(limits.categoryNameMax),
      description: z.string().trim().max(300).default(''),
      sortOrder: z.int().min(0).max(10_000).default(100),
    }),
    reply: forumCategory,
    errors: ['name_unreadable', 'banned_words', 'private_information'],
  },
  'PATCH /staff/forum-categories/:categoryId': {
    access: 'moderator',
    limit: 'write',
    summary: 'Renames or reorders a category; switching it off is for admins.',
    params: z.object({ categoryId: id }),
    body: z.object({
      name: z.string().trim().min(1).max(limits.categoryNameMax).optional(),
      description: z.string().trim().max(300).optional(),
      sortOrder: z.int().min(0).max(10_000).optional(),
      isActive: z.boolean().optional(),
    }),
    reply: forumCategory,
    errors: ['not_found', 'forbidden', 'name_unreadable', 'banned_words', 'private_information'],
  },
});

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
