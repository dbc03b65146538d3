import { sql } from '#platform/server/db/database.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('staff announce, readers see it at once, and it can be pinned, hidden and removed', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  const [staff, reader] = [await site.member({ admin: true, displayName: 'Ada Desk' }), await site.member()];
  const other = await open(reader);
  await other.goto('/announcements');
  await expect(other.getByText('No announcements at this time. Check back later!', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Create Announcement' })).toHaveCount(0);

  await site.signIn(page, staff);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
  await expect(dialog.getByText('Leave empty for permanent announcement')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Missing Information', 'Please fill in all required fields');
  await dialog.getByLabel('Title').fill('Sunday is for backups');
  await dialog.getByLabel('Type').selectOption('maintenance');
  await dialog.getByLabel('Priority').fill('4');
  await dialog.getByLabel('Expires At').fill('2031-05-04T12:00');
  await dialog.getByLabel('Content').fill('The site rests from **2 to 3**.');
  await axe(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Success!', 'Announcement has been created');

  const seen = other.getByRole('article', { name: 'Sunday is for backups' });
  await expect(seen).toBeVisible();
  for (const text of ['Maintenance', 'High Priority', 'Admin', 'Ada Desk', 'Expires: May 4, 2031', '2 to 3'])
    await expect(seen.getByText(text, { exact: !text.startsWith('Expires') }).first()).toBeVisible();
  await expect(seen.getByText('Pinned')).toHaveCount(0);
  await expect(seen.getByRole('button')).toHaveCount(0);

  const menu = page.getByRole('button', { name: 'More about Sunday is for backups' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(seen.getByText('Pinned')).toBeVisible();
  await axe(other);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect(other.getByText('No announcements at this time. Check back later!')).toBeVisible();
  await page.getByRole('link', { name: 'Show hidden and expired ones' }).click();
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No announcements yet')).toBeVisible();
});

test('a phone reads announcements without scrolling sideways, and what is urgent', async ({ open, site, axe }) => {
  const staff = await site.member({ moderator: true });
  await open(staff).then(async (writer) => {
    await writer.goto('/announcements');
    await writer.getByRole('button', { name: 'Create Announcement' }).click();
    const dialog = writer.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Averyveryverylongwordthatnobodybreaks'.repeat(3));
    await dialog.getByLabel('Type').selectOption('urgent');
    await dialog.getByLabel('Content').fill('Text\n\n```\nlong code line '.concat('x'.repeat(300), '\n```'));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(writer.getByRole('article')).toBeVisible();
  });
  const phone = await open(null, { viewport: { width: 360, height: 740 } });
  await phone.goto('/announcements');
  await expect(phone.getByRole('article')).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(phone.getByText('Moderator', { exact: true })).toBeVisible();
  await axe(phone);
});

test('an announcement waits for its hour in the zone of who writes it, and then appears on open pages', async ({
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  const staff = await site.member({ admin: true });
  const page = await open(staff, { timezoneId: 'Asia/Tokyo', viewport: { width: 360, height: 740 } });
  const reader = await open(await site.member(), { timezoneId: 'America/New_York' });
  await reader.goto('/announcements');
  await page.goto('/admin/announcements');
  await page.getByRole('button', { name: 'Create Announcement' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
  await dialog.getByLabel('Title').fill('The new room opens');
  await dialog.getByLabel('Publish At').fill('2020-05-04T09:00');
  await dialog.getByLabel('Content').fill('Come in.');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(dialog.getByText('This time has passed already.')).toBeVisible();
  await dialog.getByLabel('Publish At').fill('2041-05-04T09:00');
  await axe(page);
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await expectToast(page, 'Success!', 'It appears at its time.');
  const card = page.getByRole('article', { name: 'The new room opens' });
  await expect(card.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(card.locator('footer time')).toHaveAttribute('datetime', '2041-05-04T00:00:00.000Z');
  await expect(card.locator('footer time')).toContainText('9:00');
  await expect(reader.getByText('The new room opens')).toHaveCount(0);

  // Its hour comes: as the form sends it, a few seconds ahead.
  const { id } = (
    await site.ctx.db.rows<{ id: string }>(sql`SELECT id FROM announcements WHERE publish_at IS NOT NULL`)
  )[0]!;
  const publishAt = new Date(Date.now() + 2000).toISOString();
  const answer = await fetch(`${site.url}/api/v1/announcements/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: staff.cookie, origin: site.url },
    body: JSON.stringify({ publishAt, baseVersion: 1 }),
  });
  expect(answer.status).toBe(200);
  await expect(reader.getByRole('article', { name: 'The new room opens' })).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText('Scheduled', { exact: true })).toHaveCount(0);
  expect(await (await fetch(`${site.url}/announcements`)).text()).toContain('The new room opens');
});
