import type { MarkdownIt, Token } from 'markdown-it';
import { isOwnImage } from './addresses.ts';

/** The words of a picture: what stands between its brackets, without marks. */
export function wordsOf(picture: Token): string {
  return (picture.children ?? []).map((child) => (child.type === 'image' ? wordsOf(child) : child.content)).join('');
}

/** Pictures from outside become links, so that reading a post calls nobody else; inside a link they become words. */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'pictures', (state) => {
    for (const block of state.tokens) {
      if (!block.children?.some((child) => child.type === 'image')) continue;
      let depth = 0;
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open') depth++;
        if (token.type === 'link_close') depth--;
        const src = String(token.attrGet('src') ?? '');
        if (token.type !== 'image' || isOwnImage(src)) return [token];
        const words = new state.Token('text', '', 0);
        words.content = wordsOf(token).trim() || 'Image';
        if (depth > 0) return [words];
        const open = new state.Token('link_open', 'a', 1);
        open.attrs = [['href', src]];
        return [open, words, new state.Token('link_close', 'a', -1)];
      });
    }
    return true;
  });
}
