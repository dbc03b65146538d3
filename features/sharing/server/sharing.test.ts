import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SharingKind, replyKindOf, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { rightsWording } from '#features/sharing/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { currentText } from '#content/core/server/versions.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { pngOf } from '#site/testing/png.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Answer, type As, type World, openWorld } from '#site/testing/world.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { makeItem, makeReplyTo, sampleAddress, sharedType } from './fixtures.ts';
import { wordsText } from './words.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const member = (adult = false) => world.member({ createdAt: new Date('2020-01-01'), adult });
const open = ['song', 'drumkit', 'editing_pack', 'leak'] as const;
const withDownloads = ['drumkit', 'editing_pack', 'leak'] as const;
const pathOf = (kind: SharingKind): string => sharingTypes[kind].path;

const share = (kind: SharingKind, by: As | null, form: object): Promise<Answer> =>
  world.call(
    `POST ${pathOf(kind)}`,
    {
      body: {
        title: `A title ${randomUUID()}`,
        url: sampleAddress(kind),
        rights: true,
        submitId: randomUUID(),
        ...form,
      },
    },
    by,
  );
const readItem = async (kind: SharingKind, itemId: string, as: As | null): Promise<SharedItem> => {
  const answer = await world.call(`GET ${pathOf(kind)}/:itemId`, { params: { itemId } }, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as SharedItem;
};
const list = async (kind: SharingKind, query: Record<string, string>, as: As | null = null) => {
  const answer = await world.call(`GET ${pathOf(kind)}`, { query }, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as { items: SharedItem[]; next: string | null };
};
const idOf = (answer: Answer): string => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { id: string }).id;
};
const creditsOf = async (by: FixtureMember): Promise<number> =>
  (await world.ctx.db.rows<{ credits: number }>(sql`SELECT credits FROM profiles WHERE id = ${by.profileId}`))[0]!
    .credits;

describe('sharing a song', () => {
  it('finds the platform from the address, pays 2 credits, and shows the player of the platform', async () => {
    const author = await member();
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const answer = await share('song', author, {
      url,
      artist: 'Somebody',
      tags: 'Trap, , 808s',
      description: 'Made **today**.',
    });
    const song = await readItem('song', idOf(answer), null);
    expect(song).toMatchObject({
      kind: 'song',
      type: 'youtube',
      url,
      artist: 'Somebody',
      tags: ['trap', '808s'],
      summary: 'Made today.',
      source: null,
      playerUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      visibility: 'published',
    });
    expect(song.html).toContain('<strong>today</strong>');
    expect(await creditsOf(author)).toBe(2);
    await world.ok('DELETE /songs/:itemId', { params: { itemId: song.id }, body: {} }, author);
    expect(await creditsOf(author)).toBe(0);
  });

  it('has an address without https:// that gets it', async () => {
    const itemId = idOf(await share('song', await member(), { url: 'soundcloud.com/somebody/without-a-scheme' }));
    expect(await readItem('song', itemId, null)).toMatchObject({
      url: 'https://soundcloud.com/somebody/without-a-scheme',
    });
  });

  it('is refused in the words of the specification', async () => {
    const author = await member();
    const refusals = [
      [{ title: '' }, 'song_incomplete', 'Error', 'Please fill in title and URL'],
      [{ url: '' }, 'song_incomplete', 'Error', 'Please fill in title and URL'],
      ...['https://vimeo.com/1', 'https://soundcloud.com@evil.example/a', 'javascript:alert(1)'].map((url) => [
        { url },
        'song_address_unknown',
        'Error',
        'Please provide a valid SoundCloud, Spotify, YouTube, or Bandcamp URL',
      ]),
    ] as const;
    for (const [form, code, title, detail] of refusals)
      expect((await share('song', author, form as object)).body).toMatchObject({ code, title, detail });
    expect((await share('song', null, {})).body).toMatchObject({
      code: 'sharing_sign_in',
      title: 'Authentication Required',
    });
    const { items } = await list('song', { author: author.username });
    expect(items).toEqual([]);
  });

  it('takes a track of this site, which is gone with its upload', async () => {
    const [author, reader] = [await member(), await member()];
    const fileId = await makeSound(world.ctx, author);
    const uploadId = await makeUpload(world.ctx, author, { content: 'My track', fileIds: [fileId] });
    const upload = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
    const track = { uploadId, trackId: upload.files[0]!.trackId };
    const id = idOf(await share('song', author, { url: '', track }));
    const song = await readItem('song', id, null);
    expect(song).toMatchObject({
      type: 'site',
      url: null,
      playerUrl: null,
      track,
      sound: { ...track, title: 'My track' },
    });
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: {} }, author);
    expect((await readItem('song', id, reader)).track).toBeNull();
    const wrong = { url: '', track: { uploadId, trackId: track.trackId } };
    expect((await share('song', reader, wrong)).body).toMatchObject({ code: 'track_not_found' });
    // The song itself can still be edited.
    const edit = { title: 'Another title', track, baseVersion: 1 };
    await world.ok('PATCH /songs/:itemId', { params: { itemId: id }, body: edit }, author);
  });

  it('says what to sign in for when a visitor likes a track', async () => {
    const id = await makeItem(world.ctx, 'song', await member());
    const like = await world.call('PUT /songs/:itemId/like', { params: { itemId: id }, body: { on: true } }, null);
    expect(like.body).toMatchObject({ title: 'Authentication Required', detail: 'Please sign in to like tracks' });
  });
});

describe('sharing a leak', () => {
  it('needs the rights to be confirmed, and stores the words and the date', async () => {
    const author = await member();
    expect((await share('leak', author, { rights: false })).body).toMatchObject({ code: 'rights_required' });
    expect((await share('leak', author, { rights: undefined })).body).toMatchObject({ code: 'rights_required' });
    const id = idOf(await share('leak', author, { type: 'samples' }));
    const [row] = await world.ctx.db.rows(
      sql`SELECT rights_wording, rights_at, created_at, leak_type FROM leaks WHERE id = ${id}`,
    );
    expect(row).toMatchObject({ rights_wording: rightsWording, leak_type: 'samples' });
    expect(row).toMatchObject({ rights_at: (row as { created_at: Date }).created_at });
    expect((await share('leak', author, { type: 'videos' })).status).toBe(400);
  });
});

describe('a kit', () => {
  it('has a preview that only its readers get, and terms', async () => {
    const author = await member();
    const fileId = await makeFile(world.ctx, author, await pngOf('#336699'), { purpose: 'sharing_preview' });
    const id = idOf(await share('drumkit', author, { previewFileId: fileId, licence: 'own', licenceText: 'Ask me.' }));
    const kit = await readItem('drumkit', id, null);
    expect(kit).toMatchObject({
      licence: { key: 'own', text: 'Ask me.' },
      preview: { id: fileId, kind: 'image' },
      downloadCount: 0,
    });
    const other = await member();
    expect((await share('drumkit', other, { previewFileId: fileId })).body).toMatchObject({ code: 'file_not_usable' });
    const form = { title: 'Without one', url: kit.url!, previewFileId: null, baseVersion: 1 };
    const edited = await world.ok('PATCH /drumkits/:itemId', { params: { itemId: id }, body: form }, author);
    expect(edited).toMatchObject({ preview: null, licence: { key: 'royalty-free', text: '' } });
  });
});

describe.each(withDownloads)('the downloads of a %s', (kind) => {
  it('are counted once for each member, and never for its author or a visitor', async () => {
    const [author, one, other] = [await member(), await member(), await member()];
    const id = await makeItem(world.ctx, kind, author);
    const get = (as: As | null) => world.call(`POST ${pathOf(kind)}/:itemId/download`, { params: { itemId: id } }, as);
    expect((await get(author)).body).toMatchObject({ downloadCount: 0 });
    await Promise.all([get(one), get(one), get(one), get(other)]);
    expect((await get(one)).body).toMatchObject({ downloadCount: 2 });
    expect((await get(null)).status).toBe(401);
    expect((await readItem(kind, id, null)).downloadCount).toBe(2);
  });
});

describe.each(['drumkit', 'editing_pack', 'leak', 'self_promotion_post'] as const)('sharing a %s', (kind) => {
  it('is refused without what it needs, and with an address that leads nowhere good', async () => {
    const author = await member();
    const required = { code: 'required_fields', title: 'Error', detail: 'Please fill in all required fields' };
    expect((await share(kind, author, { title: '  ' })).body).toMatchObject(required);
    if (kind !== 'self_promotion_post') expect((await share(kind, author, { url: '' })).body).toMatchObject(required);
    for (const url of ['javascript:alert(1)', 'https://a:b@example.org/', 'example'])
      expect((await share(kind, author, { url })).body).toMatchObject({ code: 'address_not_usable' });
  });
});

describe.each(open)('a %s', (kind) => {
  const path = pathOf(kind);

  it('has one text of all its fields, the same in SQL and in its history', async () => {
    const author = await member();
    const form = {
      description: 'Words.',
      tags: 'one, two',
      artist: 'Somebody',
      licence: 'own',
      licenceText: 'Ask me.',
    };
    const id = idOf(await share(kind, author, form));
    const { item, descriptor } = sharedType(kind);
    const now = await readItem(kind, id, author);
    const own = {
      artist: now.artist,
      url: now.url,
      type: now.type,
      licence: now.licence?.key ?? null,
      licenceText: now.licence?.text ?? null,
    };
    const words = wordsText(descriptor, { title: now.title, description: 'Words.', tags: now.tags, own });
    expect((await currentText(world.ctx.db, item, id)).content).toBe(words);
    const edit = { title: 'Another title', url: now.url, baseVersion: 1 };
    expect((await world.call(`PATCH ${path}/:itemId`, { params: { itemId: id }, body: edit }, author)).status).toBe(
      200,
    );
    const history = await world.call(`GET ${path}/:itemId/history`, { params: { itemId: id } });
    const { items } = history.body as { items: { version: number; source: string }[] };
    expect(items.map(({ version }) => version)).toEqual([2, 1]);
    expect(items[1]!.source).toBe(words);
    expect(items[0]!.source).toContain(`Another title\n`);
    expect(items[0]!.source).toContain(now.url);
  });

  it('is listed newest first or most liked first, by pages of 20 that overlap nowhere', async () => {
    const author = await member();
    const oldest = await makeItem(world.ctx, kind, author, { createdAt: new Date(Date.UTC(2021, 0, 1)) });
    const ids = [oldest, ...(await addAlike(kind, oldest, 22))];
    for (const [at, count] of [
      [0, 3],
      [5, 3],
      [22, 1],
    ] as const)
      await world.ctx.db.rows(
        sql`UPDATE ${sql.raw(sharingTable(kind))} SET like_count = ${count} WHERE id = ${ids[at]}`,
      );
    const read = async (order: string) => {
      const first = await list(kind, { author: author.username, order });
      expect(first.items).toHaveLength(20);
      const second = await list(kind, { author: author.username, order, after: first.next! });
      expect(second.next).toBeNull();
      return [...first.items, ...second.items].map((item) => item.id);
    };
    expect(await read('newest')).toEqual(ids.toReversed());
    const liked = [ids[5]!, ids[0]!, ids[22]!];
    expect(await read('most-liked')).toEqual([...liked, ...ids.toReversed().filter((id) => !liked.includes(id))]);
    const wrong = await world.call(`GET ${path}`, { query: { after: 'nothing~at~all', order: 'most-liked' } });
    expect(wrong.body).toMatchObject({ code: 'invalid' });
  });

  it('is found by words, tag and type, and by nothing else', async () => {
    const author = await member();
    const word = randomUUID().slice(0, 8);
    const id = idOf(
      await share(kind, author, { title: `Find ${word}`, tags: `Tag ${word}`, description: '100%_of it' }),
    );
    const found = async (query: Record<string, string>) => (await list(kind, query)).items.map((item) => item.id);
    expect(await found({ search: `FIND ${word}` })).toEqual([id]);
    expect(await found({ search: `tag ${word}` })).toEqual([id]);
    expect(await found({ tag: ` TAG ${word} ` })).toEqual([id]);
    expect(await found({ tag: word })).toEqual([]);
    expect(await found({ search: '100%_of', author: author.username })).toEqual([id]);
    expect(await found({ search: `${word}%` })).toEqual([]);
    expect(await found({ search: '%', author: (await member()).username })).toEqual([]);
    const { types } = sharingTypes[kind];
    if (!types) return;
    const { type } = await readItem(kind, id, null);
    expect(await found({ search: word, type: type! })).toEqual([id]);
    expect(await found({ search: word, type: types.findLast(({ key }) => key !== type)!.key })).toEqual([]);
    expect((await world.call(`GET ${path}`, { query: { type: 'nothing' } })).status).toBe(400);
  });

  it('is hidden while it is held, from those who see no 18+, and across a block', async () => {
    const [author, reader, adult] = [await member(true), await member(), await member(true)];
    const idsFor = async (as: As | null) =>
      (await list(kind, { author: author.username }, as)).items.map(({ id }) => id);
    const held = idOf(await share(kind, author, { description: 'call +49 170 5550123' }));
    const grown = idOf(await share(kind, author, { isAdult: true }));
    const plain = idOf(await share(kind, author, {}));
    expect(await idsFor(null)).toEqual([plain]);
    expect(await idsFor(reader)).toEqual([plain]);
    expect(await idsFor(adult)).toEqual([plain, grown]);
    expect((await world.call(`GET ${path}/:itemId`, { params: { itemId: grown } }, reader)).body).toMatchObject({
      code: 'adults_only',
    });
    expect((await world.call(`GET ${path}/:itemId`, { params: { itemId: held } }, reader)).body).toMatchObject({
      code: `${kind}_not_found`,
    });
    const waiting = await world.call(`GET ${path}/mine`, { query: { list: 'waiting' } }, author);
    expect((waiting.body as { items: SharedItem[] }).items.map(({ id }) => id)).toEqual([held]);
    expect((await share(kind, reader, { isAdult: true })).body).toMatchObject({ code: 'adults_only' });
    await world.ok('PUT /blocks/:profileId', { params: { profileId: author.profileId } }, reader);
    expect(await idsFor(reader)).toEqual([]);
    expect((await world.call(`GET ${path}/:itemId`, { params: { itemId: plain } }, reader)).status).toBe(404);
  });

  it('is refused twice within the hour, and too often within the window', async () => {
    const author = await member();
    const same = { title: 'The same', url: sampleAddress(kind) };
    idOf(await share(kind, author, same));
    expect((await share(kind, author, same)).body).toMatchObject({ code: 'duplicate_upload' });
    for (let index = 0; index < 4; index++) idOf(await share(kind, author, {}));
    const refused = (await share(kind, author, {})).body as { detail: string };
    expect(refused).toMatchObject({ code: 'post_cooldown', title: 'Cooldown Active' });
    expect(refused.detail).toMatch(/^Please wait \d+ minutes before posting again\.$/);
  });

  it('is liked once by each member, answered, and its author is notified of both', async () => {
    const [author, fan] = [await member(), await member()];
    const itemId = await makeItem(world.ctx, kind, author);
    const like = (on: boolean) => world.call(`PUT ${path}/:itemId/like`, { params: { itemId }, body: { on } }, fan);
    expect((await like(true)).body).toEqual({ on: true, likeCount: 1 });
    expect((await like(true)).body).toEqual({ on: true, likeCount: 1 });
    const replyId = await makeReplyTo(world.ctx, kind, fan, itemId, 'I like *this*');
    await world.settle();
    expect(await readItem(kind, itemId, fan)).toMatchObject({ likeCount: 1, liked: true, replyCount: 1 });
    const { items } = await world.ok('GET /notifications', {}, author);
    const { noun } = sharingTypes[kind];
    const titles = items.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`liked your ${noun}`),
        expect.stringContaining(`replied to your ${noun}`),
      ]),
    );
    expect(items.map(({ url }) => url)).toContain(`${path}/${itemId}?reply=${replyId}#reply-${replyId}`);
    const page = await world.call(`GET ${path}/:itemId/replies`, { params: { itemId } });
    expect(page.body).toMatchObject({
      items: [{ id: replyId, itemId, html: expect.stringContaining('<em>this</em>') }],
      next: null,
    });
    // The author of the thing removes answers below it.
    expect(
      (await world.call(`DELETE ${path}/replies/:replyId`, { params: { replyId }, body: {} }, author)).status,
    ).toBe(200);
    expect((await like(false)).body).toEqual({ on: false, likeCount: 0 });
    expect(await readItem(kind, itemId, fan)).toMatchObject({ likeCount: 0, liked: false, replyCount: 0 });
  });

  it('is in the feed of its list and in the sitemap, but never when it is 18+ or held', async () => {
    const author = await member(true);
    const mark = randomUUID().slice(0, 8);
    const id = idOf(await share(kind, author, { title: `A <b> & ${mark}` }));
    const grown = idOf(await share(kind, author, { isAdult: true }));
    const held = idOf(await share(kind, author, { description: 'call +49 170 5550123' }));
    for (const address of [`${path}.atom`, '/sitemap-sharing.xml']) {
      const { status, body } = await world.get(address);
      expect(status).toBe(200);
      expect(body).toContain(`${path}/${id}`);
      for (const hidden of [grown, held]) expect(body).not.toContain(hidden);
    }
    expect((await world.get(`${path}.atom`)).body).toContain(`A &lt;b&gt; &amp; ${mark}</title>`);
  });

  it('can be reported with its replies', async () => {
    const [author, reader] = [await member(), await member()];
    const id = await makeItem(world.ctx, kind, author);
    const reply = await makeReplyTo(world.ctx, kind, author, id);
    await world.ok('POST /reports', { body: { kind, id, reason: 'copyright' } }, reader);
    await world.ok('POST /reports', { body: { kind: replyKindOf(kind), id: reply, reason: 'spam' } }, reader);
  });

  it('stands among what its author did, in their export, and goes with them', async () => {
    const [author, other] = [await member(), await member()];
    const [id, foreign] = [await makeItem(world.ctx, kind, author), await makeItem(world.ctx, kind, other)];
    const reply = await makeReplyTo(world.ctx, kind, author, foreign, 'Good');
    await world.ok(
      `PUT /songs/:itemId/like`.replace('/songs', path) as 'PUT /songs/:itemId/like',
      { params: { itemId: foreign }, body: { on: true } },
      author,
    );
    const activity = await world.ok('GET /profiles/:username/activity', { params: { username: author.username } });
    expect(activity.items[0]).toMatchObject({
      text: expect.stringContaining(`the ${sharingTypes[kind].noun} "`),
      path: `${path}/${id}`,
    });
    const { item, reply: replyType } = sharedType(kind);
    const exported = async (name: string) => await world.ctx.kinds.get(name)!.exportOf!(world.ctx, author.profileId);
    expect(await exported(kind)).toMatchObject({
      [item.table]: [{ id }],
      [`${kind}_likes`]: [{ [`${kind}_id`]: foreign }],
    });
    expect(await exported(replyType.kind)).toMatchObject({ [replyType.table]: [{ id: reply, content: 'Good' }] });
    await world.ctx.db.tx(async (tx) => {
      await world.ctx.kinds.get(kind)!.erase!(world.ctx, tx, author.profileId);
      await world.ctx.kinds.get(replyType.kind)!.erase!(world.ctx, tx, author.profileId);
    });
    expect((await world.call(`GET ${path}/:itemId`, { params: { itemId: id } })).status).toBe(404);
    expect(await readItem(kind, foreign, null)).toMatchObject({ likeCount: 0, replyCount: 1 });
    const [left] = await world.ctx.db.rows(sql`SELECT user_id FROM ${sql.raw(replyType.table)} WHERE id = ${reply}`);
    expect(left).toEqual({ user_id: null });
  });
});

/** Adds things like one, by SQL, each a day younger than the one before. @returns their ids, oldest first */
async function addAlike(kind: SharingKind, id: string, count: number): Promise<string[]> {
  const table = sql.raw(sharingTable(kind));
  const columns = await world.ctx.db.rows<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${sharingTable(kind)} AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'submit_id', 'created_at')`);
  const alike = sql.raw(columns.map(({ name }) => `t.${name}`).join(', '));
  const names = sql.raw(columns.map(({ name }) => name).join(', '));
  const made = await world.ctx.db.rows<{ id: string }>(sql`
    INSERT INTO ${table} (id, submit_id, created_at, ${names})
    SELECT gen_random_uuid(), gen_random_uuid(), t.created_at + n * interval '1 day', ${alike}
    FROM ${table} t, generate_series(1, ${count}) AS n WHERE t.id = ${id} ORDER BY n RETURNING id`);
  return made.map((row) => row.id);
}

const sharingTable = (kind: SharingKind): string => sharedType(kind).descriptor.table;

describe('a self-promotion post', () => {
  it('waits for staff: only its author and they see it', async () => {
    const [author, reader, staff] = [await member(), await member(), await world.member({ moderator: true })];
    const answer = await share('self_promotion_post', author, { url: '', type: 'art' });
    expect(answer.body).toMatchObject({ isPending: true, visibility: 'held' });
    const itemId = idOf(answer);
    expect((await list('self_promotion_post', { author: author.username }, staff)).items).toEqual([]);
    expect((await list('self_promotion_post', { author: author.username }, author)).items).toEqual([]);
    for (const as of [reader, null])
      expect((await world.call('GET /self-promotion/:itemId', { params: { itemId } }, as)).status).toBe(404);
    expect(await readItem('self_promotion_post', itemId, author)).toMatchObject({
      isPending: true,
      notice: 'This is waiting for approval. Only you and staff can see it. You will get a notification.',
      type: 'art',
      url: null,
    });
    expect(await readItem('self_promotion_post', itemId, staff)).toMatchObject({
      isPending: true,
      notice: 'This is waiting for approval. Only its author and staff can see it.',
    });
    const mine = await world.ok('GET /self-promotion/mine', { query: { list: 'waiting' } }, author);
    expect(mine.items.map(({ id }) => id)).toEqual([itemId]);
    const like = { params: { itemId }, body: { on: true } };
    expect((await world.call('PUT /self-promotion/:itemId/like', like, staff)).status).toBe(404);
  });

  it('is approved by staff in the moderation queue: everybody sees it, and its author is notified', async () => {
    const [author, staff] = [await member(), await world.member({ moderator: true })];
    const itemId = idOf(await share('self_promotion_post', author, { url: '', type: 'art', title: 'New record' }));
    const decision = { params: await openItemOf(world.ctx, itemId), body: { decision: 'approve' } } as const;
    await world.ok('POST /staff/queue/:itemId/decide', decision, staff);
    expect(await readItem('self_promotion_post', itemId, null)).toMatchObject({ isPending: false });
    const { items } = await world.ok('GET /notifications', {}, author);
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'approval', message: '"New record" is published now.' }),
    );
  });

  const decide = async (itemId: string, decision: 'approve' | 'remove', reason = '') => {
    const staff = await world.member({ moderator: true });
    const params = await openItemOf(world.ctx, itemId);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision, reason } }, staff);
  };

  it('that staff reject says so to its author, with the reason', async () => {
    const author = await member();
    const itemId = idOf(await share('self_promotion_post', author, {}));
    await decide(itemId, 'remove', 'No art in it');
    expect(await readItem('self_promotion_post', itemId, author)).toMatchObject({
      visibility: 'removed',
      notice: 'Not approved: No art in it',
    });
  });

  it('waits again when its author changes what was approved', async () => {
    const author = await member();
    const itemId = idOf(await share('self_promotion_post', author, { url: 'https://example.org/good' }));
    await decide(itemId, 'approve');
    const body = { title: 'Another', url: 'https://example.org/bad', baseVersion: 1 };
    const edited = await world.call('PATCH /self-promotion/:itemId', { params: { itemId }, body }, author);
    expect(edited.body).toMatchObject({ isPending: true });
    expect((await list('self_promotion_post', { author: author.username })).items).toEqual([]);
    await decide(itemId, 'approve');
    expect(await readItem('self_promotion_post', itemId, author)).toMatchObject({ isPending: false, title: 'Another' });
  });
});
