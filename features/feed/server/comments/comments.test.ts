import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Mark = Input<'PUT /uploads/comments/:commentId/mark'>['body']['mark'];

let number = 0;
const at = (uploadId: string) => ({ params: { uploadId } });
const on = (commentId: string) => ({ params: { commentId } });
const say = (uploadId: string, content: string, more: Record<string, unknown> = {}) => ({
  ...at(uploadId),
  body: { content, submitId: randomUUID(), ...more },
});
const elder = () => world.member({ createdAt: new Date('2020-01-01') });

/** An upload with one sound of two seconds and a bit. */
async function track(author: FixtureMember): Promise<{ id: string; trackId: string }> {
  const file = await makeSound(world.ctx, author, { name: 'loop.wav', content: wavOf(200_000 + number++ * 4) });
  const id = await makeUpload(world.ctx, author, { fileIds: [file] });
  await world.ctx.db.rows(sql`UPDATE files SET duration_ms = 2267 WHERE id = ${file}`);
  return { id, trackId: (await world.ok('GET /uploads/:uploadId', at(id))).files[0]!.trackId };
}

const notificationsOf = (member: FixtureMember) =>
  world.ctx.db.rows<{ kind: string; title: string; url: string | null }>(
    sql`SELECT kind, title, url FROM notifications WHERE user_id = ${member.profileId} ORDER BY created_at`,
  );

describe('a comment', () => {
  it('is counted, notifies the author as an answer and the mentioned, each once, and is repeated by no second submit', async () => {
    const [author, writer, named] = [await world.member(), await elder(), await world.member()];
    const id = await makeUpload(world.ctx, author, { content: 'Listen' });
    const input = say(id, `Nice, @${named.username} and @${author.username}`);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.ok('POST /uploads/:uploadId/comments', input, writer)),
    );
    expect(new Set(answers.map((answer) => answer.comment.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.seq !== null).map((answer) => answer.seq)).toEqual([1]);
    const { comment } = answers[0]!;
    expect(comment).toMatchObject({
      uploadId: id,
      at: null,
      mark: null,
      visibility: 'published',
      can: { edit: true, delete: true, mark: false, report: false },
    });
    expect(comment.html).toContain(`href="/profile/${named.username}"`);
    expect((await world.ok('GET /uploads/:uploadId', at(id))).commentCount).toBe(1);
    await world.settle();
    const url = `/uploads/${id}?comment=${comment.id}#comment-${comment.id}`;
    expect(await notificationsOf(author)).toEqual([
      { kind: 'reply', title: expect.stringContaining('commented on your upload'), url },
    ]);
    expect(await notificationsOf(named)).toEqual([
      { kind: 'mention', title: expect.stringContaining('mentioned you'), url },
    ]);
    expect(await notificationsOf(writer)).toEqual([]);
  });

  it('notifies nobody who is mentioned and whom the author of the upload blocks', async () => {
    const [author, writer, named] = [await world.member(), await elder(), await world.member()];
    const id = await makeUpload(world.ctx, author, { content: 'Listen' });
    await world.ok('PUT /blocks/:profileId', { params: { profileId: named.profileId } }, author);
    await world.ok('POST /uploads/:uploadId/comments', say(id, `Nice, @${named.username}`), writer);
    await world.settle();
    expect(await notificationsOf(author)).toHaveLength(1);
    expect(await notificationsOf(named)).toEqual([]);
  });

  it('may have a position within a track of this upload alone', async () => {
    const [author, writer] = [await world.member(), await elder()];
    const [mine, other] = [await track(author), await track(author)];
    const timedComment = (trackId: string, ms: number) => say(mine.id, 'Here', { at: { trackId, ms } });
    const made = await world.ok('POST /uploads/:uploadId/comments', timedComment(mine.trackId, 2267), writer);
    expect(made.comment.at).toEqual({ trackId: mine.trackId, ms: 2267 });
    for (const [trackId, ms, code] of [
      [mine.trackId, 2268, 'invalid'],
      [mine.trackId, -1, 'invalid'],
      [mine.trackId, 1.5, 'invalid'],
      [other.trackId, 1, 'track_not_found'],
      [randomUUID(), 1, 'track_not_found'],
    ] as const)
      await world.refused('POST /uploads/:uploadId/comments', timedComment(trackId, ms), writer, code);
    await makeComment(world.ctx, writer, mine.id, { at: { trackId: mine.trackId, ms: 10 }, content: 'Early **kick**' });
    const ofTrack = { params: { uploadId: mine.id, trackId: mine.trackId } };
    const { items } = await world.ok('GET /uploads/:uploadId/tracks/:trackId/timed-comments', ofTrack);
    expect(items.map((item) => [item.ms, item.excerpt, item.mark])).toEqual([
      [10, 'Early kick', null],
      [2267, 'Here', null],
    ]);
    await world.refused(
      'GET /uploads/:uploadId/tracks/:trackId/timed-comments',
      { params: { uploadId: mine.id, trackId: other.trackId } },
      null,
      'track_not_found',
    );
  });

  it('with a position is marked by the upload’s author alone', async () => {
    const [author, writer, staff] = [await world.member(), await elder(), await world.member({ admin: true })];
    const { id, trackId } = await track(author);
    const plain = await makeComment(world.ctx, writer, id);
    const commentId = await makeComment(world.ctx, writer, id, { at: { trackId, ms: 5 } });
    const setMark = (mark: Mark, of = commentId) => ({ ...on(of), body: { mark } });
    for (const stranger of [writer, staff])
      await world.refused('PUT /uploads/comments/:commentId/mark', setMark('resolved'), stranger, 'forbidden');
    await world.refused('PUT /uploads/comments/:commentId/mark', setMark('resolved', plain), author, 'forbidden');
    await world.refused(
      'PUT /uploads/comments/:commentId/mark',
      { ...on(commentId), body: { mark: 'great' as 'resolved' } },
      author,
      'invalid',
    );
    const marked = await world.ok('PUT /uploads/comments/:commentId/mark', setMark('needs_work'), author);
    expect(marked).toMatchObject({ mark: 'needs_work', can: { mark: true, edit: false, delete: true } });
    const ofTrack = { params: { uploadId: id, trackId } };
    expect((await world.ok('GET /uploads/:uploadId/tracks/:trackId/timed-comments', ofTrack)).items[0]!.mark).toBe(
      'needs_work',
    );
    expect((await world.ok('PUT /uploads/comments/:commentId/mark', setMark(null), author)).mark).toBeNull();
  });

  it('is edited by its author against its version', async () => {
    const [author, writer] = [await world.member(), await elder()];
    const id = await makeUpload(world.ctx, author);
    const commentId = await makeComment(world.ctx, writer, id, { content: 'One' });
    const edit = (content: string, baseVersion: number) => ({ ...on(commentId), body: { content, baseVersion } });
    await world.refused('PATCH /uploads/comments/:commentId', edit('No', 1), author, 'forbidden');
    const edited = await world.ok('PATCH /uploads/comments/:commentId', edit('Two', 1), writer);
    expect(edited).toMatchObject({ html: '<p>Two</p>\n', version: 2, source: 'Two' });
    await world.refused('PATCH /uploads/comments/:commentId', edit('Three', 1), writer, 'edit_conflict');
    const held = await world.ok('PATCH /uploads/comments/:commentId', edit('Call +49 151 23456789', 2), writer);
    expect(held.visibility).toBe('held');
    expect((await world.ok('GET /uploads/:uploadId', at(id))).commentCount).toBe(0);
    await world.refused('GET /uploads/comments/:commentId', on(commentId), author, 'comment_not_found');
  });

  it('is removed by its author, the upload’s and staff; it keeps its place without its text and its position', async () => {
    const [author, writer, reader, staff] = [
      await world.member(),
      await elder(),
      await world.member(),
      await world.member({ moderator: true }),
    ];
    const { id, trackId } = await track(author);
    const commentId = await makeComment(world.ctx, writer, id, { content: 'Rude words', at: { trackId, ms: 7 } });
    const remove = { ...on(commentId), body: { reason: 'Be kind' } };
    await world.refused('DELETE /uploads/comments/:commentId', remove, reader, 'forbidden');
    await world.ok('DELETE /uploads/comments/:commentId', remove, author);
    expect((await world.ok('GET /uploads/:uploadId', at(id))).commentCount).toBe(0);
    const { items } = await world.ok('GET /uploads/:uploadId/comments', at(id), reader);
    expect(items).toMatchObject([{ id: commentId, html: '', at: null, visibility: 'removed', source: null }]);
    expect(JSON.stringify(items)).not.toContain('Rude');
    const ofTrack = { params: { uploadId: id, trackId } };
    expect((await world.ok('GET /uploads/:uploadId/tracks/:trackId/timed-comments', ofTrack)).items).toEqual([]);
    expect((await world.ok('GET /uploads/comments/:commentId', on(commentId), author)).html).toContain('Rude');
    await world.refused('POST /uploads/comments/:commentId/restore', on(commentId), writer, 'forbidden');
    await world.ok('POST /uploads/comments/:commentId/restore', on(commentId), author);
    expect((await world.ok('GET /uploads/:uploadId', at(id))).commentCount).toBe(1);
    await world.ok('DELETE /uploads/comments/:commentId', remove, staff);
    await world.refused('POST /uploads/comments/:commentId/restore', on(commentId), author, 'forbidden');
    expect((await notificationsOf(writer)).map((row) => row.kind)).toEqual(['removal', 'removal']);
    const log = await world.ctx.db.rows<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE target_id = ${commentId} ORDER BY id`,
    );
    expect(log.map((row) => row.action)).toEqual([
      'upload_comment.remove',
      'upload_comment.restore',
      'upload_comment.remove',
    ]);
  });

  it('is removed by a silenced author of the upload without words to its writer', async () => {
    const [author, writer] = [await world.member(), await elder()];
    const { id } = await track(author);
    const commentId = await makeComment(world.ctx, writer, id);
    const until = new Date(world.ctx.clock.now().getTime() + 3_600_000);
    await world.ctx.db.rows(sql`UPDATE profiles SET silenced_until = ${until} WHERE id = ${author.profileId}`);
    const remove = (reason: string) => ({ ...on(commentId), body: { reason } });
    await world.refused('DELETE /uploads/comments/:commentId', remove('Read this'), author, 'silenced');
    await world.ok('DELETE /uploads/comments/:commentId', remove(''), author);
  });

  it('of who is blocked is not there, nor is one on their upload', async () => {
    const [author, writer, reader] = [await world.member(), await elder(), await elder()];
    const { id, trackId } = await track(author);
    const commentId = await makeComment(world.ctx, writer, id, { at: { trackId, ms: 1 } });
    await blockMember(world.ctx, reader.profileId, writer.profileId);
    expect((await world.ok('GET /uploads/:uploadId/comments', at(id), reader)).items).toEqual([]);
    await world.refused('GET /uploads/comments/:commentId', on(commentId), reader, 'comment_not_found');
    await world.refused(
      'GET /uploads/:uploadId/comments',
      { ...at(id), query: { around: commentId } },
      reader,
      'upload_not_found',
    );
    const ofTrack = { params: { uploadId: id, trackId } };
    expect((await world.ok('GET /uploads/:uploadId/tracks/:trackId/timed-comments', ofTrack, reader)).items).toEqual(
      [],
    );
    await blockMember(world.ctx, author.profileId, reader.profileId);
    await world.refused('POST /uploads/:uploadId/comments', say(id, 'Hello?'), reader, 'upload_not_found');
    // A mention of somebody blocked stays plain text.
    const made = await world.ok('POST /uploads/:uploadId/comments', say(id, `@${reader.username}`), author);
    expect(made.comment.html).not.toContain('<a');
  });

  it('is held for private information, refused for banned words, and slowed down like a reply', async () => {
    const [author, writer, staff] = [await world.member(), await elder(), await world.member({ moderator: true })];
    const id = await makeUpload(world.ctx, author);
    await world.ok('POST /staff/banned-words', { body: { word: 'badcomment' } }, staff);
    await world.refused('POST /uploads/:uploadId/comments', say(id, 'A badcomment'), writer, 'banned_words');
    const held = await world.ok('POST /uploads/:uploadId/comments', say(id, 'My number: +49 151 23456789'), writer);
    expect(held).toMatchObject({ seq: null, comment: { visibility: 'held' } });
    expect((await world.ok('GET /uploads/:uploadId/comments', at(id), author)).items).toEqual([]);
    expect((await world.ok('GET /uploads/:uploadId/comments', at(id), writer)).items).toHaveLength(1);
    await world.settle();
    expect(await notificationsOf(author)).toEqual([]);
    const params = await openItemOf(world.ctx, held.comment.id);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, staff);
    await world.settle();
    expect((await notificationsOf(author)).map((row) => row.kind)).toEqual(['reply']);
    expect((await world.ok('GET /uploads/:uploadId', at(id))).commentCount).toBe(1);
    for (let index = 0; index < 19; index++) await makeComment(world.ctx, writer, id);
    await world.refused('POST /uploads/:uploadId/comments', say(id, 'Too many'), writer, 'rate_limit');
  });

  it('is no way in for hostile input', async () => {
    const [author, writer] = [await world.member(), await elder()];
    const id = await makeUpload(world.ctx, author);
    const made = await world.ok(
      'POST /uploads/:uploadId/comments',
      say(id, '<script>alert(1)</script> [x](javascript:alert(1)) #tag'),
      writer,
    );
    expect(made.comment.html).not.toMatch(/<script|<a|hashtag/);
    for (const content of ['', '   ', 'x'.repeat(4001)])
      await world.refused('POST /uploads/:uploadId/comments', say(id, content), writer, 'invalid');
    await world.refused('POST /uploads/:uploadId/comments', say(id, '>'.repeat(3000)), writer, 'too_complex');
    const nul = 'a\0b';
    await world.refused('POST /uploads/:uploadId/comments', say(id, nul), writer, 'invalid');
    await world.refused('GET /uploads', { query: { tag: nul } }, null, 'invalid');
    const poll = { question: 'Which?', options: ['a', nul], days: 1 as const };
    const refused = await world.refused('POST /uploads', { body: { poll, submitId: randomUUID() } }, writer, 'invalid');
    expect(refused.fields).toEqual({ 'poll.options.1': 'Text cannot hold the character NUL.' });
    // Half a character is none: it is stored as the replacement character.
    await world.ok('POST /uploads/:uploadId/comments', say(id, 'half \ud800'), writer);
    const upload = {
      body: { content: '<img src=x onerror=alert(1)>\n\n<b>no</b> #"><script>', submitId: randomUUID() },
    };
    const hostile = await world.ok('POST /uploads', upload, writer);
    expect((await world.ok('GET /uploads/:uploadId', at(hostile.id))).html).not.toMatch(/<b>|<script|<img/);
  });
});

describe('the comments of an upload', () => {
  it('are oldest first, paged by key both ways, and begin around one that is asked for', async () => {
    const [author, writer] = [await world.member(), await elder()];
    const id = await makeUpload(world.ctx, author);
    const start = Date.now() - 86_400_000;
    const ids: string[] = [];
    for (let index = 0; index < 120; index++)
      ids.push(await makeComment(world.ctx, writer, id, { createdAt: new Date(start + index * 60_000) }));
    const page = (query: { after?: string; around?: string }) =>
      world.ok('GET /uploads/:uploadId/comments', { ...at(id), query });
    const idsOf = (answer: { items: readonly { id: string }[] }) => answer.items.map((item) => item.id);
    const first = await page({});
    expect(idsOf(first)).toEqual(ids.slice(0, 50));
    expect(first.previous).toBeNull();
    const second = await page({ after: first.next! });
    expect(idsOf(second)).toEqual(ids.slice(50, 100));
    expect(idsOf(await page({ after: second.previous! }))).toEqual(ids.slice(0, 50));
    const third = await page({ after: second.next! });
    expect(third.next).toBeNull();
    expect(idsOf(third)).toEqual(ids.slice(100));
    const around = await page({ around: ids[60]! });
    expect(idsOf(around)).toEqual(ids.slice(55, 105));
    expect(idsOf(await page({ after: around.previous! }))).toEqual(ids.slice(5, 55));
    expect(idsOf(await page({ around: ids[0]! }))).toEqual(ids.slice(0, 50));
  });
});
