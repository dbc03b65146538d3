import type { MarkdownIt } from 'markdown-it';

const BAR = 0x7c;
/** Characters at which an inline rule may begin (markdown-it's terminators), and the bar. */
const marks = new Set([...'\n$%&*+-:<=>@[\\]^_`{}~!|'].map((mark) => mark.charCodeAt(0)));

/** `||text||`: hidden until opened. A button without script does nothing; the page's own script opens it. */
export function spoilers(md: MarkdownIt): void {
  // markdown-it's own rule runs over bars; this one stops at them too.
  md.inline.ruler.at('text', (state, silent) => {
    let { pos } = state;
    while (pos < state.posMax && !marks.has(state.src.charCodeAt(pos))) pos++;
    if (pos === state.pos) return false;
    if (!silent) state.pending += state.src.slice(state.pos, pos);
    state.pos = pos;
    return true;
  });
  md.inline.ruler.before('emphasis', 'spoiler', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== BAR || state.src.charCodeAt(state.pos + 1) !== BAR) return false;
    const start = state.pos + 2;
    const end = state.src.indexOf('||', start);
    if (end < 0 || end >= state.posMax || end === start || state.src.slice(start, end).trim() === '') return false;
    if (silent) return false;
    const max = state.posMax;
    state.pos = start;
    state.posMax = end;
    const open = state.push('spoiler_open', 'span', 1);
    open.attrs = [
      ['class', 'spoiler'],
      ['role', 'button'],
      ['tabindex', '0'],
      ['aria-expanded', 'false'],
    ];
    state.md.inline.tokenize(state);
    state.push('spoiler_close', 'span', -1);
    state.pos = end + 2;
    state.posMax = max;
    return true;
  });
}
