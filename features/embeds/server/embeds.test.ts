import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTerms } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { barsOf } from './rules.ts';

let world: World;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  author = await world.member({ displayName: 'Ada & Co', adult: true });
});
afterAll(() => world.close());

async function trackOf(more: { content?: string; visibility?: 'private'; isAdult?: boolean; download?: 'off' } = {}) {
  // Later than the window of the spam check.
  world.clock!.advance(660_000);
  const { download, ...upload } = more;
  const fileId = await makeSound(world.ctx, author);
  return await makeUpload(world.ctx, author, {
    content: `Take ${randomUUID()}`,
    fileIds: [fileId],
    ...upload,
    ...(download && { terms: [{ fileId, download, licence: defaultTerms.licence }] }),
  });
}
const text = async (address: string) => (await world.get(address)).body as string;

describe('a small player', () => {
  test('is one small page that every site may frame, without cookies, and nothing else of the site is', async () => {
    const uploadId = await trackOf({ content: 'A <b>bold</b> take</script><script>alert(1)</script>' });
    const { status, body, headers } = await world.get(`/embed/track/${uploadId}`, author);
    expect(status).toBe(200);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['set-cookie']).toBeUndefined();
    expect(Buffer.byteLength(body as string)).toBeLessThan(20_000);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('/files/');
    for (const address of ['/uploads.atom', '/oembed', `/api/v1/uploads/${uploadId}`])
      expect((await world.get(address)).headers['x-frame-options']).toBe('DENY');
  });

  test('has the main colour of the site, which its policy knows', async () => {
    const address = `/embed/track/${await trackOf()}`;
    const plain = await text(address);
    await setSiteSetting(world.ctx, 'color', '#102040');
    const { body, headers } = await world.get(address);
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(body as string) ?? [];
    expect(style).toContain(':root{--a:#102040;--o:#ffffff;');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    await setSiteSetting(world.ctx, 'color', '');
    expect(await text(address)).toBe(plain);
  });

  test('of a set has its public tracks, and stays small with fifty of them', async () => {
    world.clock!.advance(660_000);
    const { id } = await world.ok('POST /sets', { body: { title: 'A set', submitId: randomUUID() } }, author);
    const [shown, hidden] = [await trackOf(), await trackOf({ visibility: 'private' })];
    for (const uploadId of [shown, hidden]) {
      const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
      const body = { track: { uploadId, trackId: files[0]!.trackId } };
      await world.ok('POST /sets/:itemId/entries', { params: { itemId: id }, body }, author);
    }
    const page = await text(`/embed/set/${id}`);
    expect(page).toContain(shown);
    expect(page).not.toContain(hidden);
    // What one more track takes, fifty times, and the page itself.
    const each = Buffer.byteLength(page.slice(page.indexOf('id="data">'))) - 6000;
    expect(Buffer.byteLength(page) + 49 * Math.max(each, 700)).toBeLessThan(60_000);
  });

  test('is not there for what is private, 18+, removed or unknown', async () => {
    const gone = await trackOf();
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: gone }, body: {} }, author);
    const all = [gone, await trackOf({ visibility: 'private' }), await trackOf({ isAdult: true }), randomUUID(), 'x'];
    for (const id of all) {
      expect((await world.get(`/embed/track/${id}`, author)).status).toBe(404);
      expect((await world.get(`/embed/set/${id}`, author)).status).toBe(404);
      const url = encodeURIComponent(`${world.ctx.siteUrl}/uploads/${id}`);
      expect((await world.get(`/oembed?url=${url}`, author)).status).toBe(404);
    }
  });

  test('of a set follows who may see the set: private, by secret link, scheduled, 18+, taken back, removed', async () => {
    world.clock!.advance(660_000);
    const body = { title: 'Kept back', visibility: 'link' as const, type: 'album', submitId: randomUUID() };
    const { id: itemId } = await world.ok('POST /sets', { body }, author);
    const uploadId = await trackOf();
    const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
    const track = { uploadId, trackId: files[0]!.trackId };
    await world.ok('POST /sets/:itemId/entries', { params: { itemId }, body: { track } }, author);
    const link = { kind: 'set' as const, contentId: itemId, label: '', hours: null };
    const token = (await world.ok('POST /secret-links', { body: link }, author)).address.slice(3);
    const show = (visibility: 'public' | 'private', releaseAt: string | null = null) =>
      world.ok('PUT /sets/:itemId/visibility', { params: { itemId }, body: { visibility, releaseAt } }, author);
    const url = encodeURIComponent(`${world.ctx.siteUrl}/sets/${itemId}`);
    const secret = encodeURIComponent(`${world.ctx.siteUrl}/s/${token}`);
    /** Also for its author, and for who has the secret link: a frame is for everybody. */
    const answers = async () => [
      ...(await Promise.all(
        [`/embed/set/${itemId}`, `/embed/set/${itemId}?link=${token}`, `/oembed?url=${url}`].map(
          async (address) => (await world.get(address, author)).status,
        ),
      )),
      (await world.get(`/oembed?url=${secret}`)).status,
    ];
    const [open, closed] = [
      [200, 200, 200, 404],
      [404, 404, 404, 404],
    ];
    expect(await answers()).toEqual(closed);
    await show('public', new Date(world.clock!.now().getTime() + 86_400_000).toISOString());
    expect(await answers()).toEqual(closed);
    await show('public');
    expect(await answers()).toEqual(open);
    await show('private');
    expect(await answers()).toEqual(closed);
    await show('public');
    await world.ctx.db.rows(sql`UPDATE sets SET is_adult = true WHERE id = ${itemId}`);
    expect(await answers()).toEqual(closed);
    await world.ctx.db.rows(sql`UPDATE sets SET is_adult = false WHERE id = ${itemId}`);
    expect(await answers()).toEqual(open);
    await world.ok('DELETE /sets/:itemId', { params: { itemId }, body: {} }, author);
    expect(await answers()).toEqual(closed);
  });

  test('draws as many bars as the sound has parts, the loudest of them whole', () => {
    expect(barsOf(null)).toBe('');
    expect(barsOf('z0')).toBe('90');
    expect(barsOf('0z'.repeat(192))).toBe('9'.repeat(96));
  });
});

test('oEmbed answers the frame as JSON and XML, no larger than a site asks, and for addresses of this site alone', async () => {
  const uploadId = await trackOf({ content: 'A "quoted" take' });
  const url = encodeURIComponent(`${world.ctx.siteUrl}/uploads/${uploadId}`);
  const answer = await world.get(`/oembed?url=${url}&maxwidth=300`);
  expect(answer.body).toMatchObject({ version: '1.0', type: 'rich', author_name: 'Ada & Co', width: 300, height: 148 });
  expect((answer.body as { html: string }).html).toContain(`src="${world.ctx.siteUrl}/embed/track/${uploadId}"`);
  expect((answer.body as { html: string }).html).toContain('title="A &quot;quoted&quot; take"');
  expect(await text(`/oembed?url=${url}&format=xml`)).toContain('<author_name>Ada &amp; Co</author_name>');
  expect((await world.get(`/oembed?url=${url}&format=yaml`)).status).toBe(501);
  for (const address of ['', 'nonsense', `https://elsewhere.example/uploads/${uploadId}`])
    expect((await world.get(`/oembed?url=${encodeURIComponent(address)}`)).status).toBe(404);
});
