import type { MarkdownIt } from 'markdown-it';

const box = /^\[([ xX])\] +/;

/** `- [ ] text`: a box that shows its state and cannot be changed by readers. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', (state) => {
    for (let at = 2; at < state.tokens.length; at++) {
      const inline = state.tokens[at]!;
      const item = state.tokens[at - 2]!;
      if (inline.type !== 'inline' || state.tokens[at - 1]!.type !== 'paragraph_open' || item.type !== 'list_item_open')
        continue;
      const first = inline.children?.[0];
      const match = first?.type === 'text' ? box.exec(first.content) : null;
      if (!first || !match) continue;
      first.content = first.content.slice(match[0].length);
      const tick = new state.Token('task_box', 'input', 0);
      tick.attrs = [
        ['type', 'checkbox'],
        ['disabled', ''],
        ['aria-label', match[1] === ' ' ? 'Open' : 'Done'],
        ...(match[1] === ' ' ? [] : ([['checked', '']] as [string, string][])),
      ];
      inline.children!.unshift(tick);
      item.attrJoin('class', 'task-list-item');
    }
    return true;
  });
}
