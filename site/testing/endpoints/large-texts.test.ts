import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { startRerender } from '#content/core/server/maintenance/rerender.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

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

describe('a page of a list', () => {
  /** What members wrote may take half a megabyte, and what stands around it some more. */
  const MOST = 640 * 1024;

  /** Makes texts so long, and their HTML as long. */
  const enlarge = (table: ReturnType<typeof sql>, ids: readonly string[], characters: number) =>
    world.ctx.db.rows(
      sql`UPDATE ${table} SET html = repeat('w', ${characters}), content = repeat('w', ${characters}) WHERE id = ANY(${[...ids]}::uuid[])`,
    );
  interface Shown {
    readonly items: readonly { readonly id: string }[];
    readonly next: string | null;
  }
  /** Reads on to the end. @returns the ids of each page. */
  async function pagesOf(read: (after: string | undefined) => Promise<Shown>): Promise<string[][]> {
    const pages: string[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await read(after);
      expect(JSON.stringify(page).length).toBeLessThan(MOST);
      pages.push(page.items.map((item) => item.id));
      after = page.next;
    }
    return pages;
  }
  const timestamp = (at: number): Date => new Date(Date.UTC(2026, 0, 1) + at * 1000);

  it('of replies ends early where texts are long, and loses none, forwards and backwards', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01') });
    const postId = await makePost(world.ctx, author);
    const ids: string[] = [];
    for (let at = 0; at < 18; at++) ids.push(await makeReply(world.ctx, author, postId, { createdAt: timestamp(at) }));
    await enlarge(sql`post_replies`, ids, 20_000);
    await enlarge(sql`post_replies`, [ids[7]!], 90_000);
    await enlarge(sql`post_replies`, [ids[12]!], 600_000);
    const read = (query: { after?: string; around?: string }) =>
      world.ok('GET /forum/posts/:postId/replies', { params: { postId }, query });
    const forwards: string[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await read(after === undefined ? {} : { after });
      forwards.push(page.items.map((item) => item.id));
      after = page.next;
    }
    expect(forwards.flat()).toEqual(ids);
    // What is larger than a page has one of its own.
    expect(forwards.find((page) => page.includes(ids[12]!))).toEqual([ids[12]]);
    expect(forwards.length).toBeGreaterThan(3);
    for (const around of [ids[0]!, ids[9]!, ids[13]!, ids[17]!]) {
      let page = await read({ around });
      expect(page.items.map((item) => item.id)).toContain(around);
      let reached = page.items.map((item) => item.id);
      while (page.previous !== null) {
        const first = reached[0]!;
        page = await read({ after: page.previous });
        const earlier = page.items.map((item) => item.id);
        // The earlier page reaches up to what was there already: no gap between them.
        expect(ids.indexOf(earlier.at(-1)!)).toBeGreaterThanOrEqual(ids.indexOf(first) - 1);
        reached = [...new Set([...earlier, ...reached])];
      }
      expect(reached).toEqual(ids.slice(0, reached.length));
    }
  });

  it('of uploads, comments and announcements ends early where texts are long, and loses none', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01'), moderator: true });
    const uploads: string[] = [];
    for (let at = 0; at < 12; at++)
      uploads.push(await makeUpload(world.ctx, author, { createdAt: timestamp(at * 1000) }));
    await enlarge(sql`uploads`, uploads, 60_000);
    const { username } = (await world.ok('GET /uploads/:uploadId', { params: { uploadId: uploads[0]! } })).author;
    const listed = await pagesOf((after) =>
      world.ok('GET /uploads', { query: { author: username, ...(after !== undefined && { after }) } }),
    );
    expect(listed.flat()).toEqual(uploads.toReversed());
    expect(listed[0]).toHaveLength(4);

    const uploadId = uploads[0]!;
    const comments: string[] = [];
    for (let at = 0; at < 8; at++)
      comments.push(await makeComment(world.ctx, author, uploadId, { createdAt: timestamp(at) }));
    await enlarge(sql`upload_comments`, comments, 100_000);
    const read = await pagesOf((after) =>
      world.ok('GET /uploads/:uploadId/comments', {
        params: { uploadId },
        query: { ...(after !== undefined && { after }) },
      }),
    );
    expect(read.flat()).toEqual(comments);
    expect(read[0]).toHaveLength(2);

    await world.ctx.db.rows(sql`DELETE FROM announcements`);
    const news: string[] = [];
    for (let at = 0; at < 6; at++) {
      const body = { title: `No ${at}`, content: 'Words', submitId: randomUUID() };
      news.push((await world.ok('POST /announcements', { body }, author)).id);
    }
    await enlarge(sql`announcements`, news, 100_000);
    const shown = await pagesOf((after) =>
      world.ok('GET /announcements', { query: { ...(after !== undefined && { after }) } }, author),
    );
    expect(shown.flat().toSorted()).toEqual(news.toSorted());
    expect(shown[0]).toHaveLength(2);
  });
});
