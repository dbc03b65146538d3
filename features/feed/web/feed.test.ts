import { describe, expect, it } from 'vitest';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { withNewest } from './cache.ts';
import { feedAddress, filterOf, readFeedSearch } from './list/filter.ts';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { previewOf, sourcesOf } from '#content/media/web/pictures.ts';
import { isLong } from './upload/upload-text.tsx';

const upload = (id: string) => ({ id }) as Upload;
const page = (ids: string, next: string | null = null) => ({ items: [...ids].map(upload), next });
const ids = (data: ReturnType<typeof withNewest>) => data.pages.map(({ items }) => items.map(({ id }) => id).join(''));

describe('newer uploads', () => {
  it('stand in front of what was read, which stays as it is', () => {
    const read = { pages: [page('cba', 'x'), page('z')], pageParams: [null, 'x'] };
    expect(ids(withNewest(read, page('edcb', 'y')))).toEqual(['edcba', 'z']);
  });
  it('reset the feed where there is a gap to what was loaded', () => {
    const read = { pages: [page('cba')], pageParams: [null] };
    expect(ids(withNewest(read, page('hgf', 'f')))).toEqual(['hgf']);
  });
  it('fill an empty feed', () => {
    expect(ids(withNewest({ pages: [page('')], pageParams: [null] }, page('ba')))).toEqual(['ba']);
  });
  it('change nothing where there are none', () => {
    const read = { pages: [page('cba', 'x')], pageParams: [null] };
    expect(ids(withNewest(read, page('cba', 'x')))).toEqual(['cba']);
  });
});

describe('the address of a feed', () => {
  it('names what it is narrowed to, and nothing else', () => {
    expect(feedAddress({})).toBe('/uploads');
    expect(feedAddress({ kind: 'audio', tag: 'lo_fi', author: '' })).toBe('/uploads?kind=audio&tag=lo_fi');
    expect(feedAddress({ tag: 'ünder' })).toBe('/uploads?tag=%C3%BCnder');
  });
  it('is read without what is unknown', () => {
    expect(filterOf(readFeedSearch({ kind: 'audio', tag: 'true', author: '42', x: 'y' }))).toEqual({
      kind: 'audio',
      tag: 'true',
      author: '42',
      following: false,
    });
    expect(filterOf(readFeedSearch({ kind: 'zip', tag: ['a'], author: '' }))).toEqual({
      kind: '',
      tag: '',
      author: '',
      following: false,
    });
  });
});

describe('a picture', () => {
  const rendition = (name: string, width: number | null) => ({
    name,
    url: `/files/${name}`,
    contentType: 'image/webp',
    bytes: 1,
    width,
    height: width,
  });
  const file = (kind: MediaFile['kind'], ...renditions: ReturnType<typeof rendition>[]) =>
    ({ kind, url: '/files/widest', renditions }) as MediaFile;

  it('comes in the width that it is shown in', () => {
    expect(
      sourcesOf(file('image', rendition('w320', 320), rendition('w640', 640), rendition('original', 900))),
    ).toEqual({
      src: '/files/w640',
      srcSet: '/files/w320 320w, /files/w640 640w, /files/original 900w',
    });
  });
  it('that is not processed yet has no address', () => {
    expect(sourcesOf({ url: null, renditions: [] })).toBeNull();
  });
  it('of a video is its poster, never its stream', () => {
    const video = file('video', rendition('stream', null), rendition('poster-w320', 320));
    expect(sourcesOf(video, 'poster-')?.src).toBe('/files/poster-w320');
    expect(previewOf(video)?.url).toBe('/files/poster-w320');
    expect(sourcesOf(file('video', rendition('stream', null)), 'poster-')).toBeNull();
  });
  it('lets nothing but a small picture or a colour stand in for it', () => {
    expect(placeholderStyle('data:image/webp;base64,AAAA')).toBeDefined();
    expect(placeholderStyle('#a1b2c3')).toEqual({ backgroundColor: '#a1b2c3' });
    expect(placeholderStyle('red; background: url(//x)')).toBeUndefined();
    expect(placeholderStyle('data:image/svg+xml;base64,AAAA')).toBeUndefined();
  });
});

describe('a text', () => {
  it('is folded when it is long, whether by words or by lines', () => {
    expect(isLong('<p>Short.</p>')).toBe(false);
    expect(isLong(`<p>${'word '.repeat(200)}</p>`)).toBe(true);
    expect(isLong('<p>line</p>'.repeat(12))).toBe(true);
    expect(isLong(`<p><a href="https://example.org/${'x'.repeat(900)}">link</a></p>`)).toBe(false);
  });
});
