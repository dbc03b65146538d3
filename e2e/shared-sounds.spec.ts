import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeFile } from '#content/media/server/fixtures.ts';
import { distinctWords } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { hydrated } from './hydrated.ts';
import { callAs, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const player = (page: Page) => page.getByRole('region', { name: 'Player' });
const file = async (site: TestSite, by: FixtureMember, content: Uint8Array, name: string, isArchive: boolean) => {
  const purpose = isArchive ? 'sharing_archive' : 'sharing_preview';
  const id = await makeFile(site.ctx, by, content, { name, purpose });
  await site.settle();
  return id;
};

/** A track of this site. */
async function trackOf(site: TestSite, by: FixtureMember, title: string) {
  const uploadId = await share(site, by, { content: title, files: [tone('loop.wav', 60)] });
  const answer = await fetch(`${site.url}/api/v1/uploads/${uploadId}`);
  const { files } = (await answer.json()) as { files: { trackId: string }[] };
  return { uploadId, trackId: files[0]!.trackId };
}

/** Where the site has a sound of a thing: how it is made, and what is heard. */
const things = {
  '/songs': async (site: TestSite, by: FixtureMember, title: string) => {
    const track = await trackOf(site, by, `Track ${randomUUID()}`);
    await makeItem(site.ctx, 'song', by, { title, track, url: '', description: distinctWords() });
    return title;
  },
  '/sets': async (site: TestSite, by: FixtureMember, title: string) => {
    const itemId = await makeItem(site.ctx, 'set', by, { title, description: distinctWords() });
    const names = [`First ${randomUUID()}`, `Second ${randomUUID()}`];
    for (const name of names)
      await callAs(site, by, 'POST', `/sets/${itemId}/entries`, { track: await trackOf(site, by, name) });
    return names[0]!;
  },
  '/drumkits': async (site: TestSite, by: FixtureMember, title: string) => {
    const zip = zipOfParts([
      { name: 'long-loop.wav', content: tone('long.wav', 60).content },
      { name: `${randomUUID()}.nfo` },
    ]);
    const archiveFileId = await file(site, by, zip, 'Kit.zip', true);
    await makeItem(site.ctx, 'drumkit', by, { title, archiveFileId, description: distinctWords() });
    await site.settle();
    return 'long-loop.wav';
  },
  '/editing-packs': async (site: TestSite, by: FixtureMember, title: string) => {
    const previewFileId = await file(site, by, tone('preview.wav', 60).content, 'preview.wav', false);
    await makeItem(site.ctx, 'editing_pack', by, { title, previewFileId, description: distinctWords() });
    return title;
  },
};

for (const [path, make] of Object.entries(things)) {
  test(`what has a sound here plays in the site's player, on its card and on its page: ${path}`, async ({
    page,
    site,
    axe,
  }) => {
    const author = await site.member();
    const title = `Heard ${randomUUID()}`;
    const name = await make(site, author, title);
    await site.signIn(page, await site.member());
    await page.goto(path);
    await hydrated(page);
    const one = card(page, title);
    await expect(one.getByRole('slider', { name: `Position in ${name}` })).toBeVisible();
    await one.getByRole('button', { name: `Play ${name}` }).click();
    await expect(player(page)).toContainText(name);
    await expect(one.getByRole('button', { name: `Pause ${name}` })).toBeVisible();
    await expect.poll(() => one.getByRole('slider').getAttribute('aria-valuemax')).not.toBe('0');
    await axe(page);

    await one.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    // It goes on, and its page shows it.
    const article = page.getByRole('article').first();
    await expect(article.getByRole('slider', { name: `Position in ${name}` }).first()).toBeVisible();
    await article
      .getByRole('button', { name: `Pause ${name}` })
      .first()
      .click();
    await expect(article.getByRole('button', { name: `Play ${name}` }).first()).toBeVisible();
    await axe(page);
    if (path === '/sets') {
      await player(page)
        .getByRole('button', { name: /^Queue/ })
        .click();
      await expect(page.getByRole('list', { name: 'Next tracks' })).toContainText('Second');
    } else await expect(player(page).getByRole('link', { name })).toHaveAttribute('href', new RegExp(`^${path}/`));
  });
}

test('what has no sound and no picture here is drawn, the same at each load', async ({ page, site }) => {
  const title = `Drawn ${randomUUID()}`;
  await makeItem(site.ctx, 'leak', await site.member(), { title, description: distinctWords() });
  const drawing = card(page, title).locator('.drawn-art');
  const seen: string[] = [];
  for (let load = 0; load < 2; load++) {
    await page.goto('/leaks');
    seen.push(await drawing.innerHTML());
    await expect(card(page, title).getByRole('slider')).toHaveCount(0);
  }
  expect(seen[0]).toBe(seen[1]);
  await expect(drawing).toHaveAttribute('aria-hidden', 'true');
});
