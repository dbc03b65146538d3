/** Tags of `renderMarkdown` inside a line: what stands on both sides of them is read as one word. */
const inline: ReadonlySet<string> = new Set(['a', 'code', 'em', 'img', 'input', 's', 'span', 'strong']);
const tag = /<(\/?)([a-z\d]+)([^>]*)>/g;
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A link of a rendered text: where it leads, and the words between its tags. */
export interface SeenLink {
  readonly href: string;
  readonly label: string;
}

/** A rendered text as its readers see it. */
export interface Seen {
  /** Words without markup, hidden ones too; what stands in different blocks, lines or cells is on lines of its own. */
  readonly text: string;
  readonly links: readonly SeenLink[];
  /** The text without its links. */
  readonly unlinked: string;
}

const plain = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!);

const attribute = (attributes: string, name: string): string =>
  plain(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

/** Reads HTML that `renderMarkdown` or `plainHtml` made, in one pass. */
export function seenText(html: string): Seen {
  const links: SeenLink[] = [];
  let text = '';
  let unlinked = '';
  let open: { readonly href: string; readonly start: number } | null = null;
  let last = 0;
  const add = (words: string): void => {
    text += words;
    if (open === null) unlinked += words;
  };
  for (const match of html.matchAll(tag)) {
    add(plain(html.slice(last, match.index)));
    last = match.index + match[0].length;
    const [, end, name = '', attributes = ''] = match;
    if (!inline.has(name)) add('\n');
    if (name === 'img') add(attribute(attributes, 'alt'));
    if (name !== 'a') continue;
    if (end !== '/') open = { href: attribute(attributes, 'href'), start: text.length };
    else if (open !== null) {
      links.push({ href: open.href, label: text.slice(open.start) });
      open = null;
    }
  }
  add(plain(html.slice(last)));
  return { text: text.replaceAll(/\n\n+/g, '\n').trim(), links, unlinked };
}
