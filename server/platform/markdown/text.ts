import { forum } from '#contract/limits.ts';

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

/** One line of Markdown without its marks. */
function plainLine(line: string): string {
  if (!/[^\s*_=#>|:`~-]/.test(line)) return '';
  return line
    .trim()
    .replace(/^(?:#{1,6}\s+|>+\s?|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)/, '')
    .replace(/\s#+\s*$/, '')
    .replaceAll(/!\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/\[([^[\]]{1,200})\]\([^()\s]{0,500}(?:\s"[^"]{0,200}")?\)/g, '$1')
    .replaceAll(/\|\|[^|]{1,500}\|\|/g, '▒▒▒')
    .replaceAll(/(\*{1,3}|_{1,3}|~~|`{1,3})(?=\S)([^*_~`]{1,500}?)(?<=\S)\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** A text without Markdown, on one line. Spoilers stay hidden. */
export function plainText(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:`{3,}|~{3,}|[-*_]{3,}$|[|:-][\s:|-]*$)/.test(line))
    .map(plainLine)
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Splits a text into its title (the first line that says something, without Markdown, at most 120 characters) and the
 * rest. What does not fit into the title begins the rest, so that nothing is lost and nothing is said twice.
 */
export function splitTitle(source: string): { title: string; rest: string } {
  const lines = source.replaceAll('\r\n', '\n').trim().split('\n');
  // A text that begins with a rule or a code block keeps it whole.
  const line = plainLine(lines[0]!);
  if (line === '' || /^(?:`{3,}|~{3,})/.test(lines[0]!.trim()))
    return { title: forum.defaultTitle, rest: source.trim() };
  const rest = lines.slice(1).join('\n').trim();
  if (line.length <= forum.titleMax) return { title: line, rest };
  const title = excerpt(line, forum.titleMax);
  const over = line.slice(title.length - 1).trim();
  return { title, rest: `…${over}${rest === '' ? '' : `\n\n${rest}`}` };
}
