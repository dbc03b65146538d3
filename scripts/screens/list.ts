import type { Page } from '@playwright/test';
import type { Cast } from './cast.ts';

/** One picture: who looks, where, and what is done before. */
export interface Screen {
  /** Begins the file's name. */
  readonly name: string;
  /** A name of the cast; null for a visitor. */
  readonly who: string | null;
  readonly address: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** All widths unless said. */
  readonly widths?: readonly number[];
}

const previewMs = 900;
/** The network is tried three times before a page gives up. */
const retriesMs = 4500;

async function write(page: Page): Promise<void> {
  const text =
    'Which reference tracks do you keep?\n\nMine are **three**, always the same:\n\n- one dense\n- one empty\n- one that I *wish* I had made\n';
  await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(text);
  await page.waitForTimeout(previewMs);
}

/** A sound and two pictures that a screen needs: as small as files can be. */
const sample = (name: string, mimeType: string, base64: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(base64, 'base64'),
});
const pixel = 'R0lGODlhAQABAIAAAP9rNQAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

async function compose(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await page
    .getByRole('textbox', { name: /^Your upload, in Markdown/ })
    .fill('Night bus, take two\n\nThe bass is a *bottle* this time. #loops');
  await page
    .getByTestId('file-input')
    .setInputFiles([sample('cover.gif', 'image/gif', pixel), sample('back.gif', 'image/gif', pixel)]);
  await page.getByText('Ready').nth(1).waitFor();
  await page.getByRole('button', { name: 'Poll', exact: true }).click();
}

async function openBanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Banner', exact: true }).click();
  await page.getByRole('region', { name: 'Banner' }).scrollIntoViewIfNeeded();
}

async function wearBanner(page: Page): Promise<void> {
  await openBanner(page);
  await page.getByRole('switch', { name: 'Custom banner' }).check();
  await page.getByRole('switch', { name: 'Glow' }).check();
  await page.getByRole('button', { name: 'Save banner' }).scrollIntoViewIfNeeded();
}

async function writeLocked(page: Page): Promise<void> {
  await write(page);
  await page.getByRole('checkbox', { name: 'Lock the text behind an unlock' }).check();
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write a reply' }).click();
  await page
    .getByRole('textbox', { name: 'Your reply, in Markdown' })
    .fill('Moving the chair costs nothing. Seconded.');
  await page.waitForTimeout(previewMs);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this post' }).click();
  await page.getByRole('menu').waitFor();
}

async function report(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Goes to the forum by its link, while the network is slow or gone. */
const toForum = (fate: 'never' | 'fail') => async (page: Page) => {
  await page.route('**/api/v1/forum/**', (route) => (fate === 'fail' ? route.abort() : undefined));
  await page.locator('nav a[href="/forum"]:visible').first().click();
  await page.waitForTimeout(fate === 'fail' ? retriesMs : previewMs);
};

/** Goes home by its link, whose feed is slow or gone. */
const toFeed = (fate: 'never' | 'fail') => async (page: Page) => {
  await page.route('**/api/v1/uploads**', (route) => (fate === 'fail' ? route.abort() : undefined));
  await page.locator('nav a[href="/"]:visible').first().click();
  await page.waitForTimeout(fate === 'fail' ? retriesMs : previewMs);
};

async function comment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write a comment' }).click();
  await page
    .getByRole('textbox', { name: 'Your comment, in Markdown' })
    .fill('The low end sits. Two bars more, maybe.');
}

const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Every screen, in the order of a visit. */
export function screensOf({ lively, held, adult, locked, image, track, versions }: Cast): readonly Screen[] {
  const post = `/forum/post/${lively}`;
  return [
    { name: 'home-visitor', who: null, address: '/' },
    { name: 'home-member', who: 'milo', address: '/' },
    { name: 'home-unverified', who: 'unverified', address: '/' },
    { name: 'menu-member', who: 'milo', address: '/', widths: [360], act: sheet },
    { name: 'uploads-visitor', who: null, address: '/uploads' },
    { name: 'uploads-member', who: 'milo', address: '/uploads' },
    { name: 'uploads-narrowed', who: null, address: '/uploads?kind=poll&author=nobody' },
    { name: 'home-loading', who: null, address: '/forum', act: toFeed('never') },
    { name: 'home-error', who: null, address: '/forum', act: toFeed('fail') },
    ...(track === null
      ? []
      : [
          { name: 'upload-visitor', who: null, address: `/uploads/${track}` },
          { name: 'upload-visitor-end', who: null, address: `/uploads/${track}`, act: toEnd },
          { name: 'upload-member', who: 'milo', address: `/uploads/${track}`, act: comment },
          { name: 'upload-playing', who: 'milo', address: `/uploads/${track}`, act: listen },
          { name: 'feed-playing', who: 'milo', address: '/uploads', act: listen },
        ]),
    ...(versions === null
      ? []
      : [{ name: 'upload-versions-author', who: 'halfmoon', address: `/uploads/${versions}`, act: openVersions }]),
    { name: 'upload-missing', who: null, address: '/uploads/00000000-0000-7000-8000-000000000000' },
    { name: 'profile-uploads', who: null, address: '/profile/ada?tab=uploads' },
    { name: 'forum-visitor', who: null, address: '/forum' },
    { name: 'forum-member', who: 'milo', address: '/forum' },
    { name: 'forum-adult-gate', who: null, address: '/forum?category=nsfw' },
    { name: 'forum-adult-member', who: 'milo', address: '/forum?category=nsfw' },
    { name: 'forum-loading', who: null, address: '/', act: toForum('never') },
    { name: 'forum-error', who: null, address: '/', act: toForum('fail') },
    { name: 'composer-member', who: 'milo', address: '/forum?compose=1', act: write },
    { name: 'composer-feed-member', who: 'milo', address: '/', act: compose },
    { name: 'composer-banner-locked', who: 'new', address: '/forum?compose=1', act: openBanner },
    { name: 'composer-banner-member', who: 'milo', address: '/forum?compose=1', act: wearBanner },
    { name: 'composer-locked-member', who: 'milo', address: '/forum?compose=1', act: writeLocked },
    { name: 'bookmarks-member', who: 'milo', address: '/forum/bookmarks' },
    { name: 'bookmarks-empty', who: 'new', address: '/forum/bookmarks' },
    { name: 'post-visitor', who: null, address: post },
    { name: 'post-visitor-end', who: null, address: post, act: toEnd },
    { name: 'post-reply-member', who: 'milo', address: post, act: answer },
    { name: 'post-staff', who: 'ada', address: post, act: openMenu },
    { name: 'post-report-member', who: 'new', address: post, act: report },
    { name: 'post-held-author', who: 'tessaract', address: `/forum/post/${held}` },
    { name: 'post-adult-member', who: 'milo', address: `/forum/post/${adult}` },
    { name: 'post-locked-visitor', who: null, address: `/forum/post/${locked}` },
    { name: 'post-locked-member', who: 'milo', address: `/forum/post/${locked}` },
    { name: 'post-suspended', who: 'suspended', address: post },
    { name: 'forum-image-board', who: null, address: '/forum?category=image-board' },
    { name: 'gallery-visitor', who: null, address: '/gallery' },
    { name: 'gallery-member', who: 'milo', address: '/gallery' },
    { name: 'gallery-image', who: 'milo', address: `/gallery?image=${image}` },
    { name: 'gallery-upload', who: 'milo', address: '/gallery', act: openUpload },
    { name: 'gallery-nothing', who: null, address: '/gallery?search=no+such+picture' },
    { name: 'profile-visitor', who: null, address: '/profile/ada' },
    { name: 'profile-member', who: 'milo', address: '/profile/milo' },
    { name: 'profile-night', who: 'milo', address: '/profile/halfmoon' },
    { name: 'profile-paper', who: null, address: '/profile/ivo_tapes' },
    { name: 'profile-waves', who: null, address: '/profile/dunya_wav' },
    { name: 'profile-uploads', who: 'milo', address: '/profile/baudrate?tab=uploads' },
    { name: 'profile-activity', who: null, address: '/profile/nokturn?tab=activity' },
    { name: 'community-visitor', who: null, address: '/community' },
    { name: 'members-visitor', who: null, address: '/members' },
    { name: 'members-search', who: 'milo', address: '/members?q=m' },
    { name: 'leaderboards-visitor', who: null, address: '/leaderboards' },
    { name: 'leaderboards-week-member', who: 'milo', address: '/leaderboards?period=week' },
    { name: 'ranks-visitor', who: null, address: '/ranks' },
    { name: 'ranks-member', who: 'milo', address: '/ranks', act: toLadder },
    { name: 'announcements-visitor', who: null, address: '/announcements' },
    { name: 'announcements-staff', who: 'ada', address: '/announcements' },
    { name: 'statement-member', who: 'milo', address: '/ranks/statement' },
    { name: 'friends-pending', who: 'milo', address: '/friends?tab=pending' },
    { name: 'friends-empty', who: 'new', address: '/friends' },
    { name: 'bell-member', who: 'milo', address: '/', act: openBell },
    { name: 'bell-empty', who: 'new', address: '/', act: openBell },
    { name: 'notifications-member', who: 'milo', address: '/notifications' },
    { name: 'notifications-empty', who: 'new', address: '/notifications' },
    { name: 'settings-notifications', who: 'milo', address: '/settings/account', act: toNotificationSettings },
    { name: 'auth', who: null, address: '/auth' },
    { name: 'auth-sign-up', who: null, address: '/auth', act: openTab('Sign Up') },
    { name: 'auth-reset', who: null, address: '/auth', act: openTab('Reset Password') },
    { name: 'auth-two-factor', who: null, address: '/auth?step=two-factor' },
    { name: 'settings-profile', who: 'milo', address: '/settings/profile' },
    { name: 'settings-links', who: 'milo', address: '/settings/links', act: addLinks },
    { name: 'settings-colors', who: 'milo', address: '/settings/colors', act: pickColors },
    { name: 'settings-colors-locked', who: 'new', address: '/settings/colors' },
    { name: 'settings-font', who: 'milo', address: '/settings/font' },
    { name: 'settings-layout', who: 'milo', address: '/settings/layout' },
    { name: 'settings-premium', who: 'new', address: '/settings/premium' },
    { name: 'settings-decorations', who: 'milo', address: '/settings/decorations', act: wearDecorations },
    { name: 'settings-crop', who: 'milo', address: '/settings/profile', act: crop },
    { name: 'settings-account', who: 'milo', address: '/settings/account' },
    { name: 'customize-empty', who: 'new', address: '/customize' },
    { name: 'name-card', who: 'milo', address: post, widths: [1440], act: restOnName },
    { name: 'settings-two-factor', who: 'new', address: '/settings/account', act: setUpTwoFactor },
    { name: 'not-found', who: null, address: '/no/such/page' },
  ];
}

async function toLadder(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'The ladder' }).evaluate((heading) => heading.scrollIntoView());
}

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Image' }).click();
  await page.getByRole('dialog', { name: 'Upload Image' }).waitFor();
}

async function sheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
}

async function openBell(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await page.waitForTimeout(previewMs);
}

async function toNotificationSettings(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Notifications' }).scrollIntoViewIfNeeded();
  await page.getByRole('table', { name: 'Where you hear of what' }).scrollIntoViewIfNeeded();
}

async function addLinks(page: Page): Promise<void> {
  for (const title of ['Records', 'Shop']) {
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Title').last().fill(title);
    await page.getByLabel('Address').last().fill(`https://example.org/${title.toLowerCase()}`);
  }
}

async function pickColors(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'A text colour of your own' }).check();
}

async function wearDecorations(page: Page): Promise<void> {
  for (const at of [0, 2]) await page.getByRole('checkbox').nth(at).check();
}

async function crop(page: Page): Promise<void> {
  await page.getByTestId('avatar-input').setInputFiles(sample('avatar.gif', 'image/gif', pixel));
  await page.getByRole('dialog', { name: 'Crop your avatar' }).waitFor();
}

async function restOnName(page: Page): Promise<void> {
  await page.getByRole('article').locator('a[href^="/profile/"]').nth(1).hover();
  await page.locator('[data-hover-card] article').waitFor();
}

async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForTimeout(previewMs);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
}

async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByLabel('Your password, to set up two-factor sign-in').fill('plum violet 88');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'Key for the authenticator app' }).scrollIntoViewIfNeeded();
}

async function listen(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: /^Track: / })
    .first()
    .getByRole('button', { name: /^Play/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Player' }).waitFor();
  await page.waitForTimeout(previewMs * 3);
}

async function openVersions(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Versions' }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(previewMs);
}
