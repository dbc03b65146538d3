import type { MarkdownIt } from 'markdown-it';

/** Characters at which an inline rule may begin (markdown-it's terminators), and the bar. */
const marks = new Set([...'\n!#$%&*+-:<=>@[\\]^_`{|}~'].map((mark) => mark.charCodeAt(0)));

/** `||text||`: hidden until opened. The page's own script opens it. */
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
    if (silent || !state.src.startsWith('||', state.pos)) return false;
    const { pos, posMax } = state;
    const end = closing();
    if (end < 0 || state.src.slice(pos + 2, end).trim() === '') return false;
    state.pos = pos + 2;
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
    state.posMax = posMax;
    return true;

    /** Place of the closing bars: those inside code, links and escapes do not count. */
    function closing(): number {
      state.pos = pos + 2;
      while (state.pos + 1 < posMax && !state.src.startsWith('||', state.pos)) state.md.inline.skipToken(state);
      const next = state.pos + 1 < posMax ? state.pos : -1;
      state.pos = pos;
      return next;
    }
  });
}
