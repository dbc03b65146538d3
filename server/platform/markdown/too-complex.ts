import type { Token } from 'markdown-it';

/** Depth of quotes and lists, and of marks inside one line, after which a text is too complex. */
export const MAX_NESTING = 24;
/** Most cells of tables in one text: a row may name hundreds in few characters. */
const MAX_CELLS = 5000;
/** Most lines, and most of one mark: each costs the parser some time, and no text of a person has so many. */
const MAX_LINES = 5000;
const MAX_MARKS = 3000;

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
    if (/^[\s>|:-]*-[\s>|:-]*$/.test(line)) columns = Math.max(columns, countOf(line, '|', line.length) + 1);
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

/** How often a mark stands in a text; stops counting one after `max`. */
function countOf(source: string, mark: string, max: number): number {
  let count = 0;
  for (let at = source.indexOf(mark); at >= 0 && count <= max; at = source.indexOf(mark, at + mark.length)) count++;
  return count;
}
