import { describe, expect, test } from 'vitest';
import { tagsOf } from './tags.ts';

const tags = (given: Record<string, string>) => tagsOf({ format: { tags: given }, streams: [] });

describe('tags', () => {
  test('are found under the names of every container, those of the file before those of its streams', () => {
    const streams = [{ index: 0, tags: { TITLE: 'Other', INITIALKEY: 'F#m', BPM: '174.00' } }];
    expect(tagsOf({ format: { tags: { title: 'One', Artist: 'Ada', ALBUM: 'Two' } }, streams })).toEqual({
      title: 'One',
      artist: 'Ada',
      album: 'Two',
      key: 'F#m',
      bpm: '174',
    });
  });

  test('are one short line without what deceives', () => {
    expect(tags({ title: ' a\r\nset-cookie:\0 b\u202Ecod.exe\u200b ' })).toEqual({ title: 'a set-cookie: b cod.exe' });
    expect([...tags({ title: '🎵'.repeat(5000) }).title!]).toHaveLength(200);
    expect(tags({ title: '\n\t', comment: 'kept to itself', location: '+52.5' })).toEqual({});
  });

  test('genre, code and date of a recording are kept where they are what they say', () => {
    expect(tags({ genre: 'Drum & Bass', TSRC: 'de-a12-20-12345', date: '2024-05-01T12:00:00' })).toEqual({
      genre: 'Drum & Bass',
      isrc: 'DEA122012345',
      date: '2024-05-01',
    });
    expect(tags({ ISRC: 'none', TYER: '1999' })).toEqual({ date: '1999' });
    expect(tags({ date: 'last summer', isrc: 'DEA1220123456' })).toEqual({});
  });

  test.each([
    ['0', undefined],
    ['-4', undefined],
    ['1e9', undefined],
    ['fast', undefined],
    ['127.998', '128'],
    ['92.5', '92.5'],
  ])('a tempo of %j is %j', (given, expected) => {
    expect(tags({ TBPM: given }).bpm).toBe(expected);
  });
});
