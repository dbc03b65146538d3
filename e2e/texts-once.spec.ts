import { randomUUID } from 'node:crypto';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

/** A paragraph behind which a title, a summary and a preview end: only the text itself has what follows. */
const before = 'Words before the rest. '.repeat(20);

test('a text stands once in the page that carries it, for visitors and for who may edit it', async ({ site }) => {
  const author = await site.member();
  const marks = Array.from({ length: 5 }, () => `mark-${randomUUID()}`);
  const content = (at: number): string => `Title ${randomUUID()}\n\n${before}"${marks[at]}" & <more>`;
  const postId = await makePost(site.ctx, author, { content: content(0) });
  await makeReply(site.ctx, author, postId, { content: content(1) });
  const uploadId = await makeUpload(site.ctx, author, { content: content(2) });
  await makeComment(site.ctx, author, uploadId, { content: content(3) });
  await makeUpload(site.ctx, author, { content: content(4) });
  const pages = {
    [`/forum/post/${postId}`]: [0, 1],
    [`/uploads/${uploadId}`]: [2, 3],
    '/uploads': [2, 4],
    '/': [2, 4],
  };
  for (const cookie of ['', author.cookie]) {
    for (const [address, shown] of Object.entries(pages)) {
      const html = await (await fetch(site.url + address, { headers: { cookie } })).text();
      for (const at of shown) expect(html.split(marks[at]!), `${address} ${cookie}`).toHaveLength(2);
    }
  }
});

test('a page takes its texts from the document: spoilers stay open, equal texts are two, edits have the source', async ({
  page,
  site,
}) => {
  const author = await site.member();
  const content = `A "quoted" title & more\n\nThe "end" & <all>: ||she "wins"|| [l](https://a.example/?a=1&b=2)`;
  const postId = await makePost(site.ctx, author, { content });
  await makeReply(site.ctx, author, postId, { content: 'The same "reply"' });
  await makeReply(site.ctx, author, postId, { content: 'The same "reply"' });
  await site.signIn(page, author);
  await page.goto(`/forum/post/${postId}`);
  await hydrated(page);
  await expect(page.getByText('The same "reply"')).toHaveCount(2);
  const hidden = page.getByText('she "wins"');
  await hidden.click();
  await expect(hidden).toHaveClass(/spoiler-open/);
  const again = page.waitForResponse((answer) => answer.url().endsWith(`/forum/posts/${postId}`));
  await site.ctx.db.tx(async (tx) => {
    await site.ctx.realtime.publish(tx, `forum-post:${postId}`, 'post_changed', { id: postId });
  });
  await again;
  await expect(hidden).toHaveClass(/spoiler-open/);

  await page.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
  await expect(page.getByRole('textbox', { name: /^Edit the post/ })).toHaveValue(content);
});
