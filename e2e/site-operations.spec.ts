import { makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const widths = [360, 768, 1440];

/** Pictures of a page for whoever looks at it: `SHOTS` names a folder. */
async function shots(page: import('@playwright/test').Page, name: string): Promise<void> {
  for (const width of process.env['SHOTS'] ? widths : [])
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${width}-${theme}.png`, fullPage: true });
    }
}

test('an admin is led to the checklist from home, sends a test mail, and puts it away and back by the keyboard', async ({
  page,
  site,
  open,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const admin = await site.member({ admin: true });
  await site.signIn(page, admin);
  await page.goto('/');
  const hint = page.getByRole('region', { name: 'Set up your site' });
  await expect(hint).toContainText('7 steps are left before members come: Name your site first.');
  await axe(page);
  await shots(page, 'hint');
  await hint.getByRole('link', { name: 'Open the checklist' }).press('Enter');
  const list = page.getByRole('list', { name: 'Before members come' });
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect(page.getByText('0 of 7 done')).toBeVisible();
  await list.getByRole('button', { name: 'Send a test mail' }).press('Enter');
  await expectToast(page, 'Test mail sent', 'It goes to your own address.');
  expect(await site.mails(admin.email)).toHaveLength(1);
  await axe(page);
  await shots(page, 'checklist');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const checks = page.getByRole('region', { name: 'Is everything in order?' });
  await checks.getByRole('button', { name: 'Check the site' }).press('Enter');
  await expect(checks).toContainText('There is no mail server', { timeout: 60_000 });
  await expect(checks).toContainText('Start the site with SMTP_URL=');
  await expect(checks).toContainText('checks are fine');
  await axe(page);
  await shots(page, 'doctor');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await list.getByRole('button', { name: 'Only admins' }).press('Enter');
  await expectToast(page, 'Saved', 'Site settings change it at any time.');
  await expect(list).toContainText('Only admins make moderators and custom roles.');
  await expect(list.getByRole('button', { name: 'Moderators too' })).toHaveCount(0);

  const moderator = await open(await site.member({ moderator: true }));
  await moderator.goto('/admin/overview');
  await expect(moderator.getByText('Open in the queue')).toBeVisible();
  await expect(moderator.getByText('Before members come')).toHaveCount(0);

  await page.getByRole('button', { name: 'Put away' }).press('Enter');
  await expectToast(page, 'Checklist put away', 'Site settings bring it back.');
  await expect(list).toHaveCount(0);
  await page.goto('/admin/site-settings');
  await page.getByRole('button', { name: 'Undo the change of Show the first-run checklist' }).press('Enter');
  await expectToast(page, 'Change taken back');
  await page.goto('/admin/overview');
  await expect(list).toBeVisible();
});

test('an admin runs a failed job again and gives one up; a moderator reads of it with masked addresses', async ({
  page,
  site,
  open,
  axe,
  allow,
}) => {
  allow(/status of (409|500)|CallError/);
  // A mail that no server took, as the queue stores it.
  const dead = async (to: string) => {
    await site.ctx.db.rows(sql`
      INSERT INTO pgboss.job (id, name, data, state, source_name, source_output)
      VALUES (gen_random_uuid(), 'dead', ${JSON.stringify({ to, subject: 'Hello', paragraphs: ['Hello'] })}::jsonb, 'created', 'mail.send',
        ${JSON.stringify({ message: `550 no mailbox ${to}` })}::jsonb)`);
  };
  await dead('bob@example.org');
  await dead('carla@example.org');
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/jobs');
  await expect(page).toHaveTitle(/^Jobs and mail · Admin/);
  const failed = page.getByRole('list', { name: 'Failed jobs' });
  await expect(failed.getByRole('listitem')).toHaveCount(2);
  await expect(failed).toContainText('550 no mailbox [address]');
  await axe(page);
  await shots(page, 'jobs');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const moderator = await open(await site.member({ moderator: true }));
  await moderator.goto('/admin/jobs');
  await expect(moderator.getByRole('list', { name: 'Failed jobs' })).toContainText('b•••@example.org');
  await expect(moderator.getByText('bob@example.org')).toHaveCount(0);
  await expect(moderator.getByRole('button', { name: /Run again|Give up|test mail/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Run again: the mail to bob@example.org' }).press('Enter');
  await expectToast(page, 'It runs again');
  expect(await site.mails('bob@example.org')).toHaveLength(1);
  await page.getByRole('button', { name: 'Give up: the mail to carla@example.org' }).press('Enter');
  await expectToast(page, 'Job given up');
  await expect(page.getByText('No job has failed for good in the last 30 days.')).toBeVisible();
  expect(await site.mails('carla@example.org')).toHaveLength(0);

  const denied = await open(await site.member());
  await denied.goto('/admin/jobs');
  await expect(denied.getByRole('heading', { name: 'Access Denied' })).toBeAttached();
  const visitor = await open();
  await visitor.goto('/admin/jobs');
  await expect(visitor).toHaveURL(/\/auth/);

  await page.goto('/admin/overview');
  await page.route('**/api/v1/staff/jobs', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Jobs and mail' }).click();
  await expect(page.getByText('Jobs and mail could not be loaded.')).toBeVisible();
  await page.unroute('**/api/v1/staff/jobs');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeVisible();
});

test('an admin measures the storage and reads it by kind, by member and by day; others may not', async ({
  page,
  site,
  open,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await makeGalleryImage(site.ctx, await site.member({ displayName: 'Pia Pictures' }));
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/storage');
  await expect(page).toHaveTitle(/^Storage · Admin/);
  await expect(page.getByText('Not measured yet')).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Measure now' }).press('Enter');
  await expectToast(page, 'Measuring', 'The figures follow in a few seconds.');
  const table = page.getByRole('table', { name: 'Files of contents' });
  await expect(table.getByRole('row', { name: /^Pictures \d+ / })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Members with most' })).toContainText('Pia Pictures');
  await expect(page.getByRole('region', { name: 'Growth' })).toBeVisible();
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await shots(page, 'storage');
  await page.getByRole('link', { name: 'Details of Pia Pictures' }).press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\//);

  const moderator = await open(await site.member({ moderator: true }));
  await moderator.goto('/admin/storage');
  await expect(moderator.getByRole('heading', { name: 'Access Denied' })).toBeAttached();
});

test('metrics count pages by the pattern of their address, also those from the cache', async ({ site, request }) => {
  const author = await site.member();
  const postId = await makePost(site.ctx, author);
  const count = async (route: string, status: number): Promise<number> => {
    const text = await (await request.get('/metrics')).text();
    const line = `looproom_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length) ?? 0,
    );
  };
  const cached = async (): Promise<number> => {
    const text = await (await request.get('/metrics')).text();
    return Number(/^looproom_page_cache_total\{result="hit"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const hits = await cached();
  const before = [await count('/forum/post/$postId', 200), await count('not found', 404)];
  for (let visit = 0; visit < 2; visit++) await request.get(`/forum/post/${postId}`);
  await request.get('/no/such/page');
  await expect.poll(() => count('/forum/post/$postId', 200)).toBeGreaterThanOrEqual(before[0]! + 2);
  await expect.poll(() => count('not found', 404)).toBeGreaterThanOrEqual(before[1]! + 1);
  expect(await count('/*', 200)).toBe(0);
  expect(await cached()).toBeGreaterThan(hits);
});

test('an admin renames parts of the site and switches them off, and everybody reads a word in their place', async ({
  page,
  site,
  open,
  axe,
  allow,
}) => {
  allow(/status of 404/);
  await makePost(site.ctx, await site.member(), { content: 'A post that stays' });
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/site-settings');
  const editor = page.getByRole('region', { name: 'Sections' });
  await editor.getByLabel('State of Leaks').first().selectOption('Off');
  await editor.getByRole('textbox', { name: 'Songs' }).fill('Beats');
  await axe(page);
  await shots(page, 'sections');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  await editor.getByRole('button', { name: 'Save sections' }).press('Enter');
  await expectToast(page, 'Sections saved', 'What is switched off stays, and comes back with it.');
  const menu = page.locator('.shell-menu').getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Beats' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Leaks' })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Beats' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beats' })).toBeVisible();
  await expect(page).toHaveTitle(/^Beats · /);

  const visitor = await open(null);
  expect((await visitor.goto('/leaks'))?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This part of the site is switched off');
  await axe(visitor);
  await shots(visitor, 'switched-off');

  await page.goto('/admin/site-settings');
  await editor.getByRole('button', { name: 'Forum only' }).press('Enter');
  await expectToast(page, 'Forum only', 'Site settings change it at any time.');
  await expect(menu.getByRole('link', { name: 'Gallery' })).toHaveCount(0);
  await visitor.goto('/');
  await expect(visitor.getByRole('region', { name: 'Latest posts' })).toContainText('A post that stays');
  await expect(visitor.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  await axe(visitor);
  await shots(visitor, 'forum-only');
});
