import type { Token } from 'markdown-it';
import { marks } from '#platform/contract/text-limits.ts';
import { leadingAttachments } from './attachments.ts';
import { parseLine } from './parser.ts';
import { wordsOf } from './pictures.ts';
import { excerpt, nobody, wordsIn } from './text.ts';

/** Characters of a first line that are read for a title; markup and addresses make it longer than its text. */
const LOOKED_AT = 1000;
/** Most places at which a long line may be cut. */
const MAX_CUTS = 60;

/** A first line that belongs to a block which cannot lose it: code, a rule, the address of a reference. */
const inseparable = /^(?:`{3}|~{3}|([-*_])[ \t]*(?:\1[ \t]*){2,}$|\[[^\]]+\]:\s)/;
/** What makes a quote, a list, a task or a heading of a line. */
const blockMarks = /^(?:[ \t]*(?:>|#{1,6}(?=\s)|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?))+[ \t]*/;

/**
 * Splits a text into its title (the first line that says something, without Markdown, at most 120 characters) and the
 * rest. What does not fit into the title begins the rest, and so do pictures, links and spoilers of the line, which a
 * title cannot carry: nothing is lost and nothing is said twice.
 * Lines before it that name files stay before the rest.
 * @param defaultTitle of a text whose first line says nothing.
 */
export function splitTitle(source: string, defaultTitle: string = marks.defaultTitle): { title: string; rest: string } {
  const trimmed = source.replaceAll(/\r\n?/g, '\n').trim();
  const places = leadingAttachments(trimmed);
  if (places !== '') {
    const { title, rest } = splitTitle(trimmed.slice(places.length), defaultTitle);
    return { title, rest: `${places.trim()}\n\n${rest}`.trim() };
  }
  const [first = '', ...after] = trimmed.split('\n');
  const line = first.replace(blockMarks, '').replace(/\s#+\s*$/, '');
  const words = /[^\s*_=#>|:`~-]/.test(line) ? wordsIn(parseLine(line.slice(0, LOOKED_AT), nobody)) : '';
  if (words === '' || inseparable.test(first) || isTable(first, after[0])) {
    return { title: defaultTitle, rest: source.trim() };
  }
  // The underline of a heading goes with it.
  const rest = (/^ {0,3}(?:=+|-+)[ \t]*$/.test(after[0] ?? '') ? after.slice(1) : after).join('\n').trim();
  const { title, carried, over } =
    line.length <= LOOKED_AT && words.length <= marks.titleMax
      ? { title: words, carried: carriedBy(line), over: '' }
      : cut(line, words);
  return { title, rest: [...carried, over, rest].filter((part) => part !== '').join('\n\n') };
}

function isTable(first: string, second: string | undefined): boolean {
  return (
    first.includes('|') &&
    second !== undefined &&
    second.includes('|') &&
    second.includes('-') &&
    /^[\s|:-]+$/.test(second)
  );
}

/** Share of a title that a cut between two words must leave; else a word is cut. As `excerpt` has it. */
const LEAST_SHARE = 0.6;

/** Cuts a line that is too long for a title between two words, where no bold text, link or code is cut with it. */
function cut(line: string, words: string): { title: string; carried: string[]; over: string } {
  const heads: { at: number; title: string }[] = [];
  for (const { index } of line.slice(0, LOOKED_AT).matchAll(/\s+/g)) {
    const title = wordsIn(parseLine(line.slice(0, index), nobody));
    if (title.length >= marks.titleMax || heads.length === MAX_CUTS) break;
    heads.push({ at: index, title });
  }
  for (const { at, title } of heads.toReversed()) {
    const over = line.slice(at).trimStart();
    if (
      title.length < marks.titleMax * LEAST_SHARE ||
      `${title} ${wordsIn(parseLine(line.slice(at, LOOKED_AT), nobody))}` !== words
    )
      continue;
    return { title: `${title}…`, carried: carriedBy(line.slice(0, at)), over: `…${over}` };
  }
  const looked = line.slice(0, LOOKED_AT);
  const title = excerpt(words, marks.titleMax);
  const left = title.endsWith('…') ? words.slice(title.length - 1).trimStart() : '';
  return { title, carried: carriedBy(looked), over: `…${left}${line.slice(LOOKED_AT)}` };
}

/** Markdown of the pictures, links and spoilers of a line, each to stand alone. */
function carriedBy(line: string): string[] {
  const carried: string[] = [];
  const tokens = parseLine(line, nobody);
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'image') carried.push(`![${escaped(wordsOf(token))}](<${String(token.attrGet('src'))}>)`);
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      const label = inside(tokens, at, 'link_close');
      carried.push(token.info === 'auto' ? `<${href}>` : `[${escaped(wordsIn(label)) || href}](<${href}>)`);
    }
    if (token.type === 'spoiler_open') {
      carried.push(`||${escaped(wordsIn(inside(tokens, at, 'spoiler_close')))}||`);
    }
  }
  return carried;
}

function inside(tokens: readonly Token[], open: number, close: string): Token[] {
  const end = tokens.findIndex((token, at) => at > open && token.type === close);
  return tokens.slice(open + 1, end);
}

function escaped(words: string): string {
  return words.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
