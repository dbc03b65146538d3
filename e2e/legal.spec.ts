import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { fieldErrors } from '#platform/contract/field-errors.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { expectToast } from './toast.ts';
import { type TestSite, expect, test } from './world.ts';

const phone = { width: 360, height: 740 };
const wide = { width: 1440, height: 900 };

/** Checks a page wide and on a phone, where nothing may reach over the edge. */
async function check(page: Page, axe: (page: Page) => Promise<void>): Promise<void> {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size);
    await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `pixels over the edge at ${size.width}`).toBe(0);
    if (process.env['SHOTS']) {
      const name = new URL(page.url()).pathname.replaceAll('/', '_').slice(0, 40);
      for (const scheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme);
        await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${size.width}-${scheme}.png`, fullPage: true });
      }
    }
  }
}

/** The address of the newest mail's link. */
async function linkOf(site: TestSite, to: string, part: string): Promise<string> {
  const mail = (await site.mails(to)).find(({ text }) => text.includes(part));
  return new RegExp(`${site.url}\\S*${part}\\S*`).exec(mail!.text)![0];
}

/** Opens a question of a complaint and reads its words; put away by the keyboard unless `isLeft` is false. */
async function asked(
  page: Page,
  card: Locator,
  button: string,
  { title, text, hint, isLeft = true }: { title: string; text: string; hint: string; isLeft?: boolean },
): Promise<Locator> {
  await card.getByRole('button', { name: button, exact: true }).press('Enter');
  const question = page.getByRole('alertdialog', { name: title, exact: true });
  await expect(question.getByText(text, { exact: true })).toBeVisible();
  await expect(question.getByText(hint, { exact: true })).toBeVisible();
  if (!isLeft) return question;
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  return question;
}

test('a copyright complaint goes from the form to staff, to the uploader and back', async ({
  site,
  open,
  axe,
  allow,
}) => {
  test.setTimeout(180_000);
  const author = await site.member({ displayName: 'Nia Harbor' });
  const moderator = await site.member({ moderator: true });
  const title = `Blue hours ${randomUUID().slice(0, 8)}`;
  const id = await makePost(site.ctx, author, { content: title });
  const email = `clara-${randomUUID().slice(0, 8)}@example.net`;

  const claimant = await open(null);
  await claimant.goto(`/forum/post/${id}`);
  await claimant.getByRole('button', { name: 'More about this post' }).click();
  await claimant.getByRole('menuitem', { name: 'Copyright complaint' }).click();
  await expect(claimant.getByLabel('Address of the content')).toHaveValue(`${site.url}/forum/post/${id}`);
  // What is missing is said by us, under each field, before anything is sent.
  const send = claimant.getByRole('button', { name: 'Send the complaint' });
  await send.click();
  await expect(claimant.getByLabel('Your work')).toBeFocused();
  await expect(claimant.getByLabel('Your work')).toHaveAccessibleDescription(/Fill this in\.$/);
  await expect(claimant.getByText('Fill this in.')).toHaveCount(5);
  await expect(claimant.getByText('Please confirm this.')).toHaveCount(2);
  await claimant.getByLabel('Your work').fill('The song "Blue hours" of 2024, written by me.');
  await claimant.getByLabel('Full name').fill('Clara Owner');
  await claimant.getByLabel('Email').fill('clara@example');
  await claimant.getByLabel('Postal address').fill('1 Main Street, Springfield');
  for (const box of await claimant.getByRole('checkbox').all()) await box.check();
  await claimant.getByLabel('Signature').fill('Clara Owner');
  await check(claimant, axe);
  // A browser takes it for an address, the server does not: it has the same words, in the same place.
  await send.click();
  await expect(claimant.getByLabel('Email')).toBeFocused();
  await expect(claimant.getByLabel('Email')).toHaveAccessibleDescription(fieldErrors.email);
  await expect(claimant.getByText('Fill this in.')).toHaveCount(0);
  await claimant.getByLabel('Email').fill(email);
  await send.click();
  await expect(claimant.getByText('One step is left')).toBeVisible();

  const staff = await open(moderator);
  await staff.goto('/admin/complaints');
  await expect(staff.getByText('No complaints')).toBeVisible();
  await claimant.goto(await linkOf(site, email, 'token='));
  await claimant.getByRole('button', { name: 'Confirm the complaint' }).click();
  await expect(claimant.getByText('Staff have your complaint now.')).toBeVisible();
  await check(claimant, axe);

  await staff.reload();
  const card = staff.getByRole('region', { name: /^Complaint C-/ });
  await expect(card.getByText(email)).toBeVisible();
  await check(staff, axe);
  await asked(staff, card, 'Dismiss', {
    title: 'Dismiss this complaint?',
    text: 'Nothing changes for the uploader. The claimant gets a mail with the reason.',
    hint: 'The claimant reads this.',
  });
  const accept = await asked(staff, card, 'Accept', {
    title: 'Accept this complaint?',
    text: 'The content is hidden. Its uploader is notified and may answer; the claimant gets a mail.',
    hint: 'Both sides read this.',
    isLeft: false,
  });
  await accept.getByRole('button', { name: 'Hide the content' }).click();
  await expectToast(staff, 'Complaint accepted', 'The content is hidden, and both sides are notified.');

  allow(/status of 404/);
  expect((await claimant.goto(`/forum/post/${id}`))!.status()).toBe(404);

  const own = await open(author);
  await own.goto('/notifications');
  await own.getByText(`"${title}" was hidden after a copyright complaint`).click();
  await expect(own.getByRole('heading', { name: /^Complaint C-/ })).toBeVisible();
  await own.getByLabel('Why it was a mistake').fill('I recorded every sound of it myself.');
  await own.getByLabel('Full name').fill('Nia Harbor');
  await own.getByLabel('Postal address').fill('2 Side Street, Springfield');
  for (const box of await own.getByRole('checkbox').all()) await box.check();
  await own.getByLabel('Signature').fill('Somebody else');
  await check(own, axe);
  await own.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(own.getByText('Please sign with the same name as above.').first()).toBeVisible();
  await own.getByRole('textbox', { name: 'Signature' }).fill('Nia Harbor');
  await own.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(own.getByText(/It comes back by .* unless the claimant goes to court before/)).toBeVisible();

  await staff.goto('/admin/complaints?show=running');
  await expect(card.getByText('I recorded every sound of it myself.')).toBeVisible();
  await check(staff, axe);
  allow(/status of 40[09]/);
  await asked(staff, card, 'In court', {
    title: 'The claimant has gone to court?',
    text: 'The clock stops, and the content stays hidden until you put it back.',
    hint: 'Its name and number. The member learns that there is one.',
  });
  await card.getByRole('button', { name: 'Put it back after the counter-notice' }).click();
  await expect(staff.getByText(/After a counter-notice this can come back from/).first()).toBeVisible();
  await claimant.goto(await linkOf(site, email, 'court'));
  await claimant.getByLabel('Court and number of the case').fill('Springfield court, 12/345');
  await claimant.getByRole('button', { name: 'Send' }).click();
  await expect(claimant.getByText('Staff know it now.')).toBeVisible();

  await staff.reload();
  await asked(staff, card, 'Undo', {
    title: 'Undo this decision?',
    text: 'The content comes back at once, and the complaint does not count any more.',
    hint: 'For the audit log.',
  });
  const withdrawn = await asked(staff, card, 'Claimant has withdrawn', {
    title: 'The claimant has withdrawn?',
    text: 'The content comes back at once, and the complaint does not count any more.',
    hint: 'For the audit log.',
    isLeft: false,
  });
  await withdrawn.getByRole('button', { name: 'Put it back' }).click();
  await expectToast(staff, 'Content restored', 'Both sides are notified.');
  expect((await claimant.goto(`/forum/post/${id}`))!.status()).toBe(200);
  await claimant.goto('/legal/transparency');
  await expect(claimant.getByText('Received')).toBeVisible();
  await check(claimant, axe);
});

test('a member reports a post in the words of the form, by the keyboard and on a phone', async ({
  site,
  open,
  axe,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  const id = await makePost(site.ctx, await site.member(), { content: `Loud ${randomUUID().slice(0, 8)}` });
  const page = await open(await site.member(), { viewport: phone });
  await page.goto(`/forum/post/${id}`);
  await page.getByRole('button', { name: 'More about this post' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Report', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report this post', exact: true });
  await expect(dialog.getByText('Only staff see who reported.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(6);
  for (const reason of [
    'Spam or advertising',
    'Abuse or harassment',
    'Private information about a person',
    '18+ and not marked so',
    'Somebody else owns it',
    'Something else',
  ])
    await expect(dialog.getByRole('radio', { name: reason, exact: true })).toBeAttached();
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await dialog.getByRole('radio', { name: 'Somebody else owns it' }).press('Space');
  await expect(dialog.getByRole('link', { name: 'copyright complaint' })).toHaveAttribute(
    'href',
    `/legal/takedown?kind=forum_post&id=${id}`,
  );
  await page.route('**/reports', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  await expectToast(page, 'Error', 'Failed to send the report');
  await page.unroute('**/reports');
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  await expectToast(page, 'Report sent', 'Staff will look at it.');
  await expect(dialog).toHaveCount(0);
});
