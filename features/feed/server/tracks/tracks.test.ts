import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { publishFileChanged } from '#content/media/server/live.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { matchTopic } from '#platform/server/realtime/patterns.ts';
import { pngOf } from '#site/testing/png.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { feedTopicRules } from '#features/feed/server/topics.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { countsOf, recount, wrongCounts } from '#content/core/server/maintenance/recount.ts';
import { upload, uploadComment } from '#features/feed/server/types.ts';
import { recountPlays, recountPoll, wrongPlayCounts, wrongPolls } from '#features/feed/server/plays/recount-store.ts';
import { startRerender } from '#content/core/server/maintenance/rerender.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = (uploadId: string) => ({ params: { uploadId } });
const elder = () => world.member({ createdAt: new Date('2020-01-01') });
const read = (id: string, as: As | null = null) => world.ok('GET /uploads/:uploadId', at(id), as);
const count = async (table: SQL): Promise<number> =>
  (await world.ctx.db.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;

async function track(author: FixtureMember, more: Parameters<typeof makeUpload>[2] = {}) {
  const fileId = await makeSound(world.ctx, author, { name: 'first.wav' });
  const id = await makeUpload(world.ctx, author, { fileIds: [fileId], ...more });
  return { id, fileId, trackId: (await read(id, author)).files[0]!.trackId };
}

describe('an exchanged sound', () => {
  it('keeps address, place, likes, comments and plays; the old one is its author’s and staff’s', async () => {
    const [author, reader, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const { id, fileId, trackId } = await track(author);
    await makeComment(world.ctx, reader, id, { at: { trackId, ms: 3 } });
    await world.ok('PUT /uploads/:uploadId/like', { ...at(id), body: { on: true } }, reader);
    const before = (await read(id)).files[0]!;
    expect((await world.get(before.url!)).status).toBe(200);
    const params = { uploadId: id, trackId };
    const next = await makeSound(world.ctx, author, { name: 'second.wav' });
    const exchange = (file: string) => ({ params, body: { fileId: file } });
    const key = 'POST /uploads/:uploadId/tracks/:trackId/versions';
    for (const stranger of [reader, staff]) await world.refused(key, exchange(next), stranger, 'forbidden');
    await world.refused(key, exchange(await makeSound(world.ctx, reader)), author, 'file_not_usable');
    await world.refused(
      key,
      exchange(await makeFile(world.ctx, author, await pngOf('#00aa00'))),
      author,
      'file_not_usable',
    );
    await world.refused(key, exchange(fileId), author, 'file_not_usable');
    const after = await world.ok(key, exchange(next), author);
    expect(after).toMatchObject({ id, likeCount: 1, commentCount: 1 });
    expect(after.files).toMatchObject([{ trackId, id: next, name: 'second.wav', version: 2 }]);
    await world.refused(key, exchange(next), author, 'file_not_usable');
    expect((await world.get(after.files[0]!.url!)).status).toBe(200);
    for (const stranger of [null, reader]) expect((await world.get(before.url!, stranger)).status).toBe(404);
    for (const insider of [author, staff]) {
      expect((await world.get(before.url!, insider)).status).toBe(200);
      const { items } = await world.ok('GET /uploads/:uploadId/tracks/:trackId/versions', { params }, insider);
      expect(items.map((item) => [item.version, item.file.name])).toEqual([
        [2, 'second.wav'],
        [1, 'first.wav'],
      ]);
    }
    await world.refused('GET /uploads/:uploadId/tracks/:trackId/versions', { params }, reader, 'forbidden');
    await world.refused('GET /uploads/:uploadId/tracks/:trackId/versions', { params }, null, 'sign_in_required');
    const [row] = await world.ctx.db.rows<{ file_url: string; file_type: string; user_id: string }>(
      sql`SELECT file_url, file_type, user_id FROM uploads WHERE id = ${id}`,
    );
    expect(row).toEqual({ file_url: after.files[0]!.originalUrl, file_type: 'audio', user_id: author.userId });
  });

  it('of two at once is exchanged twice, one version after the other', async () => {
    const author = await elder();
    const { id, trackId } = await track(author);
    const files = [await makeSound(world.ctx, author), await makeSound(world.ctx, author)];
    const params = { uploadId: id, trackId };
    await Promise.all(
      files.map((fileId) =>
        world.ok('POST /uploads/:uploadId/tracks/:trackId/versions', { params, body: { fileId } }, author),
      ),
    );
    const { items } = await world.ok('GET /uploads/:uploadId/tracks/:trackId/versions', { params }, author);
    expect(items.map((item) => item.version)).toEqual([3, 2, 1]);
    expect(new Set(items.map((item) => item.file.id)).size).toBe(3);
  });
});

describe('files of an upload', () => {
  it('that is held, removed, 18+ or of who is blocked leak by no address: original, widths, waveform', async () => {
    const [author, reader] = [
      await world.member({ adult: true, createdAt: new Date('2020-01-01') }),
      await world.member(),
    ];
    const files = [
      await makeFile(world.ctx, author, await pngOf('#123456'), { name: 'cover.png' }),
      await makeSound(world.ctx, author, { name: 'song.wav', content: wavOf(200_000) }),
    ];
    await world.settle();
    // Whatever this machine can decode: a width of the picture and a fine waveform.
    for (const [one, name] of ['w64', 'fine'].entries()) {
      const key = `gallery/${randomUUID()}/${name}.bin`;
      const content = { contentType: one === 0 ? 'image/webp' : 'application/octet-stream', bytes: 3 };
      await world.ctx.storage.put(key, Buffer.from('abc'), content);
      await world.ctx.db.rows(sql`
        INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width)
        VALUES (${files[one]}, ${name}, ${key}, ${content.contentType}, 3, ${one === 0 ? 64 : null})`);
    }
    const id = await makeUpload(world.ctx, author, { fileIds: files });
    const shown = await read(id);
    const urls = [
      ...new Set(
        shown.files.flatMap((file) => [
          ...(file.url === null ? [] : [file.url]),
          ...(file.originalUrl === null ? [] : [file.originalUrl]),
          ...file.renditions.map((rendition) => rendition.url),
        ]),
      ),
    ];
    expect(urls.length).toBeGreaterThanOrEqual(3);
    const [{ key }] = (await world.ctx.db.rows(sql`SELECT key FROM files WHERE id = ${files[0]}`)) as [{ key: string }];
    const all = (as: As | null) => Promise.all(urls.map(async (url) => (await world.get(url, as)).status));
    const every = (status: number): number[] => urls.map(() => status);
    expect(await all(null)).toEqual(every(200));
    // The original picture may contain where it was taken.
    for (const stranger of [null, reader]) expect((await world.get(`/files/${key}`, stranger)).status).toBe(404);
    const change = async (set: SQL): Promise<void> => {
      await world.ctx.db.rows(sql`UPDATE uploads SET state = 'published', is_adult = false WHERE id = ${id}`);
      await world.ctx.db.rows(sql`UPDATE uploads SET ${set} WHERE id = ${id}`);
      world.ctx.pages.drop();
    };
    for (const set of [sql`state = 'held'`, sql`state = 'removed'`, sql`is_adult = true`]) {
      await change(set);
      for (const stranger of [null, reader]) expect(await all(stranger)).toEqual(every(404));
      expect(await all(author)).toEqual(every(200));
    }
    await change(sql`is_adult = false`);
    await blockMember(world.ctx, author.profileId, reader.profileId);
    expect(await all(reader)).toEqual(every(404));
    expect(await all(null)).toEqual(every(200));
  });

  it('go with the upload thirty days after its removal, and nothing of it stays', async () => {
    const [author, reader] = [await elder(), await elder()];
    const made = await track(author, { content: 'Purged #purgedtag' });
    await makeComment(world.ctx, reader, made.id);
    await world.ok('PUT /uploads/:uploadId/like', { ...at(made.id), body: { on: true } }, reader);
    const next = await makeSound(world.ctx, author);
    const params = { uploadId: made.id, trackId: made.trackId };
    await world.ok('POST /uploads/:uploadId/tracks/:trackId/versions', { params, body: { fileId: next } }, author);
    await world.ok('POST /uploads/:uploadId/tracks/:trackId/plays', { params }, reader);
    await world.ok('DELETE /uploads/:uploadId', { ...at(made.id), body: {} }, author);
    await purgeRemoved(world.ctx, new Date(Date.now() - 30 * 86_400_000));
    expect(await count(sql`uploads WHERE id = ${made.id}`)).toBe(1);
    await purgeRemoved(world.ctx, new Date(Date.now() + 1000));
    for (const table of ['upload_files', 'upload_comments', 'upload_likes', 'upload_tags', 'plays'])
      expect(await count(sql`${sql.raw(table)} WHERE upload_id = ${made.id}`), table).toBe(0);
    expect(await count(sql`uploads WHERE id = ${made.id}`)).toBe(0);
    expect(await count(sql`track_versions WHERE track_id = ${made.trackId}`)).toBe(0);
    const files = await world.ctx.db.rows<{ state: string }>(
      sql`SELECT state FROM files WHERE id = ANY(${[made.fileId, next]}::uuid[])`,
    );
    expect(files.every((file) => file.state === 'removed')).toBe(true);
  });
});

describe('a member who leaves', () => {
  it('takes what they made and everything along that says who they were; numbers of others stay true', async () => {
    const [leaver, other] = [await elder(), await elder()];
    const own = await track(leaver);
    const theirs = await makeUpload(world.ctx, other, { poll: { question: 'Stay?', options: ['yes', 'no'], days: 1 } });
    const commentId = await makeComment(world.ctx, leaver, theirs, { content: 'I was here' });
    await world.ok('PUT /uploads/:uploadId/like', { ...at(theirs), body: { on: true } }, leaver);
    const { poll } = await read(theirs);
    const optionId = poll!.options[0]!.id;
    await world.ok('PUT /uploads/:uploadId/vote', { ...at(theirs), body: { optionId } }, leaver);
    await world.ok(
      'POST /uploads/:uploadId/tracks/:trackId/plays',
      { params: { uploadId: own.id, trackId: own.trackId } },
      leaver,
    );
    const exported = Object.assign(
      {},
      ...(await Promise.all(world.ctx.personal.map((data) => data.exportOf(world.ctx, leaver.profileId)))),
    ) as Record<string, unknown[]>;
    expect(exported).toMatchObject({
      uploads: [{ id: own.id, files: [{ track_id: own.trackId, kind: 'audio' }] }],
      upload_likes: [{ upload_id: theirs }],
      upload_comments: [{ id: commentId, content: 'I was here' }],
      poll_votes: [{ upload_id: theirs, choice: 'yes' }],
      plays: [{ track_id: own.trackId }],
    });
    await world.ctx.db.tx(async (tx) => {
      for (const data of world.ctx.personal) await data.erase(world.ctx, tx, leaver.profileId);
    });
    await world.refused('GET /uploads/:uploadId', at(own.id), other, 'upload_not_found');
    expect(await count(sql`files WHERE owner_id = ${leaver.profileId} AND state <> 'removed'`)).toBe(0);
    const after = await read(theirs, other);
    expect(after).toMatchObject({ likeCount: 0, commentCount: 1, poll: { total: 1 } });
    for (const table of ['upload_likes', 'poll_votes'])
      expect(await count(sql`${sql.raw(table)} WHERE user_id = ${leaver.userId}`)).toBe(0);
    expect(await count(sql`plays WHERE listener = ${leaver.profileId}::text`)).toBe(0);
    const { wrong } = await wrongPolls(world.ctx.db, '00000000-0000-0000-0000-000000000000', 1000);
    expect(wrong).toEqual([]);
  });
});

describe('counts', () => {
  it('that a hand in the database has spoilt are found and made right again', async () => {
    const [author, reader] = [await elder(), await elder()];
    const { id, trackId } = await track(author, { poll: { question: 'Right?', options: ['a', 'b'], days: 1 } });
    await makeComment(world.ctx, reader, id);
    await world.ok('PUT /uploads/:uploadId/like', { ...at(id), body: { on: true } }, reader);
    await world.ctx.db.rows(sql`UPDATE uploads SET like_count = 9, comment_count = 8 WHERE id = ${id}`);
    await world.ctx.db.rows(sql`UPDATE upload_files SET play_count = 7 WHERE id = ${trackId}`);
    await world.ctx.db.rows(sql`UPDATE poll_options SET votes = 6 WHERE upload_id = ${id}`);
    const first = '00000000-0000-0000-0000-000000000000';
    const { db } = world.ctx;
    const [comments, likes] = [...countsOf(uploadComment), ...countsOf(upload)];
    expect((await wrongCounts(db, comments!, first, 1000)).wrong).toMatchObject([{ id, stored: 8, actual: 1 }]);
    expect((await wrongCounts(db, likes!, first, 1000)).wrong).toMatchObject([{ id, stored: 9, actual: 1 }]);
    expect((await wrongPlayCounts(db, first, 1000)).wrong).toMatchObject([
      { id: trackId, play_count: 7, true_count: 0 },
    ]);
    expect((await wrongPolls(db, first, 1000)).wrong).toMatchObject([{ id, stored: 0, counted: 0 }]);
    await db.tx(async (tx) => {
      for (const counted of [comments!, likes!]) await recount(tx, counted, id);
      await recountPlays(tx, trackId);
      await recountPoll(tx, id);
    });
    for (const find of [wrongPlayCounts, wrongPolls]) expect((await find(db, first, 1000)).wrong).toEqual([]);
    for (const counted of [comments!, likes!]) expect((await wrongCounts(db, counted, first, 1000)).wrong).toEqual([]);
    expect(await read(id)).toMatchObject({ likeCount: 1, commentCount: 1, playCount: 0 });
  });
});

describe('live news', () => {
  const mayListen = async (topic: string, as: { cookie: string } | null): Promise<boolean> => {
    const viewer = as && (await resolveViewer(world.ctx, as.cookie));
    for (const rule of feedTopicRules) {
      const params = matchTopic(rule.pattern, topic);
      if (params) return await rule.maySubscribe(world.ctx, viewer, params);
    }
    return false;
  };

  it('of an upload are for who may see it, and carry ids alone', async () => {
    const [author, reader, adult, staff] = [
      await world.member({ adult: true, createdAt: new Date('2020-01-01') }),
      await elder(),
      await world.member({ adult: true }),
      await world.member({ moderator: true }),
    ];
    const open = await makeUpload(world.ctx, author);
    const adults = await makeUpload(world.ctx, author, { isAdult: true });
    const held = await makeUpload(world.ctx, author, { content: 'Call +49 151 23456789' });
    expect(await mayListen('uploads', null)).toBe(true);
    for (const [id, expected] of [
      [open, [true, true, true, true, true]],
      [adults, [false, false, true, true, false]],
      [held, [false, false, false, true, true]],
      [randomUUID(), [false, false, false, false, false]],
      ['x', [false, false, false, false, false]],
    ] as const) {
      const answers: boolean[] = [];
      for (const who of [null, reader, adult, author, staff]) answers.push(await mayListen(`upload:${id}`, who));
      expect(answers).toEqual(expected);
    }
    await makeComment(world.ctx, reader, open, { content: 'Very secret words' });
    const events = await world.ctx.db.rows<{ type: string; data: object }>(
      sql`SELECT type, data FROM topic_events WHERE topic = ${`upload:${open}`}`,
    );
    expect(events.map((event) => event.type)).toEqual(['comment_created']);
    expect(Object.keys(events[0]!.data)).toEqual(['id', 'authorId']);
    expect((await read(open)).eventSeq).toBe(1);
    await blockMember(world.ctx, author.profileId, reader.profileId);
    expect(await mayListen(`upload:${open}`, reader)).toBe(false);
  });
});

describe('a file that is processed after it was shared', () => {
  it('notifies the pages that show it', async () => {
    const author = await elder();
    const { id, fileId } = await track(author);
    await world.settle();
    const notified = () =>
      world.ctx.db.rows(sql`SELECT 1 FROM topic_events WHERE topic = ${`upload:${id}`} AND type = 'upload_changed'`);
    const before = (await notified()).length;
    await world.ctx.db.tx((tx) =>
      publishFileChanged(world.ctx, tx, { id: fileId, ownerId: author.profileId, processing: 'done' }),
    );
    expect(await notified()).toHaveLength(before + 1);
  });
});

describe('texts of an older renderer', () => {
  it('are rendered again, except those that were edited meanwhile', async () => {
    const author = await elder();
    const id = await makeUpload(world.ctx, author, { content: 'Title\n\nSome *words* #retag' });
    const commentId = await makeComment(world.ctx, author, id, { content: 'More **words**' });
    await world.ctx.db.rows(sql`UPDATE uploads SET html = 'old', renderer = 0 WHERE id = ${id}`);
    await world.ctx.db.rows(sql`UPDATE upload_comments SET html = 'old', renderer = 0 WHERE id = ${commentId}`);
    expect(await startRerender(world.ctx)).toBe(true);
    await world.settle();
    expect((await read(id)).html).toContain('<em>words</em> <a class="hashtag"');
    const { items } = await world.ok('GET /uploads/:uploadId/comments', at(id));
    expect(items[0]!.html).toContain('<strong>words</strong>');
    expect(await startRerender(world.ctx)).toBe(false);
  });
});

describe('documents', () => {
  it('name public uploads with their sounds, and never one that is held, removed or 18+', async () => {
    const author = await world.member({ adult: true, createdAt: new Date('2020-01-01') });
    const open = await track(author, { content: 'For <everybody> & all' });
    const adults = await makeUpload(world.ctx, author, { content: 'Adult title', isAdult: true });
    const held = await makeUpload(world.ctx, author, { content: 'Call +49 151 23456789' });
    const removed = await makeUpload(world.ctx, author, { content: 'Removed title' });
    await world.ok('DELETE /uploads/:uploadId', { ...at(removed), body: {} }, author);
    const atom = await world.get('/uploads.atom');
    expect(atom.headers['content-type']).toContain('application/atom+xml');
    expect(atom.body).toContain('For &lt;everybody&gt; &amp; all');
    expect(atom.body).toContain((await read(open.id)).files[0]!.url!);
    const sitemap = await world.get('/sitemap-uploads.xml');
    for (const { body } of [atom, sitemap]) {
      expect(body).toContain(open.id);
      for (const hidden of [adults, held, removed]) expect(body).not.toContain(hidden);
    }
    expect((await world.get('/robots.txt')).body).toContain('/sitemap-uploads.xml');
  });
});
