import { plainHtml, renderMarkdown, seenText } from '#platform/server/markdown/render.ts';
import { linksIn } from './links.ts';
import { asSeen } from './normalise.ts';

/** A text with what its readers get of it. */
export interface Written {
  /** All of it as its author typed it. */
  readonly content: string;
  /** Shown above the rest. */
  readonly title?: string;
  /** The rest, rendered. */
  readonly html: string;
  /** Fields that are shown beside it, each by itself. */
  readonly others?: readonly string[];
}

/** A text as the checks read it: made once, however many checks there are. */
export interface Words {
  /** As its author typed it. */
  readonly source: string;
  /** As its readers see it, with the addresses of its links and pictures on lines of their own. */
  readonly shown: string;
  /** What is searched for private information and banned words: the source, what is seen, and both with lines joined. */
  readonly readings: readonly string[];
  /** As it is seen, each link as the address to which it leads. */
  readonly linked: string;
}

/** HTML that a reader of a plain text sees as it was typed, and that hides nothing from one who strips it. */
const htmlLike =
  /<!--[^<>]{0,200}-->|<\/?(?:a|abbr|b|bdi|bdo|big|br|code|del|div|em|font|i|img|ins|kbd|li|mark|p|q|s|samp|small|span|strike|strong|sub|sup|td|tr|tt|u|var|wbr)(?:\s[^<>]{0,200})?\/?>/gi;

/** What a number or an address goes on after, and goes on with, where a line ends in the middle of it. */
const goesOnAfter = /[\p{N}\u20e3+()./-]$/u;
const goesOnWith = /^[\p{N}+(]/u;

/** The lines of a text that say something, without blanks around them. */
const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed === '' ? [] : [trimmed];
  });

/** A text without the ends of lines inside numbers and mail addresses. Time: linear. */
function withJoinedLines(text: string): string {
  const [first = '', ...rest] = linesOf(text);
  let joined = first;
  let before = first;
  for (const line of rest) {
    const goesOn =
      (goesOnAfter.test(before.slice(-2)) && goesOnWith.test(line)) || before.endsWith('@') || line.startsWith('@');
    joined += `${goesOn ? ' ' : '\n'}${line}`;
    before = line;
  }
  return joined;
}

/** An address as its digits and letters are meant; blanks stay written as they are, so that it stays one word. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address).replaceAll(/\s/g, '%20');
  } catch {
    return address;
  }
}

/** Markdown that knows nobody, rendered; what cannot be rendered is shown as it was typed. */
function rendered(source: string): string {
  // Most short texts have no mark that means anything.
  if (!/[&*_~`\\<[\]|#\n]|:\/\//.test(source)) return plainHtml(source);
  try {
    return renderMarkdown(source, { knownUsernames: new Set(), siteUrl: '' }).html;
  } catch {
    return plainHtml(source);
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Of readings with the same lines the first. */
const withoutRepeats = (readings: readonly string[]): string[] => [
  ...new Map(readings.toReversed().map((reading) => [linesOf(reading).join('\n'), reading])).values(),
];

/**
 * Reads a text for all checks of what members write.
 * @param text with its rendering; a text without one is rendered here, though its readers may see it as it was typed
 */
export function readWords(text: string | Written): Words {
  const written = typeof text === 'string' ? { content: text, html: rendered(text) } : text;
  const { content: source, html, others = [] } = written;
  // What says nothing is shown under a title that its author did not write.
  const title = source.trim() === '' ? '' : (written.title ?? '');
  // As it was written: a title that was made of the first line shows marks for a spoiler, and no addresses.
  const head = seenText(title === '' ? '' : rendered(source.startsWith(title) ? title : linesOf(source)[0]!));
  const parts = [seenText(html), ...(others.length > 0 ? [seenText(rendered(others.join('\n\n')))] : [])];
  const links = parts.flatMap((part) => part.links);
  const visible = asSeen([head.text, ...parts.map((part) => part.text)].filter((part) => part !== '').join('\n'));
  const pictures = [...html.matchAll(/<img src="([^"]*)"/g)].map((match) => match[1]!);
  const addresses = [...head.links, ...links].flatMap(({ href, label }) => (href === label ? [] : [decoded(href)]));
  const shown = [visible, ...new Set([...addresses, ...pictures])].join('\n').trim();
  const plain = asSeen(source);
  const addressed = new Set(links.map(({ href }) => withoutSlash(href)));
  return {
    source,
    shown,
    readings: withoutRepeats([source, withJoinedLines(plain), shown, withJoinedLines(shown.replaceAll(htmlLike, ''))]),
    linked: [
      // The links of a title stand in the rest too (`splitTitle`), but for what only looks like one.
      title.replaceAll(/https?:\/\/\S+/gi, (found) => (addressed.has(withoutSlash(found)) ? '' : found)),
      ...parts.map((part) => part.unlinked),
      // A link is one, and what it says more where that is more.
      ...links.map(({ href, label }) => (linksIn(label, '') > 1 ? label : href)),
    ].join('\n'),
  };
}

/** A text as its readers see it: what names it for the search of duplicates. */
export const shownWords = (text: Written): string => readWords(text).shown;
