import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFeedRerender } from '#server/features/feed/rerender.ts';
import { makeComment, makeUpload } from '#server/features/feed/fixtures.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { startRerender } from '#server/features/forum/rerender.ts';
import { sql } from '#server/platform/db/database.ts';
import { type World, openWorld } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** 3 KB that would be 1.7 MB: one address of 1,970 characters, used 400 times. */
const hostile = (): string => `[a]: https://x.example/${'y'.repeat(1970)}\n\n${randomUUID()} ${'[a]'.repeat(400)}`;
const form = (content: string) => ({ body: { content, submitId: randomUUID() } });

describe('a text whose HTML would be many times its size', () => {
  it('is refused wherever texts are written, and in the preview', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01'), moderator: true });
    const params = { postId: await makePost(world.ctx, author) };
    const upload = { uploadId: await makeUpload(world.ctx, author) };
    const content = hostile();
    const problem = await world.refused('POST /forum/posts', form(content), author, 'too_complex');
    expect(problem).toMatchObject({ status: 400, detail: expect.stringContaining('Please simplify it.') });
    await world.refused('POST /forum/posts/:postId/replies', { params, ...form(content) }, author, 'too_complex');
    await world.refused('POST /forum/preview', { body: { content, kind: 'reply' } }, author, 'too_complex');
    await world.refused('POST /uploads', form(content), author, 'too_complex');
    await world.refused(
      'POST /uploads/:uploadId/comments',
      { params: upload, ...form(content) },
      author,
      'too_complex',
    );
    const announcement = { body: { title: 'News', content, submitId: randomUUID() } };
    await world.refused('POST /announcements', announcement, author, 'too_complex');
  });

  it('that an older renderer let in is shown as it was typed', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01'), moderator: true });
    const postId = await makePost(world.ctx, author);
    const replyId = await makeReply(world.ctx, author, postId);
    const uploadId = await makeUpload(world.ctx, author);
    const commentId = await makeComment(world.ctx, author, uploadId);
    const news = await world.ok(
      'POST /announcements',
      { body: { title: 'News', content: 'Words', submitId: randomUUID() } },
      author,
    );
    const content = hostile();
    const old = [postId, replyId, uploadId, commentId, news.id];
    for (const table of [sql`forum_posts`, sql`post_replies`, sql`uploads`, sql`upload_comments`, sql`announcements`])
      await world.ctx.db.rows(
        sql`UPDATE ${table} SET content = ${content}, html = ${'<b>'.repeat(600_000)}, renderer = 2 WHERE id = ANY(${old}::uuid[])`,
      );
    expect(await startRerender(world.ctx)).toBe(true);
    expect(await startFeedRerender(world.ctx)).toBe(true);
    await world.settle();
    const texts = [
      await world.ok('GET /forum/posts/:postId', { params: { postId } }),
      await world.ok('GET /forum/replies/:replyId', { params: { replyId } }),
      await world.ok('GET /uploads/:uploadId', { params: { uploadId } }),
      await world.ok('GET /uploads/comments/:commentId', { params: { commentId } }),
      (await world.ok('GET /announcements', {})).items.find((item) => item.id === news.id)!,
    ];
    for (const { html } of texts) {
      expect(html).toContain('[a][a][a]');
      expect(Buffer.byteLength(html)).toBeLessThan(2 * content.length);
    }
  });
});
