import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDocument } from '#server/features/accounts/leaving/exports.ts';
import { type World, openWorld } from '#server/features/accounts/testing/world.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { unzipped } from '#server/testing/zip.ts';
import { wavOf } from '#server/testing/wav.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<World['member']>>;
type Row = Record<string, unknown> & { refers_to?: Record<string, { title: string; url: string }> };

async function ask(member: Member): Promise<string> {
  const { id } = await member.browser.call('POST /account/exports');
  await world.ctx.jobs.idle();
  return id;
}

/** Loads an archive and compares its length with what was said. */
async function load(member: Member, id: string) {
  const reply = await member.browser.open(exportDocument, '/', { id });
  const zip = await buffer(reply.body as Readable);
  expect(reply).toMatchObject({ contentType: 'application/zip', headers: { 'content-length': String(zip.length) } });
  const files = await unzipped(zip);
  const data = JSON.parse(String(files.get('data.json'))) as { made: Record<string, Row[]> };
  return { files, made: data.made, zip };
}

test('a copy of the data has the files as they were uploaded, under their names', async () => {
  const member = await world.member();
  const [first, second] = [wavOf(3000), wavOf(4000)];
  for (const content of [first, second]) await makeFile(world.ctx, member, content, { name: 'my beat.wav' });
  const id = await ask(member);
  const { files, made, zip } = await load(member, id);
  expect(files.get('files/0001 my beat.wav')).toEqual(Buffer.from(first));
  expect(files.get('files/0002 my beat.wav')).toEqual(Buffer.from(second));
  expect(made['files']!.map((row) => row['path'])).toEqual(['files/0001 my beat.wav', 'files/0002 my beat.wav']);
  expect(String(files.get('pages/files.html'))).toContain('href="../files/0001 my beat.wav"');
  const [item] = (await member.browser.call('GET /account/exports')).items;
  expect(item!.bytes).toBe(zip.length);
});

test('a file that was deleted after the copy was made is left out of it', async () => {
  const member = await world.member();
  const kept = await makeFile(world.ctx, member, wavOf(2000), { name: 'kept.wav' });
  const gone = await makeFile(world.ctx, member, wavOf(2100), { name: 'gone.wav' });
  expect(kept).not.toBe(gone);
  const id = await ask(member);
  await world.ctx.db.rows(sql`UPDATE files SET state = 'removed' WHERE id = ${gone}`);
  const names = [...(await load(member, id)).files.keys()].filter((name) => name.startsWith('files/'));
  expect(names).toEqual(['files/0001 kept.wav']);
});

test('earlier texts of what was edited are in it, with who wrote them', async () => {
  const member = await world.member();
  const postId = await makePost(world.ctx, member, { content: 'First words of a post\n\nabout loops.' });
  await member.browser.call('PATCH /forum/posts/:postId', {
    params: { postId },
    body: { content: 'Better words of a post\n\nabout loops.', baseVersion: 1, isLocked: false },
  });
  const { files, made } = await load(member, await ask(member));
  expect(made['forum_posts']).toMatchObject([{ id: postId, content: 'Better words of a post\n\nabout loops.' }]);
  expect(made['forum_posts_earlier_texts']).toMatchObject([
    { content_id: postId, version: 1, content: 'First words of a post\n\nabout loops.', written_by: 'you' },
  ]);
  expect(String(files.get('pages/forum_posts_earlier_texts.html'))).toContain('First words of a post');
});

test('ids come with title and address of what the member finds on the site, and of nothing else', async () => {
  const [member, other] = [await world.member(), await world.member({ displayName: 'Olu <b>' })];
  const open = await makePost(world.ctx, other, { content: 'Open <i>post</i> title' });
  const hidden = await makePost(world.ctx, other, { content: 'Secret post title' });
  for (const postId of [open, hidden]) {
    await makeReply(world.ctx, member, postId);
    await member.browser.call('PUT /forum/posts/:postId/bookmark', { params: { postId }, body: { on: true } });
  }
  await world.ctx.db.rows(sql`UPDATE forum_posts SET state = 'held' WHERE id = ${hidden}`);
  await member.browser.call('PUT /following/:profileId', { params: { profileId: other.profileId } });
  const { files, made } = await load(member, await ask(member));
  const url = `${world.ctx.siteUrl}/forum/post/${open}`;
  const reference = { title: 'Open <i>post</i> title', url };
  const replies = made['post_replies']!;
  expect(replies.map((row) => row.refers_to?.['post_id'])).toEqual([reference, undefined]);
  const marks = made['bookmarks_and_watched_posts']!;
  expect(marks.find((row) => row['post_id'] === open)!.refers_to).toEqual({ post_id: reference });
  expect(marks.find((row) => row['post_id'] === hidden)!.refers_to).toBeUndefined();
  const page = String(files.get('pages/post_replies.html'));
  expect(page).toContain(`<a href="${url}" dir="auto">Open &lt;i&gt;post&lt;/i&gt; title</a>`);
  const named = Object.values(made).flatMap((rows) => rows.flatMap((row) => Object.values(row.refers_to ?? {})));
  expect(named.map(({ title }) => title).filter((title) => title.includes('Secret'))).toEqual([]);
});

test('its pages hold texts as text, and lead to each other', async () => {
  const member = await world.member({ displayName: '<script>alert(1)</script>' });
  await makePost(world.ctx, member, { content: `<img src=x onerror=alert(1)> ${randomUUID()}` });
  const { files } = await load(member, await ask(member));
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  expect(pages.map(([name]) => name)).toContain('index.html');
  for (const [name, content] of pages) {
    expect(String(content)).not.toContain('<script');
    expect(String(content)).not.toContain('<img');
    if (name !== 'index.html') expect(String(files.get('index.html'))).toContain(`href="${name}"`);
  }
});
