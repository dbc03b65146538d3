import type { MarkdownIt } from 'markdown-it';
import { marks } from '#platform/contract/text-limits.ts';
import type { RenderOptions } from './options.ts';

/** A mention: not inside a word or an address. */
const mention = new RegExp(
  `(^|[^\\p{L}\\p{M}\\p{N}_/@.])@(${marks.usernamePattern.slice(1, -1)})(?![\\p{L}\\p{M}\\p{N}_@])`,
  'giu',
);

/** Turns `@name` into a link where the name is known; never inside code or links. */
export function mentions(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'mentions', (state) => {
    const { knownUsernames } = state.env as unknown as RenderOptions;
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
        for (const match of token.content.matchAll(mention)) {
          const name = match[2]!;
          if (!knownUsernames.has(name.toLowerCase())) continue;
          const start = match.index + match[1]!.length;
          text(token.content.slice(last, start));
          const open = new state.Token('link_open', 'a', 1);
          open.attrs = [
            ['class', 'mention'],
            ['href', `/profile/${name.toLowerCase()}`],
          ];
          open.meta = { ours: true };
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
