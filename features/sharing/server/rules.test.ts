import { describe, expect, it } from 'vitest';
import { failures } from '#site/contract/failures.ts';
import { sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { openAddress, songAddress, tagsOf } from './rules.ts';

describe('the address of a song', () => {
  it.each([
    ['https://soundcloud.com/somebody/a-song', 'soundcloud', 'https://soundcloud.com/somebody/a-song'],
    ['http://m.soundcloud.com/somebody/a-song#t=1', 'soundcloud', 'https://m.soundcloud.com/somebody/a-song'],
    ['https://on.soundcloud.com/AbCd1', 'soundcloud', 'https://on.soundcloud.com/AbCd1'],
    ['https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', 'spotify', null],
    ['https://spotify.link/AbCd1', 'spotify', null],
    ['https://WWW.YouTube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'youtube', null],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', null],
    ['https://some-body.bandcamp.com/track/a-song', 'bandcamp', null],
  ])('%s is of %s', (address, platform, url) => {
    expect(songAddress(address)).toEqual({ platform, url: url ?? address });
  });

  it.each([
    '',
    'a song',
    'soundcloud.com/somebody/a-song',
    'ftp://soundcloud.com/a',
    'javascript:alert(1)//soundcloud.com/',
    'javascript://soundcloud.com/%0aalert(1)',
    'data:text/html,soundcloud.com',
    'https://user@soundcloud.com/a/b',
    'https://soundcloud.com:pass@evil.example/a',
    'https://soundcloud.com@evil.example/a',
    'https://soundcloud.com:8443/a/b',
    'https://soundcloud.com.evil.example/a',
    'https://evilsoundcloud.com/a',
    'https://soundcloud.com./a/b',
    'https://soundclоud.com/a',
    'https://xn--soundclud-n1g.com/a',
    'https://evil.example/?u=https://soundcloud.com/a',
    'https://evil.example/soundcloud.com/a',
    'https://a.b.bandcamp.com/track/a',
    'https://xbandcamp.com/track/a',
    'https://-.bandcamp.com/track/a',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/attribution_link?u=/redirect',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/123456',
    'https://[::1]/a',
    `https://soundcloud.com/${'a'.repeat(3000)}`,
  ])('%s is none', (address) => {
    expect(songAddress(address)).toBeNull();
  });
});

describe('an address that readers are led to', () => {
  it('is http or https, whole, and without a password', () => {
    expect(openAddress('https://example.org/kit.zip')).toBe('https://example.org/kit.zip');
    expect(openAddress('http://example.org')).toBe('http://example.org/');
    for (const address of [
      'javascript:alert(1)',
      'data:,x',
      '//example.org',
      'example.org',
      'https://a:b@example.org/',
    ])
      expect(openAddress(address), address).toBeNull();
  });
});

describe('tags', () => {
  it('are trimmed, in lower case, without empty or repeated ones', () => {
    expect(tagsOf(' Trap, ,#808s ,trap,  lo   fi,')).toEqual(['trap', '808s', 'lo fi']);
    expect(tagsOf('')).toEqual([]);
  });

  it('are bounded in number and length, and readable', () => {
    expect(() => tagsOf(Array.from({ length: 11 }, (_, at) => `tag${at}`).join())).toThrow('invalid');
    expect(() => tagsOf('a'.repeat(31))).toThrow('invalid');
    expect(() => tagsOf('a\u202eb')).toThrow('invalid');
  });
});

describe('what fails for no reason of the member', () => {
  it('says so in the words of each list', () => {
    const texts = sharingKinds.map((kind) => [kind, failures[`POST ${sharingTypes[kind].path}`]] as const);
    expect(Object.fromEntries(texts)).toEqual({
      song: { title: 'Error', text: 'Failed to upload song' },
      drumkit: { title: 'Error', text: 'Failed to submit drumkit' },
      editing_pack: { title: 'Error', text: 'Failed to submit editing pack' },
      leak: { title: 'Error', text: 'Failed to submit leak' },
      self_promotion_post: { title: 'Error', text: 'Failed to create post' },
      set: { title: 'Error', text: 'Failed to create the set' },
    });
    for (const kind of sharingKinds)
      expect(failures[`POST ${sharingTypes[kind].path}/:itemId/replies`]).toEqual({
        title: 'Error',
        text: 'Failed to add reply',
      });
  });
});
