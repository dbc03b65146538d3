import type { Token } from 'markdown-it';

/** Depth of quotes and lists, and of marks inside one line, after which a text is too complex. */
export const MAX_NESTING = 24;
/** Most cells of tables in one text: a row may name hundreds in few characters. */
const MAX_CELLS = 5000;
/** Most lines, and most of one mark: each costs the parser some time, and no text of a person has so many. */
const MAX_LINES = 5000;
const MAX_MARKS = 3000;

/**
 * Most HTML of one text: so many bytes for each byte of its source, and some for free, so that a short text may be one
 * table. What people write takes at most 8 (a list of bare links, a table of short numbers, a list of tasks); a link's
 * address that is defined once and used a thousand times takes hundreds.
 */
const HTML_PER_SOURCE_BYTE = 8;
const FREE_HTML_BYTES = 16 * 1024;
/** Most HTML of one text in bytes, however long its source is. */
export const MAX_HTML_BYTES = 400_000;

/** A text that would take too long to render, or whose HTML would be too large. */
export class TooComplex extends Error {
  override name = 'TooComplex';
}

/** Refuses before parsing what makes parsers slow: floods and very long runs of one mark, deep quotes, huge tables. */
export function refuseFloods(source: string): void {
  if (/([[\]()*_~`|<>!])\1{400}/.test(source)) throw new TooComplex('a very long run of one mark');
  if (/^(?:[ \t]*>){25}/m.test(source)) throw new TooComplex('nested too deeply');
  for (const mark of ['[', '](', '**', '||', '<', '![', '://']) {
    if (countOf(source, mark, MAX_MARKS) > MAX_MARKS) throw new TooComplex('too many marks');
  }
  if (countOf(source, '\n', MAX_LINES) > MAX_LINES) throw new TooComplex('too many lines');
  refuseLargeTables(source);
}

/** A row of a table is filled up to the columns of its first: the cells are more than the text shows. */
function refuseLargeTables(source: string): void {
  let cells = 0;
  let columns = 0;
  for (const line of source.split('\n')) {
    // In two steps: one expression for both looks for the dash from every place of the line.
    if (line.includes('-') && /^[\s>|:-]+$/.test(line))
      columns = Math.max(columns, countOf(line, '|', line.length) + 1);
    else if (line.trim() === '') columns = 0;
    cells += columns;
    if (cells > MAX_CELLS) throw new TooComplex('too many cells');
  }
}

/** Refuses what was parsed but is nested deeper than a page should hold. */
export function refuseDepth(tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.level > MAX_NESTING) throw new TooComplex('nested too deeply');
    let depth = 0;
    for (const child of token.children ?? []) {
      depth += child.nesting;
      if (depth > MAX_NESTING) throw new TooComplex('nested too deeply');
    }
  }
}

/** Most bytes of HTML that a source may become. */
export function htmlLimit(source: string): number {
  return Math.min(MAX_HTML_BYTES, FREE_HTML_BYTES + HTML_PER_SOURCE_BYTE * Buffer.byteLength(source));
}

/**
 * Refuses before anything is written what repeats long addresses: every use of a definition writes its address again.
 * @param limit in bytes, of `htmlLimit`
 */
export function refuseRepeatedAddresses(tokens: readonly Token[], limit: number): void {
  let characters = 0;
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      for (const [, value] of child.attrs ?? []) characters += String(value).length;
    }
    if (characters > limit) throw new TooComplex('addresses too long altogether');
  }
}

/** @param limit in bytes, of `htmlLimit` */
export function refuseLargeHtml(html: string, limit: number): void {
  // A character has at least one byte and at most three: most texts need no counting.
  if (html.length > limit || (html.length * 3 > limit && Buffer.byteLength(html) > limit))
    throw new TooComplex('too much HTML for its source');
}

/** How often a mark stands in a text; stops counting one after `max`. */
function countOf(source: string, mark: string, max: number): number {
  let count = 0;
  for (let at = source.indexOf(mark); at >= 0 && count <= max; at = source.indexOf(mark, at + mark.length)) count++;
  return count;
}
