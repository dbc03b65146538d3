import { MAX_NESTING, type RenderEnvironment, makeParser } from './parser.ts';

export { mentionsIn } from './mentions.ts';
export { frameHosts } from './players.ts';
export { excerpt, plainText, splitTitle } from './text.ts';

/** Changes whenever the same source gives other HTML; stored with it, so that old HTML can be made anew. */
export const RENDERER_VERSION = 1;

/** Largest HTML of one text, in characters. */
const MAX_HTML = 2_000_000;
/** Most cells of tables in one text: a row may name hundreds in few characters. */
const MAX_CELLS = 5000;

/** A text that would take too long to render, or whose HTML would be too large. */
export class TooComplex extends Error {
  override name = 'TooComplex';
}

const parser = makeParser();

/**
 * Renders a member's Markdown to HTML that is safe by construction: no HTML of theirs passes, every address is judged,
 * every attribute is ours.
 * @throws {TooComplex}
 */
export function renderMarkdown(source: string, options: RenderEnvironment): { html: string } {
  refuseBombs(source);
  const env = { ...options };
  const tokens = parser.parse(source, env);
  let cells = 0;
  for (const token of tokens) {
    if (token.level > MAX_NESTING) throw new TooComplex('nested too deeply');
    if (token.type === 'td_open' && ++cells > MAX_CELLS) throw new TooComplex('too many cells');
  }
  const html = parser.renderer.render(tokens, parser.options, env);
  if (html.length > MAX_HTML) throw new TooComplex('too large');
  return { html };
}

/** Refuses before parsing what makes parsers slow: very long runs of one mark, and deep quotes in one line. */
function refuseBombs(source: string): void {
  if (/([[\]()*_~`|<>!])\1{400}/.test(source)) throw new TooComplex('a very long run of one mark');
  if (/^(?:[ \t]*>){40}/m.test(source)) throw new TooComplex('nested too deeply');
  for (const mark of ['[', '](', '**', '||', '<', '![']) {
    if (source.split(mark).length > 3000) throw new TooComplex('too many marks');
  }
}
