import { expect, test } from 'vitest';
import { artworkOf, type Pictured, trackArtwork, trackTitle } from './track-facts.ts';

const file = (kind: Pictured['kind'], ...names: string[]): Pictured => ({
  kind,
  renditions: names.map((name) => {
    const width = Number(/\d+$/.exec(name)?.[0] ?? 0) || null;
    return { name, url: `/files/${kind}/${name}`, contentType: 'image/webp', bytes: 1, width, height: width };
  }),
});
const [covered, bare] = [file('audio', 'stream', 'cover-w320', 'cover-w1600'), file('audio', 'stream', 'zoom')];
const [film, picture] = [file('video', 'stream-720', 'poster-w640'), file('image', 'w320', 'w640')];

test.each<[string, Pictured, readonly Pictured[], string[]]>([
  ['its own cover', covered, [picture], ['audio/cover-w320']],
  ['the poster of a film', film, [picture], ['video/poster-w640']],
  ['the first picture beside it', bare, [covered, picture, file('image', 'w900')], ['image/w320', 'image/w640']],
  ['the next picture while the first is processed', bare, [file('image'), picture], ['image/w320', 'image/w640']],
  ['one size where all are wider than a lock screen', file('audio', 'cover-w2400'), [], ['audio/cover-w2400']],
  ['nothing', bare, [covered, film], []],
])('a track shows %s', (_, track, beside, shown) => {
  expect(trackArtwork(track, beside).map(({ src }) => src)).toEqual(shown.map((name) => `/files/${name}`));
});

test('the cover of what plays is that of the first that has one, in sizes that a media session takes', () => {
  expect(artworkOf([bare, file('archive', 'w320'), picture, covered])).toEqual([
    { src: '/files/image/w320', sizes: '320x320', type: 'image/webp' },
    { src: '/files/image/w640', sizes: '640x640', type: 'image/webp' },
  ]);
});

test.each([
  ['the upload, alone in it', false, { title: 'Tag' }, 'a.wav', 'Both sides'],
  ['its tag, where there are several', true, { title: ' Tag ' }, 'a.wav', 'Tag'],
  ['its file without the ending', true, {}, 'Side A.final.wav', 'Side A.final'],
  ['its file, where the tag is blank', true, { title: '  ' }, 'Side A', 'Side A'],
  ['its file, where there is nothing but an ending', true, {}, '.flac', '.flac'],
] as const)('a track is called as %s', (_, hasSeveral, tags, name, title) => {
  expect(trackTitle({ title: 'Both sides' }, { tags, name }, hasSeveral)).toBe(title);
});
