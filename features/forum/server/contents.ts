import type { Post } from '#features/forum/contract/endpoints.ts';

/** A text has contents from so many headings and characters of HTML on. */
const LEAST = { headings: 3, length: 3000 };
/** Most headings that are listed. */
const MOST = 40;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** A heading as the renderer writes it: without attributes. */
const heading = /<h([2-6])>(.*?)<\/h\1>/gs;

/**
 * The contents of a long text: its headings in order, and the text with a fragment for each (`part-0`). A short text has
 * none. Only one text of a page may have them.
 * @param html as the server renders Markdown
 */
export function withContents(html: string): Pick<Post, 'html' | 'contents'> {
  if (html.length < LEAST.length) return { html };
  const contents: NonNullable<Post['contents']> = [];
  const anchored = html.replaceAll(heading, (whole, level: string, inside: string) => {
    if (contents.length === MOST) return whole;
    const text = inside
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
      .trim();
    return `<h${level} id="part-${contents.push({ level: Number(level), text }) - 1}" tabindex="-1">${inside}</h${level}>`;
  });
  return contents.length < LEAST.headings ? { html } : { html: anchored, contents };
}
