import { z } from 'zod';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type FetchBounds, type FetchRequest, guardedFetch } from '#platform/server/http/network/guarded-fetch.ts';
import { artistUrl } from './rules.ts';

/** Bytes of an answer in JSON, and of a picture. */
const MAX_JSON_BYTES = 256 * 1024;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** Seconds before its end from which a token is not used any more. */
const TOKEN_MARGIN = 60;

/** An artist's data at Spotify; null where it is missing. */
export interface Artist {
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly followers: number | null;
  readonly topTrack: string | null;
}

/** Where artists are looked up. */
export interface Spotify {
  /** Null: there is no such artist. @throws where Spotify does not answer, or asks to wait */
  artist(id: string): Promise<Artist | null>;
  /** A picture; null where it cannot be had. @throws {GuardedFetchError} */
  picture(url: string): Promise<Uint8Array | null>;
}

const text = z.string().max(1000);
const oembedShape = z.object({ title: text.min(1), thumbnail_url: text.nullish() });
const tokenShape = z.object({ access_token: z.string().min(1).max(4000), expires_in: z.number() });
const artistShape = z.object({
  name: text.min(1),
  images: z.array(z.object({ url: text, width: z.number().nullish() })).nullish(),
  followers: z.object({ total: z.int().min(0).max(2_147_483_647).nullish() }).nullish(),
});
const tracksShape = z.object({ tracks: z.array(z.object({ name: text.min(1) })).nullish() });

interface Token {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}
/** By database, as hooks: one site's token in this process. */
const tokens = new WeakMap<object, Token>();

const isPictureHost = (host: string): boolean => host.endsWith('.scdn.co') || host.endsWith('.spotifycdn.com');

/**
 * Spotify as this site may ask it: the API where credentials are set (it answers with numbers only for some), else the
 * public oEmbed. Null where the operator has switched it off.
 */
export function spotifyOf(ctx: Context): Spotify | null {
  const { spotifyLookup, spotifyStandInUrl: standIn } = ctx.config;
  if (!spotifyLookup) return null;
  const at = (origin: string): string => standIn ?? origin;
  const bounds = (mayAsk: FetchBounds['mayAsk'], maxBytes: number, maxRedirects = 0): FetchBounds => ({
    mayAsk,
    maxBytes,
    maxRedirects,
    timeoutMs: TIMEOUT_MS,
    standIn,
  });

  /** The parsed answer; null for 400 and 404. */
  const ask = async <T>(host: string, path: string, shape: z.ZodType<T>, request?: FetchRequest): Promise<T | null> => {
    const answer = await guardedFetch(
      at(`https://${host}`) + path,
      bounds((name) => name === host, MAX_JSON_BYTES),
      request,
    );
    if (answer.status === 404 || answer.status === 400) return null;
    if (answer.status !== 200) throw new SpotifyRefused(answer.status);
    return shape.parse(JSON.parse(answer.body.toString('utf8')));
  };

  const token = async (credentials: { clientId: string; clientSecret: string }): Promise<string> => {
    const known = tokens.get(ctx.db);
    const now = ctx.clock.now().getTime();
    if (known && known.until > now) return known.value;
    const { clientId, clientSecret } = credentials;
    const granted = await ask('accounts.spotify.com', '/api/token', tokenShape, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: 'grant_type=client_credentials',
    });
    if (!granted) throw new SpotifyRefused(400);
    tokens.set(ctx.db, { value: granted.access_token, until: now + (granted.expires_in - TOKEN_MARGIN) * 1000 });
    return granted.access_token;
  };

  const byApi = async (id: string, credentials: { clientId: string; clientSecret: string }): Promise<Artist | null> => {
    const request = { headers: { authorization: `Bearer ${await token(credentials)}` } };
    const artist = await ask('api.spotify.com', `/v1/artists/${id}`, artistShape, request);
    if (!artist) return null;
    // Ordinary credentials get no top tracks: the artist counts without.
    const top = await ask('api.spotify.com', `/v1/artists/${id}/top-tracks?market=US`, tracksShape, request).catch(
      (error: unknown) => {
        if (error instanceof SpotifyRefused && !error.isTemporary) return null;
        throw error;
      },
    );
    return {
      name: artist.name,
      pictureUrl: artist.images?.[0]?.url ?? null,
      followers: artist.followers?.total ?? null,
      topTrack: top?.tracks?.[0]?.name ?? null,
    };
  };

  const byOembed = async (id: string): Promise<Artist | null> => {
    const query = new URLSearchParams({ url: artistUrl(id) }).toString();
    const embed = await ask('open.spotify.com', `/oembed?${query}`, oembedShape);
    return embed && { name: embed.title, pictureUrl: embed.thumbnail_url ?? null, followers: null, topTrack: null };
  };

  return {
    async artist(id) {
      const credentials = ctx.config.providers.spotify;
      if (!credentials) return await byOembed(id);
      try {
        return await byApi(id, credentials);
      } catch (error) {
        // Names and pictures are there without credentials too: wrong or narrowed ones must not take them away.
        if (!(error instanceof SpotifyRefused) || error.isTemporary) throw error;
        tokens.delete(ctx.db);
        ctx.log.warn({ status: error.status }, 'Spotify refuses the credentials; the showcase asks without them');
        return await byOembed(id);
      }
    },
    async picture(url) {
      const answer = await guardedFetch(url, bounds(isPictureHost, MAX_PICTURE_BYTES, 2), {
        headers: { accept: 'image/*' },
      });
      return answer.status === 200 ? answer.body : null;
    },
  };
}

/** Spotify answers with a refusal. */
class SpotifyRefused extends Error {
  override name = 'SpotifyRefused';
  readonly status: number;

  constructor(status: number) {
    super(`Spotify answers with status ${status}.`);
    this.status = status;
  }

  /** Worth another try later. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** Cuts a text from Spotify to what a name may have. @param max characters */
export const beginningOf = (name: string, max: number = limits.artistNameMax): string =>
  [...name].slice(0, max).join('').slice(0, max);
