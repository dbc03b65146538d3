import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let author: FixtureMember;
let reader: FixtureMember;
let admin: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-10-05T12:00:00Z'), rateLimits: true });
  [author, reader, admin] = [await world.member(), await world.member(), await world.member({ isAdmin: true })];
});
afterAll(() => world.close());

const marker = 'Unheardof';
let titleCount = 0;

/** A track that its author keeps back, with its sound's address. */
async function privateTrack(visibility: 'public' | 'link' | 'private' = 'private') {
  // Later than the window of the spam check.
  world.clock!.advance(660_000);
  const fileId = await makeSound(world.ctx, author);
  const uploadId = await makeUpload(world.ctx, author, {
    content: `${marker} sketch ${titleCount++}\n\n#unheardtag`,
    fileIds: [fileId],
    visibility,
  });
  const upload = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
  return { uploadId, trackId: upload.files[0]!.trackId, url: upload.files[0]!.url!, visibility: upload.visibility };
}

async function linkTo(contentId: string, hours: number | null = null): Promise<{ id: string; token: string }> {
  const { link, address } = await world.ok(
    'POST /secret-links',
    { body: { kind: 'upload', contentId, label: 'For Ada', hours } },
    author,
  );
  return { id: link.id, token: address.replace('/s/', '') };
}

const open = (token: string, address = '127.0.0.1', as: FixtureMember | null = null) =>
  world.call('POST /secret-links/open', { body: { token } }, { ...as, address });

describe('a private track', () => {
  test('is in no list, feed, tag, party queue, song, activity or count, and nobody else has its page or its files', async () => {
    const before = (await world.ok('GET /profiles/:username/page', { params: { username: author.username } }))
      .statistics;
    const { uploadId, trackId, url, visibility } = await privateTrack();
    expect(visibility).toBe('private');
    await world.settle();
    const party = await world.ok(
      'POST /parties',
      { body: { name: 'Listening', submitId: crypto.randomUUID() } },
      author,
    );
    await world.ok('POST /parties/:partyId/join', { params: { partyId: party.id } }, author);
    await world.refused(
      'POST /parties/:partyId/queue',
      { params: { partyId: party.id }, body: { uploadId, trackId } },
      author,
      'track_not_shareable',
    );
    const song = { title: 'A song', artist: 'Me', track: { uploadId, trackId }, submitId: crypto.randomUUID() };
    await world.refused('POST /songs', { body: song }, author, 'track_not_found');

    for (const as of [null, reader]) {
      const lists = await Promise.all([
        world.call('GET /uploads', {}, as),
        world.call('GET /uploads', { query: { kind: 'audio' } }, as),
        world.call('GET /uploads', { query: { author: author.username } }, as),
        world.call('GET /uploads', { query: { tag: 'unheardtag' } }, as),
        world.call('GET /uploads/tags', {}, as),
        world.call('GET /profiles/:username/activity', { params: { username: author.username } }, as),
        world.get('/uploads.atom', as),
        world.get('/sitemap-uploads.xml', as),
      ]);
      for (const { status, body } of lists) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(uploadId);
        expect(JSON.stringify(body)).not.toContain(marker);
        expect(JSON.stringify(body)).not.toContain('unheardtag');
      }
      await world.refused('GET /uploads/:uploadId', { params: { uploadId } }, as, 'upload_not_found');
      await world.refused('GET /uploads/:uploadId/comments', { params: { uploadId } }, as, 'upload_not_found');
      await world.refused('GET /uploads/:uploadId/history', { params: { uploadId } }, as, 'upload_not_found');
      await world.refused(
        'POST /uploads/:uploadId/tracks/:trackId/plays',
        { params: { uploadId, trackId } },
        as,
        'upload_not_found',
      );
      expect((await world.get(url, as)).status).toBe(404);
      expect((await world.get(`${url}?link=${'a'.repeat(43)}`, as)).status).toBe(404);
    }
    await world.refused(
      'PUT /uploads/:uploadId/like',
      { params: { uploadId }, body: { on: true } },
      reader,
      'upload_not_found',
    );
    const after = (await world.ok('GET /profiles/:username/page', { params: { username: author.username } }))
      .statistics;
    expect(after).toEqual(before);
    const paid = await world.ctx.db.rows(sql`SELECT 1 FROM ledger_entries WHERE cause = ${`upload:${uploadId}`}`);
    expect(paid).toHaveLength(0);

    const own = await world.ok('GET /uploads', { query: { author: author.username } }, author);
    expect(own.items.map((item) => item.id)).toContain(uploadId);
    expect((await world.get(url, author)).status).toBe(200);
    expect((await world.get(url, admin)).status).toBe(200);
  });

  test('becomes public at the top of the list and is rewarded once, and its author can take it back', async () => {
    const { uploadId, url } = await privateTrack();
    world.clock!.advance(3_600_000);
    const later = await makeUpload(world.ctx, author, { content: `In between ${titleCount++}` });
    world.clock!.advance(60_000);
    const change = (visibility: 'public' | 'private', as = author) =>
      world.call('PUT /uploads/:uploadId/visibility', { params: { uploadId }, body: { visibility } }, as);
    expect((await change('public', reader)).status).toBe(404);
    expect((await change('public')).status).toBe(200);
    const first = async () => (await world.ok('GET /uploads', {})).items.slice(0, 2).map((item) => item.id);
    expect(await first()).toEqual([uploadId, later]);
    expect((await world.get(url)).status).toBe(200);
    expect((await change('private')).status).toBe(200);
    expect((await world.get(url)).status).toBe(404);
    expect(await first()).not.toContain(uploadId);
    world.clock!.advance(3_600_000);
    const newest = await makeUpload(world.ctx, author, { content: `After all ${titleCount++}` });
    expect((await change('public')).status).toBe(200);
    expect(await first()).toEqual([newest, uploadId]);
    const sums = await world.ctx.db.rows<{ total: number }>(sql`
      SELECT coalesce(sum(amount), 0)::int AS total FROM ledger_entries WHERE currency = 'credits' AND cause LIKE ${`upload:${uploadId}%`}`);
    expect(sums[0]!.total).toBe(2);
  });

  test('with private information is held when it is to be published, and what is held stays as it is', async () => {
    const uploadId = await makeUpload(world.ctx, author, {
      content: 'Call me: +49 30 901820 is my number',
      visibility: 'private',
    });
    const params = { uploadId };
    const seen = await world.ok(
      'PUT /uploads/:uploadId/visibility',
      { params, body: { visibility: 'public' } },
      author,
    );
    expect(seen.visibility).toBe('held');
    await world.refused('GET /uploads/:uploadId', { params }, reader, 'upload_not_found');
    await world.refused(
      'PUT /uploads/:uploadId/visibility',
      { params, body: { visibility: 'private' } },
      author,
      'visibility_waits',
    );
  });

  /** Keeps an upload back and publishes it then. @returns where it is */
  async function publishLater(by: FixtureMember, upload: Parameters<typeof makeUpload>[2]): Promise<string> {
    world.clock!.advance(660_000);
    const params = { uploadId: await makeUpload(world.ctx, by, { ...upload, visibility: 'private' }) };
    await world.ok('PUT /uploads/:uploadId/visibility', { params, body: { visibility: 'public' } }, by);
    return (await world.ok('GET /uploads/:uploadId', { params }, by)).visibility;
  }

  test('is held for private information in its poll, which staff read with it', async () => {
    const moderator = await world.member({ moderator: true });
    const question = 'Who will call +49 170 5550123?';
    const poll = { options: ['Me', 'You'], days: 7 };
    expect(await publishLater(author, { content: 'Calls', poll: { ...poll, question: 'Who will call?' } })).toBe(
      'published',
    );
    world.clock!.advance(660_000);
    const uploadId = await makeUpload(world.ctx, author, {
      content: 'Who calls',
      poll: { ...poll, question },
      visibility: 'private',
    });
    const publish = { params: { uploadId }, body: { visibility: 'public' as const } };
    expect((await world.ok('PUT /uploads/:uploadId/visibility', publish, author)).visibility).toBe('held');
    await world.refused('GET /uploads/:uploadId', { params: { uploadId } }, reader, 'upload_not_found');
    const [item] = (await world.ok('GET /staff/queue', { query: { subject: uploadId } }, moderator)).items;
    expect(item!.hold!.reasons).toEqual(['phone number']);
    const [whole] = await world.ctx.kinds.get('upload')!.show!(world.ctx, [uploadId]);
    expect(whole!.text).toBe(['Who calls', question, 'Me', 'You'].join('\n'));
  });

  test('is held for many links of a new member, and for a text that several accounts have published', async () => {
    const links = (count: number) => Array.from({ length: count }, (_, at) => `https://shop${at}.example/x`).join(' ');
    expect(await publishLater(await world.member(), { content: `Mine ${links(3)}` })).toBe('published');
    expect(await publishLater(await world.member(), { content: `Mine ${links(4)}` })).toBe('held');
    const content = 'Get ten thousand real plays for five coins today';
    const said: string[] = [];
    for (let count = 0; count < 3; count++) said.push(await publishLater(await world.member(), { content }));
    expect(said).toEqual(['published', 'published', 'held']);
    await world.ctx.db.rows(sql`
      INSERT INTO text_prints (fingerprint, author_id, at)
      SELECT ${contentFingerprint(content)}, gen_random_uuid(), ${world.ctx.clock.now()} FROM generate_series(1, 14)`);
    const one = await world.member();
    const params = { uploadId: await makeUpload(world.ctx, one, { content, visibility: 'private' }) };
    const publish = { params, body: { visibility: 'public' as const } };
    await world.refused('PUT /uploads/:uploadId/visibility', publish, one, 'spam_blocked');
    expect((await world.ok('GET /uploads/:uploadId', { params }, one)).visibility).toBe('private');
  });
});

describe('a secret link', () => {
  test('opens the track, its files and its plays while it holds, and nothing else', async () => {
    const { uploadId, trackId, url } = await privateTrack('link');
    const other = await privateTrack();
    const { id, token } = await linkTo(uploadId);
    const { upload } = await world.ok('POST /secret-links/open', { body: { token } });
    const file = upload!.files[0]!;
    expect(upload!.can).toEqual(expect.objectContaining({ edit: false, like: false, comment: false }));
    expect(file.url).toContain(`link=${token}`);
    expect((await world.get(file.url!)).status).toBe(200);
    expect((await world.get(url)).status).toBe(404);
    expect((await world.get(`${other.url}?link=${token}`)).status).toBe(404);
    await world.refused(
      'POST /uploads/:uploadId/tracks/:trackId/plays',
      { params: { uploadId: other.uploadId, trackId: other.trackId }, query: { link: token } },
      null,
      'upload_not_found',
    );
    const { playId, neededMs } = await world.ok('POST /uploads/:uploadId/tracks/:trackId/plays', {
      params: { uploadId, trackId },
      query: { link: token },
    });
    world.clock!.advance(neededMs + 1000);
    expect((await world.ok('PUT /uploads/plays/:playId', { params: { playId } })).counted).toBe(true);
    const { items } = await world.ok('GET /secret-links', { query: { contentId: uploadId } }, author);
    expect(items).toMatchObject([{ id, label: 'For Ada', playCount: 1, path: `/uploads/${uploadId}` }]);
    expect(JSON.stringify(items)).not.toContain(token);
    const stored = await world.ctx.db.rows(sql`SELECT * FROM secret_links WHERE id = ${id}`);
    expect(JSON.stringify(stored)).not.toContain(token);

    await world.ok('DELETE /secret-links/:linkId', { params: { linkId: id } }, reader);
    expect((await open(token)).status).toBe(200);
    await world.ok('DELETE /secret-links/:linkId', { params: { linkId: id } }, author);
    expect((await open(token)).status).toBe(404);
    expect((await world.get(file.url!)).status).toBe(404);
  });

  test('ends when it expires, when its track is removed or kept private, and is not for who is blocked', async () => {
    const { uploadId } = await privateTrack('link');
    const [short, long] = [await linkTo(uploadId, 1), await linkTo(uploadId)];
    const file = ((await open(short.token)).body as { upload: { files: { url: string }[] } }).upload.files[0]!.url;
    world.clock!.advance(3_601_000);
    expect((await open(short.token)).status).toBe(404);
    expect((await world.get(file)).status).toBe(404);
    expect((await open(long.token)).status).toBe(200);
    const blocked = await world.member();
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, author);
    expect((await open(long.token, '127.0.0.1', blocked)).status).toBe(404);
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: {} }, author);
    expect((await open(long.token)).status).toBe(404);
    await world.ok('POST /uploads/:uploadId/restore', { params: { uploadId } }, author);
    expect((await open(long.token)).status).toBe(200);
    await world.ok(
      'PUT /uploads/:uploadId/visibility',
      { params: { uploadId }, body: { visibility: 'private' } },
      author,
    );
    expect((await open(long.token)).status).toBe(404);
  });

  test('is made by the author of a thing alone', async () => {
    const { uploadId } = await privateTrack('public');
    const body = { kind: 'upload' as const, contentId: uploadId, label: '', hours: null };
    await world.refused('POST /secret-links', { body }, reader, 'forbidden');
    await world.refused('POST /secret-links', { body }, admin, 'forbidden');
  });

  test('cannot be guessed: tries of a network are counted and logged, also with the right one among them', async () => {
    const warned = vi.spyOn(world.ctx.log, 'warn');
    const { uploadId } = await privateTrack('link');
    const { token } = await linkTo(uploadId);
    world.clock!.advance(120_000);
    const statuses: number[] = [];
    for (let guess = 0; guess < 60; guess++)
      statuses.push((await open(`${guess}`.padStart(43, 'x'), '203.0.113.9')).status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(warned).toHaveBeenCalledTimes(60);
    expect(warned.mock.calls[0]).toEqual([
      expect.objectContaining({ address: '203.0.113.9' }),
      'a secret link was not found',
    ]);
    // What was tried may be a link of another site, or one letter off.
    expect(JSON.stringify(warned.mock.calls)).not.toContain('x'.repeat(41));
    warned.mockRestore();
    expect((await open(token, '203.0.113.9')).status).toBe(429);
    expect((await open(token, '198.51.100.7')).status).toBe(200);
  });
});
