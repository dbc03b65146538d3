import { randomUUID } from 'node:crypto';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

const word = (): string => `zq${randomUUID().slice(0, 8)}`;
const phone = { width: 360, height: 740 };

test('the search opens by a key on any page, shows results while typing, and is left by Escape', async ({
  page,
  site,
  axe,
}) => {
  const [name, author] = [word(), await site.member()];
  const postId = await makePost(site.ctx, author, { content: `Tape ${name} hiss\n\nThe text.` });
  await makeItem(site.ctx, 'drumkit', author, { title: `Kit ${name}` });
  await page.goto('/members');
  await hydrated(page);
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(name.slice(0, 7));
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('group', { name: 'Posts' }).getByRole('option')).toHaveText(
    new RegExp(`Tape ${name} hiss`),
  );
  await expect(results.getByRole('group', { name: 'Drumkits' }).getByRole('option')).toHaveText(
    new RegExp(`Kit ${name}`),
  );
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  for (const keys of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(keys);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  }
  // Inside a field the key is a character.
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toHaveValue('/');
  await expect(field).toBeHidden();
  // Arrows go to a result, Enter opens it.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(`tape ${name}`);
  const first = results.getByRole('option', { name: new RegExp(`Tape ${name}`) });
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/forum/post/${postId}`);
  await expect(field).toBeHidden();
  // What was searched is remembered in this browser.
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(results.getByRole('option', { name: `tape ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Forget these searches' }).click();
  await expect(results.getByRole('option')).toHaveCount(0);
});

test('Enter leads to the page with all results, whose filters are in the address', async ({ page, site, axe }) => {
  const [name, author] = [word(), await site.member()];
  const postId = await makePost(site.ctx, author, { content: `Tape ${name}\n\nThe text.` });
  await makeReply(site.ctx, author, postId, { content: `A reply about ${name} and hiss` });
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${name}`);
  await expect(page).toHaveTitle(`${name} · Search · Looproom`);
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await expect(results).toHaveCount(2);
  await expect(results.getByText(name).first()).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(name);
  await axe(page);
  await page.getByRole('link', { name: 'Replies' }).click();
  await expect(page).toHaveURL(`/search?q=${name}&type=reply`);
  await expect(results).toHaveCount(1);
  await page.getByRole('group', { name: 'Type' }).getByRole('link', { name: 'Songs' }).click();
  await expect(page.getByText(`Nothing found for “${name}”`)).toBeVisible();
  await page.getByRole('link', { name: 'Search everything' }).click();
  await expect(results).toHaveCount(2);
  await page.getByText('More filters', { exact: true }).click();
  await page.getByLabel('By member').fill(author.username);
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(`/search?q=${name}&author=${author.username}`);
  await expect(results).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL(`/search?q=${name}`);
});

test('tracks are found by tempo and key, which the filters keep in the address', async ({ page, site, axe }) => {
  const [name, author] = [word(), await site.member()];
  const tracks = [];
  for (const [tempo, key] of [
    [92, 'Am'],
    [174, 'F#m'],
  ] as const) {
    const fileId = await makeSound(site.ctx, author);
    await site.ctx.db.rows(sql`UPDATE files SET tempo = ${tempo}, musical_key = ${key} WHERE id = ${fileId}`);
    tracks.push(await makeUpload(site.ctx, author, { content: `Track ${tempo} ${name}`, fileIds: [fileId] }));
  }
  await page.goto(`/search?q=${name}`);
  await hydrated(page);
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await expect(results).toHaveCount(2);
  await page.getByText('More filters', { exact: true }).click();
  await page.getByLabel('Tempo from').fill('160');
  await page.getByLabel('Tempo to').fill('180');
  await page.getByLabel('Key').selectOption('F# minor');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(`/search?q=${name}&minTempo=160&maxTempo=180&key=F%23m`);
  await expect(results).toHaveCount(1);
  await expect(page.getByText('More filters (3)')).toBeVisible();
  await expect(page.getByLabel('Key')).toHaveValue('F#m');
  await axe(page);
  await page.getByLabel('Key').selectOption('A minor');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText(`Nothing found for “${name}”`)).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(results).toHaveCount(2);
  // A tempo beyond the limits is the limit, not an error.
  await page.goto(`/search?q=${name}&minTempo=1&maxTempo=9000&key=H`);
  await expect(page.getByLabel('Tempo from')).toHaveValue('20');
  await expect(results).toHaveCount(2);
  await page.goto(`/uploads/${tracks[1]}`);
  await expect(page.getByTitle('Tempo and key of the recording')).toHaveText('174 BPM · F#m');
});

test('the author of a track corrects its tempo and key, the search follows, and what was found comes back', async ({
  page,
  site,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  const [name, author] = [word(), await site.member({ createdAt: new Date('2020-01-01') })];
  const fileId = await makeSound(site.ctx, author);
  await site.ctx.db.rows(sql`
    UPDATE files SET tempo = 92, musical_key = 'Am', candidates = '{"tempos":[92,138],"keys":["Am","C"]}'::jsonb
    WHERE id = ${fileId}`);
  const id = await makeUpload(site.ctx, author, { content: `Track ${name}`, fileIds: [fileId] });
  await site.signIn(page, author);
  const shown = page.getByTitle('Tempo and key of the recording');
  const dialog = page.getByRole('dialog', { name: 'Track details' });
  const edit = async () => {
    await page.goto(`/uploads/${id}`);
    await page.getByRole('button', { name: /^More about the track/ }).click();
    await page.getByRole('menuitem', { name: 'Edit cover and details' }).click();
    await expect(dialog.getByText('Found: 92 BPM')).toBeVisible();
  };
  await edit();
  await dialog.getByLabel('Tempo (BPM)').fill('900');
  await dialog.getByRole('combobox', { name: 'Key' }).selectOption('F# minor');
  await dialog.getByLabel('Genre').fill('Jungle');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a tempo from 20 to 400 BPM.')).toBeVisible();
  await axe(page);
  await expect(dialog.getByRole('button', { name: 'Double' })).toBeDisabled();
  await dialog.getByLabel('Tempo (BPM)').fill('');
  await dialog.getByRole('button', { name: 'Double' }).click();
  await expect(dialog.getByLabel('Tempo (BPM)')).toHaveValue('184');
  await dialog.getByRole('button', { name: 'Half' }).click();
  await expect(dialog.getByLabel('Tempo (BPM)')).toHaveValue('92');
  await dialog.getByRole('button', { name: '138 BPM' }).click();
  await expect(dialog.getByLabel('Tempo (BPM)')).toHaveValue('138');
  await dialog.getByRole('button', { name: 'C major' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Key' })).toHaveValue('C');
  await dialog.getByRole('combobox', { name: 'Key' }).selectOption('F# minor');
  await dialog.getByLabel('Tempo (BPM)').fill('174');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveText('174 BPM · F#m');
  await expect(page.getByText('Jungle', { exact: true })).toBeVisible();
  await page.goto(`/search?q=${name}&minTempo=170&maxTempo=180&key=F%23m`);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toHaveCount(1);

  await edit();
  await expect(dialog.getByLabel('Tempo (BPM)')).toHaveValue('174');
  await dialog.getByLabel('Tempo (BPM)').fill('');
  await dialog.getByRole('combobox', { name: 'Key' }).selectOption('As found');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveText('92 BPM · Am');
});

test('the search works on a phone, and fits it', async ({ open, site, axe }) => {
  const [name, author] = [word(), await site.member()];
  await makePost(site.ctx, author, { content: `Tape ${name}\n\n${'Long words and more of them. '.repeat(12)}` });
  const page = await open(author, { viewport: phone, hasTouch: true });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(page.getByRole('option', { name: new RegExp(`Tape ${name}`) })).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect(field).toBeHidden();
  await page.goto(`/search?q=${name}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await axe(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBe(0);
});

test('the search page works without scripts, and no search engine lists it', async ({ open, site, allow }) => {
  allow(/\.js csp$/);
  const [name, author] = [word(), await site.member()];
  await makePost(site.ctx, author, { content: `Tape ${name}\n\nThe text.` });
  const page = await open(null, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(new RegExp(`/search\\?q=${name}`));
  await expect(page.getByRole('article').getByRole('link')).toHaveText(`Tape ${name}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('a search that fails says so, and is tried again', async ({ page, site, allow }) => {
  allow(/Failed to load resource|request failed: GET .*suggest/);
  const [name, author] = [word(), await site.member()];
  await makePost(site.ctx, author, { content: `Tape ${name}\n\nThe text.` });
  await page.goto('/');
  await hydrated(page);
  await page.route('**/api/v1/search/suggest*', (route) => route.abort());
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('alert')).toContainText('The search did not answer.');
  await page.unroute('**/api/v1/search/suggest*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('option', { name: new RegExp(`Tape ${name}`) })).toBeVisible();
});
