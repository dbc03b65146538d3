import type { Page } from '@playwright/test';
import { coverOf } from '#scripts/demo/studio/drawings.ts';
import { wavOf } from '#site/testing/wav.ts';
import { openStudio } from '#scripts/demo/studio/studio.ts';

/** The actions on a page before its screenshot. */

const previewMs = 900;
/** The network is tried three times before a page gives up. */
const retriesMs = 4500;

export async function write(page: Page): Promise<void> {
  const text =
    'Which reference tracks do you keep?\n\nMine are **three**, always the same:\n\n- one dense\n- one empty\n- one that I *wish* I had made\n';
  await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(text);
  await page.waitForTimeout(previewMs);
}

/** A picture of the demo as a file of a form. */
async function drawn(number: number, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const studio = openStudio();
  try {
    return { name, mimeType: 'image/png', buffer: await studio.take(coverOf(number)) };
  } finally {
    studio.close();
  }
}

export async function compose(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await page
    .getByRole('textbox', { name: /^Your upload, in Markdown/ })
    .fill('Night bus, take two\n\nThe bass is a *bottle* this time. #loops');
  await page.getByTestId('file-input').setInputFiles(await Promise.all([drawn(2, 'front.png'), drawn(7, 'back.png')]));
  await page.getByText('Ready').nth(1).waitFor();
  await page.getByRole('button', { name: 'Poll', exact: true }).click();
}

/** A sound with its cover, before it is shared. */
export async function composeCover(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await page.getByRole('textbox', { name: /^Your upload, in Markdown/ }).fill('Night bus, take three');
  const sound = { name: 'night-bus.wav', mimeType: 'audio/wav', buffer: wavOf(400_000) };
  await page.getByTestId('file-input').setInputFiles([sound]);
  const cover = page.getByRole('group', { name: 'Cover of night-bus.wav' });
  await cover.getByTestId('file-input').setInputFiles(await drawn(2, 'front.png'));
  await cover.getByText('Ready').waitFor();
  await cover.scrollIntoViewIfNeeded();
}

export async function openBanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Banner', exact: true }).click();
  await page.getByRole('region', { name: 'Banner' }).scrollIntoViewIfNeeded();
}

export async function chooseBanner(page: Page): Promise<void> {
  await openBanner(page);
  await page.getByRole('switch', { name: 'Custom banner' }).check();
  await page.getByRole('switch', { name: 'Glow' }).check();
  await page.getByRole('button', { name: 'Save banner' }).scrollIntoViewIfNeeded();
}

export async function writeLocked(page: Page): Promise<void> {
  await write(page);
  await page.getByRole('checkbox', { name: 'Lock the text behind an unlock' }).check();
}

export async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write a reply' }).click();
  await page
    .getByRole('textbox', { name: 'Your reply, in Markdown' })
    .fill('Moving the chair costs nothing. Seconded.');
  await page.waitForTimeout(previewMs);
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this post' }).click();
  await page.getByRole('menu').waitFor();
}

export async function report(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Goes to the forum by its link, while the network is slow or gone. */
export const toForum = (fate: 'never' | 'fail') => async (page: Page) => {
  await page.route('**/api/v1/forum/**', (route) => (fate === 'fail' ? route.abort() : undefined));
  await page.locator('nav a[href="/forum"]:visible').first().click();
  await page.waitForTimeout(fate === 'fail' ? retriesMs : previewMs);
};

/** Goes home by its link, whose feed is slow or gone. */
export const toFeed = (fate: 'never' | 'fail') => async (page: Page) => {
  await page.route('**/api/v1/uploads**', (route) => (fate === 'fail' ? route.abort() : undefined));
  await page.locator('nav a[href="/"]:visible').first().click();
  await page.waitForTimeout(fate === 'fail' ? retriesMs : previewMs);
};

export async function comment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write a comment' }).click();
  await page
    .getByRole('textbox', { name: 'Your comment, in Markdown' })
    .fill('The low end sits. Two bars more, maybe.');
}

export const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

export async function toLadder(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'The ladder' }).evaluate((heading) => heading.scrollIntoView());
}

export async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Image' }).click();
  await page.getByRole('dialog', { name: 'Upload Image' }).waitFor();
}

export async function sheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function openBell(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await page.waitForTimeout(previewMs);
}

export async function toNotificationSettings(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Notifications' }).scrollIntoViewIfNeeded();
  await page.getByRole('table', { name: 'Where you hear of what' }).scrollIntoViewIfNeeded();
}

export async function addLinks(page: Page): Promise<void> {
  for (const title of ['Records', 'Shop']) {
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Title').last().fill(title);
    await page.getByLabel('Address').last().fill(`https://example.org/${title.toLowerCase()}`);
  }
}

export async function pickColors(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'A text colour of your own' }).check();
}

export async function chooseDecorations(page: Page): Promise<void> {
  for (const at of [0, 2]) await page.getByRole('checkbox').nth(at).check();
}

export async function crop(page: Page): Promise<void> {
  await page.getByTestId('avatar-input').setInputFiles(await drawn(1, 'me.png'));
  await page.getByRole('dialog', { name: 'Crop your avatar' }).waitFor();
}

export async function restOnName(page: Page): Promise<void> {
  await page.getByRole('article').locator('a[href^="/profile/"]').nth(1).hover();
  await page.locator('[data-hover-card] article').waitFor();
}

export async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForTimeout(previewMs);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
}

export async function setUpTwoFactor(page: Page): Promise<void> {
  await page.getByLabel('Your password, to set up two-factor sign-in').fill('plum violet 88');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'Key for the authenticator app' }).scrollIntoViewIfNeeded();
}

export async function listen(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: /^Track: / })
    .first()
    .getByRole('button', { name: /^Play/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Player' }).waitFor();
  await page.waitForTimeout(previewMs * 3);
}

export async function openQueue(page: Page): Promise<void> {
  await listen(page);
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /^Queue/ })
    .click();
  await page.getByRole('dialog', { name: 'Queue' }).waitFor();
}

/** Scrolls to the list of a kit. */
export async function toArchive(page: Page): Promise<void> {
  await page.getByRole('region', { name: /\.zip$/ }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(previewMs);
}

/** Plays a sound of a kit that no browser plays by itself. */
export async function hearKit(page: Page): Promise<void> {
  await toArchive(page);
  await page.getByRole('button', { name: /^Play .*\.aiff$/ }).click();
  await page.getByRole('button', { name: /^Stop .*\.aiff$/ }).waitFor();
  await page.waitForTimeout(previewMs * 3);
}

/** Points at the first comment in a track. */
export async function pointAtComment(page: Page): Promise<void> {
  await page.locator('.timed-comment-mark').first().hover();
  await page.waitForTimeout(previewMs);
}

export async function announce(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
  await dialog.getByLabel('Title').fill('Sunday is for backups');
  await dialog.getByLabel('Type').selectOption('maintenance');
  await dialog.getByLabel('Content').fill('The site rests from **2 to 3**.');
}

/** Goes to the announcements by their link, and finds none. */
export async function toNoAnnouncements(page: Page): Promise<void> {
  await page.route('**/api/v1/announcements**', (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.locator('a[href="/announcements"]').first().dispatchEvent('click');
  await page.getByText('No announcements at this time.').waitFor();
}

export async function findFriends(page: Page): Promise<void> {
  const field = page.getByLabel('Search by username');
  await field.fill('ma');
  await field.press('Enter');
  await page.waitForTimeout(previewMs);
}

/** Socket's opening, once a page is idle. */
const socketMs = 3000;

/** Reaches a rank while the page is visible. */
export const reach = (promote: () => Promise<void>) => async (page: Page) => {
  await page.waitForTimeout(socketMs);
  await promote();
  await page.getByRole('region', { name: 'New rank' }).waitFor();
  await page.waitForTimeout(previewMs * 2);
};

export async function openVersions(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Versions' }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(previewMs);
}

/** Opens the first item of the moderation queue. */
export async function openItem(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.waitForTimeout(previewMs);
}

/** Asks for the reason of a removal. */
export async function askReason(page: Page): Promise<void> {
  await openItem(page);
  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('Advertising belongs in Marketplace.');
  await page.waitForTimeout(previewMs);
}
