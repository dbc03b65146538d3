import type { MarkdownIt } from 'markdown-it';
import { marks } from '#platform/contract/text-limits.ts';
import type { RenderOptions } from './options.ts';

/** A hashtag: not inside a word or an address, and not a number alone. */
const hashtag = new RegExp(
  `(^|[^\\p{L}\\p{M}\\p{N}_/&#.])#([\\p{L}\\p{M}\\p{N}_]{1,${marks.tagMax}})(?![\\p{L}\\p{M}\\p{N}_#])`,
  'gu',
);

/** One writing for each tag: `#LoFi` and `#lofi` are the same. */
export function tagOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Turns `#name` into a link to its uploads where the text's place has hashtags; never inside code or links. */
export function hashtags(md: MarkdownIt): void {
  md.core.ruler.after('mentions', 'hashtags', (state) => {
    const { hashtags: found } = state.env as unknown as RenderOptions;
    if (!found) return true;
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.content.includes('#') || !block.children) continue;
      let depth = 0;
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open') depth++;
        if (token.type === 'link_close') depth--;
        if (token.type !== 'text' || depth > 0 || !token.content.includes('#')) return [token];
        const parts: (typeof token)[] = [];
        const text = (content: string): void => {
          if (content === '') return;
          const part = new state.Token('text', '', 0);
          part.content = content;
          parts.push(part);
        };
        let last = 0;
        for (const match of token.content.matchAll(hashtag)) {
          const name = match[2]!;
          const tag = tagOf(name);
          if (!/\p{L}/u.test(name) || tag.length > marks.tagMax || !found.take(tag)) continue;
          const start = match.index + match[1]!.length;
          text(token.content.slice(last, start));
          const open = new state.Token('link_open', 'a', 1);
          open.attrs = [
            ['class', 'hashtag'],
            ['href', `/uploads?tag=${encodeURIComponent(tag)}`],
          ];
          open.meta = { ours: true };
          parts.push(open);
          text(`#${name}`);
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
