import { forum } from '#contract/limits.ts';
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
} from '#server/platform/markdown/render.ts';
import type { PostText } from './posts-store.ts';
import type { ReplyText } from './replies-store.ts';

/** Characters of a summary, for descriptions of pages and feeds. */
export const SUMMARY_CHARS = 300;
/** Characters of a reply's excerpt, where another answers it. */
export const EXCERPT_CHARS = 140;

/** Members that a text mentions, by lower-cased username. */
export type Mentioned = ReadonlyMap<string, string>;

/** Members whom an author's text mentions. A blocked member's name stays plain text, either way. */
async function mentionedBy(ctx: Context, authorId: string, usernames: readonly string[]): Promise<Mentioned> {
  const found = await profileIdsByUsername(ctx, usernames);
  const blocked = await blockedAmong(ctx.db, authorId, [...found.values()]);
  return blocked.size === 0 ? found : new Map([...found].filter(([, id]) => !blocked.has(id)));
}

/** Makes HTML of a text whose mentions were looked up. @throws {TooComplex} */
function htmlOf(ctx: Context, markdown: string, mentioned: Mentioned): string {
  return renderMarkdown(markdown, { knownUsernames: new Set(mentioned.keys()), siteUrl: ctx.siteUrl }).html;
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

/** What a post's row keeps of its text. @throws {TooComplex} */
export function postColumns(ctx: Context, whole: string, mentioned: Mentioned): PostText {
  const { title, rest } = splitTitle(whole);
  const plain = plainText(rest);
  return {
    title,
    content: whole,
    html: htmlOf(ctx, rest, mentioned),
    preview: excerpt(plain, forum.previewChars),
    summary: excerpt(plain === '' ? title : plain, SUMMARY_CHARS),
    renderer: RENDERER_VERSION,
    fingerprint: contentFingerprint(whole),
  };
}

/**
 * A post's columns with a lock or without: `summary` goes wherever descriptions go (feeds, heads, reports), so that of a
 * locked text it holds what stays visible and no more.
 */
export function withLock<T extends PostText>(text: T, isLocked: boolean): T {
  return isLocked ? { ...text, summary: text.preview } : text;
}

/** What a preview cannot show, however short the text is. */
const MORE_THAN_WORDS = /<(?:a|img|figure|button|span class="spoiler")\b/;

/** Whether a lock keeps anything back: nobody should pay for what they have read already. */
export function hidesSomething(text: PostText, pictures: number): boolean {
  return (
    pictures > 0 ||
    plainText(splitTitle(text.content).rest).length > forum.previewChars ||
    MORE_THAN_WORDS.test(text.html)
  );
}

/** What a reply's row keeps of its text. @throws {TooComplex} */
export function replyColumns(ctx: Context, content: string, mentioned: Mentioned): ReplyText {
  return {
    content,
    html: htmlOf(ctx, content, mentioned),
    excerpt: excerpt(plainText(content), EXCERPT_CHARS),
    renderer: RENDERER_VERSION,
  };
}

/**
 * Everything that a post's row keeps of its text. Made once, when it is written: reading renders nothing.
 * @param hasFiles pictures may stand without a text
 * @throws {Refusal} `nothing_to_upload`, `too_complex`.
 */
export function postText(
  ctx: Context,
  content: string,
  authorId: string,
  hasFiles = false,
): Promise<PostText & { mentioned: Mentioned }> {
  return orTooComplex(async () => {
    const whole = content.trim();
    if (whole === '' && !hasFiles) throw new Refusal('nothing_to_upload');
    const mentioned = await mentionedBy(ctx, authorId, mentionsIn(splitTitle(whole).rest));
    return { ...postColumns(ctx, whole, mentioned), mentioned };
  });
}

/** Everything that a reply's row keeps of its text. @throws {Refusal} `too_complex`. */
export function replyText(
  ctx: Context,
  content: string,
  authorId: string,
): Promise<ReplyText & { mentioned: Mentioned }> {
  return orTooComplex(async () => {
    const mentioned = await mentionedBy(ctx, authorId, mentionsIn(content));
    return { ...replyColumns(ctx, content, mentioned), mentioned };
  });
}
