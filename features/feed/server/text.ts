import { createHash } from 'node:crypto';
import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { SUMMARY_CHARS, longText, oneLine } from '#content/core/server/text.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { type Words, readWords, shownWords } from '#content/moderation/server/rules/words.ts';
import { plainHtml, tagsIn } from '#platform/server/markdown/render.ts';
import type { UploadText } from './uploads-store.ts';

/**
 * Everything that an upload's row stores of its text, and its tags. Made once, when it is written: reading renders
 * nothing. @throws {Refusal} `too_complex`
 */
export async function uploadText(
  ctx: Context,
  content: string,
  authorId: string,
): Promise<UploadText & { tags: readonly string[] }> {
  const hashtags = tagsIn(content.trim(), feed.tagsPerUpload);
  const { plain: _, ...text } = await longText(ctx, content, authorId, { defaultTitle: feed.defaultTitle, hashtags });
  return { ...text, tags: hashtags };
}

/** `rendered` of uploads. */
export const uploadRendered = {
  columns: ['title', 'html', 'summary'],
  render: async (ctx: Context, text: { content: string; authorId: string }) => {
    const { title, html, summary } = await uploadText(ctx, text.content, text.authorId);
    return { title, html, summary };
  },
  plain: (content: string) => ({
    title: feed.defaultTitle,
    html: plainHtml(content),
    summary: oneLine(content, SUMMARY_CHARS),
  }),
} as const;

/** The text of a poll, as its author wrote it. */
export interface PollWords {
  readonly question: string;
  readonly options: readonly string[];
}

/** All words of an upload, for the checks of what members write. */
export function wordsOf(text: UploadText, poll: PollWords | undefined): Words {
  if (!poll) return readWords(text);
  const others = [poll.question, ...poll.options];
  return readWords({ ...text, content: [text.content, ...others].join('\n'), others });
}

/**
 * Names an upload by what makes another one its duplicate: the text, whatever files or poll stand beside it; without a
 * text, the poll and the files' contents in any order.
 */
export function uploadFingerprint(text: UploadText, sums: readonly string[], poll: PollWords | undefined): string {
  const parts =
    text.content === ''
      ? [contentFingerprint(wordsOf(text, poll).shown), ...sums.toSorted()]
      : [contentFingerprint(shownWords(text))];
  return createHash('sha256').update(parts.join(' ')).digest('hex');
}
