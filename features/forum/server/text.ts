import { forum } from '#features/forum/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { SUMMARY_CHARS, longText, oneLine } from '#content/core/server/text.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { shownWords } from '#content/moderation/server/rules/words.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { excerpt, plainHtml, plainText, splitTitle } from '#platform/server/markdown/render.ts';
import type { PostText } from './posts-store.ts';

/** Renders everything that a post's row stores of its text. @throws {Refusal} `too_complex` */
async function render(ctx: Context, content: string, authorId: string): Promise<PostText> {
  const { plain, ...text } = await longText(ctx, content, authorId, { attachments: true });
  return {
    ...text,
    preview: excerpt(plain, forum.previewChars),
    fingerprint: contentFingerprint(shownWords(text)),
  };
}

/**
 * The text of a post that is written. @param hasFiles files may stand without a text
 * @throws {Refusal} `nothing_to_upload`, `too_complex`
 */
export async function postText(ctx: Context, content: string, authorId: string, hasFiles = false): Promise<PostText> {
  if (content.trim() === '' && !hasFiles) throw new Refusal('nothing_to_upload');
  return await render(ctx, content, authorId);
}

/**
 * A post's columns with a lock or without: `summary` goes wherever descriptions go (feeds, heads, reports), so that of a
 * locked text it holds what stays visible and no more.
 */
export function withLock<T extends PostText>(text: T, isLocked: boolean): T {
  return isLocked ? { ...text, summary: text.preview } : text;
}

/** Markup that a preview cannot show, however short the text is. */
const MORE_THAN_WORDS = /<(?:a|img|figure|button|span class="spoiler")\b/;

/** Whether a lock hides anything: nobody should pay for what they have read already. */
export function hidesSomething(text: PostText, files: number): boolean {
  return (
    files > 0 || plainText(splitTitle(text.content).rest).length > forum.previewChars || MORE_THAN_WORDS.test(text.html)
  );
}

/** `rendered` of posts; for a locked one, of its visible part. */
export const postRendered = {
  columns: ['title', 'html', 'preview', 'summary'],
  expressions: { summary: 'CASE WHEN t.is_locked THEN n.preview ELSE n.summary END' },
  render: async (ctx: Context, text: { content: string; authorId: string }) => {
    const { title, html, preview, summary } = await render(ctx, text.content, text.authorId);
    return { title, html, preview, summary };
  },
  plain: (content: string) => ({
    title: excerpt(content.split('\n', 1)[0]!.trim() || forum.defaultTitle, forum.titleMax),
    html: plainHtml(content),
    preview: oneLine(content, forum.previewChars),
    summary: oneLine(content, SUMMARY_CHARS),
  }),
} as const;
