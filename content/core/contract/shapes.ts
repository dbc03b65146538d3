import { z } from 'zod';
import { media } from '#content/media/contract/limits.ts';
import { id, person, place, timestamp } from '#platform/contract/shapes.ts';
import { content as limits, reactions } from './limits.ts';

/** One of the six reactions to posts, replies and messages. */
export const reactionKey = z.enum(reactions.map((reaction) => reaction.key) as [string, ...string[]]);

/** The custom banner of a post, checked on the server: our own image only, colour `#rrggbb`, intensity 1 to 20. */
export const customBanner = z.object({
  enabled: z.boolean(),
  imageUrl: z.string().nullable(),
  glowEnabled: z.boolean(),
  glowColor: z.string(),
  glowIntensity: z.number(),
});
export type CustomBanner = z.infer<typeof customBanner>;

/**
 * `published` is what everybody sees; `held` waits for staff and is seen by its author and staff; `private` is kept back by
 * its author, and seen by who has a secret link, too; `removed` is hidden.
 */
export const visibility = z.enum(['published', 'held', 'private', 'removed']);
export type Visibility = z.infer<typeof visibility>;

/** Who is to see a content: everybody; whoever has a secret link; or its author alone, which ends all links to it. */
export const chosenVisibility = z.enum(['public', 'link', 'private']);

/** Reactions of one key, and whether the reader's is among them. */
export const reactionCount = z.object({ key: reactionKey, count: z.number(), mine: z.boolean() });
export type ReactionCount = z.infer<typeof reactionCount>;

/** Pictures under a post: staged files, in their order. */
export const fileIds = z.array(id).max(media.perContent);
/** Idempotency key, made by the form once: the same key again returns the first result instead of making a second. */
export const submitId = id;
/** The answer to a new post. */
export const created = z.object({ id, visibility, notice: z.string().nullable() });
/** One version of a text, with who wrote it. */
export const textVersion = z.object({ version: z.number(), source: z.string(), editor: person, createdAt: timestamp });
/** What a content of every type is to its reader. A removed answer keeps its place in the thread with an empty text. */
const written = z.object({
  id,
  author: person,
  /** Sanitised HTML; empty where the reader may not read it. */
  html: z.string(),
  /** The Markdown source: only for who may edit. */
  source: z.string().nullable(),
  /** Number of the text's version; an edit names the one it started from. */
  version: z.number(),
  visibility,
  /** Why the text is held or removed, in words for its author. */
  notice: z.string().nullable(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), restore: z.boolean(), report: z.boolean() }),
});

/** What a reader may do with a content of every type. */
export const contentRights = written.shape.can;

/** A content with a page of its own: a post, an upload, a shared thing. */
export const titled = written.extend({
  title: z.string(),
  /** First 300 characters without Markdown, for descriptions. */
  summary: z.string(),
  isAdult: z.boolean(),
  /** Number of the last event of its realtime topic, to resume from. */
  eventSeq: z.number(),
  /** Answers that are not shown, nor counted, because the reader blocks their authors; missing where there are none. */
  hiddenAnswers: z.number().optional(),
});

/** An answer in a thread: a reply, a comment. */
export const answer = written.extend({ place });
export type Answer = z.infer<typeof answer>;

/** Names a reply. */
export const replyParams = z.object({ replyId: id });

/** Why something is removed. */
export const removal = z.object({ reason: z.string().trim().max(limits.reasonMax).default('') });
