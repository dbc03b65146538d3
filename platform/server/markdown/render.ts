import type { RenderOptions } from './options.ts';
import { parse, toHtml } from './parser.ts';
import { splitTitle } from './title.ts';
import { htmlLimit, refuseLargeHtml, refuseRepeatedAddresses } from './too-complex.ts';

export type { RenderOptions } from './options.ts';
export { placesOf } from './attachments.ts';
export { tagOf } from './hashtags.ts';
export { excerpt, mentionsIn, plainText, tagsIn } from './text.ts';
export { plainHtml } from './plain.ts';
export { seenText } from './seen.ts';
export { splitTitle } from './title.ts';
export { TooComplex } from './too-complex.ts';

/** Changes whenever the same source gives other HTML; stored with it, so that old HTML can be rendered again. */
export const RENDERER_VERSION = 7;

/** A rendered text. */
export interface Rendered {
  /** Safe to stand in a page as it is. */
  readonly html: string;
  /** What `splitTitle` would call the text. */
  readonly title: string;
  /** Lower-cased usernames that the HTML links as mentions. */
  readonly mentions: readonly string[];
}

/**
 * Renders a member's Markdown to HTML that is safe by construction: no HTML of theirs passes, every address is judged,
 * every attribute is ours. Its size is bound by that of the source, whatever constructs the source has.
 * @throws {TooComplex}
 */
export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  const mentioned = new Set<string>();
  const tokens = parse(source, {
    ...options,
    knownUsernames: { has: (name) => options.knownUsernames.has(name) && mentioned.add(name).size > 0 },
  });
  const limit = htmlLimit(source);
  refuseRepeatedAddresses(tokens, limit);
  const html = toHtml(tokens, options);
  refuseLargeHtml(html, limit);
  return { html, title: splitTitle(source).title, mentions: [...mentioned] };
}
