import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An artist at the stand-in. */
export interface StandInArtist {
  readonly name: string;
  /** Content of the picture; none when not given. */
  readonly picture?: Uint8Array;
  /** Address of the picture, where it is not the stand-in's own. */
  readonly pictureUrl?: string;
  /** What the API answers with. */
  readonly followers?: number;
  readonly topTrack?: string;
}

/** A local server that plays Spotify: its oEmbed, its API and its pictures. */
export interface SpotifyStandIn {
  /** For `SPOTIFY_STAND_IN_URL`. */
  readonly url: string;
  /** By Spotify's id. */
  readonly artists: Map<string, StandInArtist>;
  /** Paths that were asked for, without the query, oldest first. */
  readonly asked: string[];
  /** Status of every answer; null for what is right. */
  status: number | null;
  close(): Promise<void>;
}

/** Starts the stand-in on a free port of the loopback. */
export async function startSpotifyStandIn(): Promise<SpotifyStandIn> {
  const artists = new Map<string, StandInArtist>();
  const asked: string[] = [];
  const state = { status: null as number | null };
  const pictureOf = (id: string, artist: StandInArtist): string | null =>
    artist.pictureUrl ?? (artist.picture ? `${origin}/picture/${id}/${artist.picture.length}` : null);
  const answerOf = (url: URL): unknown => {
    if (url.pathname === '/oembed') {
      const id = /\/artist\/(\w{22})$/.exec(url.searchParams.get('url') ?? '')?.[1] ?? '';
      const artist = artists.get(id);
      return artist && { title: artist.name, thumbnail_url: pictureOf(id, artist), version: '1.0' };
    }
    if (url.pathname === '/api/token') return { access_token: 'stand-in', expires_in: 3600 };
    const [, id = '', end] = /^\/v1\/artists\/(\w{22})(\/top-tracks)?$/.exec(url.pathname) ?? [];
    const artist = artists.get(id);
    if (!artist) return undefined;
    if (end) return { tracks: artist.topTrack === undefined ? [] : [{ name: artist.topTrack }] };
    const picture = pictureOf(id, artist);
    return {
      name: artist.name,
      images: picture === null ? [] : [{ url: picture, width: 640 }],
      ...(artist.followers !== undefined && { followers: { total: artist.followers } }),
    };
  };
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    asked.push(url.pathname);
    if (state.status !== null) return void response.writeHead(state.status).end('{}');
    const picture = artists.get(/^\/picture\/(\w{22})\//.exec(url.pathname)?.[1] ?? '')?.picture;
    if (picture) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    const answer = answerOf(url);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { status: 404 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    artists,
    asked,
    get status() {
      return state.status;
    },
    set status(status) {
      state.status = status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
