import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { pngOf } from '#site/testing/png.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import type { Input } from '#site/contract/contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  await setSiteSetting(world.ctx, 'spamUploads', 1000);
});
afterAll(() => world.close());

const party = partyCalls(() => world);
const elder = (more: object = {}) => party.elder({ adult: true, ...more });
const read = (uploadId: string, as: As | null = null) =>
  world.ok('GET /uploads/:uploadId', { params: { uploadId } }, as);
const details = { tempo: null, key: null, genre: null, date: null, isrc: null };
const PUT = 'PUT /uploads/:uploadId/tracks/:trackId/details';

interface Place {
  readonly uploadId: string;
  readonly trackId: string;
}
const choose = ({ uploadId, trackId }: Place, more: object, as: As) =>
  world.ok(PUT, { params: { uploadId, trackId }, body: { ...details, ...more } }, as);

/** A processed picture, staged. */
async function picture(by: FixtureMember, color: string): Promise<string> {
  const id = await makeFile(world.ctx, by, await pngOf(color), { purpose: 'cover', name: 'front.png' });
  await world.settle();
  return id;
}

/** An upload with sounds of these names, and its tracks. */
async function uploadOf(by: FixtureMember, names: readonly string[], more: Parameters<typeof makeUpload>[2] = {}) {
  const fileIds: string[] = [];
  for (const name of names) fileIds.push(await makeSound(world.ctx, by, { name }));
  await world.ctx.db.rows(sql`UPDATE files SET duration_ms = 180000 WHERE id = ANY(${fileIds}::uuid[])`);
  const uploadId = await makeUpload(world.ctx, by, { content: `Both sides ${randomUUID()}`, fileIds, ...more });
  const { files } = await read(uploadId, by);
  return files.map(({ trackId }) => ({ uploadId, trackId }));
}

/** Addresses of the cover of a track, as readers of its upload have them. */
const coversOf = async ({ uploadId, trackId }: Place, as: As | null = null): Promise<string[]> => {
  const file = (await read(uploadId, as)).files.find((one) => one.trackId === trackId)!;
  return file.renditions.filter(({ name }) => name.startsWith('cover-')).map(({ url }) => url);
};

describe('several tracks of one upload', () => {
  it('have their own titles and covers everywhere', async () => {
    const author = await elder({ displayName: 'Ada' });
    const [a, b] = (await uploadOf(author, ['Side A.wav', 'Side B.wav'])) as [Place, Place];
    await choose(a, { coverFileId: await picture(author, '#aa0000') }, author);
    await choose(b, { coverFileId: await picture(author, '#0000aa') }, author);
    const [red, blue] = [(await coversOf(a))[0]!, (await coversOf(b))[0]!];
    expect(red).not.toBe(blue);
    const both = [
      ['Side A', red],
      ['Side B', blue],
    ];
    const { uploadId } = a;
    const { id: setId } = await world.ok('POST /sets', { body: { title: 'A set', submitId: randomUUID() } }, author);
    for (const track of [a, b])
      await world.ok('POST /sets/:itemId/entries', { params: { itemId: setId }, body: { track } }, author);
    const room = await party.host(author);
    await party.join(room, author);
    for (const track of [a, b]) {
      await party.queue(room, author, track);
      world.clock!.advance(1000);
    }
    const songs: string[] = [];
    for (const track of [a, b]) {
      world.clock!.advance(660_000);
      const form = { title: `A song ${randomUUID()}`, track, submitId: randomUUID() };
      songs.push((await world.ok('POST /songs', { body: form }, author)).id);
    }
    const pairs = (items: readonly { title: string | null; artwork: readonly { src: string }[] }[]) =>
      items.map(({ title, artwork }) => [title, artwork[0]?.src]);
    const page = async (address: string) => (await world.get(address)).body as string;
    const framed = async (address: string) => {
      const [, data] = /id="data">(.*?)<\/script>/.exec(await page(address))!;
      return (JSON.parse(data!) as { title: string; cover: string }[]).map(({ title, cover }) => [title, cover]);
    };
    const surfaces: Readonly<Record<string, () => Promise<unknown>>> = {
      async set() {
        const { items } = await world.ok('GET /sets/:itemId/entries', { params: { itemId: setId } });
        return items.map(({ title, sound }) => [title, sound?.artwork[0]?.src]);
      },
      'queue of a party': async () => pairs((await party.stageOf(room, author)).queue),
      'stage of a party, then its next track': async () => {
        await party.drive(room, author, 'play');
        const first = (await party.stageOf(room, author)).stage.item!;
        expect((await world.ok('GET /parties/:partyId/card', party.at(room))).playing).toMatchObject({
          title: 'Side A',
          artwork: [{ src: red }],
        });
        expect(await page(`/embed/party/${room}`)).toContain(red);
        await party.drive(room, author, 'next');
        return pairs([first, (await party.stageOf(room, author)).stage.item!]);
      },
      async 'record of a party'() {
        await world.ok('POST /parties/:partyId/end', party.at(room), author);
        const { items } = await world.ok('GET /parties/:partyId/record', party.at(room), author);
        return pairs(items.map(({ item }) => item));
      },
      'small player of the upload': () => framed(`/embed/track/${uploadId}`),
      'small player of the set': () => framed(`/embed/set/${setId}`),
      async songs() {
        const items = await Promise.all(songs.map((itemId) => world.ok('GET /songs/:itemId', { params: { itemId } })));
        return items.map(({ sound, cover }) => [sound!.title, cover[0]?.src]);
      },
    };
    for (const [name, shown] of Object.entries(surfaces)) expect([name, await shown()]).toEqual([name, both]);
    const oembed = async (path: string, more = '') =>
      (await world.get(`/oembed?url=${encodeURIComponent(world.ctx.siteUrl + path)}${more}`)).body;
    const thumbnail = { thumbnail_url: world.ctx.siteUrl + red, thumbnail_width: 64, thumbnail_height: 48 };
    // The list of two tracks is in sight; a set shows the cover of its first track.
    expect(await oembed(`/uploads/${uploadId}`)).toMatchObject({ height: 244, ...thumbnail });
    expect(await oembed(`/sets/${setId}`)).toMatchObject({ height: 320, ...thumbnail });
    expect(await oembed(`/uploads/${uploadId}`, '&maxwidth=63')).not.toHaveProperty('thumbnail_url');
    const choices = await world.ok('GET /search/tracks', { query: { own: 'true' } }, author);
    expect(choices.items.map(({ title }) => title)).toEqual(['Side A', 'Side B']);
  });

  it('have one cover where their author says so, and each its own again', async () => {
    const author = await elder();
    const [a, b] = (await uploadOf(author, ['one.wav', 'two.wav'])) as [Place, Place];
    const [first, second] = [await picture(author, '#aa0000'), await picture(author, '#00aa00')];
    await choose(a, { coverFileId: first, isCoverForAll: true }, author);
    expect(await coversOf(b)).toEqual(await coversOf(a));
    await choose(b, { coverFileId: second }, author);
    expect(await coversOf(b)).not.toEqual(await coversOf(a));
    // What is there stays while a form says nothing of it, and goes to all when that is ticked.
    await choose(a, { isCoverForAll: true }, author);
    expect(await coversOf(b)).toEqual(await coversOf(a));
    expect(await stateOf(second)).toBe('removed');
  });
});

const stateOf = async (fileId: string): Promise<string | undefined> =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM files WHERE id = ${fileId}`))[0]?.state;

describe('a cover', () => {
  it('takes the place of the picture inside the sound, which comes back with its end or is hidden', async () => {
    const author = await elder();
    const [track] = (await uploadOf(author, ['one.wav'])) as [Place];
    const { id: fileId } = (await read(track.uploadId)).files[0]!;
    const found = '/files/audio/found/cover-original.webp';
    await world.ctx.db.rows(sql`
      INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
      VALUES (${fileId}, 'cover-original', ${found.slice(7)}, 'image/webp', 3, 90, 90)`);
    const GET = 'GET /uploads/:uploadId/tracks/:trackId/details';
    const cover = async () => (await world.ok(GET, { params: { ...track } }, author)).cover;
    expect(await cover()).toEqual({ chosen: null, found, hidesFound: false });
    expect(await coversOf(track)).toEqual([found]);
    const chosen = await picture(author, '#aa0000');
    await choose(track, { coverFileId: chosen }, author);
    expect(await coversOf(track)).not.toContain(found);
    expect(await cover()).toMatchObject({ chosen: { id: chosen }, found });
    await choose(track, {}, author);
    expect(await coversOf(track)).not.toContain(found);
    await choose(track, { coverFileId: null }, author);
    expect(await coversOf(track)).toEqual([found]);
    await choose(track, { hidesFoundCover: true }, author);
    expect(await coversOf(track)).toEqual([]);
    expect((await read(track.uploadId)).files[0]!.placeholder).toBeNull();
  });

  it('is chosen by the author alone, from pictures of their own that nothing uses', async () => {
    const [author, other, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const [track] = (await uploadOf(author, ['one.wav'])) as [Place];
    const own = await picture(author, '#aa0000');
    const params = { ...track };
    for (const stranger of [other, staff])
      await world.refused(PUT, { params, body: { ...details, coverFileId: own } }, stranger, 'forbidden');
    const used = await makeFile(world.ctx, author, await pngOf('#00aa00'), { purpose: 'upload' });
    await makeUpload(world.ctx, author, { fileIds: [used] });
    const sound = await makeSound(world.ctx, author);
    for (const coverFileId of [await picture(other, '#0000aa'), used, sound, randomUUID()])
      await world.refused(PUT, { params, body: { ...details, coverFileId } }, author, 'file_not_usable');
    expect(await coversOf(track)).toEqual([]);
    await choose(track, { coverFileId: own }, author);
    // Nor is it a picture of the upload.
    expect((await read(track.uploadId)).files).toHaveLength(1);
  });

  it('is there for whom the upload is', async () => {
    const [author, reader] = [await elder(), await world.member()];
    const [track] = (await uploadOf(author, ['one.wav'])) as [Place];
    await choose(track, { coverFileId: await picture(author, '#aa0000') }, author);
    const [url] = (await coversOf(track)) as [string];
    const link = { kind: 'upload' as const, contentId: track.uploadId, label: '', hours: null };
    const address = (await world.ok('POST /secret-links', { body: link }, author)).address.slice(3);
    const statuses = async () =>
      await Promise.all([null, reader, author].map(async (as) => (await world.get(url, as)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const states = [
      [sql`state = 'private'`, 404, 200],
      [sql`state = 'held'`, 404, 404],
      [sql`state = 'removed', removed_at = now(), removed_by = author_id`, 404, 404],
      [sql`is_adult = true`, 404, 404],
    ] as const;
    for (const [set, status, byLink] of states) {
      await world.ctx.db.rows(
        sql`UPDATE uploads SET state = 'published', is_adult = false WHERE id = ${track.uploadId}`,
      );
      await world.ctx.db.rows(sql`UPDATE uploads SET ${set} WHERE id = ${track.uploadId}`);
      world.ctx.pages.drop();
      expect((await statuses()).slice(0, 2)).toEqual([status, status]);
      expect((await world.get(`${url}?link=${address}`)).status).toBe(byLink);
    }
  });

  it('goes with its track, its replacement and its upload, from the storage too', async () => {
    const author = await elder();
    const [a, b] = (await uploadOf(author, ['one.wav', 'two.wav'])) as [Place, Place];
    const [first, second, third] = [
      await picture(author, '#aa0000'),
      await picture(author, '#00aa00'),
      await picture(author, '#0000aa'),
    ] as [string, string, string];
    const keys = await world.ctx.db.rows<{ key: string }>(
      sql`SELECT key FROM file_renditions WHERE file_id = ANY(${[first, second, third]}::uuid[])`,
    );
    await choose(a, { coverFileId: first }, author);
    await choose(b, { coverFileId: second }, author);
    await choose(a, { coverFileId: third }, author);
    expect(await Promise.all([first, second, third].map(stateOf))).toEqual(['removed', 'claimed', 'claimed']);
    const { uploadId } = a;
    const { version, source } = await read(uploadId, author);
    const body = { content: source!, trackIds: [a.trackId], baseVersion: version };
    await world.ok('PATCH /uploads/:uploadId', { params: { uploadId }, body }, author);
    expect(await Promise.all([second, third].map(stateOf))).toEqual(['removed', 'claimed']);
    expect(await coversOf(a)).toHaveLength(1);
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: {} }, author);
    world.clock!.advance(1000);
    await purgeRemoved(world.ctx, world.clock!.now());
    await cleanFiles(world.ctx);
    expect(await Promise.all([first, second, third].map(stateOf))).toEqual([undefined, undefined, undefined]);
    for (const { key } of keys) expect(await world.ctx.storage.read(key)).toBeNull();
  });

  it('that was hidden with something else puts the upload before staff', async () => {
    const author = await elder();
    const [track] = (await uploadOf(author, ['one.wav'])) as [Place];
    const cover = await picture(author, '#123123');
    await world.ctx.db.rows(sql`
      INSERT INTO blocked_files (sha256, content_id, created_at) SELECT sha256, ${randomUUID()}, now() FROM files WHERE id = ${cover}`);
    await choose(track, { coverFileId: cover }, author);
    expect((await read(track.uploadId, author)).visibility).toBe('held');
    await world.refused('GET /uploads/:uploadId', { params: { uploadId: track.uploadId } }, null, 'upload_not_found');
  });
});

describe('a cover that is chosen with a new upload', () => {
  const sent = (fileIds: readonly string[], covers: readonly object[], more: object = {}) => ({
    body: {
      content: `Cut ${randomUUID()}`,
      fileIds,
      covers,
      submitId: randomUUID(),
      ...more,
    } as Input<'POST /uploads'>['body'],
  });

  it('is that of its sound, or of several, and of no other', async () => {
    const author = await elder();
    const sounds: string[] = [];
    for (const name of ['one.wav', 'two.wav', 'three.wav', 'four.wav'])
      sounds.push(await makeSound(world.ctx, author, { name }));
    const [red, blue] = [await picture(author, '#aa0000'), await picture(author, '#0000aa')];
    const covers = [
      { fileId: sounds[0], coverFileId: red },
      { fileId: sounds[2], coverFileId: blue },
      { fileId: sounds[3], coverFileId: red },
    ];
    const { id: uploadId } = await world.ok('POST /uploads', sent(sounds, covers), author);
    const { files } = await read(uploadId);
    const [one, two, three, four] = await Promise.all(files.map(({ trackId }) => coversOf({ uploadId, trackId })));
    expect(files).toHaveLength(4);
    expect(one).toHaveLength(1);
    expect(four).toEqual(one);
    expect(two).toEqual([]);
    expect(three).toHaveLength(1);
    expect(three).not.toEqual(one);
    expect((await world.get(one![0]!)).status).toBe(200);
    // The change that comes later starts from it.
    const place = { uploadId, trackId: files[0]!.trackId };
    await choose(place, { coverFileId: null }, author);
    expect([await coversOf(place), await stateOf(red)]).toEqual([[], 'claimed']);
  });

  it('is a picture of the member that nothing uses, for a sound of the upload', async () => {
    const [author, other] = [await elder(), await elder()];
    const [sound, own, within, theirs] = [
      await makeSound(world.ctx, author),
      await picture(author, '#aa0000'),
      await picture(author, '#00aa00'),
      await picture(other, '#0000aa'),
    ];
    const used = await makeFile(world.ctx, author, await pngOf('#010203'), { purpose: 'upload' });
    await makeUpload(world.ctx, author, { fileIds: [used] });
    const refused: Readonly<Record<string, readonly object[]>> = {
      'a picture of somebody else': [{ fileId: sound, coverFileId: theirs }],
      'a picture of another upload': [{ fileId: sound, coverFileId: used }],
      'a picture of this upload': [{ fileId: sound, coverFileId: within }],
      'a sound': [{ fileId: sound, coverFileId: await makeSound(world.ctx, author) }],
      'the sound itself': [{ fileId: sound, coverFileId: sound }],
      'no file': [{ fileId: sound, coverFileId: randomUUID() }],
      'one of several that is not usable': [
        { fileId: sound, coverFileId: own },
        { fileId: sound, coverFileId: theirs },
      ],
      'the cover of a picture': [{ fileId: within, coverFileId: own }],
      'the cover of a sound that is not in the upload': [
        { fileId: await makeSound(world.ctx, author), coverFileId: own },
      ],
    };
    for (const [name, covers] of Object.entries(refused)) {
      const { status, body } = await world.call('POST /uploads', sent([sound, within], covers), author);
      expect([name, status, (body as { code?: string }).code]).toEqual([name, 409, 'file_not_usable']);
    }
    const many = Array.from({ length: 21 }, () => ({ fileId: sound, coverFileId: own }));
    await world.refused('POST /uploads', sent([sound], many), author, 'invalid');
    expect(await Promise.all([sound, own, within].map(stateOf))).toEqual(['staged', 'staged', 'staged']);
  });

  it('that is sent twice at once makes one upload, and is used once', async () => {
    const author = await elder();
    const [sound, again, own] = [
      await makeSound(world.ctx, author),
      await makeSound(world.ctx, author),
      await picture(author, '#aa0000'),
    ];
    const same = sent([sound], [{ fileId: sound, coverFileId: own }]);
    const answers = await Promise.all([1, 2].map(() => world.ok('POST /uploads', same, author)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await world.refused(
      'POST /uploads',
      sent([again], [{ fileId: again, coverFileId: own }]),
      author,
      'file_not_usable',
    );
  });

  it('that was hidden with something else puts the upload before staff, and is not there for others', async () => {
    const author = await elder();
    const [sound, cover] = [await makeSound(world.ctx, author), await picture(author, '#321321')];
    await world.ctx.db.rows(sql`
      INSERT INTO blocked_files (sha256, content_id, created_at) SELECT sha256, ${randomUUID()}, now() FROM files WHERE id = ${cover}`);
    const made = await world.ok('POST /uploads', sent([sound], [{ fileId: sound, coverFileId: cover }]), author);
    expect(made.visibility).toBe('held');
    const { files } = await read(made.id, author);
    const [url] = await coversOf({ uploadId: made.id, trackId: files[0]!.trackId }, author);
    expect((await world.get(url!, null)).status).toBe(404);
  });

  it('of an 18+ upload is for adults', async () => {
    const [author, reader] = [await elder(), await world.member()];
    const [sound, cover] = [await makeSound(world.ctx, author), await picture(author, '#aa0000')];
    const form = sent([sound], [{ fileId: sound, coverFileId: cover }], { isAdult: true });
    const { id: uploadId } = await world.ok('POST /uploads', form, author);
    const { files } = await read(uploadId, author);
    const [url] = await coversOf({ uploadId, trackId: files[0]!.trackId }, author);
    const statuses = await Promise.all([null, reader, author].map(async (as) => (await world.get(url!, as)).status));
    expect(statuses).toEqual([404, 404, 200]);
  });
});

describe('a set without a cover of its own', () => {
  interface Made {
    readonly author: FixtureMember;
    readonly id: string;
    readonly tracks: readonly [Place, Place];
    readonly covers: readonly [string, string];
  }

  /** A set with two tracks of uploads of their own, each with a cover. */
  async function setOf(more: { isAdult?: boolean; asSong?: boolean; firstBy?: FixtureMember } = {}): Promise<Made> {
    const author = await elder();
    const { id } = await world.ok(
      'POST /sets',
      { body: { title: `Set ${randomUUID()}`, submitId: randomUUID(), isAdult: more.isAdult ?? false } },
      author,
    );
    const made: { track: Place; cover: string }[] = [];
    for (const [name, color] of [
      ['one.wav', '#aa0000'],
      ['two.wav', '#0000aa'],
    ] as const) {
      const by = made.length === 0 ? (more.firstBy ?? author) : author;
      const [track] = (await uploadOf(by, [name])) as [Place];
      await choose(track, { coverFileId: await picture(by, color) }, by);
      const song = { title: `A song ${randomUUID()}`, track, submitId: randomUUID() };
      const body = more.asSong ? { songId: (await world.ok('POST /songs', { body: song }, author)).id } : { track };
      if (more.asSong) world.clock!.advance(660_000);
      await world.ok('POST /sets/:itemId/entries', { params: { itemId: id }, body }, author);
      made.push({ track, cover: (await coversOf(track, by))[0]! });
    }
    const [a, b] = made as [(typeof made)[0], (typeof made)[0]];
    return { author, id, tracks: [a.track, b.track], covers: [a.cover, b.cover] };
  }

  const setSound = (uploadId: string, change: SQL) =>
    world.ctx.db.rows(sql`UPDATE uploads SET ${change} WHERE id = ${uploadId}`);
  const shownTo = async (id: string, as: As | null): Promise<string | undefined> => {
    const { cover } = await world.ok('GET /sets/:itemId', { params: { itemId: id } }, as);
    return cover[0]?.src;
  };

  it('shows that of its first track wherever it stands, and its own once it has one', async () => {
    const { author, id, covers } = await setOf();
    const [red] = covers;
    const listed = (items: readonly { id: string; cover: readonly { src: string }[] }[]) =>
      items.find((item) => item.id === id)?.cover[0]?.src;
    const link = { kind: 'set' as const, contentId: id, label: '', hours: null };
    const token = (await world.ok('POST /secret-links', { body: link }, author)).address.slice(3);
    const surfaces: Readonly<Record<string, () => Promise<string | undefined>>> = {
      page: () => shownTo(id, null),
      list: async () => listed((await world.ok('GET /sets', {})).items),
      'list of its author': async () =>
        listed((await world.ok('GET /sets', { query: { author: author.username } }, author)).items),
      frame: async () =>
        /<img id="cover"[^>]* src="([^"]+)"/.exec((await world.get(`/embed/set/${id}`)).body as string)?.[1],
      oEmbed: async () => {
        const { body } = await world.get(`/oembed?url=${encodeURIComponent(`${world.ctx.siteUrl}/sets/${id}`)}`);
        return (body as { thumbnail_url?: string }).thumbnail_url?.slice(world.ctx.siteUrl.length);
      },
      'secret link': async () =>
        (await world.ok('POST /secret-links/open', { body: { token } })).set!.cover[0]?.src.split('?')[0],
    };
    for (const [name, shown] of Object.entries(surfaces)) expect([name, await shown()]).toEqual([name, red]);
    const own = await makeFile(world.ctx, author, await pngOf('#00aa00'), {
      purpose: 'sharing_preview',
      name: 'own.png',
    });
    await world.settle();
    const { title, version } = await world.ok('GET /sets/:itemId', { params: { itemId: id } }, author);
    const body = { title, previewFileId: own, baseVersion: version };
    await world.ok('PATCH /sets/:itemId', { params: { itemId: id }, body }, author);
    const { preview } = await world.ok('GET /sets/:itemId', { params: { itemId: id } });
    for (const [name, shown] of Object.entries(surfaces))
      expect([name, await shown()]).toEqual([name, preview!.renditions.find(({ width }) => width !== null)!.url]);
  });

  it.each([false, true])('never shows that of a track that the reader may not see; as a song: %s', async (asSong) => {
    const { author, id, tracks, covers } = await setOf({ asSong });
    const [red, blue] = covers;
    const [adult, staff] = [await world.member({ adult: true }), await world.member({ moderator: true })];
    const states = [
      ['published', sql`state = 'published'`, [red, red, red, red]],
      // Its author hears their own private track in their own set; a song is there for nobody without its track.
      ['private', sql`state = 'private'`, [blue, blue, blue, red]],
      ['held', sql`state = 'held'`, [blue, blue, blue, blue]],
      ['removed', sql`state = 'removed', removed_at = now(), removed_by = author_id`, [blue, blue, blue, blue]],
      ['18+', sql`is_adult = true`, [blue, blue, blue, blue]],
    ] as const;
    for (const [name, change, expected] of states) {
      await setSound(
        tracks[0].uploadId,
        sql`state = 'published', is_adult = false, removed_at = NULL, removed_by = NULL`,
      );
      await setSound(tracks[0].uploadId, change);
      world.ctx.pages.drop();
      const shown = [];
      for (const as of [null, adult, staff, author]) shown.push(await shownTo(id, as));
      expect([name, ...shown]).toEqual([name, ...expected]);
    }
    await setSound(tracks[1].uploadId, sql`state = 'held'`);
    expect(await shownTo(id, null)).toBeUndefined();
  });

  it('shows an 18+ cover where the set is 18+, to adults', async () => {
    const { id, tracks, covers } = await setOf({ isAdult: true });
    await setSound(tracks[0].uploadId, sql`is_adult = true`);
    const [adult, minor] = [await world.member({ adult: true }), await world.member()];
    expect(await shownTo(id, adult)).toBe(covers[0]);
    for (const as of [null, minor])
      await world.refused('GET /sets/:itemId', { params: { itemId: id } }, as, 'adults_only');
  });

  it('shows no cover of who has blocked the reader', async () => {
    const [stranger, reader] = [await elder(), await world.member()];
    const { id, covers } = await setOf({ firstBy: stranger });
    expect(await shownTo(id, reader)).toBe(covers[0]);
    await world.ctx.db.rows(
      sql`INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (${stranger.profileId}, ${reader.profileId}, now())`,
    );
    await world.ctx.db.rows(
      sql`UPDATE profiles SET has_blocks = true WHERE id IN (${stranger.profileId}, ${reader.profileId})`,
    );
    expect(await shownTo(id, reader)).toBe(covers[1]);
  });

  it('opens the covers of its private tracks to who comes by a link to it', async () => {
    const { author, id, tracks, covers } = await setOf();
    await setSound(tracks[0].uploadId, sql`state = 'private'`);
    const link = { kind: 'set' as const, contentId: id, label: '', hours: null };
    const token = (await world.ok('POST /secret-links', { body: link }, author)).address.slice(3);
    const { set } = await world.ok('POST /secret-links/open', { body: { token } });
    const { src } = set!.cover[0]!;
    expect(src).toBe(`${covers[0]}?link=${token}`);
    expect((await world.get(src)).status).toBe(200);
    expect((await world.get(covers[0])).status).toBe(404);
  });

  it('is read in as many queries for a page of sets as for one', async () => {
    const author = await elder();
    const [track] = (await uploadOf(author, ['one.wav'])) as [Place];
    const count = async (): Promise<number> => {
      await world.settle();
      const rows = vi.spyOn(world.ctx.db, 'rows');
      await world.ok('GET /sets', { query: { author: author.username } });
      const { length } = rows.mock.calls;
      rows.mockRestore();
      return length;
    };
    // What is cached for some seconds, or done each minute, is in one of them at most.
    const countFor = async (): Promise<number> => Math.min(await count(), await count(), await count());
    const add = async () => {
      const { id } = await world.ok(
        'POST /sets',
        { body: { title: `Set ${randomUUID()}`, submitId: randomUUID() } },
        author,
      );
      await world.ok('POST /sets/:itemId/entries', { params: { itemId: id }, body: { track } }, author);
    };
    await add();
    const one = await countFor();
    for (let more = 0; more < 4; more++) await add();
    expect(await countFor()).toBeLessThanOrEqual(one);
  });
});
