import { makePost } from '#features/forum/server/fixtures.ts';
import { drawPicture, makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { callAs } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

/** Every list of a site on which nobody has shared anything: what a visitor reads, and the one thing to do. */
const empties: readonly (readonly [path: string, words: readonly string[], action: string | null])[] = [
  ['/', ['No uploads yet.', 'Members share tracks, pictures, videos and words here.'], 'Sign in'],
  ['/uploads', ['No uploads yet.', 'Members share tracks, pictures, videos and words here.'], 'Sign in'],
  ['/uploads?kind=video', ['No uploads like this yet.'], 'Show all uploads'],
  ['/forum', ['No posts found. Be the first to start a conversation!'], 'Sign in'],
  ['/forum?category=music', ['No posts in Music yet. Be the first to post!'], 'Sign in'],
  ['/gallery', ['No images found', 'Be the first to share an image!'], 'Sign in'],
  ['/gallery?search=tide', ['No images found'], 'Show all images'],
  ['/listening-parties', ['No active listening parties', 'Be the first to host a music session!'], 'Sign in'],
  ['/listening-parties?state=scheduled', ['Nothing is announced'], null],
  ['/listening-parties?state=ended', ['No party has ended yet'], null],
  ['/announcements', ['No announcements at this time. Check back later!'], null],
  ['/songs', ['No songs yet', 'Be the first to share a song.'], 'Sign in'],
  ['/drumkits', ['No drumkits yet', 'Be the first to share a drumkit.'], 'Sign in'],
  ['/editing-packs', ['No editing packs yet', 'Be the first to share an editing pack.'], 'Sign in'],
  ['/leaks', ['No leaks yet', 'Be the first to share unreleased work of yours.'], 'Sign in'],
  ['/self-promotion', ['No posts yet', 'Be the first to share your work!'], 'Sign in'],
  ['/sets', ['No sets yet', 'Put tracks in an order of your own.'], 'Sign in'],
  ['/songs?tag=tide', ['No songs found'], 'Show all songs'],
  ['/spotify-showcase', ['No artists showcased yet. Be the first to connect your Spotify!'], 'Sign in'],
  ['/leaderboards', ['Nobody has earned XP yet.'], 'How to earn XP'],
  ['/members?q=tide', ['No members found'], 'Show all members'],
  ['/search?q=tide', ['Nothing found for “tide”'], 'New search'],
];

test('on a site without content visitors read the specified words, and what they are asked to press they can', async ({
  page,
}) => {
  test.slow();
  for (const [path, words, action] of empties) {
    await page.goto(path);
    const main = page.getByRole('main');
    for (const each of words) await expect(main.getByText(each, { exact: true }).first(), path).toBeVisible();
    await expect(main.getByText('Use the composer above'), path).toHaveCount(0);
    if (action === null) continue;
    const link = main.getByRole('link', { name: action, exact: true });
    await expect(link.first(), `${action} at ${path}`).toBeVisible();
    if (action === 'Sign in') await expect(link.last(), path).toHaveAttribute('href', '/auth');
  }
});

test('members of a site without uploads read of the composer above', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  for (const path of ['/', '/uploads']) {
    await page.goto(path);
    await expect(
      page.getByText('No uploads yet. Use the composer above to share something!', { exact: true }),
    ).toBeVisible();
  }
});

test('a second press on a verification link says that it is done; who is signed in has no use for /auth', async ({
  page,
  open,
  site,
  allow,
}) => {
  allow(/status of (409|410)/);
  const email = `twice-${Date.now()}@example.org`;
  await callAs(site, { cookie: '' }, 'POST', '/auth/sign-up', { email, password: 'lantern harbour 42' });
  const [mail] = await site.mails(email);
  const link = /http:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expectToast(page, 'Email verified', `${email} is confirmed. You are signed in.`);
  await expect(page).toHaveURL('/welcome');
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
  const elsewhere = await open();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Already verified' })).toBeVisible();
  await expect(
    elsewhere.getByText('This link has done its work: the address is verified. You can sign in.', { exact: true }),
  ).toBeVisible();
  await elsewhere.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(elsewhere.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
});

test('who has not verified the address reads why nothing can be posted', async ({ page, site }) => {
  await site.signIn(page, await site.member({ verified: false }));
  for (const path of ['/', '/forum', `/forum/post/${await makePost(site.ctx, await site.member())}`]) {
    await page.goto(path);
    await expect(
      page.getByText('Verify your email address to post and reply. The link is in your inbox.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /Send/ }).first()).toBeVisible();
  }
});

test('a request is accepted and another one declined where the notification says so', async ({ page, site }) => {
  const mina = await site.member();
  const [ari, olu] = [await site.member({ displayName: 'Ari Reed' }), await site.member({ displayName: 'Olu Palm' })];
  for (const other of [ari, olu]) await callAs(site, other, 'POST', '/friends', { profileId: mina.profileId });
  await site.settle();
  await site.signIn(page, mina);
  await page.goto('/notifications');
  await hydrated(page);
  await page.getByRole('button', { name: 'Accept Ari Reed' }).click();
  await expect(page.getByRole('button', { name: 'Accept Ari Reed' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Decline Olu Palm' }).click();
  await expect(page.getByRole('button', { name: 'Decline Olu Palm' })).toHaveCount(0);
  await page.goto('/friends');
  await expect(page.getByRole('list', { name: /friends/i }).getByText('Ari Reed')).toBeVisible();
  await expect(page.getByText('Olu Palm')).toHaveCount(0);
});

test('who has no secret links reads where they are made', async ({ page, site, axe }) => {
  await site.signIn(page, await site.member());
  await page.goto('/secret-links');
  await expect(page.getByText('No secret links yet', { exact: true })).toBeVisible();
  await expect(page.getByText('They are made under Share of an own track or set.', { exact: true })).toBeVisible();
  await axe(page);
  await page.getByRole('main').getByRole('link', { name: 'Open uploads' }).click();
  await expect(page).toHaveURL('/uploads');
});

test('private pages have the name of the site in their titles', async ({ page, site }) => {
  await site.signIn(page, await site.member({ moderator: true }));
  const paths = ['/notifications', '/friends', '/settings/profile', '/forum/bookmarks', '/customize', '/upgrades'];
  for (const path of [...paths, '/secret-links', '/ranks/statement', '/decisions', '/admin/queue']) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(/\S · Looproom$/);
  }
});

test('on a phone a profile shows its work before its numbers', async ({ open, site }) => {
  const mira = await site.member();
  await makePost(site.ctx, mira, { content: 'Which reverb?' });
  const page = await open(null, { viewport: { width: 360, height: 740 } });
  await page.goto(`/profile/${mira.username}`);
  const top = async (name: string) =>
    (await page.getByRole(name === 'Stats' ? 'heading' : 'navigation', { name }).boundingBox())!.y;
  expect(await top('What they made')).toBeLessThan(await top('Stats'));
});

test('on a screen for fingers the captions of the gallery are there without hovering', async ({ open, site }) => {
  await makeGalleryImage(site.ctx, await site.member(), { title: 'Harbor at night' });
  const touch = await open(null, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await touch.goto('/gallery');
  const caption = (of: typeof touch) => of.locator('.tile-caption').filter({ hasText: 'Harbor at night' });
  await expect(caption(touch)).toHaveCSS('opacity', '1');
  const mouse = await open(null);
  await mouse.goto('/gallery');
  await expect(caption(mouse)).toHaveCSS('opacity', '0');
});

test('the picture of a member in a row opens the card too', async ({ page, site }) => {
  const author = await site.member({ displayName: 'Mina Cardholder' });
  await makePost(site.ctx, author, { content: 'A row to look at' });
  await page.goto('/forum');
  await hydrated(page);
  const row = page.getByRole('listitem').filter({ hasText: 'A row to look at' });
  const link = row.locator(`a[href="/profile/${author.username}"]`).first();
  const picture = (await link.boundingBox())!;
  await page.mouse.move(picture.x + picture.width / 2, picture.y + picture.height / 2);
  await expect(page.getByRole('article', { name: 'Mina Cardholder' })).toBeVisible();
});

test('a file that the gallery refuses makes room for another one', async ({ page, site, allow }) => {
  allow(/status of 4\d\d/);
  await site.signIn(page, await site.member());
  await page.goto('/gallery');
  await hydrated(page);
  await page.getByRole('button', { name: 'Upload Image' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Image' });
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByTestId('image-input').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('broken.png', Buffer.from('not a picture'));
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await choose('picture.png', await drawPicture());
  await expect(dialog.getByText('picture.png', { exact: true })).toBeVisible();
  await expect(dialog.getByText('broken.png', { exact: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
});
