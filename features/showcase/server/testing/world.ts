import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Reply } from '#site/contract/contract.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type SpotifyStandIn, startSpotifyStandIn } from './spotify-stand-in.ts';

/** What the test files of showcases share. `openShowcases()` fills these in. */
export let standIn: SpotifyStandIn;
export let world: World;

/** Opens a site for a test file, whose Spotify is the stand-in. @param environment settings that differ */
export function openShowcases(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    standIn = await startSpotifyStandIn();
    world = await openWorld({
      jobsMayFail: true,
      environment: { SPOTIFY_STAND_IN_URL: standIn.url, ...environment },
    });
  });
  afterAll(async () => {
    await world.close();
    await standIn.close();
  });
  beforeEach(() => {
    standIn.status = null;
    standIn.asked.length = 0;
  });
}

export type Member = Awaited<ReturnType<World['member']>>;

/** An id like Spotify's. */
export const artistId = (): string => randomBytes(20).toString('hex').slice(0, 22);

export async function connect(
  member: Member,
  artist: string,
  numbers: { followers?: number; monthlyListeners?: number; topTrackName?: string } = {},
): Promise<Reply<'PUT /showcases/mine'>> {
  const body = { artist: `https://open.spotify.com/artist/${artist}`, followers: 0, monthlyListeners: 0, ...numbers };
  return await world.ok('PUT /showcases/mine', { body }, member);
}

export async function list(as: Member | null = null): Promise<Reply<'GET /showcases'>['items']> {
  const items: Reply<'GET /showcases'>['items'] = [];
  let after: string | null = null;
  do {
    const page: Reply<'GET /showcases'> = await world.ok('GET /showcases', { query: after ? { after } : {} }, as);
    items.push(...page.items);
    after = page.next;
  } while (after !== null);
  return items;
}

export const mine = async (member: Member) => (await world.ok('GET /showcases/mine', {}, member)).showcase;
