import { expect, test } from 'vitest';
import { artistOf } from './rules.ts';

const id = '4Z8W4fKeB5YxbusRsdQVPb';

test.each([
  `https://open.spotify.com/artist/${id}`,
  `http://open.spotify.com/artist/${id}/`,
  `https://open.spotify.com/artist/${id}?si=abc&utm_source=copy-link#top`,
  `https://open.spotify.com/intl-de/artist/${id}`,
  `https://OPEN.spotify.com/intl-pt-br/artist/${id}?si=1`,
  `open.spotify.com/artist/${id}`,
  `  spotify:artist:${id} `,
])('%s is the address of an artist', (address) => {
  expect(artistOf(address)).toBe(id);
});

test.each([
  '',
  id,
  'https://open.spotify.com/artist/',
  `https://open.spotify.com/artist/${id.slice(1)}`,
  `https://open.spotify.com/artist/${id}x`,
  `https://open.spotify.com/artist/${id}/discography`,
  `https://open.spotify.com/track/${id}`,
  `https://open.spotify.com.example.org/artist/${id}`,
  `https://example.org/open.spotify.com/artist/${id}`,
  `https://open.spotify.com@example.org/artist/${id}`,
  `https://somebody@open.spotify.com/artist/${id}`,
  `https://open.spotify.com:8443/artist/${id}`,
  `https://оpen.spotify.com/artist/${id}`,
  `https://open.spotify.com/artist/../artist/${id}/x`,
  `https://open.spotify.com/redirect/artist/${id}`,
  `javascript://open.spotify.com/artist/${id}`,
  `file://open.spotify.com/artist/${id}`,
  `spotify:track:${id}`,
  `spotify:artist:${id}:top`,
])('%s is not', (address) => {
  expect(artistOf(address)).toBeNull();
});
