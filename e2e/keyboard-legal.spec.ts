import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { legalChanged } from '#people/legal/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newestVersion } from '#site/testing/read-version.ts';
import { hydrated } from './hydrated.ts';
import { pressEnter, tabTo, typeInto } from './keyboard.ts';
import { callAs } from './share.ts';
import { type TestSite, expect, test } from './world.ts';

const phone = { viewport: { width: 360, height: 740 } };

/** Nothing scrolls sideways, and axe finds nothing. */
async function check(page: Page, axe: (page: Page) => Promise<void>): Promise<void> {
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBe(0);
}

/** Lets staff hide a post after a copyright complaint, as the pages do. */
async function hideByComplaint(site: TestSite, postId: string): Promise<void> {
  const email = `clara-${randomUUID().slice(0, 8)}@example.net`;
  await callAs(site, { cookie: '' }, 'POST', '/legal/takedown', {
    url: `${site.url}/forum/post/${postId}`,
    name: 'Clara Owner',
    email,
    postalAddress: '1 Main Street, Springfield',
    phone: '',
    work: 'The song "Blue hours" of 2024, written by me.',
    goodFaith: true,
    accurate: true,
    signature: 'Clara Owner',
  });
  const mail = (await site.mails(email)).find(({ text }) => text.includes('token='));
  const token = /token=([\w-]+)/.exec(mail!.text)![1];
  await callAs(site, { cookie: '' }, 'POST', '/legal/takedown/confirm', { token });
  const [row] = await site.ctx.db.rows<{ id: string }>(sql`SELECT id FROM complaints WHERE claimant_email = ${email}`);
  const path = `/staff/complaints/${row!.id}`;
  const version = await newestVersion(site.ctx, { complaintId: row!.id });
  await callAs(site, await site.member({ moderator: true }), 'POST', `${path}/accept`, { version });
  await site.settle();
}

// Members of the journeys after this one have accepted nothing.
test.afterEach(async ({ site }) => {
  await site.ctx.db.rows(sql`DELETE FROM legal_texts`);
  legalChanged(site.ctx);
  site.ctx.pages.drop();
});

test('legal texts are published by the keyboard alone, on a phone', async ({ site, open, axe }) => {
  const page = await open(await site.member({ admin: true }), phone);
  await page.goto('/admin/legal-texts');
  await hydrated(page);
  await typeInto(page, page.getByLabel('Terms of use'), '## Our terms');
  await typeInto(page, page.getByLabel('What is new'), 'Kindness is asked for now.');
  await check(page, axe);
  await pressEnter(page, page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Version 1 is in force.')).toBeVisible();
  await pressEnter(page, page.getByRole('link', { name: 'Version 1' }));
  await expect(page).toHaveURL(/version=1/);
  await check(page, axe);
});

test('the audit log is filtered by the keyboard alone, on a phone, and the filter is taken back', async ({
  site,
  open,
  axe,
}) => {
  const moderator = await site.member({ moderator: true });
  const id = await makePost(site.ctx, await site.member());
  await callAs(site, moderator, 'DELETE', `/forum/posts/${id}`, { reason: 'Against the rules' });
  const page = await open(moderator, phone);
  await page.goto('/admin/audit-log');
  await hydrated(page);
  await typeInto(page, page.getByLabel('Who'), moderator.username);
  await typeInto(page, page.getByLabel('Action'), 'forum_post.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/action=forum_post/);
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entries.first()).toContainText('Against the rules');
  await check(page, axe);
  await typeInto(page, page.getByLabel('Who'), 'nobody-at-all');
  await pressEnter(page, page.getByRole('button', { name: 'Filter' }));
  await expect(page.getByText('No entries')).toBeVisible();
  await check(page, axe);
});

test('a member answers a copyright complaint by the keyboard alone, on a phone', async ({ site, open, axe, allow }) => {
  test.setTimeout(120_000);
  allow(/status of 40[09]/);
  const author = await site.member({ displayName: 'Nia Harbor' });
  const title = `Blue hours ${randomUUID().slice(0, 8)}`;
  const id = await makePost(site.ctx, author, { content: title });
  await hideByComplaint(site, id);

  const page = await open(author, phone);
  await page.goto('/notifications');
  await hydrated(page);
  await pressEnter(page, page.getByRole('link', { name: `"${title}" was hidden after a copyright complaint` }));
  await expect(page.getByRole('heading', { name: /^Complaint C-/ })).toBeVisible();
  await typeInto(page, page.getByLabel('Why it was a mistake'), 'I recorded every sound of it myself.');
  await typeInto(page, page.getByLabel('Full name'), 'Nia Harbor');
  await typeInto(page, page.getByLabel('Postal address'), '2 Side Street, Springfield');
  for (const box of await page.getByRole('checkbox').all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  await typeInto(page, page.getByRole('textbox', { name: 'Signature' }), 'Somebody else');
  await pressEnter(page, page.getByRole('button', { name: 'Send counter-notice' }));
  await expect(page.getByText('Please sign with the same name as above.').first()).toBeVisible();
  await check(page, axe);
  await typeInto(page, page.getByRole('textbox', { name: 'Signature' }), 'Nia Harbor');
  await pressEnter(page, page.getByRole('button', { name: 'Send counter-notice' }));
  await expect(page.getByText(/It comes back by .* unless the claimant goes to court before/)).toBeVisible();
  await check(page, axe);
});
