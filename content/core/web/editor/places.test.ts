import { describe, expect, it } from 'vitest';
import { hasPlace, movePlace, putPlaces, readable, settlePlaces, takePlaces } from './places.ts';

const local = '0197a000-0000-7000-8000-00000000000a';
const stored = '0197a000-0000-7000-8000-00000000000b';
const at = (id: string, name = 'a.png'): string => `![${name}](attachment:${id})`;
const file = (state: string, fileId: string | null = null) => ({
  id: local,
  fileId,
  name: 'a [1].png',
  altText: '',
  state,
});
const cursor = (text: string) => ({ text: text.replace('|', ''), start: text.indexOf('|'), end: text.indexOf('|') });
const marked = ({ text, start }: { text: string; start: number }) => `${text.slice(0, start)}|${text.slice(start)}`;

describe('places of files in a text', () => {
  it('are put at the cursor, in paragraphs of their own', () => {
    const put = (text: string) => marked(putPlaces(cursor(text), [{ id: local, name: 'a.png', altText: '' }]));
    expect(put('|')).toBe(`${at(local)}\n\n|`);
    expect(put('one|')).toBe(`one\n\n${at(local)}\n\n|`);
    expect(put('one |two')).toBe(`one\n\n${at(local)}\n\n|two`);
    expect(put('one\n\n|two')).toBe(`one\n\n${at(local)}\n\n|two`);
    expect(put('one|\n\ntwo')).toBe(`one\n\n${at(local)}\n\n|two`);
  });

  it('take the name of the stored file, and go with one that failed', () => {
    const text = `one\n\n${at(local)}\n\ntwo`;
    expect(settlePlaces(text, [file('uploading')])).toBe(text);
    expect(settlePlaces(text, [file('done', stored)])).toBe(`one\n\n${at(stored, 'a 1.png')}\n\ntwo`);
    expect(settlePlaces(text, [file('failed')])).toBe('one\n\ntwo');
    const settled = settlePlaces(text, [file('done', stored)]);
    expect(settlePlaces(settled, [file('done', stored)])).toBe(settled);
  });

  it('say what the file shows, as its form says at the time, else its name', () => {
    for (const before of ['a 1.png', 'Old words']) {
      const text = `one\n\n${at(stored, before)}\n\ntwo ${at(stored)}`;
      for (const [altText, label] of [
        ['', 'a 1.png'],
        ['  ', 'a 1.png'],
        ['The desk', 'The desk'],
        ['Two\nlines [of] \\it', 'Two lines of it'],
      ] as const)
        expect(settlePlaces(text, [{ ...file('done', stored), altText }])).toBe(
          `one\n\n${at(stored, label)}\n\ntwo ${at(stored)}`,
        );
    }
  });

  it('are read without ids, and what only looks like one stays', () => {
    expect(readable(`one\n\n${at(stored, 'The desk')}\n\nsay ${at(local)}`)).toBe(
      `one\n\n![The desk]\n\nsay ${at(local)}`,
    );
  });

  it('are found and taken out by either id, and no others', () => {
    const text = `${at(local)}\n\none\n\n${at(stored)}`;
    expect(hasPlace(text, file('done', stored))).toBe(true);
    expect(hasPlace(`say ${at(local)}`, file('done', stored))).toBe(false);
    expect(takePlaces(text, file('done', stored)).trim()).toBe('one');
    expect(takePlaces(text, { id: stored, fileId: null }).trim()).toBe(`${at(local)}\n\none`);
  });

  it('move past the paragraph before or after, and stay at the ends', () => {
    const move = (text: string, by: -1 | 1) => {
      const moved = movePlace(cursor(text), by);
      return moved && marked(moved);
    };
    expect(move(`one\n\n|${at(local)}\n\ntwo`, -1)).toBe(`|${at(local)}\n\none\n\ntwo`);
    expect(move(`one\n\n|${at(local)}\n\ntwo`, 1)).toBe(`one\n\ntwo\n\n|${at(local)}`);
    expect(move(`one\nmore\n\n|${at(local)}`, -1)).toBe(`|${at(local)}\n\none\nmore`);
    expect(move(`|${at(local)}\n\none`, -1)).toBe(`|${at(local)}\n\none`);
    expect(move('o|ne', -1)).toBeNull();
    // Code is one paragraph, whatever blank lines it has, and nobody's blank lines change.
    const code = '```\nlet a;\n\n\nlet b;\n```';
    expect(move(`${code}\n\n|${at(local)}`, -1)).toBe(`|${at(local)}\n\n${code}`);
    expect(move(`|${at(local)}\n\n${code}\n\n\nend`, 1)).toBe(`${code}\n\n|${at(local)}\n\n\nend`);
    expect(move(`one\n\n\n\ntwo\n\n|${at(local)}\n\n\nend`, -1)).toBe(`one\n\n\n\n|${at(local)}\n\ntwo\n\n\nend`);
  });
});
