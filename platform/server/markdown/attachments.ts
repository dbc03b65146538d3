import type { MarkdownIt, Token } from 'markdown-it';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const address = new RegExp(`^attachment:(${uuid})$`);
const leading = new RegExp(String.raw`^(?:!\[[^\[\]\n]*\]\(attachment:${uuid}\)[ \t]*(?:\n\s*|$))+`);
const container = /^(?:blockquote|list_item|bullet_list|ordered_list)_close$/;
/** A place as `attachments` writes it. */
const place = new RegExp(`<div data-file="(${uuid})"></div>\n`, 'g');

/** The file that a picture of the Markdown names: `![name](attachment:id)`; null for another picture. */
function fileOf(token: Token): string | null {
  return token.type === 'image' ? (address.exec(String(token.attrGet('src') ?? ''))?.[1] ?? null) : null;
}

/** Lines at the start of a text that only name files: they are no title. */
export const leadingAttachments = (source: string): string => leading.exec(source)?.[0] ?? '';

/**
 * Places of a text's files. A paragraph of the text itself that only names files becomes one empty element for each,
 * which its readers' page fills; a second mention of a file, and one inside a sentence, a list or a quotation, is dropped,
 * with the paragraph, item, list or quotation that has nothing else.
 */
export function attachments(md: MarkdownIt): void {
  md.core.ruler.before('pictures', 'attachments', (state) => {
    const seen = new Set<string>();
    const { tokens } = state;
    let isInside = false;
    const kept = tokens.flatMap((token, at) => {
      const lone = token.type === 'paragraph_open' ? loneFiles(tokens[at + 1]!) : null;
      if (lone) {
        tokens[at + 1]!.meta = tokens[at + 2]!.meta = { isPlace: true };
        isInside ||= token.level > 0;
        return lone.flatMap((id) => {
          if (token.level > 0 || seen.has(id)) return [];
          seen.add(id);
          const made = new state.Token('attachment', '', 0);
          made.meta = { id };
          return [made];
        });
      }
      if ((token.meta as { isPlace?: boolean } | null)?.isPlace) return [];
      if (token.children?.some(fileOf)) token.children = token.children.filter((child) => fileOf(child) === null);
      return [token];
    });
    state.tokens = isInside ? withoutEmptied(kept) : kept;
    return true;
  });
  md.renderer.rules['attachment'] = (tokens, at, _options, env) =>
    (env as { attachments?: boolean }).attachments
      ? `<div data-file="${(tokens[at]!.meta as { id: string }).id}"></div>\n`
      : '';
}

/** Tokens without the quotations, items and lists that have nothing inside. */
function withoutEmptied(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (container.test(token.type) && kept.at(-1)?.type === token.type.replace('_close', '_open')) kept.pop();
    else kept.push(token);
  }
  return kept;
}

/** The files of a paragraph that has nothing else, in order; null for another one. */
function loneFiles({ children }: Token): string[] | null {
  const said = (children ?? []).filter(
    ({ type, content }) => type !== 'softbreak' && !(type === 'text' && content.trim() === ''),
  );
  const ids = said.flatMap((child) => fileOf(child) ?? []);
  return ids.length > 0 && ids.length === said.length ? ids : null;
}

/** Rendered HTML without the places of other files. @param fileIds those that its reader may see */
export const placesOf = (html: string, fileIds: ReadonlySet<string>): string =>
  html.replaceAll(place, (whole, id: string) => (fileIds.has(id) ? whole : ''));
