const artistId = '[A-Za-z0-9]{22}';
const uriPattern = new RegExp(`^spotify:artist:(${artistId})$`);
const pathPattern = new RegExp(`^/(?:intl-[a-z]{2,8}(?:-[a-z]{2,8})?/)?artist/(${artistId})/?$`, 'i');

/**
 * The artist that an address means: `https://open.spotify.com/artist/…`, also with `intl-…` before it or without the
 * scheme, or `spotify:artist:…`. The host is the parsed one, never a part of the text. Null for everything else.
 */
export function artistOf(address: string): string | null {
  const text = address.trim();
  const uri = uriPattern.exec(text)?.[1];
  if (uri !== undefined) return uri;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return null;
  const { protocol, host, username, password, pathname } = new URL(full);
  if (!/^https?:$/.test(protocol) || host !== 'open.spotify.com' || username !== '' || password !== '') return null;
  return pathPattern.exec(pathname)?.[1] ?? null;
}

/** An artist's page at Spotify. */
export const artistUrl = (id: string): string => `https://open.spotify.com/artist/${id}`;

/** The content's kind, as files, reports and the audit log name it. */
export const SHOWCASE_KIND = 'spotify_showcase';
