import { describe, expect, it } from 'vitest';
import { editMarkdown, type MarkdownAction } from '#content/core/web/editor/markdown-edit.ts';
import { appendQuote, bounded, quoteOf } from './post/quote.ts';
import { wordDiff } from '#content/core/web/word-diff.ts';

/** A text with its selection between ⟦ and ⟧. */
function select(marked: string) {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  return { text: marked.replace(/[⟦⟧]/g, ''), start, end };
}
const edited = (action: MarkdownAction, marked: string): string => {
  const { text, start, end } = editMarkdown(action, select(marked));
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
};

describe('the toolbar', () => {
  it.each<[MarkdownAction, string, string]>([
    ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
    ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
    ['bold', 'a ⟦⟧', 'a **⟦bold text⟧**'],
    ['italic', '⟦b⟧', '*⟦b⟧*'],
    ['italic', '**⟦b⟧**', '***⟦b⟧***'],
    ['italic', '***⟦b⟧***', '**⟦b⟧**'],
    ['spoiler', '⟦b⟧', '||⟦b⟧||'],
    ['code', '⟦b⟧', '`⟦b⟧`'],
    ['code', 'x⟦a\nb⟧', 'x\n```\n⟦a\nb⟧\n```\n'],
    ['link', '⟦b⟧', '[b](⟦https://⟧)'],
    ['link', '⟦https://example.org/a⟧', '[⟦link text⟧](https://example.org/a)'],
    ['quote', 'a\nb⟦⟧c', 'a\n> bc⟦⟧'],
    ['list', '⟦a\nb⟧\nc', '⟦- a\n- b⟧\nc'],
    ['list', '⟦- a\n- b⟧', '⟦a\nb⟧'],
    ['task', 'a⟦⟧', '- [ ] a⟦⟧'],
    ['list', '⟦⟧', '- ⟦⟧'],
  ])('%s of %j is %j', (action, before, after) => expect(edited(action, before)).toBe(after));
});

describe('quotes', () => {
  it('stand behind > and name their author', () =>
    expect(quoteOf('kessler', 'one\n\n\n\ntwo\n')).toBe('> @kessler wrote:\n>\n> one\n>\n> two\n\n'));
  it('are bounded, between words, and a code block that was cut is closed', () => {
    expect(bounded('a \n\n\n\nb ')).toBe('a\n\nb');
    const long = bounded('word '.repeat(400));
    expect(long.length).toBeLessThan(1505);
    expect(long).toMatch(/word …$/);
    expect(bounded(`\`\`\`\n${'kick '.repeat(400)}\n\`\`\``)).toMatch(/kick …\n```$/);
  });
  it('follow what is written', () => {
    expect(appendQuote('', '> a\n\n')).toBe('> a\n\n');
    expect(appendQuote('mine\n', '> a\n\n')).toBe('mine\n\n> a\n\n');
  });
});

describe('wordDiff', () => {
  const show = (before: string, after: string) =>
    wordDiff(before, after)
      .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
      .join('');
  it('marks the words that changed', () => {
    expect(show('at 84 bpm, F minor', 'at 86 bpm, F minor')).toBe('at -84-+86+ bpm, F minor');
    expect(show('same', 'same')).toBe('same');
    expect(show('', 'new')).toBe('+new+');
    expect(show('gone', '')).toBe('-gone-');
    expect(show('a b c', 'a c')).toBe('a -b -c');
    expect(show('one two three', 'uno due three')).toBe('-one two-+uno due+ three');
  });
  it('gives back both texts, whatever they are', () => {
    const pairs = [
      ['one two three\nfour', 'zero two\nthree five four'],
      ['a'.repeat(50), 'b c '.repeat(40)],
      ['x y '.repeat(3000), 'y z '.repeat(3000)],
    ] as const;
    for (const [before, after] of pairs) {
      const parts = wordDiff(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }
  });
});
