import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
import type { PartyFacts } from './embed.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, host, join, say, track, queue, drive, sign } = partyCalls(() => world);
const page = async (id: string, as: { cookie: string } | null = null) => await world.get(`/embed/party/${id}`, as);
const text = async (id: string) => (await page(id)).body as string;
const facts = async (id: string) => JSON.parse(/id="data">(.*?)<\/script>/.exec(await text(id))![1]!) as PartyFacts;

it('a party has a frame that every site may show, with what plays and no word of its chat', async () => {
  const [ada, bo] = [await elder({ displayName: 'Ada & Co' }), await elder({ displayName: 'Bo Finch' })];
  const id = await host(ada, { name: 'Night </script><script>alert(1)</script>' });
  await join(id, bo);
  await say(id, bo, 'Only for the room');
  expect(await text(id)).toContain('Nothing plays at the moment.');
  const sound = await track(ada, { content: 'Low <b>tide</b>' });
  await queue(id, ada, sound);
  await drive(id, ada, 'play');
  world.clock!.advance(60_300);
  for (const who of [ada, bo]) await sign(id, who);
  const { status, body, headers } = await page(id, bo);
  expect(status).toBe(200);
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['cache-control']).toBe('public, max-age=3');
  expect(Buffer.byteLength(body as string)).toBeLessThan(12_000);
  for (const shown of ['Ada &amp; Co', '2 people', 'Playing now', 'Join the party', `/listening-party/${id}`])
    expect(body).toContain(shown);
  for (const hidden of ['<script>alert', '<b>tide', 'Only for the room', 'Bo Finch', '/files/'])
    expect(body).not.toContain(hidden);
  expect(await facts(id)).toMatchObject({
    state: 'active',
    people: 2,
    isPlaying: true,
    positionMs: 60_000,
    item: { by: 'Ada & Co', durationMs: 180_000 },
  });
  await drive(id, ada, 'pause');
  expect(await text(id)).toContain('Paused');
  await world.ok('POST /parties/:partyId/end', at(id), ada);
  expect(await text(id)).toContain('This party has ended.');
  expect(await text(id)).toContain('Look back');
  expect(await facts(id)).toMatchObject({ state: 'ended', item: null, isPlaying: false });
});

it('an announced party has its beginning in its frame', async () => {
  const id = await host(await elder(), { startsAt: '2026-05-03T21:30:00.000Z' });
  expect(await text(id)).toContain(
    '<time id="starts" datetime="2026-05-03T21:30:00.000Z">3 May 2026 at 21:30 UTC</time>',
  );
  expect(await facts(id)).toMatchObject({ state: 'scheduled', people: 1, item: null });
});

it('a party that is 18+, removed or unknown has no frame, whoever asks', async () => {
  const ada = await elder({ adult: true });
  const adult = await host(ada, { isAdult: true });
  const removed = await host(ada);
  const staff = await world.member({ moderator: true, adult: true });
  await world.ok('DELETE /parties/:partyId', { ...at(removed), body: { reason: 'Spam' } }, staff);
  for (const id of [adult, removed, randomUUID(), 'x']) {
    expect((await page(id, ada)).status).toBe(404);
    const url = encodeURIComponent(`${world.ctx.siteUrl}/listening-party/${id}`);
    expect((await world.get(`/oembed?url=${url}`, ada)).status).toBe(404);
  }
});

it('oEmbed answers the frame of a party', async () => {
  const id = await host(await elder({ displayName: 'Ada & Co' }), { name: 'Tides' });
  const url = encodeURIComponent(`${world.ctx.siteUrl}/listening-party/${id}`);
  const { body } = await world.get(`/oembed?url=${url}`);
  expect(body).toMatchObject({ type: 'rich', title: 'Tides', author_name: 'Ada & Co', width: 640, height: 236 });
  expect((body as { html: string }).html).toContain(`src="${world.ctx.siteUrl}/embed/party/${id}"`);
  expect(await text(id)).toContain(`href="${world.ctx.siteUrl}/oembed?url=${url}"`);
});
