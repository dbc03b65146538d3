import type { Context } from '#platform/server/context.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { blockedAmong } from '#people/friends/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import {
  RENDERER_VERSION,
  TooComplex,
  excerpt,
  mentionsIn,
  plainHtml,
  plainText,
  renderMarkdown,
  splitTitle,
} from '#platform/server/markdown/render.ts';

/** Characters of a summary, for descriptions of pages and feeds. */
export const SUMMARY_CHARS = 300;
/** Characters of an answer's excerpt, in notifications and where another answers it. */
export const EXCERPT_CHARS = 140;

/** What the row of an answer stores of its text. */
export interface ShortText {
  readonly content: string;
  readonly html: string;
  readonly excerpt: string;
  readonly renderer: number;
}

/** What the row of a content with a title stores of its text. */
export interface LongText {
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly summary: string;
  readonly renderer: number;
  /** The text after the title without markup. */
  readonly plain: string;
}

/** Those names of a text that are usernames of members whom its author may mention; a blocked member's name stays plain text, either way. */
async function mentionable(ctx: Context, authorId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const profileIds = await profileIdsByUsername(ctx, names);
  const blocked = await blockedAmong(ctx.db, authorId, [...profileIds.values()]);
  return new Set([...profileIds].flatMap(([name, id]) => (blocked.has(id) ? [] : [name])));
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
 * Renders the text of an answer when it is written, so that reading renders nothing.
 * @param noWords the excerpt of a text without words
 * @throws {Refusal} `too_complex`
 */
export function shortText(ctx: Context, content: string, authorId: string, noWords = ''): Promise<ShortText> {
  return orTooComplex(async () => {
    const knownUsernames = await mentionable(ctx, authorId, mentionsIn(content));
    return {
      content,
      html: renderMarkdown(content, { knownUsernames, siteUrl: ctx.siteUrl }).html,
      excerpt: excerpt(plainText(content), EXCERPT_CHARS) || noWords,
      renderer: RENDERER_VERSION,
    };
  });
}

/**
 * Renders a text whose first line is its title, when it is written.
 * @param options.defaultTitle for a text without a first line
 * @param options.attachments the text has places of its files
 * @param options.hashtags that become links; none when not given
 * @throws {Refusal} `too_complex`
 */
export function longText(
  ctx: Context,
  content: string,
  authorId: string,
  options: { defaultTitle?: string; hashtags?: readonly string[]; attachments?: boolean } = {},
): Promise<LongText> {
  return orTooComplex(async () => {
    const trimmed = content.trim();
    const { title, rest } = splitTitle(trimmed, options.defaultTitle);
    const tags = new Set(options.hashtags);
    const { html } = renderMarkdown(rest, {
      knownUsernames: await mentionable(ctx, authorId, mentionsIn(rest)),
      siteUrl: ctx.siteUrl,
      attachments: options.attachments ?? false,
      ...(options.hashtags && { hashtags: { take: (tag: string) => tags.has(tag) } }),
    });
    const plain = plainText(rest);
    return {
      title,
      content: trimmed,
      html,
      summary: excerpt(plain === '' ? title : plain, SUMMARY_CHARS),
      renderer: RENDERER_VERSION,
      plain,
    };
  });
}

/**
 * A text as its readers would see it, for the preview beside a form.
 * @param render does each part of the work that keeps the process busy
 * @throws {Refusal} `too_complex`, and what `render` throws
 */
export function previewText(
  ctx: Context,
  content: string,
  { kind, authorId }: { readonly kind: 'post' | 'reply'; readonly authorId: string },
  render: <T>(work: () => T) => T,
): Promise<{ title: string; html: string }> {
  return orTooComplex(async () => {
    const { title, rest } = kind === 'post' ? splitTitle(content) : { title: '', rest: content };
    const names = render(() => mentionsIn(rest));
    const knownUsernames = await mentionable(ctx, authorId, names);
    return {
      title,
      html: render(
        () => renderMarkdown(rest, { knownUsernames, siteUrl: ctx.siteUrl, attachments: kind === 'post' }).html,
      ),
    };
  });
}

/** What the row of a content stores of a description that stands below a title of its own. */
export interface DescribedText {
  readonly html: string;
  /** Empty without a description. */
  readonly summary: string;
  readonly renderer: number;
}

/** Renders a description when it is written. @throws {Refusal} `too_complex` */
export function describedText(ctx: Context, content: string, authorId: string): Promise<DescribedText> {
  return orTooComplex(async () => {
    const knownUsernames = await mentionable(ctx, authorId, mentionsIn(content));
    return {
      html: renderMarkdown(content, { knownUsernames, siteUrl: ctx.siteUrl }).html,
      summary: excerpt(plainText(content), SUMMARY_CHARS),
      renderer: RENDERER_VERSION,
    };
  });
}

/** `rendered` of a type with descriptions. */
export const describedRendered = {
  from: 'description',
  columns: ['html', 'summary'],
  render: async (ctx: Context, text: { content: string; authorId: string }) => {
    const { html, summary } = await describedText(ctx, text.content, text.authorId);
    return { html, summary };
  },
  plain: (content: string) => ({ html: plainHtml(content), summary: oneLine(content, SUMMARY_CHARS) }),
} as const;

/** A text on one line, cut to some characters. */
export const oneLine = (text: string, max: number): string => excerpt(text.replaceAll(/\s+/g, ' ').trim(), max);

/** `rendered` of an answer's type. */
export const shortRendered = {
  columns: ['html', 'excerpt'],
  render: async (ctx: Context, text: { content: string; authorId: string }) => {
    const { html, excerpt: words } = await shortText(ctx, text.content, text.authorId);
    return { html, excerpt: words };
  },
  plain: (content: string) => ({ html: plainHtml(content), excerpt: oneLine(content, EXCERPT_CHARS) }),
} as const;
