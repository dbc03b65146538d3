import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type SharingKind, sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { rightsWording } from '#features/sharing/contract/limits.ts';
import { distinctWords } from '#features/forum/server/fixtures.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { makeItem, makeReplyTo, sampleAddress } from '#features/sharing/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { type TestSite, expect, test } from './world.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const word = (): string => `w${randomUUID().slice(0, 8)}`;
const like = (page: Page, title: string) => card(page, title).getByRole('button', { name: /^Like/ });

/** Those with an address; sets have journeys of their own. */
type ListedKind = Exclude<SharingKind, 'set'>;
const kinds = sharingKinds.filter((kind) => kind !== 'set');

/** Of each type: its title, the button, its form, the button that sends, and what is said then. */
const pages = {
  song: ['Songs', 'Upload Song', 'Upload Song', 'Upload Song', 'Song uploaded', 'It is in the list now.'],
  drumkit: [
    'Drumkits',
    'Submit Drumkit',
    'Submit Drumkit',
    'Submit Drumkit',
    'Drumkit submitted',
    'It is in the list now.',
  ],
  editing_pack: [
    'Editing Packs',
    'Submit Editing Pack',
    'Submit Editing Pack',
    'Submit Editing Pack',
    'Editing pack submitted',
    'It is in the list now.',
  ],
  leak: ['Leaks', 'Submit Leak', 'Submit Leak', 'Submit Leak', 'Leak submitted', 'It is in the list now.'],
  self_promotion_post: [
    'Self Promotion',
    'Create Post',
    'Create Self-Promotion Post',
    'Submit for Approval',
    'Post created!',
    'Your post is pending approval.',
  ],
} as const satisfies Record<ListedKind, readonly string[]>;

/** Part 2 §8: what a form without its required fields is refused with. */
const incomplete: Readonly<Record<ListedKind, string>> = {
  song: 'Please fill in title and URL',
  drumkit: 'Please fill in all required fields',
  editing_pack: 'Please fill in all required fields',
  leak: 'Please fill in all required fields',
  self_promotion_post: 'Please fill in all required fields',
};

const empties: Readonly<Record<ListedKind, readonly [string, string]>> = {
  song: ['No songs yet', 'Be the first to share a song.'],
  drumkit: ['No drumkits yet', 'Be the first to share a drumkit.'],
  editing_pack: ['No editing packs yet', 'Be the first to share an editing pack.'],
  leak: ['No leaks yet', 'Be the first to share unreleased work of yours.'],
  self_promotion_post: ['No posts yet', 'Be the first to share your work!'],
};

for (const kind of kinds) {
  const [title, button, formTitle, send, done, text] = pages[kind];
  const { path, fields, isApproved } = sharingTypes[kind];

  test(`${path} is empty, asks visitors to sign in, and takes a new one by its form`, async ({
    page,
    open,
    site,
    axe,
    allow,
  }) => {
    allow(/status of 400/);
    // What journeys before this one have shared.
    await site.ctx.db.rows(sql`UPDATE ${sql.raw(`${kind}s`)} SET state = 'private' WHERE state = 'published'`);
    site.ctx.pages.drop();
    const visitor = await open();
    await visitor.goto(path);
    await expect(visitor).toHaveTitle(`${title} · Looproom`);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.getByText(empties[kind][0], { exact: true })).toBeVisible();
    await expect(visitor.getByText(empties[kind][1], { exact: true })).toBeVisible();
    await visitor.getByRole('button', { name: button }).first().click();
    await expectToast(visitor, 'Authentication Required', 'Please sign in to continue.');

    await site.signIn(page, await site.member({ displayName: 'Ada Share' }));
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole('button', { name: button }).first().click();
    const form = page.getByRole('dialog', { name: formTitle });
    await form.getByRole('button', { name: send }).click();
    await expectToast(page, 'Error', incomplete[kind]);
    const name = `Made ${word()}`;
    await form.getByLabel('Title').fill(name);
    if (fields.some((field) => field === 'artist')) await form.getByLabel('Artist').fill('Halfmoon');
    await form.getByLabel('Description').fill(`Recorded at night.\n\nIn *one* take. ${distinctWords()}`);
    await form.getByLabel('Tags').fill('tape, night, one, two, three');
    const url = kind === 'song' ? 'https://soundcloud.com/halfmoon/night' : 'https://example.org/files/night';
    await form.getByLabel(/URL|Link/).fill(url);
    await axe(page);
    if (kind === 'leak') {
      await form.getByRole('button', { name: send }).click();
      await expectToast(
        page,
        'Rights',
        'Please confirm that you may share this here. Work of others needs their permission.',
      );
      await form.getByLabel(rightsWording).check();
    }
    await form.getByRole('button', { name: send }).click();
    await expectToast(page, done, text);
    await expect(form).toBeHidden();

    const made = card(page, name);
    await expect(made).toBeVisible();
    await expect(made).toContainText('Recorded at night. In one take.');
    await expect(made.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([
      '#tape',
      '#night',
      '#one',
      '+2 more',
    ]);
    if (isApproved) {
      await expect(made).toContainText(
        'This is waiting for approval. Only you and staff can see it. You will get a notification.',
      );
      await visitor.reload();
      await expect(visitor.getByText(empties[kind][0], { exact: true })).toBeVisible();
    } else {
      await visitor.getByRole('button', { name: /^1 new/ }).click();
      await expect(card(visitor, name)).toBeVisible();
    }
    await axe(page);
  });
}

/** Things of several types, each of another member, so that no cooldown is met. */
async function items(site: TestSite, kind: SharingKind, all: readonly Record<string, unknown>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of all) ids.push(await makeItem(site.ctx, kind, await site.member(), one));
  return ids;
}

// The others have the same form, and `sharing.test.ts` has each of them refused in these words.
for (const kind of ['song', 'self_promotion_post'] as const) {
  const [, button, formTitle, send] = pages[kind];

  test(`${sharingTypes[kind].path}: who shares too often reads how long to wait, and keeps what they typed`, async ({
    page,
    site,
    allow,
  }) => {
    allow(/status of 429/);
    // New accounts have smaller limits.
    const member = await site.member({ createdAt: new Date('2020-01-01') });
    await setSiteSetting(site.ctx, 'spamUploads', 2);
    for (let made = 0; made < 2; made++) await makeItem(site.ctx, kind, member);
    await site.signIn(page, member);
    await page.goto(sharingTypes[kind].path);
    await hydrated(page);
    await page.getByRole('button', { name: button }).first().click();
    const form = page.getByRole('dialog', { name: formTitle });
    const name = `Once too often ${word()}`;
    await form.getByLabel('Title').fill(name);
    if (kind === 'song') await form.getByLabel('Artist').fill('Halfmoon');
    await form.getByLabel(/URL|Link/).fill(sampleAddress(kind));
    await form.getByRole('button', { name: send }).click();
    await expectToast(page, 'Cooldown Active', /^Please wait \d+ minutes before posting again\.$/);
    await expect(form.getByLabel('Title')).toHaveValue(name);
    await setSiteSetting(site.ctx, 'spamUploads', 1000);
  });
}

test('search, type, tag and order are in the address, and the end comes after pages of twenty', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000);
  const mark = word();
  await items(site, 'editing_pack', [
    { title: `${mark} fades`, type: 'transitions', tags: `${mark}, film` },
    { title: `${mark} grain`, type: 'overlays', tags: 'film' },
    { title: `${mark} looks`, type: 'presets', tags: mark },
  ]);
  await page.goto('/editing-packs');
  const titles = page.getByRole('list', { name: 'Editing Packs', exact: true }).getByRole('heading', { level: 2 });
  await page.getByRole('searchbox', { name: 'Search editing packs' }).fill(mark.toUpperCase());
  await expect(titles).toHaveText([`${mark} looks`, `${mark} grain`, `${mark} fades`]);
  await expect(page).toHaveURL(`/editing-packs?search=${mark.toUpperCase()}`);
  await page.getByRole('group', { name: 'Type' }).getByRole('link', { name: 'Overlays' }).click();
  await expect(titles).toHaveText([`${mark} grain`]);
  await page.goBack();
  await expect(titles).toHaveCount(3);

  await page.goto(`/editing-packs?tag=${mark}`);
  await expect(titles).toHaveText([`${mark} looks`, `${mark} fades`]);
  await page.getByRole('link', { name: `Without the tag #${mark}` }).click();
  await expect(page).toHaveURL('/editing-packs');

  await site.signIn(page, await site.member());
  await page.goto(`/editing-packs?search=${mark}`);
  await like(page, `${mark} fades`).click();
  await expect(like(page, `${mark} fades`)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('group', { name: 'Order' }).getByRole('link', { name: 'Most liked' }).click();
  await expect(titles).toHaveText([`${mark} fades`, `${mark} looks`, `${mark} grain`]);
  await expect(page).toHaveURL(`/editing-packs?search=${mark}&order=most-liked`);

  await page.getByRole('searchbox', { name: 'Search editing packs' }).fill(`nothing ${mark}`);
  await expect(page.getByText('No editing packs found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show all editing packs' }).click();
  await expect(page).toHaveURL('/editing-packs');

  const many = word();
  await items(
    site,
    'drumkit',
    Array.from({ length: 21 }, (_, at) => ({ title: `${many} ${at}` })),
  );
  await page.goto(`/drumkits?search=${many}`);
  const kits = page.getByRole('list', { name: 'Drumkits', exact: true }).getByRole('article');
  await expect(kits).toHaveCount(20);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(kits).toHaveCount(21);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('a song plays in the player of its platform after a click alone; a like asks visitors to sign in, and fails visibly', async ({
  page,
  open,
  site,
  allow,
}) => {
  allow(/status of 500/);
  allow(/ERR_|Failed to load resource|blocked by client/);
  const title = `Night drive ${word()}`;
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const [id] = await items(site, 'song', [{ title, artist: 'Halfmoon', url }]);
  const outside: string[] = [];
  for (const browser of [page]) {
    await browser.route(/^https:/, (route) => {
      outside.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    });
  }
  await page.goto(`/songs?search=${encodeURIComponent(title)}`);
  const song = card(page, title);
  await expect(song).toContainText('Halfmoon');
  await expect(song.getByText('YouTube', { exact: true })).toBeVisible();
  await expect(song.getByRole('link', { name: 'Open at YouTube (in a new tab)' })).toHaveAttribute('href', url);
  expect(outside).toEqual([]);
  await song.getByRole('button', { name: `Play on YouTube: “${title}”` }).click();
  await expect(song.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
  );
  await expect.poll(() => outside.length).toBeGreaterThan(0);

  await like(page, title).click();
  await expectToast(page, 'Authentication Required', 'Please sign in to like tracks');
  await expect(like(page, title)).toHaveText('0');

  const member = await open(await site.member());
  await member.goto(`/songs/${id}`);
  await member.route('**/like', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', status: 500, code: 'internal', title: 'Error', detail: 'It broke.' }),
    }),
  );
  const heart = member.getByRole('button', { name: /^Like/ });
  await heart.click();
  await expectToast(member, 'Error', 'It broke.');
  await expect(heart).toHaveText('0');
  await member.unroute('**/like');
  // It shows at once, and is stored a little later.
  const stored = member.waitForResponse('**/like');
  await heart.click();
  await expect(heart).toHaveText('1');
  await stored;
  await member.reload();
  await expect(heart).toHaveText('1');
});

test('the replies to a song open in its card, in an area that the keyboard scrolls; they are written on its page', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 500/);
  const author = await site.member({ displayName: 'Ada Song' });
  const mark = word();
  const [title, quietTitle] = [`Night drive ${mark}`, `Quiet ${mark}`];
  const said = 'kick,snare,bass,voice,pads,strings,ending,cover'.split(',');
  const id = await makeItem(site.ctx, 'song', author, { title });
  const quiet = await makeItem(site.ctx, 'song', await site.member(), { title: quietTitle });
  for (const what of said)
    await makeReplyTo(site.ctx, 'song', await site.member(), id, `The ${what} of this one.\n\nWhat a ${what}.`);
  await page.goto(`/songs?search=${mark}`);
  const song = card(page, title);
  const toggle = song.getByRole('button', { name: '8 replies' });
  const replies = song.getByRole('region', { name: `Replies to “${title}”` });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');

  await test.step('a failure says so and is tried again', async () => {
    await page.route('**/songs/*/replies*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          status: 500,
          code: 'internal',
          title: 'Error',
          detail: 'It broke.',
        }),
      }),
    );
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(replies.getByText('The replies could not be loaded.')).toBeVisible();
    await page.unroute('**/songs/*/replies*');
    await replies.getByRole('button', { name: 'Retry' }).click();
  });

  await test.step('they are in order, in an area of limited height that takes the focus and scrolls', async () => {
    const list = replies.getByRole('list', { name: 'Replies', exact: true });
    await expect(list.getByRole('article')).toHaveCount(said.length);
    await expect(list.getByRole('article').first()).toContainText('The kick of this one.');
    expect((await replies.boundingBox())!.height).toBeLessThanOrEqual(320);
    await axe(page);
    await replies.focus();
    await page.keyboard.press('End');
    await expect.poll(() => replies.evaluate((area) => area.scrollTop)).toBeGreaterThan(0);
    await expect(list.getByRole('article').last()).toBeInViewport();
  });

  await test.step('a new one joins them, and its count grows', async () => {
    const other = await open(await site.member());
    await other.goto(`/songs?search=${mark}`);
    await card(other, title).getByRole('button', { name: '8 replies' }).click();
    await card(other, title).getByRole('link', { name: 'Write a reply' }).click();
    await expect(other).toHaveURL(`/songs/${id}#replies`);
    await other.getByRole('button', { name: 'Write a reply' }).click();
    await other.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('The whole of it.');
    await other.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(replies.getByText('The whole of it.')).toBeAttached();
    await expect(song.getByRole('button', { name: '9 replies' })).toHaveAttribute('aria-expanded', 'true');
    await song.getByRole('button', { name: '9 replies' }).click();
    await expect(replies).toHaveCount(0);
  });

  await test.step('a song without any says so; a phone has room for it', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const silent = card(page, quietTitle);
    await silent.getByRole('button', { name: '0 replies' }).click();
    await expect(silent.getByText('No replies yet.', { exact: true })).toBeVisible();
    await expect(silent.getByRole('link', { name: 'Open the song’s page' })).toHaveAttribute(
      'href',
      `/songs/${quiet}#replies`,
    );
    await song.getByRole('button', { name: '9 replies' }).click();
    await expect(replies.getByRole('article').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('a thing has a page with replies; it is edited with its history, reported, deleted and restored', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  // A page whose thing is deleted meanwhile asks for it.
  allow(/status of 404/);
  const author = await site.member({ displayName: 'Ada Kit' });
  const title = `Dust kit ${word()}`;
  const id = await makeItem(site.ctx, 'drumkit', author, {
    title,
    description: 'Forty *dusty* drums.',
    tags: 'dust, drums, tape, vinyl',
  });
  await makeReplyTo(site.ctx, 'drumkit', await site.member(), id, 'What a snare.');
  await site.signIn(page, author);
  await page.goto(`/drumkits/${id}`);
  await expect(page).toHaveTitle(`${title} · Looproom`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/drumkits/${id}`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'Forty dusty drums.');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveCount(4);
  await expect(page.getByText('Royalty-free')).toBeVisible();
  await expect(page.getByText('What a snare.')).toBeVisible();
  await axe(page);

  await test.step('a reply is written, and appears with others without a reload', async () => {
    const other = await open(await site.member({ displayName: 'Olu Ear' }));
    await other.goto(`/drumkits/${id}`);
    await other.getByRole('button', { name: 'Write a reply' }).click();
    await other.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('The kick too.');
    await other.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(page.getByText('The kick too.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '2 replies' })).toBeVisible();

    await other.getByRole('button', { name: `More about “${title}”` }).click();
    await other.getByRole('menuitem', { name: 'Report' }).click();
    const report = other.getByRole('dialog', { name: 'Report this drumkit' });
    await report.getByLabel('Somebody else owns it').check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expectToast(other, 'Report sent', 'Staff will look at it.');
    await other.goto(`/drumkits?search=${encodeURIComponent(title)}`);
    await expect(card(other, title).getByRole('link', { name: '2 replies' })).toBeVisible();
    const popup = other.waitForEvent('popup');
    await other.context().route('https://example.org/**', (route) => route.fulfill({ body: 'kit' }));
    await card(other, title).getByRole('link', { name: 'Download (in a new tab)' }).click();
    await (await popup).close();
    await expect(card(other, title).getByRole('img', { name: '1 download' })).toBeVisible();
  });

  await test.step('it is edited, and the history has both versions', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit the drumkit' });
    await expect(form.getByLabel('Title')).toHaveValue(title);
    await form.getByLabel('Description').fill('Fifty drums.');
    await form.getByLabel('License').selectOption({ label: 'Own terms' });
    await form.getByLabel('Your terms').fill('Name me.');
    await form.getByTestId('file-input').setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: await drawPicture(640, 360),
    });
    await expect(form.getByText('Ready')).toBeVisible();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Fifty drums.')).toBeVisible();
    await expect(page.getByText('Name me.')).toBeVisible();
    await site.settle();
    await page.reload();
    await expect(page.getByRole('img', { name: `Preview of ${title}` })).toBeVisible();
    await page.getByRole('button', { name: 'edited' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history.getByRole('button', { name: /v2/ })).toBeVisible();
    await expect(history).toContainText('Forty');
    await page.keyboard.press('Escape');
  });

  await test.step('it is deleted, gone from the list and from an open page, and restored', async () => {
    const reader = await open(await site.member());
    await reader.goto(`/drumkits/${id}`);
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('button', { name: `More about “${title}”` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Removed.', { exact: false }).first()).toBeVisible();
    await expect(reader.getByRole('heading', { level: 1, name: 'Drumkit not found' })).toBeVisible();
    const visitor = await open();
    await visitor.goto(`/drumkits?search=${encodeURIComponent(title)}`);
    await expect(visitor.getByText('No drumkits found', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await visitor.reload();
    await expect(card(visitor, title)).toBeVisible();
  });
});

test('what fails on the way is said in the words of the specification', async ({ page, site, allow }) => {
  allow(/status of (400|500)/);
  allow(/ERR_FAILED|Failed to load resource/);
  await site.signIn(page, await site.member());
  // One form for all of them; `rules.test.ts` has the words of each.
  for (const kind of ['song', 'leak'] as const) {
    const [, button, formTitle, send] = pages[kind];
    const { path, createFailure } = sharingTypes[kind];
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('button', { name: button }).first().click();
    const form = page.getByRole('dialog', { name: formTitle });
    await form.getByLabel('Title').fill(`Never there ${word()}`);
    if (kind === 'song') {
      await form.getByLabel(/URL|Link/).fill('https://soundcloud.com@evil.example/a');
      await form.getByRole('button', { name: send }).click();
      await expectToast(page, 'Error', 'Please provide a valid SoundCloud, Spotify, YouTube, or Bandcamp URL');
    }
    await form
      .getByLabel(/URL|Link/)
      .fill(kind === 'song' ? 'https://soundcloud.com/halfmoon/night' : 'https://example.org/files/night');
    if (kind === 'leak') await form.getByLabel(rightsWording).check();
    const isPost = (url: URL) => url.pathname === `/api/v1${path}`;
    await page.route(isPost, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
    await form.getByRole('button', { name: send }).click();
    await expectToast(page, 'Error', createFailure);
    // What was typed is still there.
    await expect(form.getByLabel('Title')).toHaveValue(/Never there/);
    await page.unroute(isPost);
  }

  const id = await makeItem(site.ctx, 'song', await site.member(), { title: `Lost words ${word()}` });
  await page.goto(`/songs/${id}`);
  await hydrated(page);
  await page.route('**/replies', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.getByRole('button', { name: 'Write a reply' }).click();
  await page.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('Well said.');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expectToast(page, 'Error', 'Failed to add reply');
  await expect(page.getByRole('textbox', { name: 'Your reply, in Markdown' })).toHaveValue('Well said.');

  await page.goto('/');
  await hydrated(page);
  await page.route('**/api/v1/songs?**', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Songs' }).click();
  await expect(page.getByText('Failed to load tracks', { exact: true })).toBeVisible();
});

test('a song that is not there has a page that says so, and a broken list can be tried again', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of (404|500)/);
  await page.goto(`/songs/${randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Song not found' })).toBeVisible();
  await page.getByRole('link', { name: 'All songs' }).click();
  await expect(page).toHaveURL('/songs');
  await site.signIn(page, await site.member());
  await page.goto('/');
  await hydrated(page);
  let isBroken = true;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/leaks?**', async (route) => {
    await held;
    if (!isBroken) return await route.continue();
    const problem = { type: 'about:blank', status: 500, code: 'internal', title: 'Error', detail: 'It broke.' };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaks' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading leaks' })).toBeVisible();
  release();
  await expect(page.getByText('The leaks could not be loaded.')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search leaks' })).toBeVisible();
  await expect(page.getByText('The leaks could not be loaded.')).toHaveCount(0);
});

test('lists and pages fit a phone and are free of faults for everybody; the community page leads there', async ({
  page,
  site,
  axe,
}) => {
  test.setTimeout(300_000);
  const ids = new Map<SharingKind, string>();
  for (const kind of sharingKinds)
    ids.set(
      kind,
      await makeItem(site.ctx, kind, await site.member({ displayName: 'A member with a rather long display name' }), {
        title: `A rather long title of something that a member shares ${word()}${'x'.repeat(30)}`,
        description: `${'Many words about it. '.repeat(20)}${distinctWords()}`,
        tags: 'one tag, another tag, a third tag, a fourth',
        ...(kind === 'song' && {
          artist: 'Somebody with a long name',
          url: 'https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb',
        }),
      }),
    );
  for (const kind of kinds) {
    const { path, isApproved } = sharingTypes[kind];
    for (const address of [path, ...(isApproved ? [] : [`${path}/${ids.get(kind)}`])]) {
      await page.goto(address);
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        // Wide lists are checked with their forms, in the journeys of each type.
        if (width === 360) await axe(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, `${address}: pixels over the edge at ${width}`).toBeLessThanOrEqual(0);
        if (process.env['SHOTS']) {
          for (const theme of ['dark', 'light']) {
            await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
            await page.screenshot({
              path: `${process.env['SHOTS']}/${address.replaceAll('/', '_').slice(0, 24)}-${width}-${theme}.png`,
            });
          }
        }
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/community');
  await page.getByRole('link', { name: /^Share Work/ }).click();
  await expect(page).toHaveURL('/self-promotion');
});
