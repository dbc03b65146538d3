import type { MarkdownIt } from 'markdown-it';
import type { RenderEnvironment } from './parser.ts';

/** A mention: not inside a word or an address. Source of the name's shape: `account.usernamePattern`. */
const mention = /(^|[^\w/@.])@([a-z0-9_]{3,24})(?![\w@])/gi;

/** Turns `@name` into a link where the name is known; never inside code or links. */
export function mentions(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'mentions', (state) => {
    const { knownUsernames } = state.env as unknown as RenderEnvironment;
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.content.includes('@') || !block.children) continue;
      let depth = 0;
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open') depth++;
        if (token.type === 'link_close') depth--;
        if (token.type !== 'text' || depth > 0 || !token.content.includes('@')) return [token];
        const parts: (typeof token)[] = [];
        const text = (content: string): void => {
          if (content === '') return;
          const part = new state.Token('text', '', 0);
          part.content = content;
          parts.push(part);
        };
        let last = 0;
        for (const found of token.content.matchAll(mention)) {
          const name = found[2]!;
          if (!knownUsernames.has(name.toLowerCase())) continue;
          const start = found.index + found[1]!.length;
          text(token.content.slice(last, start));
          const open = new state.Token('link_open', 'a', 1);
          open.attrs = [
            ['class', 'mention'],
            ['href', `/profile/${name.toLowerCase()}`],
          ];
          open.meta = { mention: true };
          parts.push(open);
          text(`@${name}`);
          parts.push(new state.Token('link_close', 'a', -1));
          last = start + name.length + 1;
        }
        text(token.content.slice(last));
        return parts;
      });
    }
    return true;
  });
}

/** Distinct usernames that a text mentions outside code, lower-cased, at most 20: more is a list, not a conversation. */
export function mentionsIn(source: string): string[] {
  const names = new Set<string>();
  for (const found of withoutCode(source).matchAll(mention)) {
    names.add(found[2]!.toLowerCase());
    if (names.size === 20) break;
  }
  return [...names];
}

/** A text without its code: fences line by line, then what stands between backticks. */
function withoutCode(source: string): string {
  let fence: string | null = null;
  const lines = source.split('\n').filter((line) => {
    const mark = /^ {0,3}(`{3}|~{3})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) {
      fence = mark;
      return false;
    }
    if (fence === null) return true;
    if (mark === fence) fence = null;
    return false;
  });
  return lines.join('\n').replaceAll(/`[^`\n]*`/g, ' ');
}
