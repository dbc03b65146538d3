import type { Token } from 'markdown-it';
import type { RenderOptions } from './options.ts';
import { parse } from './parser.ts';
import { wordsOf } from './pictures.ts';
import { TooComplex } from './too-complex.ts';

/** Most mentions that count: more is a list, not a conversation. */
const MAX_MENTIONS = 20;
/** Stands for what a spoiler hides. */
const HIDDEN = '▒▒▒';

/** Bidirectional embeddings, overrides and isolates: one that is not closed would turn what follows a title in a line. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
const onOneLine = (words: string): string => words.replaceAll(directions, '').replaceAll(/\s+/g, ' ').trim();

/** Rendering that knows nobody: only the words count. */
export const nobody: RenderOptions = { knownUsernames: new Set(), siteUrl: '' };

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts at a grapheme, at a word where one is near; the ellipsis counts. @param max in UTF-16 units. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = 0;
  for (const { index, segment } of segments.segment(text.slice(0, max + 20))) {
    if (index + segment.length > max - 1) break;
    cut = index + segment.length;
  }
  const head = text.slice(0, cut);
  const space = head.lastIndexOf(' ');
  return `${(space > max * 0.6 ? head.slice(0, space) : head).trimEnd()}…`;
}

/** The words of tokens of one block, on one line. Spoilers stay hidden. */
export function wordsIn(tokens: readonly Token[]): string {
  let hidden = 0;
  let words = '';
  for (const token of tokens) {
    if (token.type === 'spoiler_open' && hidden++ === 0) words += HIDDEN;
    if (token.type === 'spoiler_close') hidden--;
    if (hidden > 0) continue;
    if (token.type === 'softbreak' || token.type === 'hardbreak') words += ' ';
    else words += token.type === 'image' ? wordsOf(token) : token.content;
  }
  return onOneLine(words);
}

/** A text without Markdown, on one line. Spoilers stay hidden. What is too complex to be read stays as it is. */
export function plainText(source: string): string {
  const blocks = read(source, nobody)?.map((token) =>
    token.type === 'fence' || token.type === 'code_block' ? token.content : wordsIn(token.children ?? []),
  );
  return onOneLine(blocks?.filter((words) => words !== '').join(' ') ?? source);
}

/**
 * Distinct usernames that a text mentions outside code and links, lower-cased, at most 20; whether they exist is not
 * asked. None of what is too complex to be read.
 */
export function mentionsIn(source: string): string[] {
  const names = new Set<string>();
  read(source, { ...nobody, knownUsernames: { has: (name) => names.add(name).size < 0 } });
  return [...names].slice(0, MAX_MENTIONS);
}

/** Distinct hashtags of a text outside code and links, each in its one writing, the first `max` of them. */
export function tagsIn(source: string, max: number): string[] {
  const tags = new Set<string>();
  read(source, { ...nobody, hashtags: { take: (tag) => tags.add(tag).size < 0 } });
  return [...tags].slice(0, max);
}

function read(source: string, options: RenderOptions): Token[] | null {
  try {
    return parse(source, options);
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}
