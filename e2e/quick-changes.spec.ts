import type { Locator, Page } from '@playwright/test';
import { makeComment } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

interface Switch {
  readonly name: string;
  /** The endpoint that it calls. */
  readonly endpoint: RegExp;
  /** Makes what has it. @returns the address where it is */
  make(site: TestSite, author: FixtureMember): Promise<string>;
  find(page: Page): Locator;
  /** Who may press it is its author. */
  readonly own?: boolean;
}

const switches: readonly Switch[] = [
  {
    name: 'a bookmark',
    endpoint: /\/bookmark$/,
    make: async (site, author) => `/forum/post/${await makePost(site.ctx, author)}`,
    find: (page) => page.getByRole('button', { name: 'Bookmark' }),
  },
  {
    name: 'watching',
    endpoint: /\/watch$/,
    make: async (site, author) => `/forum/post/${await makePost(site.ctx, author)}`,
    find: (page) => page.getByRole('button', { name: 'Watch' }),
  },
  {
    name: 'a reaction to a post',
    endpoint: /\/reaction$/,
    make: async (site, author) => `/forum/post/${await makePost(site.ctx, author)}`,
    find: (page) => page.getByRole('button', { name: /^Fire/ }),
  },
  {
    name: 'a reaction to a reply',
    endpoint: /\/reaction$/,
    async make(site, author) {
      const id = await makePost(site.ctx, author);
      await makeReply(site.ctx, author, id);
      return `/forum/post/${id}`;
    },
    find: (page) => page.getByRole('article', { name: /^Reply by/ }).getByRole('button', { name: /^Fire/ }),
  },
  {
    name: 'a like of an upload',
    endpoint: /\/like$/,
    make: async (site, author) => `/uploads/${await share(site, author)}`,
    find: (page) => page.getByRole('button', { name: /^Like/ }),
  },
  {
    name: 'a like of an image',
    endpoint: /\/like$/,
    make: async (site, author) => `/gallery?image=${await makeGalleryImage(site.ctx, author)}`,
    find: (page) => page.getByRole('button', { name: /^Like/ }),
  },
  {
    name: 'a mark of a comment',
    endpoint: /\/mark$/,
    own: true,
    async make(site, author) {
      const id = await share(site, author, { files: [tone('loop.wav', 3)] });
      const { files } = (await (await fetch(`${site.url}/api/v1/uploads/${id}`)).json()) as {
        files: { trackId: string }[];
      };
      await makeComment(site.ctx, await site.member(), id, { at: { trackId: files[0]!.trackId, ms: 1000 } });
      return `/uploads/${id}`;
    },
    find: (page) => page.getByRole('button', { name: 'Needs work' }),
  },
  {
    name: 'a tick of the settings',
    endpoint: /\/notifications\/settings\/[^/]+$/,
    make: async () => '/settings/account',
    find: (page) => page.getByRole('checkbox', { name: /here$/ }).first(),
  },
];

for (const { name, endpoint, make, find, own = false } of switches)
  test(`${name}: whoever changes their mind before it is saved is heard`, async ({ page, site }) => {
    const author = await site.member();
    const address = await make(site, author);
    await site.signIn(page, own ? author : await site.member());
    await page.goto(address);
    const button = find(page);
    // Reactions to a reply stand behind a button.
    const react = page.getByRole('article', { name: /^Reply by/ }).getByRole('button', { name: 'React' });
    const open = async () => {
      if (name.endsWith('reply')) await react.click();
    };
    await open();
    const state = async () => (await button.getAttribute('aria-pressed')) ?? String(await button.isChecked());
    await expect(button).toBeEnabled();
    const before = await state();

    // The first word comes to the server late.
    const sent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let [words, answers] = [0, 0];
    await page.route(endpoint, async (route) => {
      words++;
      sent.resolve();
      if (words === 1) await held.promise;
      await route.continue();
    });
    page.on('requestfinished', (request) => {
      if (endpoint.test(request.url())) answers++;
    });
    await button.click();
    await expect.poll(state).not.toBe(before);
    await sent.promise;
    await button.click();
    await expect.poll(state).toBe(before);
    held.resolve();
    await expect.poll(() => answers).toBe(2);
    await page.reload();
    await open();
    await expect(button).toBeEnabled();
    await expect.poll(state).toBe(before);
  });

test('a like that began before the window had its code ends as it was wanted last', async ({ page, site }) => {
  const image = await makeGalleryImage(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  const code = Promise.withResolvers<void>();
  await page.route('**/image-dialog*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`/gallery?image=${image}`);
  await hydrated(page);
  const sent: unknown[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/\/like$/, async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await held.promise;
    await route.continue();
  });
  const like = page.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect.poll(() => sent).toEqual([{ on: true }]);
  code.resolve();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  const answers = page.waitForResponse((response) => response.request().postData() === '{"on":false}');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  held.resolve();
  await answers;
  expect(sent).toEqual([{ on: true }, { on: false }]);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});
