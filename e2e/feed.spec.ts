import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listens } from './listens.ts';
import { callAs, picture, share, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('article');
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('article');
const yourComment = (page: Page) => page.getByRole('textbox', { name: 'Your comment, in Markdown' });

async function fromMenu(page: Page, of: string | RegExp, action: string): Promise<void> {
  await page.getByRole('button', { name: of }).first().click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function comment(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Write a comment' }).click();
  await yourComment(page).fill(text);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
}

test('an empty feed says what to do', async ({ page, axe }) => {
  await page.goto('/uploads?author=nobody_at_all');
  await expect(page.getByText('No uploads like this yet.')).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Show all uploads' }).click();
  await expect(page).toHaveURL('/uploads');
});

test('cards show what was shared, newest first, and lead to its page', async ({ page, site, axe }) => {
  const author = await site.member({ displayName: 'Hana Moon' });
  const words = `Words alone ${randomUUID()}`;
  await share(site, author, { content: `${words}\n\nA **bold** word about #basslines.` });
  const pictures = await Promise.all([1, 2, 3].map((at) => picture(`cover-${at}.png`, 900, 600)));
  await share(site, author, { content: `Three covers ${randomUUID()}`, files: pictures });
  await share(site, author, { content: '', files: [await picture('alone.png', 400, 1200)] });

  await page.goto(`/uploads?author=${author.username}`);
  await expect(uploads(page)).toHaveCount(3);
  await expect(uploads(page).nth(0)).toHaveAccessibleName('New Upload');
  await expect(uploads(page).nth(1)).toHaveAccessibleName(/^Three covers/);
  await expect(uploads(page).nth(2)).toHaveAccessibleName(words);
  await expect(uploads(page).nth(2).getByText('bold', { exact: true })).toBeVisible();
  await axe(page);

  await test.step('pictures open large, and the keyboard goes through them', async () => {
    await uploads(page).nth(1).getByRole('button', { name: 'Open picture 2 of 3' }).click();
    const box = page.getByRole('dialog', { name: /^Three covers/ });
    await expect(box.getByRole('img', { name: /^Picture 2 of/ })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(box.getByRole('img', { name: /^Picture 3 of/ })).toBeVisible();
    await expect(box.getByRole('button', { name: 'Next picture' })).toHaveCount(0);
    await page.keyboard.press('Home');
    await expect(box.getByRole('img', { name: /^Picture 1 of/ })).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    await expect(uploads(page).nth(1).getByRole('button', { name: 'Open picture 2 of 3' })).toBeFocused();
  });

  await test.step('chips and tags narrow the feed, in the address', async () => {
    await page.getByRole('navigation', { name: 'Kinds of uploads' }).getByRole('link', { name: 'Texts' }).click();
    await expect(page).toHaveURL(/kind=text/);
    await expect(uploads(page)).toHaveCount(1);
    await uploads(page).first().getByRole('link', { name: '#basslines' }).click();
    await expect(page).toHaveURL('/uploads?tag=basslines');
    await expect(uploads(page)).toHaveCount(1);
    await page.getByRole('link', { name: '#basslines: show all again' }).click();
    await expect(page).toHaveURL('/uploads');
  });

  await page.goto(`/uploads?author=${author.username}`);
  await uploads(page).nth(2).getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(/\/uploads\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
});

test('a long feed is read on at its end', async ({ page, site }) => {
  const author = await site.member();
  for (let made = 0; made < 23; made++) await share(site, author);
  await page.goto(`/uploads?author=${author.username}`);
  await expect(uploads(page)).toHaveCount(20);
  await uploads(page).last().scrollIntoViewIfNeeded();
  await expect(uploads(page)).toHaveCount(23);
});

test('newer uploads are counted and move nothing until the reader asks for them', async ({ page, site }) => {
  const author = await site.member();
  await share(site, author, { content: `What is being read ${randomUUID()}` });
  const listening = listens(page, 'uploads');
  await page.goto('/uploads');
  await listening;
  const before = await uploads(page).first().boundingBox();
  const newest = `The third of three ${randomUUID()}`;
  for (const content of [`One ${randomUUID()}`, `Two ${randomUUID()}`, newest]) await share(site, author, { content });
  const bar = page.getByRole('button', { name: '3 new uploads' });
  await expect(bar).toBeVisible();
  expect(await uploads(page).first().boundingBox()).toEqual(before);
  await bar.click();
  await expect(uploads(page).first()).toHaveAccessibleName(newest);
  await expect(uploads(page).first()).toBeFocused();
  await expect(bar).toBeHidden();
});

test('uploads that are already shown are not counted as new by a late count', async ({ page, site }) => {
  const author = await site.member();
  await share(site, author);
  const listening = listens(page, 'uploads');
  await page.goto('/uploads');
  await listening;
  const bar = page.getByRole('button', { name: /new uploads?$/ });
  await share(site, author);
  await expect(bar).toHaveText('1 new upload');
  const { promise: shown, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/api/v1/uploads/newer?*', async (route) => {
    await shown;
    await route.continue();
  });
  const late = page.waitForRequest('**/api/v1/uploads/newer?*');
  const newest = `Shown before it is counted ${randomUUID()}`;
  const id = await share(site, author, { content: newest });
  await late;
  await bar.click();
  await expect(uploads(page).first()).toHaveAccessibleName(newest);
  await expect(bar).toBeHidden();
  // What is newer than the one that stands there now is asked for behind it.
  const again = page.waitForResponse((answer) => answer.url().endsWith(`/uploads/newer?than=${id}`));
  go();
  await again;
  await expect(bar).toBeHidden();
});

test('a like and a comment from a second browser are seen live', async ({ page, open, site, axe }) => {
  const author = await site.member({ displayName: 'Juna Moor' });
  const id = await share(site, author, { content: `Night bus ${randomUUID()}\n\nTell me what you hear.` });
  await site.signIn(page, author);
  await page.goto(`/uploads/${id}`);
  const other = await open(await site.member({ displayName: 'Kess Ler' }));
  await other.goto(`/uploads/${id}`);
  await expect(page.getByText('No comments yet. Yours would be the first.')).toBeVisible();

  await other.getByRole('button', { name: 'Like, 0 likes' }).click();
  await expect(other.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'false');

  await comment(other, 'The snare sits *right* now.');
  await expect(comments(other)).toHaveCount(1);
  await expect(comments(page).first()).toHaveAccessibleName('Comment by Kess Ler');
  await expect(comments(page).first()).toContainText('The snare sits right now.');
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();

  await comment(page, 'Thank you.');
  await expect(comments(other)).toHaveCount(2);
  await expect(comments(other).nth(1)).toContainText('Author');
  await axe(other);

  await test.step('it is edited, removed and restored before the other eyes', async () => {
    await comments(other).first().getByRole('button', { name: 'Edit' }).click();
    await other.getByRole('textbox', { name: 'Edit the comment' }).fill('The snare sits a little late.');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(comments(page).first()).toContainText('a little late');
    await fromMenu(other, 'More about this comment by Kess Ler', 'Delete');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The snare sits a little late.')).toHaveCount(0);
    await other.getByRole('button', { name: 'Restore' }).click();
    await expect(comments(page).filter({ hasText: 'a little late' })).toHaveCount(1);
  });
});

test('a like that the server refuses is taken back', async ({ page, site, allow }) => {
  allow(/status of 500|ERR_FAILED/);
  const id = await share(site, await site.member());
  await site.signIn(page, await site.member());
  await page.goto(`/uploads/${id}`);
  await page.route('**/like', (route) => route.abort());
  allow(/request failed: PUT/);
  await page.getByRole('button', { name: 'Like, 0 likes' }).click();
  await expectToast(page, 'Error', 'Failed to save your like');
  await expect(page.getByRole('button', { name: 'Like, 0 likes' })).toHaveAttribute('aria-pressed', 'false');
});

test('a poll is voted in by keyboard, once, and shows its results then', async ({ page, open, site, axe }) => {
  const author = await site.member();
  const poll = { question: 'Tape or digital?', options: ['Tape', 'Digital'], days: 3 as const };
  const id = await share(site, author, { content: `A question ${randomUUID()}`, poll });
  await site.signIn(page, await site.member());
  await page.goto(`/uploads/${id}`);
  const other = await open(await site.member());
  const hearing = listens(other, `upload:${id}`);
  await other.goto(`/uploads/${id}`);
  await hearing;
  await expect(page.getByText('0 votes')).toBeVisible();
  await axe(page);
  await page.getByRole('radio', { name: 'Tape' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Digital' })).toContainText('100%');
  await expect(page.getByRole('img', { name: 'Your choice' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  // Somebody else learns that one more has voted, and nothing of what.
  await expect(other.getByText('1 vote')).toBeVisible();
  await expect(other.getByText('100%')).toHaveCount(0);
  await axe(page);
});

test('18+ uploads are for adults, and covered until the reader shows them', async ({ page, open, site, axe }) => {
  const title = `After midnight ${randomUUID()}`;
  const author = await site.member({ adult: true });
  const id = await share(site, author, {
    content: `${title}\n\nNot for the office.`,
    isAdult: true,
    files: [await picture('night.png', 700, 500, 'indigo')],
  });
  const visitor = await open();
  for (const address of ['/uploads', `/uploads/${id}`, `/profile/${author.username}?tab=uploads`]) {
    await visitor.goto(address);
    expect(await visitor.content()).not.toContain('Not for the office');
    expect(await visitor.content()).not.toContain(title);
  }
  await visitor.goto(`/uploads/${id}`);
  await expect(
    visitor.getByText('Sign in and confirm in settings that you are an adult to see 18+ uploads.'),
  ).toBeVisible();

  await site.signIn(page, await site.member({ adult: true }));
  await page.goto(`/uploads/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: '18+ upload, hidden' })).toBeVisible();
  await expect(page.getByText('Not for the office.')).toHaveCount(0);
  await axe(page);
  await page.getByRole('button', { name: 'Show 18+ upload' }).click();
  await expect(page.getByText('Not for the office.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open the picture/ })).toBeVisible();
});

test('who saves second sees a conflict, and keeps their text', async ({ page, context, site, allow, pageErrors }) => {
  allow(/status of 409/);
  const author = await site.member();
  const id = await share(site, author, { content: `Two tabs ${randomUUID()}\n\nThe beginning.` });
  await site.signIn(page, author);
  const other = await context.newPage();
  pageErrors.watch(other);
  for (const tab of [page, other]) {
    await tab.goto(`/uploads/${id}`);
    await tab.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(tab.getByRole('textbox', { name: /^Edit the upload/ })).toBeFocused();
  }
  await other.getByRole('textbox', { name: /^Edit the upload/ }).fill('Two tabs\n\nThe slower words.');
  await page.getByRole('textbox', { name: /^Edit the upload/ }).fill('Two tabs\n\nThe faster words.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The faster words.').and(page.getByRole('paragraph'))).toBeVisible();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(other, 'Edited meanwhile');
  await expect(other.getByRole('region', { name: 'The newest version' })).toContainText('faster');
  await other.getByRole('button', { name: 'Save on top' }).click();
  await expect(other.getByText('The slower words.').and(other.getByRole('paragraph'))).toBeVisible();
  // The first tab learns of it by itself.
  await expect(page.getByText('The slower words.').and(page.getByRole('paragraph'))).toBeVisible();
});

test('a removed upload is gone for others, and comes back as it was', async ({ page, open, site, allow }) => {
  allow(/status of 404/);
  const author = await site.member();
  const title = `Should this stay ${randomUUID()}`;
  const id = await share(site, author, { content: title });
  const visitor = await open();
  const reader = await open(await site.member());
  await reader.goto(`/uploads/${id}`);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await site.signIn(page, author);
  await page.goto('/uploads');
  await fromMenu(page, `More about “${title}”`, 'Delete');
  await page.getByRole('alertdialog', { name: 'Delete this upload?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('note')).toContainText('Removed.');
  expect((await visitor.goto(`/uploads/${id}`))?.status()).toBe(404);
  for (const other of [visitor, reader])
    await expect(other.getByRole('heading', { level: 1, name: 'Upload not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('note')).toHaveCount(0);
  expect((await visitor.goto(`/uploads/${id}`))?.status()).toBe(200);
});

test('a shared link has a preview', async ({ page, site }) => {
  const author = await site.member({ displayName: 'Rhea Moon' });
  const title = `Cover for the split tape ${randomUUID()}`;
  const id = await share(site, author, { content: title, files: [await picture('cover.png', 1300, 900)] });
  await page.goto(`/uploads/${id}`);
  const url = `${site.url}/uploads/${id}`;
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', url);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  const answer = await page.request.get(image!);
  expect(answer.headers()['content-type']).toBe('image/webp');
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as {
    headline: string;
    sharedContent: { contentUrl: string };
  };
  expect(data.headline).toBe(title);
  expect(data.sharedContent.contentUrl).toMatch(/^http/);
});

test('a timed comment plays the track from its position, and the author of the track marks it', async ({
  page,
  open,
  site,
  axe,
}) => {
  const author = await site.member();
  const id = await share(site, author, { content: `Low tide ${randomUUID()}`, files: [tone('low-tide.wav', 12)] });
  const listener = await site.member({ displayName: 'Nils Ott' });
  const track = (await (await page.request.get(`${site.url}/api/v1/uploads/${id}`)).json()) as {
    files: { trackId: string }[];
  };
  await callAs(site, listener, 'POST', `/uploads/${id}/comments`, {
    content: 'The bass drops out here.',
    at: { trackId: track.files[0]!.trackId, ms: 5000 },
    submitId: randomUUID(),
  });
  await site.signIn(page, author);
  await page.goto(`/uploads/${id}`);
  const visitor = await open();
  await visitor.goto(`/uploads/${id}`);
  await comments(page).first().getByRole('button', { name: 'Needs work' }).click();
  await expect(comments(visitor).first().getByText('Needs work')).toBeVisible();
  await comments(page).first().getByRole('button', { name: 'Resolved' }).click();
  await expect(comments(visitor).first().getByText('Resolved')).toBeVisible();
  await axe(page);
  await comments(visitor).first().getByRole('button', { name: 'Play from 0:05' }).click();
  await expect(visitor.getByRole('region', { name: 'Player' })).toBeVisible();
});
