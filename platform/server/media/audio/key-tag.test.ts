import { expect, it } from 'vitest';
import { keyOfTag } from './key-tag.ts';

it('reads keys as tags write them: names, words, other names of the same note, and the numbers of DJs', () => {
  const keys: Record<string, string> = {
    C: 'C',
    ' am ': 'Am',
    'A minor': 'Am',
    'a MIN': 'Am',
    'F# major': 'F#',
    Gb: 'F#',
    'Db maj': 'C#',
    'D♯m': 'Ebm',
    'G#m': 'Abm',
    Cbm: 'Bm',
    'B#': 'C',
    '8A': 'Am',
    '08b': 'C',
    '1A': 'Abm',
    '12B': 'E',
    '9A': 'Em',
  };
  expect(Object.fromEntries(Object.keys(keys).map((tag) => [tag, keyOfTag(tag)]))).toEqual(keys);
});

it('takes nothing else for a key', () => {
  for (const tag of ['', 'H', 'o', '13A', '0B', 'Am/C', 'C minor pentatonic', 'major', '8', 'M', "'; --"])
    expect(keyOfTag(tag), tag).toBeNull();
});
