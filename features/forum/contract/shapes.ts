import { z } from 'zod';
import {
  answer,
  contentRights,
  customBanner,
  reactionCount,
  titled,
  visibility,
} from '#content/core/contract/shapes.ts';
import { banner, forum as limits } from './limits.ts';
import { mediaFile } from '#content/media/contract/endpoints.ts';
import { id, person, timestamp } from '#platform/contract/shapes.ts';

const fixedCategory = z.enum(['dox', 'marketplace', 'leaks', 'music', 'nsfw']);
/** Where a post stands: General (neither), one of the five fixed categories, or a row of `forum_categories`. */
export const category = z.object({ name: fixedCategory.nullable(), id: id.nullable(), label: z.string() });
/** A chosen category: empty for General, a fixed key, or the id of a row. */
export const categoryChoice = z.union([z.literal(''), fixedCategory, id]);

/** A category that can be followed: General, a fixed one, or the id of a row. Not 18+, whose posts no notification names. */
export const followedCategory = z.union([z.literal('general'), fixedCategory.exclude(['nsfw']), id]);

/** A member's banner for posts that they will write. */
export const bannerSettings = z.object({
  enabled: z.boolean(),
  /** An own image: a staged file of the purpose `forum_banner`, or the one that is set already. */
  fileId: id.nullable(),
  glowEnabled: z.boolean(),
  glowColor: z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb.'),
  glowIntensity: z.int().min(banner.glowMin).max(banner.glowMax),
});
export type BannerSettings = z.infer<typeof bannerSettings>;

/** The member's own banner, as its form shows it. */
export const ownBanner = z.object({
  settings: bannerSettings,
  /** The image, as its owner sees it. */
  imageUrl: z.string().nullable(),
  /** Without the right to it the banner is not put on posts (decisions §10). */
  mayUse: z.boolean(),
});
export type OwnBanner = z.infer<typeof ownBanner>;

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

const postCan = contentRights.extend({
  /** Of an own post also the unpinning, once the right has ended. */
  pin: z.boolean(),
  /** An own post whose pinning needs an upgrade. */
  pinLocked: z.boolean(),
  reply: z.boolean(),
  react: z.boolean(),
  tip: z.boolean(),
  unlock: z.boolean(),
});

/** A whole post. Where it is locked for this reader, `html` is empty, and `summary` the 120 characters that stay visible. */
export const post = titled.extend({
  ...postCard.omit({ preview: true, isNew: true, newReplies: true }).shape,
  /** Headings of a long text, in order; `part-0` is the fragment of the first in `html`. Missing where there are few. */
  contents: z.array(z.object({ level: z.number(), text: z.string() })).optional(),
  /**
   * Pictures, sounds and videos, in order; none where it is locked for this reader. One that `html` has an empty
   * `<div data-file="id">` for stands there, the others under the text.
   */
  files: z.array(mediaFile),
  /**
   * What stays visible of a text that is locked for this reader: at most 120 characters without Markdown. Null for who
   * may read all of it.
   */
  cut: z.string().nullable(),
  reactions: z.array(reactionCount),
  bookmarked: z.boolean(),
  watching: z.boolean(),
  /** When the reader last read this post; replies after it are new. */
  lastReadAt: timestamp.nullable(),
  can: postCan,
});
export type Post = z.infer<typeof post>;

/** One reply. */
export const reply = answer.extend({
  postId: id,
  inReplyTo: z.object({ id, author: person, excerpt: z.string() }).nullable(),
  reactions: z.array(reactionCount),
  can: contentRights.extend({ react: z.boolean() }),
});
export type Reply = z.infer<typeof reply>;

/** The text of a post. */
export const content = z.string().max(limits.contentMax);
/** The text of a reply. */
export const replyContent = z.string().trim().min(1).max(limits.replyMax);
/** What the member has left. */
export const purse = z.object({ credits: z.number() });
export const forumCategory = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  sortOrder: z.number(),
  isActive: z.boolean(),
});

/** Names a post. */
export const postParams = z.object({ postId: id });
