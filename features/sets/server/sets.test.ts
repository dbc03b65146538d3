import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { contentType } from '#content/core/server/type.ts';
import { wholeWords } from '#content/core/server/versions.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { openSetJob } from './jobs.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';

let world: World;
let author: FixtureMember;
let reader: FixtureMember;
beforeAll(async () => {
  // Far ahead of the machine's clock, so that jobs for later do not run by themselves.
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  [author, reader] = [await world.member(), await world.member()];
});
afterAll(() => world.close());

interface Track {
  readonly uploadId: string;
  readonly trackId: string;
  readonly url: string;
}

let titleCount = 0;
/** Later than the window of the spam check. */
const later = () => world.clock!.advance(660_000);

async function trackOf(
  by: FixtureMember,
  more: { visibility?: 'private'; isAdult?: boolean } = {},
): Promise<Track & { title: string }> {
  later();
  const fileId = await makeSound(world.ctx, by);
  const title = `Take ${titleCount++}`;
  const uploadId = await makeUpload(world.ctx, by, { content: title, fileIds: [fileId], ...more });
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, by);
  return { uploadId, trackId: files[0]!.trackId, url: files[0]!.url!, title };
}

async function setOf(form: { type?: 'set' | 'album'; visibility?: 'public' | 'link' | 'private' } = {}) {
  later();
  const body = { title: `Hushed set ${titleCount++}`, description: 'Hushed words', tags: 'hushedtag', ...form };
  const { id } = await world.ok('POST /sets', { body: { ...body, submitId: randomUUID() } }, author);
  return id;
}
const add = (itemId: string, { uploadId, trackId }: Track, as: As = author) =>
  world.call('POST /sets/:itemId/entries', { params: { itemId }, body: { track: { uploadId, trackId } } }, as);
const entriesOf = async (itemId: string, as: As | null = null, link?: string) =>
  (await world.ok('GET /sets/:itemId/entries', { params: { itemId }, query: { ...(link && { link }) } }, as)).items;
const titles = async (itemId: string, as: As | null = null) => (await entriesOf(itemId, as)).map((one) => one.title);

describe('a set', () => {
  test('is an ordered list of tracks and songs of its author, each of them once', async () => {
    const itemId = await setOf();
    const [one, two] = [await trackOf(author), await trackOf(reader)];
    expect((await add(itemId, one)).body).toEqual({ entryCount: 1 });
    expect((await add(itemId, two)).body).toEqual({ entryCount: 2 });
    later();
    const songId = await makeItem(world.ctx, 'song', reader, { title: 'Elsewhere', artist: 'Somebody' });
    const params = { itemId };
    await world.ok('POST /sets/:itemId/entries', { params, body: { songId } }, author);
    const { trackId, uploadId } = one;
    const again = { params, body: { track: { uploadId, trackId } } };
    await world.refused('POST /sets/:itemId/entries', again, author, 'already_in_set');
    await world.refused('POST /sets/:itemId/entries', { params, body: { songId } }, author, 'already_in_set');
    await world.refused('POST /sets/:itemId/entries', again, reader, 'forbidden');
    const wrong = { params, body: { track: { uploadId, trackId: two.trackId } } };
    await world.refused('POST /sets/:itemId/entries', wrong, author, 'track_not_found');
    const entries = await entriesOf(itemId);
    expect(entries.map((entry) => [entry.kind, entry.title])).toEqual([
      ['audio', one.title],
      ['audio', two.title],
      ['song', 'Elsewhere'],
    ]);
    expect(entries[0]!.sound).toMatchObject({ uploadId, trackId, url: one.url });
    expect(entries[2]).toMatchObject({ by: 'Somebody', sound: null, path: `/songs/${songId}`, mark: null });
    const item = await world.ok('GET /sets/:itemId', { params });
    expect(item.set).toEqual({ entryCount: 3, releaseAt: null, isScheduled: false });

    const move = (entryId: string, before: string | null, as = author) =>
      world.call('PUT /sets/:itemId/entries/:entryId/place', { params: { itemId, entryId }, body: { before } }, as);
    expect((await move(entries[2]!.id, entries[0]!.id)).status).toBe(200);
    expect(await titles(itemId)).toEqual(['Elsewhere', one.title, two.title]);
    expect((await move(entries[0]!.id, null)).status).toBe(200);
    expect(await titles(itemId)).toEqual(['Elsewhere', two.title, one.title]);
    expect((await move(entries[0]!.id, null, reader)).status).toBe(403);
    expect((await move(randomUUID(), null)).status).toBe(404);
    const entryId = entries[2]!.id;
    const out = await world.ok('DELETE /sets/:itemId/entries/:entryId', { params: { itemId, entryId } }, author);
    expect(out.entryCount).toBe(2);
  });

  test('keeps one order of all its entries when many move at once', async () => {
    const itemId = await setOf();
    const tracks = [];
    for (let count = 0; count < 6; count++) tracks.push(await trackOf(author));
    await Promise.all(tracks.map((track) => add(itemId, track)));
    const ids = (await entriesOf(itemId)).map((entry) => entry.id);
    expect(ids).toHaveLength(6);
    await Promise.all(
      ids.flatMap((entryId, index) => [
        world.call(
          'PUT /sets/:itemId/entries/:entryId/place',
          { params: { itemId, entryId }, body: { before: ids[(index + 3) % 6]! } },
          author,
        ),
        world.call(
          'PUT /sets/:itemId/entries/:entryId/place',
          { params: { itemId, entryId }, body: { before: null } },
          author,
        ),
      ]),
    );
    const after = await entriesOf(itemId);
    expect(new Set(after.map((entry) => entry.id))).toEqual(new Set(ids));
    const places = await world.ctx.db.rows<{ place: number }>(
      sql`SELECT place FROM set_entries WHERE set_id = ${itemId} ORDER BY place`,
    );
    expect(places.map((row) => row.place)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('leaves out what a reader may not see, and marks it for its author', async () => {
    const itemId = await setOf();
    const [gone, mine, adult, stays] = [
      await trackOf(reader),
      await trackOf(author, { visibility: 'private' }),
      await trackOf(await world.member({ adult: true }), { isAdult: true }),
      await trackOf(author),
    ];
    await world.ok('PUT /account/adult', { body: { adult: true } }, author);
    for (const track of [gone, mine, adult, stays]) expect((await add(itemId, track)).status).toBe(200);
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: gone.uploadId }, body: {} }, reader);
    expect(await titles(itemId)).toEqual([stays.title]);
    expect(await titles(itemId, reader)).toEqual([stays.title]);
    expect((await entriesOf(itemId, author)).map((entry) => [entry.title, entry.mark])).toEqual([
      [null, 'gone'],
      [mine.title, 'private'],
      [adult.title, 'adult'],
      [stays.title, null],
    ]);
    const other = await trackOf(reader, { visibility: 'private' });
    expect((await add(itemId, other)).status).toBe(404);
  });

  test('has at most 500 entries, a page at a time', async () => {
    const itemId = await setOf();
    await world.ctx.db.rows(sql`
      INSERT INTO set_entries (id, set_id, place, upload_id, track_id, added_at)
      SELECT gen_random_uuid(), ${itemId}::uuid, n, gen_random_uuid(), gen_random_uuid(), now() FROM generate_series(1, 500) n`);
    const track = await trackOf(author);
    expect((await add(itemId, track)).body).toMatchObject({ code: 'set_full' });
    let pages = 0;
    let seen = 0;
    for (let after: string | null = ''; after !== null; pages++) {
      const page: { items: unknown[]; next: string | null } = await world.ok(
        'GET /sets/:itemId/entries',
        { params: { itemId }, query: { ...(after !== '' && { after }) } },
        author,
      );
      seen += page.items.length;
      after = page.next;
    }
    expect([pages, seen]).toEqual([5, 500]);
    expect(await entriesOf(itemId)).toEqual([]);
  });
});

describe('a private set', () => {
  test('is in no list, search, feed, sitemap or activity, and opens by a secret link with its private tracks', async () => {
    const itemId = await setOf({ visibility: 'link' });
    const [inside, outside] = [
      await trackOf(author, { visibility: 'private' }),
      await trackOf(author, { visibility: 'private' }),
    ];
    await add(itemId, inside);
    await world.settle();
    for (const as of [null, reader]) {
      const lists = await Promise.all([
        world.call('GET /sets', {}, as),
        world.call('GET /sets', { query: { order: 'most-liked' } }, as),
        world.call('GET /sets', { query: { search: 'Hushed' } }, as),
        world.call('GET /sets', { query: { tag: 'hushedtag' } }, as),
        world.call('GET /sets', { query: { author: author.username } }, as),
        world.call('GET /profiles/:username/activity', { params: { username: author.username } }, as),
        world.get('/sets.atom', as),
        world.get('/sitemap-sharing.xml', as),
      ]);
      for (const { status, body } of lists) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(itemId);
      }
      const params = { itemId };
      await world.refused('GET /sets/:itemId', { params }, as, 'set_not_found');
      await world.refused('GET /sets/:itemId/entries', { params }, as, 'set_not_found');
      await world.refused('GET /sets/:itemId/replies', { params }, as, 'set_not_found');
    }
    const own = await world.ok('GET /sets/mine', { query: { list: 'waiting' } }, author);
    expect(own.items.map((item) => [item.id, item.visibility])).toContainEqual([itemId, 'private']);

    const body = { kind: 'set' as const, contentId: itemId, label: '', hours: null };
    const token = (await world.ok('POST /secret-links', { body }, author)).address.slice(3);
    const opened = await world.ok('POST /secret-links/open', { body: { token } });
    expect(opened.set).toMatchObject({ id: itemId, can: { edit: false, like: false } });
    const [entry] = await entriesOf(itemId, null, token);
    expect(entry).toMatchObject({ title: inside.title, mark: null, path: null });
    expect((await world.get(entry!.sound!.url)).status).toBe(200);
    expect((await world.get(`${inside.url}?link=${token}`)).status).toBe(200);
    expect((await world.get(`${outside.url}?link=${token}`)).status).toBe(404);
    await world.ok('PUT /sets/:itemId/visibility', { params: { itemId }, body: { visibility: 'private' } }, author);
    expect((await world.get(entry!.sound!.url)).status).toBe(404);
    expect((await world.call('POST /secret-links/open', { body: { token } })).status).toBe(404);
  });
});

describe('an album', () => {
  test('opens with its private tracks at its hour, and not before', async () => {
    const itemId = await setOf({ type: 'album', visibility: 'private' });
    const track = await trackOf(author, { visibility: 'private' });
    await add(itemId, track);
    const at = world.clock!.now().getTime();
    const when = (ms: number) => new Date(at + ms).toISOString();
    const schedule = (releaseAt: string) =>
      world.ok(
        'PUT /sets/:itemId/visibility',
        { params: { itemId }, body: { visibility: 'public', releaseAt } },
        author,
      );
    await world.refused(
      'PUT /sets/:itemId/visibility',
      { params: { itemId }, body: { visibility: 'public', releaseAt: when(400 * 86_400_000) } },
      author,
      'release_too_far',
    );
    const first = await schedule(when(3_600_000));
    expect(first).toMatchObject({ visibility: 'private', set: { isScheduled: true, releaseAt: when(3_600_000) } });
    // A later time takes the place of the earlier one.
    await schedule(when(7_200_000));
    const open = async (time: number) => {
      world.clock!.set(new Date(at + time));
      await world.ctx.db.tx((tx) =>
        world.ctx.jobs.enqueue(tx, openSetJob, { setId: itemId, at: when(time < 7_200_000 ? 3_600_000 : 7_200_000) }),
      );
      await world.settle();
    };
    // Everybody but whom its author blocks reads its title before.
    const params = { itemId };
    const album = { title: first.title, releaseAt: when(7_200_000), entryCount: 1, author: { id: author.profileId } };
    for (const anybody of [reader, null])
      expect(await world.ok('GET /sets/:itemId/countdown', { params }, anybody)).toMatchObject(album);
    const blocked = await world.member();
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, author);
    await world.refused('GET /sets/:itemId/countdown', { params }, blocked, 'set_not_found');
    await open(3_700_000);
    await world.refused('GET /sets/:itemId', { params: { itemId } }, reader, 'set_not_found');
    await world.refused('GET /uploads/:uploadId', { params: { uploadId: track.uploadId } }, reader, 'upload_not_found');
    await open(7_200_000);
    const item = await world.ok('GET /sets/:itemId', { params: { itemId } }, reader);
    expect(item).toMatchObject({ visibility: 'published', createdAt: when(7_200_000), set: { isScheduled: false } });
    await world.refused('GET /sets/:itemId/countdown', { params }, reader, 'set_not_found');
    expect(await titles(itemId, reader)).toEqual([track.title]);
    expect((await world.get(track.url)).status).toBe(200);
    const { items } = await world.ok('GET /sets', {});
    expect(items[0]!.id).toBe(itemId);
  });

  test('that is taken back before its hour stays closed', async () => {
    const itemId = await setOf({ type: 'album', visibility: 'private' });
    const releaseAt = new Date(world.clock!.now().getTime() + 60_000).toISOString();
    const change = (body: { visibility: 'public' | 'private'; releaseAt?: string }) =>
      world.ok('PUT /sets/:itemId/visibility', { params: { itemId }, body }, author);
    await change({ visibility: 'public', releaseAt });
    await change({ visibility: 'private' });
    await world.refused('GET /sets/:itemId/countdown', { params: { itemId } }, reader, 'set_not_found');
    world.clock!.advance(120_000);
    await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, openSetJob, { setId: itemId, at: releaseAt }));
    await world.settle();
    await world.refused('GET /sets/:itemId', { params: { itemId } }, reader, 'set_not_found');
  });

  /** A scheduled album of one private track. @returns what happens at its hour, in an hour, as `open` */
  async function scheduled() {
    const itemId = await setOf({ type: 'album', visibility: 'private' });
    const track = await trackOf(author, { visibility: 'private' });
    await add(itemId, track);
    const releaseAt = new Date(world.clock!.now().getTime() + 3_600_000);
    const at = releaseAt.toISOString();
    const params = { itemId };
    await world.ok('PUT /sets/:itemId/visibility', { params, body: { visibility: 'public', releaseAt: at } }, author);
    const open = async () => {
      world.clock!.set(releaseAt);
      await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, openSetJob, { setId: itemId, at }));
      await world.settle();
    };
    return { params, upload: { params: { uploadId: track.uploadId } }, open };
  }

  test.each(['its author', 'a moderator'])(
    'that %s has removed opens nothing at its hour, and is private and not scheduled once it is restored',
    async (who) => {
      const remover = who === 'its author' ? author : await world.member({ moderator: true });
      const { params, upload, open } = await scheduled();
      await world.ok('DELETE /sets/:itemId', { params, body: { reason: 'Not now' } }, remover);
      await open();
      await world.refused('GET /uploads/:uploadId', upload, reader, 'upload_not_found');
      await world.ok('POST /sets/:itemId/restore', { params }, remover);
      expect(await world.ok('GET /sets/:itemId', { params }, author)).toMatchObject({
        visibility: 'private',
        set: { isScheduled: false },
      });
      await world.refused('GET /sets/:itemId/countdown', { params }, reader, 'set_not_found');
      const published = { params, body: { visibility: 'public' as const } };
      expect((await world.ok('PUT /sets/:itemId/visibility', published, author)).visibility).toBe('published');
    },
  );

  test.each(['suspended_until', 'silenced_until'])('of an author with %s opens nothing at its hour', async (column) => {
    const { params, upload, open } = await scheduled();
    const until = new Date(world.clock!.now().getTime() + 86_400_000);
    await world.ctx.db.rows(sql`UPDATE profiles SET ${sql.raw(column)} = ${until} WHERE id = ${author.profileId}`);
    await open();
    await world.refused('GET /uploads/:uploadId', upload, reader, 'upload_not_found');
    await world.ctx.db.rows(sql`UPDATE profiles SET ${sql.raw(column)} = NULL WHERE id = ${author.profileId}`);
    expect(await world.ok('GET /sets/:itemId', { params }, author)).toMatchObject({
      visibility: 'private',
      set: { isScheduled: false },
    });
  });

  test('that has become a set opens nothing at its hour', async () => {
    const { params, upload, open } = await scheduled();
    await world.ctx.db.rows(sql`UPDATE sets SET set_type = 'set' WHERE id = ${params.itemId}`);
    await open();
    await world.refused('GET /uploads/:uploadId', upload, reader, 'upload_not_found');
    expect((await world.ok('GET /sets/:itemId', { params }, author)).visibility).toBe('private');
  });

  test('that is held at its hour keeps its private tracks', async () => {
    const { params, upload, open } = await scheduled();
    await world.ctx.db.rows(sql`UPDATE sets SET state = 'held' WHERE id = ${params.itemId}`);
    await open();
    await world.refused('GET /uploads/:uploadId', upload, reader, 'upload_not_found');
    await world.refused('GET /sets/:itemId', { params }, reader, 'set_not_found');
  });

  test('whose words a crowd of accounts has published waits for staff at its hour', async () => {
    const { params, open } = await scheduled();
    const words = await wholeWords(world.ctx.db, contentType('set')!, params.itemId);
    const soon = new Date(world.clock!.now().getTime() + 3_000_000);
    await world.ctx.db.rows(sql`
      INSERT INTO text_prints (fingerprint, author_id, at)
      SELECT ${contentFingerprint(words.shown)}, gen_random_uuid(), ${soon} FROM generate_series(1, 14)`);
    await open();
    expect((await world.ok('GET /sets/:itemId', { params }, author)).visibility).toBe('held');
  });

  test('that was removed and restored before its hour opens at it', async () => {
    const { params, upload, open } = await scheduled();
    await world.ok('DELETE /sets/:itemId', { params, body: {} }, author);
    await world.ok('POST /sets/:itemId/restore', { params }, author);
    await open();
    expect((await world.ok('GET /sets/:itemId', { params }, reader)).visibility).toBe('published');
    await world.ok('GET /uploads/:uploadId', upload, reader);
  });

  test('has no title with private information where everybody counts down to it', async () => {
    const title = 'Booking call +49 170 5550123';
    later();
    const form = { title, description: '', tags: '', type: 'album', visibility: 'private' as const };
    const { id: itemId } = await world.ok('POST /sets', { body: { ...form, submitId: randomUUID() } }, author);
    const params = { itemId };
    const releaseAt = new Date(world.clock!.now().getTime() + 3_600_000).toISOString();
    const schedule = { params, body: { visibility: 'public' as const, releaseAt } };
    await world.refused('PUT /sets/:itemId/visibility', schedule, author, 'private_information');
    await world.refused('GET /sets/:itemId/countdown', { params }, reader, 'set_not_found');
    const rename = (to: string, baseVersion: number) => ({ params, body: { ...form, title: to, baseVersion } });
    await world.ok('PATCH /sets/:itemId', rename('Booked', 1), author);
    await world.ok('PUT /sets/:itemId/visibility', schedule, author);
    await world.refused('PATCH /sets/:itemId', rename(title, 2), author, 'private_information');
    expect((await world.ok('GET /sets/:itemId/countdown', { params }, reader)).title).toBe('Booked');
    // What nobody reads before its hour is checked at it.
    const quiet = { params, body: { ...form, title: 'Booked', description: title, baseVersion: 2 } };
    await world.ok('PATCH /sets/:itemId', quiet, author);
  });
});

test('a member’s public sets and albums are on their profile, which has no place for them without any', async () => {
  const owner = await world.member();
  const adult = await world.member({ adult: true });
  const params = { username: owner.username };
  const has = async (as: As | null) => (await world.ok('GET /profiles/:username/page', { params }, as)).hasSets;
  const listed = async (as: As | null) =>
    (await world.ok('GET /sets', { query: { author: owner.username } }, as)).items.map(({ id }) => id);
  const setId = await makeItem(world.ctx, 'set', owner, { title: 'Hushed' });
  await world.ctx.db.rows(sql`UPDATE sets SET state = 'private' WHERE id = ${setId}`);
  for (const as of [null, owner]) expect([await has(as), await listed(as)]).toEqual([false, []]);
  await world.ctx.db.rows(sql`UPDATE sets SET state = 'published', is_adult = true WHERE id = ${setId}`);
  expect([await has(reader), await listed(reader)]).toEqual([false, []]);
  expect([await has(adult), await listed(adult)]).toEqual([true, [setId]]);
  later();
  const albumId = await makeItem(world.ctx, 'set', owner, { title: 'Spoken', type: 'album' });
  expect([await has(null), await listed(null)]).toEqual([true, [albumId]]);
  // Who has blocked the owner sees the profile, and none of the sets.
  const blocker = await world.member();
  expect(await has(blocker)).toBe(true);
  await blockMember(world.ctx, blocker.profileId, owner.profileId);
  expect([await has(blocker), await listed(blocker)]).toEqual([false, []]);
  await world.ok('DELETE /sets/:itemId', { params: { itemId: albumId }, body: {} }, owner);
  expect([await has(null), await listed(null)]).toEqual([false, []]);
});
