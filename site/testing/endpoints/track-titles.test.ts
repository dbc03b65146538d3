import { trackFrameHeight } from '#features/embeds/contract/limits.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSound } from '#content/media/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

/** Every place that names a track by itself: tracks of one upload have their own titles, a single one has the upload's. */

interface Places {
  readonly uploadId: string;
  readonly trackIds: readonly string[];
  readonly partyId: string;
  readonly setId: string;
}

let world: World;
let author: FixtureMember;
let several: Places;
let single: Places;
const { host, queue, drive, at } = partyCalls(() => world);

/** An upload with these sounds, in a set and in the queue of a party that plays the first of them. */
async function spread(title: string, names: readonly string[]): Promise<Places> {
  world.clock!.advance(660_000);
  const fileIds: string[] = [];
  for (const name of names) fileIds.push(await makeSound(world.ctx, author, { name }));
  await world.ctx.db.rows(sql`UPDATE files SET duration_ms = 10800000 WHERE id = ANY(${fileIds}::uuid[])`);
  await world.ctx.db.rows(
    sql`UPDATE files SET tags = tags || '{"title":" Tagged "}'::jsonb WHERE id = ${fileIds.at(-1)!}`,
  );
  const uploadId = await makeUpload(world.ctx, author, { content: title, fileIds });
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
  const trackIds = files.map(({ trackId }) => trackId);
  const { id: setId } = await world.ok(
    'POST /sets',
    { body: { title: `Set of ${title}`, submitId: randomUUID() } },
    author,
  );
  const partyId = await host(author, { name: `Party of ${title}` });
  for (const trackId of trackIds) {
    const track = { uploadId, trackId };
    await world.ok('POST /sets/:itemId/entries', { params: { itemId: setId }, body: { track } }, author);
    await queue(partyId, author, track);
    world.clock!.advance(1000);
  }
  await drive(partyId, author, 'play');
  return { uploadId, trackIds, partyId, setId };
}

beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  author = await world.member({ createdAt: new Date('2030-01-01') });
  several = await spread('A whole tape', ['Opening.wav', 'Middle.flac', 'last.wav']);
  single = await spread('A single', ['Opening.wav']);
});
afterAll(() => world.close());

const page = async (address: string): Promise<string> => String((await world.get(address)).body);
/** Titles of the tracks in a small player, in order. */
const playerTitles = async (address: string): Promise<string[]> => {
  const [, data] = /id="data">(.*?)<\/script>/s.exec(await page(address)) ?? [];
  return (JSON.parse(data!) as { title: string }[]).map(({ title }) => title);
};

const places: readonly (readonly [string, (where: Places) => Promise<readonly (string | null)[]>])[] = [
  ['the small player of the upload', ({ uploadId }) => playerTitles(`/embed/track/${uploadId}`)],
  ['the small player of a set', ({ setId }) => playerTitles(`/embed/set/${setId}`)],
  [
    'the entries of a set',
    async ({ setId }) => {
      const { items } = await world.ok('GET /sets/:itemId/entries', { params: { itemId: setId } }, author);
      return items.map(({ title }) => title);
    },
  ],
  [
    'the stage and the queue of a party',
    async ({ partyId }) => {
      const { stage, queue: waiting } = await world.ok('GET /parties/:partyId/stage', at(partyId), author);
      return [stage.item!, ...waiting].map(({ title }) => title);
    },
  ],
  [
    'a podcast',
    async ({ uploadId }) => {
      const feed = await page(`/profile/${author.username}/podcast.xml`);
      const items = [...feed.matchAll(/<item><title>(.*?)<\/title><link>(.*?)<\/link>/g)];
      return items.flatMap(([, title, link]) => (link!.endsWith(uploadId) ? [title!] : []));
    },
  ],
  [
    'the choice of a podcast',
    async ({ trackIds }) => {
      const { tracks } = await world.ok('GET /podcast-settings', {}, author);
      return tracks.flatMap(({ id, title }) => (trackIds.includes(id) ? [title] : []));
    },
  ],
];
it.each(places)('%s names them', async (_, titlesIn) => {
  expect(await titlesIn(several)).toEqual(['Opening', 'Middle', 'Tagged']);
  expect(await titlesIn(single)).toEqual(['A single']);
});

it('the list of parties, the record and the frame of a party name what plays', async () => {
  for (const [{ partyId }, title] of [
    [several, 'Opening'],
    [single, 'A single'],
  ] as const) {
    expect((await world.ok('GET /parties/:partyId/card', at(partyId))).playing).toMatchObject({ title });
    expect(await page(`/embed/party/${partyId}`)).toContain(`<b>${title}</b>`);
    await drive(partyId, author, 'next');
    const { items } = await world.ok('GET /parties/:partyId/record', at(partyId), author);
    expect(items.map(({ item }) => item.title)).toEqual([title]);
  }
});

it('oEmbed leaves room for the list where there are several', async () => {
  for (const [{ uploadId }, title, height] of [
    [several, 'A whole tape', trackFrameHeight(3)],
    [single, 'A single', 148],
  ] as const) {
    const url = encodeURIComponent(`${world.ctx.siteUrl}/uploads/${uploadId}`);
    expect((await world.get(`/oembed?url=${url}`)).body).toMatchObject({ title, height });
  }
});
