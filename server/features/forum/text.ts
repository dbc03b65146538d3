import { forum } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
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
const SUMMARY_CHARS = 300;
/** Characters of a reply's excerpt, where another answers it. */
const EXCERPT_CHARS = 140;

/** Members that a text mentions, by lower-cased username. */
export type Mentioned = ReadonlyMap<string, string>;

async function render(ctx: Context, markdown: string): Promise<{ html: string; mentioned: Mentioned }> {
  try {
    const mentioned = await profileIdsByUsername(ctx.db, mentionsIn(markdown));
    const { html } = renderMarkdown(markdown, { knownUsernames: new Set(mentioned.keys()), siteUrl: ctx.siteUrl });
    return { html, mentioned };
  } catch (error) {
    if (error instanceof TooComplex) throw new Refusal('too_complex');
    throw error;
  }
}

/**
 * Everything that a post's row keeps of its text. Made once, when it is written: reading renders nothing.
 * @throws {Refusal} `nothing_to_upload`, `too_complex`.
 */
export async function postText(ctx: Context, content: string): Promise<PostText & { mentioned: Mentioned }> {
  const whole = content.trim();
  if (whole === '') throw new Refusal('nothing_to_upload');
  const { title, rest } = splitTitle(whole);
  const { html, mentioned } = await render(ctx, rest);
  const plain = plainText(rest);
  return {
    title,
    content: whole,
    html,
    preview: excerpt(plain, forum.previewChars),
    summary: excerpt(plain === '' ? title : plain, SUMMARY_CHARS),
    renderer: RENDERER_VERSION,
    fingerprint: contentFingerprint(whole),
    mentioned,
  };
}

/** Everything that a reply's row keeps of its text. @throws {Refusal} `too_complex`. */
export async function replyText(ctx: Context, content: string): Promise<ReplyText & { mentioned: Mentioned }> {
  const { html, mentioned } = await render(ctx, content);
  return { content, html, excerpt: excerpt(plainText(content), EXCERPT_CHARS), renderer: RENDERER_VERSION, mentioned };
}
