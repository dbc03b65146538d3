import { randomUUID } from 'node:crypto';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { expect, test } from './world.ts';

test('an edit by staff is read with its editor, in the thread, in the history and by its author', async ({
  site,
  open,
  axe,
}) => {
  const author = await site.member({ displayName: 'Nia Harbor' });
  const moderator = await site.member({ displayName: 'Milo', moderator: true });
  const title = `Which room for drums ${randomUUID().slice(0, 8)}`;
  const id = await makePost(site.ctx, author, { content: `${title}\n\nA small one with carpets, or a hall?` });
  const replyId = await makeReply(site.ctx, author, id, { content: 'A hall, if the neighbours agree.' });

  const staff = await open(moderator);
  await staff.goto(`/forum/post/${id}`);
  const post = staff.getByRole('article', { name: title });
  await post.getByRole('button', { name: 'Edit' }).click();
  await post.getByRole('textbox').fill(`${title}\n\nA small one with carpets.`);
  await post.getByRole('button', { name: 'Save' }).click();
  await expect(post.getByRole('button', { name: /^Edited by Milo \(Moderator\)/ })).toBeVisible();
  const reply = staff.getByRole('article', { name: 'Reply by Nia Harbor' });
  await reply.getByRole('button', { name: 'Edit' }).click();
  await reply.getByRole('textbox').fill('A hall.');
  await reply.getByRole('button', { name: 'Save' }).click();
  await expect(reply.getByRole('button', { name: 'Edited by Milo (Moderator)' })).toBeVisible();

  const reader = await open(null);
  await reader.goto(`/forum/post/${id}?reply=${replyId}`);
  await expect(reader.getByRole('button', { name: 'Edited by Milo (Moderator)', exact: true })).toBeVisible();
  await axe(reader);
  await reader.getByRole('button', { name: /^Edited by Milo \(Moderator\) / }).click();
  await expect(reader.getByRole('dialog').getByText('Milo (Moderator)')).toBeVisible();

  const own = await open(author);
  await own.goto('/notifications');
  await expect(own.getByText(`Staff edited your post "${title}"`)).toBeVisible();
  await expect(
    own.getByText('Milo (Moderator) changed it. Its history shows what is different.').first(),
  ).toBeVisible();
});

test('members with confusable names are shown with their usernames everywhere', async ({ site, page, axe }) => {
  const [one, two] = [
    await site.member({ displayName: 'Kit Sundown' }),
    await site.member({ displayName: 'Кit Sundown' }),
  ];
  const id = await makePost(site.ctx, one, { content: `Night drives ${randomUUID()}` });
  const answered = await makeReply(site.ctx, two, id, { content: 'With the window open.' });
  await makeReply(site.ctx, one, id, { content: 'Always.', inReplyTo: answered });
  const uploadId = await makeUpload(site.ctx, one);
  await makeComment(site.ctx, two, uploadId);
  await page.goto(`/forum/post/${id}`);
  for (const member of [one, two]) await expect(page.getByText(`@${member.username}`).first()).toBeVisible();
  await expect(page.getByRole('article', { name: `Reply by Кit Sundown (@${two.username})` })).toBeVisible();
  await axe(page);
  await page.goto('/forum');
  await expect(page.getByText(`@${one.username}`).first()).toBeVisible();
  await page.goto(`/uploads/${uploadId}`);
  await expect(page.getByText(`@${two.username}`).first()).toBeVisible();
});
