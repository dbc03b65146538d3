import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { resolveViewer } from '#site/server/app.ts';
import { openSetJob } from '#features/sets/server/jobs.ts';
import { changeSetVisibility } from '#features/sets/server/write.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { share, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const fitsPhone = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
const phone = { viewport: { width: 360, height: 740 } };

test('a member puts tracks into a set, orders them by keyboard, and it plays as a queue', async ({
  page,
  site,
  axe,
}) => {
  const mira = await site.member({ displayName: 'Mira Osei' });
  const titles = ['Low tide', 'High tide', 'Slack water'];
  const ids: string[] = [];
  for (const title of titles) ids.push(await share(site, mira, { content: title, files: [tone('loop.wav', 20)] }));
  await site.signIn(page, mira);
  await page.goto('/sets');
  await expect(page).toHaveTitle('Sets · Looproom');
  await expect(page.getByText('No sets yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New set' }).first().click();
  const form = page.getByRole('dialog', { name: 'New set' });
  await form.getByLabel('Title').fill('Tides');
  await form.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Set created', 'Add tracks from their menus.');
  for (const [index, id] of ids.entries()) {
    await page.goto(`/uploads/${id}`);
    await page.getByRole('button', { name: `More about the track ${titles[index]}` }).click();
    await page.getByRole('menuitem', { name: 'Add to a set' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a set' });
    if (index === 0) await axe(page);
    await dialog.getByRole('button', { name: /Tides/ }).click();
    await expectToast(page, 'Added to “Tides”', titles[index] ?? '');
  }
  await page.goto('/sets');
  await page.getByRole('link', { name: 'Tides' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tides' })).toBeVisible();
  await expect(entries(page)).toHaveCount(3);
  await axe(page);
  // The first move is late on its way: the second one waits for it.
  let [isFirst, answers] = [true, 0];
  await page.route('**/place', async (route) => {
    if (isFirst) {
      isFirst = false;
      await sleep(500);
    }
    await route.continue();
  });
  page.on('response', (response) => void (answers += Number(response.url().endsWith('/place'))));
  const up = page.getByRole('button', { name: 'Move Slack water up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(entries(page).nth(1)).toContainText('Slack water');
  await page.keyboard.press('Enter');
  await expect(entries(page).first()).toContainText('Slack water');
  await expect.poll(() => answers).toBe(2);
  await page.reload();
  await expect(entries(page)).toContainText(['Slack water', 'Low tide', 'High tide']);
  await page.getByRole('button', { name: 'Play all' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar).toContainText('Slack water');
  await bar.getByRole('button', { name: 'Next track' }).click();
  await expect(bar).toContainText('Low tide');
  await entries(page).nth(2).dragTo(entries(page).first());
  await expect(entries(page).first()).toContainText('High tide');
  await page.getByRole('button', { name: 'Take Low tide out of the set' }).click();
  await expect(entries(page)).toHaveCount(2);
  await page.setViewportSize(phone.viewport);
  await fitsPhone(page);
  await axe(page);
});

test('tracks, songs and own private tracks are put into a set by typing, by keyboard alone', async ({
  page,
  site,
  axe,
}) => {
  const [mira, ana] = [
    await site.member({ displayName: 'Mira Osei' }),
    await site.member({ displayName: 'Ana Ferreira' }),
  ];
  const word = `zq${randomUUID().slice(0, 8)}`;
  await share(site, ana, { content: `Harbour lights ${word}`, files: [tone('loop.wav', 20)] });
  await share(site, mira, {
    content: `Still a sketch ${word}`,
    files: [tone('loop.wav', 20)],
    visibility: 'private',
  });
  await makeItem(site.ctx, 'song', ana, { title: `Fog ${word}`, artist: 'The Piers' });
  const setId = await makeItem(site.ctx, 'set', mira, { title: 'Harbour' });
  await site.signIn(page, mira);
  await page.goto(`/sets/${setId}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add tracks' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add to this set' });
  await dialog.getByRole('searchbox', { name: 'Search tracks' }).focus();
  await page.keyboard.type(`light ${word}`);
  const found = dialog.getByRole('listitem');
  await expect(found).toHaveText([/Harbour lights .* · 0:/]);
  await axe(page);
  await dialog.getByRole('button', { name: `Add Harbour lights ${word}` }).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Added to “Harbour”', `Harbour lights ${word}`);
  await expect(dialog.getByRole('button', { name: `Added Harbour lights ${word}` })).toBeDisabled();
  await dialog.getByRole('button', { name: 'My tracks' }).click();
  await dialog.getByRole('searchbox').fill(`sketch`);
  await expect(found).toHaveText([/Still a sketch .*Private/]);
  await dialog.getByRole('button', { name: `Add Still a sketch ${word}` }).click();
  await expectToast(page, 'Added to “Harbour”', `Still a sketch ${word}`);
  await dialog.getByRole('button', { name: 'Songs' }).click();
  await dialog.getByRole('searchbox', { name: 'Search songs' }).fill(`fog ${word}`);
  await expect(found).toHaveText([/Fog .*The Piers/]);
  await dialog.getByRole('button', { name: `Add Fog ${word}` }).click();
  await expectToast(page, 'Added to “Harbour”', `Fog ${word}`);
  await page.setViewportSize(phone.viewport);
  await fitsPhone(page);
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(entries(page)).toContainText(['Harbour lights', 'Still a sketch', 'Fog']);
});

test('a private track is shown by a secret link until it is revoked, and is indexed nowhere', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 404/);
  const mira = await site.member({ displayName: 'Mira Osei' });
  const id = await share(site, mira, { content: 'Not out yet', files: [tone('loop.wav', 20)] });
  await site.signIn(page, mira);
  await page.goto(`/uploads/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Share/ });
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(new RegExp(`/uploads/${id}$`));
  await dialog.getByLabel('Who sees it').selectOption('Whoever has a secret link');
  await expect(dialog.getByText('It is in no list and no search.')).toBeVisible();
  await dialog.getByLabel('For', { exact: false }).fill('Ada');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const address = await dialog.getByLabel('Your new link').inputValue();
  await axe(page);
  const visitor = await open(null, phone);
  await visitor.goto(`/uploads/${id}`);
  await expect(visitor.getByRole('heading', { name: 'Upload not found' })).toBeVisible();
  const answer = await visitor.goto(address);
  expect(answer!.headers()['referrer-policy']).toBe('no-referrer');
  expect(answer!.headers()['x-robots-tag']).toContain('noindex');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Not out yet' })).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await visitor.getByRole('button', { name: 'Play Not out yet' }).click();
  await expect(visitor.getByRole('button', { name: 'Pause Not out yet' }).first()).toBeVisible();
  await fitsPhone(visitor);
  await axe(visitor);
  await page.goto('/secret-links');
  await expect(page.getByRole('list', { name: 'Secret links' })).toContainText('Ada');
  await axe(page);
  await page.getByRole('button', { name: 'Revoke Ada' }).click();
  await expect(page.getByText('No secret links yet')).toBeVisible();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: 'This link opens nothing' })).toBeVisible();
});

test('an album counts down, and opens by itself on a page that is open at its hour', async ({
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 404/);
  const mira = await site.member({ displayName: 'Mira Osei' });
  const viewer = (await resolveViewer(site.ctx, mira.cookie))!;
  const setId = await makeItem(site.ctx, 'set', mira, { title: 'Spring tides', type: 'album' });
  const at = new Date(Date.now() + 25_000);
  await changeSetVisibility(site.ctx, viewer, setId, 'public', at);
  const page = await open(null, phone);
  await page.goto(`/sets/${setId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Spring tides' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^0:\d\d$|^Opening…$/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await fitsPhone(page);
  await axe(page);
  // It opens between the two requests of the page: for the album, which is not there yet, and for its countdown.
  await page.route('**/api/v1/sets/*/countdown', async (route) => {
    await openSetJob.run(site.ctx, { setId, at: at.toISOString() });
    await route.continue();
  });
  await expect(page.getByText('Nothing in this set yet.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('timer')).toHaveCount(0);
});
