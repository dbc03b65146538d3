import { makePost } from '#features/forum/server/fixtures.ts';
import { expect, test } from './world.ts';

test('staff find in the audit log who did what, and what was changed', async ({ site, open, axe }) => {
  const moderator = await site.member({ displayName: 'Milo', moderator: true });
  const id = await makePost(site.ctx, await site.member(), { content: 'A reverb on drums' });
  const page = await open(moderator);
  await page.goto(`/forum/post/${id}`);
  await page.request.delete(`${site.url}/api/v1/forum/posts/${id}`, { data: { reason: 'Against the rules' } });
  await page.goto('/admin/audit-log');
  await page.getByLabel('Who').fill(moderator.username);
  await page.getByLabel('Action').fill('forum_post.');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/action=forum_post/);
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect(entries.getByRole('listitem').first()).toContainText('Against the rules');
  await expect(entries.getByRole('listitem').first()).toContainText('removed A reverb on drums');
  await expect(entries.getByRole('link', { name: 'A reverb on drums' })).toHaveAttribute('href', `/forum/post/${id}`);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `pixels over the edge at ${width}`).toBe(0);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/audit-${width}.png` });
  }
  await page.goto('/admin/audit-log?actor=nobody-at-all');
  await expect(page.getByText('No entries')).toBeVisible();
});
