import { createHash } from 'node:crypto';
import { feed } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import { blockedAmong } from '#server/features/relations/store.ts';
import { contentFingerprint } from '#server/features/safety/rules/duplicates.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import {
  RENDERER_VERSION,
  TooComplex,
  excerpt,
  mentionsIn,
  plainText,
  renderMarkdown,
  splitTitle,
  tagsIn,
} from '#server/platform/markdown/render.ts';
import type { CommentText } from './comments-store.ts';
import type { UploadText } from './uploads-store.ts';

/** Characters of a summary, for descriptions of pages and feeds. */
export const SUMMARY_CHARS = 300;
/** Characters of a comment's excerpt, on waveforms and in notifications. */
export const EXCERPT_CHARS = 140;

/** Usernames of members that an author's text may mention; a blocked member's name stays plain text, either way. */
async function mentionedBy(ctx: Context, authorId: string, source: string): Promise<ReadonlySet<string>> {
  const found = await profileIdsByUsername(ctx, mentionsIn(source));
  const blocked = await blockedAmong(ctx.db, authorId, [...found.values()]);
  return new Set([...found].flatMap(([name, id]) => (blocked.has(id) ? [] : [name])));
}

/** @throws {Refusal} `too_complex` */
async function orTooComplex<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooComplex) throw new Refusal('too_complex');
    throw error;
  }
}

/**
 * Everything that an upload's row keeps of its text, and its tags. Made once, when it is written: reading renders
 * nothing. @throws {Refusal} `too_complex`
 */
export function uploadText(
  ctx: Context,
  content: string,
  authorId: string,
): Promise<UploadText & { tags: readonly string[] }> {
  return orTooComplex(async () => {
    const whole = content.trim();
    const { title, rest } = splitTitle(whole, feed.defaultTitle);
    const tags = tagsIn(whole, feed.tagsPerUpload);
    const known = new Set(tags);
    const { html } = renderMarkdown(rest, {
      knownUsernames: await mentionedBy(ctx, authorId, rest),
      siteUrl: ctx.siteUrl,
      hashtags: { take: (tag) => known.has(tag) },
    });
    const plain = plainText(rest);
    return {
      title,
      content: whole,
      html,
      summary: excerpt(plain === '' ? title : plain, SUMMARY_CHARS),
      renderer: RENDERER_VERSION,
      tags,
    };
  });
}

/** Everything that a comment's row keeps of its text. @throws {Refusal} `too_complex` */
export function commentText(ctx: Context, content: string, authorId: string): Promise<CommentText> {
  return orTooComplex(async () => ({
    content,
    html: renderMarkdown(content, {
      knownUsernames: await mentionedBy(ctx, authorId, content),
      siteUrl: ctx.siteUrl,
    }).html,
    excerpt: excerpt(plainText(content), EXCERPT_CHARS),
    renderer: RENDERER_VERSION,
  }));
}

/** What a poll says, as its author wrote it. */
export interface PollWords {
  readonly question: string;
  readonly options: readonly string[];
}

/** All words of an upload, for the checks of what members write. */
export function wordsOf(content: string, poll: PollWords | undefined): string {
  return poll ? [content, poll.question, ...poll.options].join('\n') : content;
}

/** Names an upload by what a reader would call the same: text, poll, and the files' contents in any order. */
export function uploadFingerprint(content: string, sums: readonly string[], poll: PollWords | undefined): string {
  const parts = [contentFingerprint(wordsOf(content, poll)), ...sums.toSorted()];
  return createHash('sha256').update(parts.join(' ')).digest('hex');
}
