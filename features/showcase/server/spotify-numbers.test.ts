import { expect, test } from 'vitest';
import { artistId, connect, list, mine, openShowcases, standIn, world } from './testing/world.ts';

openShowcases({ SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'secret' });

test('with credentials, numbers of the API replace the typed ones and rank above every self-reported one', async () => {
  const [verified, typed, fewer] = [await world.member(), await world.member(), await world.member()];
  const [a, b, c] = [artistId(), artistId(), artistId()];
  standIn.artists.set(a, { name: 'Verified', followers: 40, topTrack: 'Real hit' });
  standIn.artists.set(b, { name: 'Typed' });
  standIn.artists.set(c, { name: 'Fewer', followers: 39 });
  await connect(verified, a, { followers: 9_000_000, monthlyListeners: 10, topTrackName: 'Typed hit' });
  await connect(typed, b, { followers: 8_000_000 });
  await connect(fewer, c, {});
  await world.settle();
  const items = await list();
  expect(items.map((item) => [item.artistName, item.followers])).toEqual([
    ['Verified', { value: 40, isSelfReported: false }],
    ['Fewer', { value: 39, isSelfReported: false }],
    ['Typed', { value: 8_000_000, isSelfReported: true }],
  ]);
  expect(items[0]).toMatchObject({
    topTrack: { name: 'Real hit', isSelfReported: false },
    monthlyListeners: { value: 10, isSelfReported: true },
  });
  // Typed again, what Spotify says stays.
  expect(await connect(verified, a, { followers: 1, topTrackName: 'Mine' })).toMatchObject({
    followers: { value: 40 },
    topTrack: { name: 'Real hit' },
    typed: { followers: 1, topTrackName: 'Mine' },
  });
  // The API stops to answer with numbers: the typed ones are shown, and said to be.
  standIn.artists.set(a, { name: 'Verified' });
  await world.ctx.jobs.runNow('showcase.refresh-all');
  await world.settle();
  expect(await mine(verified)).toMatchObject({
    followers: { value: 1, isSelfReported: true },
    topTrack: { name: 'Mine', isSelfReported: true },
  });
  // One token serves them all.
  expect(standIn.asked.filter((path) => path === '/api/token')).toHaveLength(1);
});
