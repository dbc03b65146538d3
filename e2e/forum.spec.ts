import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { listens } from './listens.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const newPost = (page: Page) => page.getByRole('textbox', { name: /^Your post, in Markdown/ });
const yourReply = (page: Page) => page.getByRole('textbox', { name: 'Your reply, in Markdown' });
const posts = (page: Page) => page.getByRole('region', { name: 'Posts' });
const replies = (page: Page) => page.getByRole('list', { name: 'Replies' }).getByRole('article');

async function writeReply(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Write a reply' }).click();
  await yourReply(page).fill(text);
}

async function fromMenu(page: Page, of: string, action: string): Promise<void> {
  await page.getByRole('button', { name: of }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('chips choose a category, and an empty one says so', async ({ page, site }) => {
  const title = `A bassline to argue about ${randomUUID()}`;
  await makePost(site.ctx, await site.member(), { content: title, category: 'music' });
  await page.goto('/forum');
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await expect(chips.getByRole('link')).toHaveText([
    'All',
    'Dox',
    'Image Board',
    'Marketplace',
    'Leaks',
    'Music',
    '18+',
  ]);
  await expect(chips.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');

  await chips.getByRole('link', { name: 'Music' }).click();
  await expect(page).toHaveURL('/forum?category=music');
  await expect(chips.getByRole('link', { name: 'Music' })).toHaveAttribute('aria-current', 'page');
  await expect(posts(page).getByRole('link', { name: title })).toBeVisible();

  await chips.getByRole('link', { name: 'Marketplace' }).click();
  await expect(page.getByText('No posts in Marketplace yet. Be the first to post!', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('No posts in Marketplace yet. Be the first to post!', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(posts(page).getByRole('link', { name: title })).toBeVisible();
});

test('a long list is read on at its end', async ({ page, site }) => {
  await setSiteSetting(site.ctx, 'spamPosts', 100);
  const author = await site.member({ displayName: 'Lea Long' });
  // Journeys share a site: others may have posted here before.
  const own = posts(page).getByRole('listitem').filter({ hasText: 'Lea Long' });
  for (let made = 0; made < 23; made++) await makePost(site.ctx, author, { category: 'leaks' });
  await page.goto('/forum?category=leaks');
  await expect(own).toHaveCount(20);
  await own.last().scrollIntoViewIfNeeded();
  await expect(own).toHaveCount(23);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
});

test('newer posts announce themselves, also those that come while others are loaded', async ({ page, site, allow }) => {
  allow(/ERR_FAILED|Failed to load resource/);
  const author = await site.member();
  await setSiteSetting(site.ctx, 'spamPosts', 100);
  const post = async (title: string) => await makePost(site.ctx, author, { content: title, category: 'leaks' });
  const listening = listens(page, 'forum');
  await page.goto('/forum?category=leaks');
  await listening;
  const bar = page.getByRole('button', { name: /new posts?$/ });
  const [first, second] = [`Came first ${randomUUID()}`, `Came second ${randomUUID()}`];
  await post(first);
  await expect(bar).toHaveText('1 new post');
  const list = '**/api/v1/forum/posts?*';

  await page.route(list, (route) => route.abort());
  await bar.click();
  await expectToast(page, 'Error');
  await expect(bar).toHaveText('1 new post');
  await page.unroute(list);

  await page.route(list, async (route) => {
    const response = await route.fetch();
    await post(second);
    await expect(bar).toHaveText('2 new posts');
    await route.fulfill({ response });
  });
  await bar.click();
  await expect(posts(page).getByRole('link', { name: first })).toBeVisible();
  await expect(bar).toHaveText('1 new post');
  await page.unroute(list);
  await bar.click();
  await expect(posts(page).getByRole('link', { name: second })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('18+ posts are for members who said to be adults, and blurred until clicked', async ({ page, open, site }) => {
  const title = `After midnight ${randomUUID()}`;
  const id = await makePost(site.ctx, await site.member({ adult: true }), {
    content: `${title}\n\nNot for the office.`,
    category: 'nsfw',
  });
  const show = page.getByRole('button', { name: 'Show 18+ post' });

  await test.step('a visitor sees why, and nothing of the post', async () => {
    const visitor = await open();
    for (const address of ['/forum?category=nsfw', `/forum/post/${id}`]) {
      await visitor.goto(address);
      await expect(
        visitor.getByText('Sign in and confirm in settings that you are an adult to see 18+ posts.'),
      ).toBeVisible();
      expect(await visitor.content()).not.toContain('Not for the office');
      expect(await visitor.content()).not.toContain(title);
    }
    await visitor.goto('/forum');
    await expect(visitor.getByText(title)).toHaveCount(0);
  });

  await site.signIn(page, await site.member());
  await page.goto('/forum?category=nsfw');
  await expect(page.getByText('Confirm in settings that you are an adult to see 18+ posts.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Open settings' }).click();
  // Whoever leaves a page before its code came leaves what they did there undone.
  await hydrated(page);
  await page.getByRole('switch', { name: 'I am an adult' }).click();
  await expect(page.getByRole('switch', { name: 'I am an adult' })).toBeChecked();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).click();
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: '18+' }).click();
  await expect(page.getByRole('heading', { name: '18+ post, hidden' }).first()).toBeVisible();
  await expect(posts(page).getByRole('link', { name: title })).toHaveCount(0);
  await show.first().click();
  await expect(posts(page).getByRole('link', { name: title })).toBeVisible();
  await test.step('one switch shows the whole category', async () => {
    await page.goto('/forum?category=nsfw');
    await hydrated(page);
    await expect(posts(page).getByRole('link', { name: title })).toHaveCount(0);
    const all = page.getByRole('switch', { name: 'Show all 18+ posts' });
    await all.check();
    await expect(posts(page).getByRole('link', { name: title })).toBeVisible();
    await expect(show).toHaveCount(0);
    await all.uncheck();
    await expect(posts(page).getByRole('link', { name: title })).toHaveCount(0);
  });

  await page.goto(`/forum/post/${id}`);
  await show.click();
  await expect(show).toBeHidden();
  await expect(page.getByText('Not for the office.')).toBeVisible();
});

test('an edited post says so and keeps what it said before', async ({ page, site }) => {
  const author = await site.member();
  const id = await makePost(site.ctx, author, { content: `Tape or plug-in ${randomUUID()}\n\nI say tape.` });
  await site.signIn(page, author);
  await page.goto(`/forum/post/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Edit the post/ }).fill('Tape or plug-in, settled\n\nI say plug-in now.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tape or plug-in, settled' })).toBeVisible();
  await expect(page.getByText('I say plug-in now.')).toBeVisible();

  await page.getByRole('button', { name: /^edited/ }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('list', { name: 'Versions' }).getByRole('button')).toHaveCount(2);
  await history.getByRole('list', { name: 'Versions' }).getByRole('button', { name: /^v1/ }).click();
  await expect(history.getByText('I say tape.')).toBeVisible();
});

test('a long history loads its older versions, and says of each what it changed', async ({ page, site }) => {
  const author = await site.member();
  const id = await makePost(site.ctx, author, { content: `Mixing notes ${randomUUID()}` });
  await site.ctx.db.rows(sql`
    INSERT INTO content_versions (content_id, version, content, editor_id, is_private, created_at)
    SELECT ${id}::uuid, n, 'Take ' || n, ${author.profileId}::uuid, false, now() FROM generate_series(1, 45) AS n`);
  await site.ctx.db.rows(sql`UPDATE forum_posts SET version = 45, edited_at = now() WHERE id = ${id}`);
  await page.goto(`/forum/post/${id}`);
  await page.getByRole('button', { name: /^edited/ }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('button', { name: /^v\d/ });
  await expect(versions.first()).toHaveText(/^v45/);
  await history.getByRole('button', { name: /^v26/ }).click();
  // What it changed is known with the version before it, of the next page.
  await expect(history.locator('del')).toHaveText('25');
  await expect(async () => {
    await versions.last().scrollIntoViewIfNeeded();
    await expect(versions).toHaveCount(45, { timeout: 500 });
  }).toPass();
  await versions.last().click();
  await expect(history.getByText('Take 1', { exact: true })).toBeVisible();
});

test('who saves second sees a conflict, and keeps their text', async ({ page, context, site, allow, pageErrors }) => {
  allow(/status of 409/);
  const author = await site.member();
  const id = await makePost(site.ctx, author, { content: `Two tabs ${randomUUID()}\n\nThe beginning.` });
  await site.signIn(page, author);
  const other = await context.newPage();
  pageErrors.watch(other);
  for (const tab of [page, other]) {
    await tab.goto(`/forum/post/${id}`);
    await tab.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(tab.getByRole('textbox', { name: /^Edit the post/ })).toBeFocused();
  }
  const mine = 'Two tabs\n\nThe slower words.';
  await other.getByRole('textbox', { name: /^Edit the post/ }).fill(mine);
  await page.getByRole('textbox', { name: /^Edit the post/ }).fill('Two tabs\n\nThe faster words.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The faster words.').and(page.getByRole('paragraph'))).toBeVisible();

  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(
    other,
    'Edited meanwhile',
    'Somebody else changed this since you opened it. Your text is kept here; compare it with the newest version and save again.',
  );
  await expect(other.getByRole('textbox', { name: /^Edit the post/ })).toHaveValue(mine);
  await expect(other.getByRole('region', { name: 'The newest version' })).toContainText('faster');
  await other.getByRole('button', { name: 'Save on top' }).click();
  await expect(other.getByText('The slower words.').and(other.getByRole('paragraph'))).toBeVisible();
  // The first tab learns of it by itself.
  await expect(page.getByText('The slower words.').and(page.getByRole('paragraph'))).toBeVisible();
});

test('a deleted post is gone for others, and comes back as it was', async ({ page, open, site, allow }) => {
  allow(/status of 404/);
  const author = await site.member();
  const title = `Should this stay ${randomUUID()}`;
  const id = await makePost(site.ctx, author, { content: `${title}\n\nPerhaps.` });
  await makeReply(site.ctx, await site.member({ displayName: 'Ines' }), id, { content: 'It should.' });
  const visitor = await open();
  const reader = await open(await site.member());
  await reader.goto(`/forum/post/${id}`);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await site.signIn(page, author);
  await page.goto(`/forum/post/${id}`);

  await fromMenu(page, 'More about this post', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete this post?' });
  await expect(question).toContainText('It can be restored for 30 days, then it is gone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('note')).toContainText('Removed.');
  expect((await visitor.goto(`/forum/post/${id}`))?.status()).toBe(404);
  for (const other of [visitor, reader])
    await expect(other.getByRole('heading', { name: 'Post not found' })).toBeVisible();

  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('note')).toHaveCount(0);
  expect((await visitor.goto(`/forum/post/${id}`))?.status()).toBe(200);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByRole('article', { name: 'Reply by Ines' })).toContainText('It should.');
});

test('reactions count once for a member, and others see them come', async ({ page, open, site }) => {
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  await page.goto(`/forum/post/${id}`);
  const visitor = await open();
  await visitor.goto(`/forum/post/${id}`);
  const post = page.getByRole('article').first();

  await post.getByRole('button', { name: 'Fire' }).click();
  await expect(post.getByRole('button', { name: 'Fire, 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(visitor.getByRole('group', { name: 'Reactions' })).toHaveText(/Fire:\s*1/);
  await post.getByRole('button', { name: 'Thanks' }).click();
  await expect(post.getByRole('button', { name: 'Thanks, 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(post.getByRole('button', { name: 'Fire', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await expect(visitor.getByRole('group', { name: 'Reactions' })).toHaveText(/Thanks:\s*1/);
  await post.getByRole('button', { name: 'Thanks, 1' }).click();
  await expect(post.getByRole('button', { name: 'Thanks', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await expect(visitor.getByRole('group', { name: 'Reactions' })).toHaveCount(0);
});

test('bookmarks and watched posts are stored', async ({ page, site }) => {
  const title = `Worth keeping ${randomUUID()}`;
  const id = await makePost(site.ctx, await site.member(), { content: title });
  await site.signIn(page, await site.member());
  await page.goto('/forum/bookmarks');
  await expect(page.getByText('No bookmarks yet.')).toBeVisible();
  await page.goto(`/forum/post/${id}`);
  for (const name of ['Bookmark', 'Watch']) {
    const answered = page.waitForResponse(`**/api/v1/forum/posts/${id}/${name.toLowerCase()}`);
    await page.getByRole('button', { name, exact: true }).click();
    await answered;
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/forum/bookmarks');
  await posts(page).getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('link', { name: 'Forum' }).first().click();
  await page.getByRole('link', { name: 'Bookmarks' }).click();
  await expect(page.getByText('No bookmarks yet.')).toBeVisible();
});

test('an answer quotes and points to what it answers', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member());
  const ines = await site.member({ displayName: 'Ines Quota' });
  await makeReply(site.ctx, ines, id, { content: 'Start with the **kick**.' });
  await site.signIn(page, await site.member({ displayName: 'Otto Answer' }));
  await page.goto(`/forum/post/${id}`);
  await page.getByRole('article', { name: 'Reply by Ines Quota' }).getByRole('button', { name: 'Quote' }).click();
  await expect(yourReply(page)).toHaveValue(`> @${ines.username} wrote:\n>\n> Start with the **kick**.\n\n`);
  await expect(page.getByRole('region', { name: 'Your reply' })).toContainText('Replying to Ines Quota');
  await yourReply(page).press('Control+End');
  await yourReply(page).pressSequentially('Always.');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();

  const answer = page.getByRole('article', { name: 'Reply by Otto Answer' });
  await expect(answer.getByRole('blockquote')).toContainText('Start with the kick.');
  await answer.getByRole('link', { name: /In reply to\s*Ines Quota/ }).click();
  await expect(page).toHaveURL(/#reply-/);
  await expect(page.getByRole('article', { name: 'Reply by Ines Quota' })).toBeInViewport();
});

test('a draft survives a reload, until it is thrown away', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await newPost(page).fill('Half a thought about reverb');
  await page.getByLabel('Category').selectOption('Music');
  await page.reload();
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(newPost(page)).toHaveValue('Half a thought about reverb');
  await expect(page.getByLabel('Category')).toHaveValue('music');
  await test.step('a closed one is found again from the list', async () => {
    await page.getByRole('button', { name: 'Close the form, keep the draft' }).click();
    await page.getByRole('link', { name: 'Draft saved: go on writing' }).click();
    await expect(newPost(page)).toHaveValue('Half a thought about reverb');
  });
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(newPost(page)).toHaveValue('');
  await page.reload();
  await expect(newPost(page)).toHaveValue('');
  await expect(page.getByText('Your draft was restored.')).toBeHidden();
});

test('a reply written without a connection is kept, and sent once on Retry', async ({ page, context, site, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  await page.goto(`/forum/post/${id}`);
  // The first touch brings the toasts' code, which must be here before the connection goes.
  await hydrated(page);
  await writeReply(page, 'Sent from a tunnel.');
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expectToast(page, 'Error', 'Failed to post reply');
  await expect(page.getByText('Your reply was not sent; it is kept here.')).toBeVisible();
  await expect(yourReply(page)).toHaveValue('Sent from a tunnel.');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(replies(page)).toHaveCount(1);
  await page.reload();
  await expect(replies(page)).toHaveCount(1);
  await expect(replies(page)).toContainText('Sent from a tunnel.');
});

test('when only the answer was lost on the way, trying again makes no second reply', async ({ page, site, allow }) => {
  allow(/ERR_FAILED|net::/);
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  await page.goto(`/forum/post/${id}`);
  await writeReply(page, 'Did this arrive?');
  await page.route('**/replies', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expectToast(page, 'Error', 'Failed to post reply');
  await page.unroute('**/replies');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Your reply was not sent; it is kept here.')).toBeHidden();
  await page.reload();
  await expect(replies(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 2, name: '1 reply' })).toBeVisible();
});

test('a double click makes one post', async ({ page, site }) => {
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/forum?compose=1');
  await newPost(page).fill(`Clicked twice ${randomUUID()}`);
  await page.getByRole('button', { name: 'Post', exact: true }).dblclick();
  await expectToast(page, 'Post created!', 'Your forum post has been created');
  await page.goto(`/profile/${member.username}`);
  await expect(page.getByRole('main').getByRole('region', { name: 'Posts' }).getByRole('listitem')).toHaveCount(1);
});

test('a text from right to left begins at the right, whatever stands around it', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member(), {
    content: 'עברית בכותרת\n\nשלום לכולם\n\nAnd a line of English.',
  });
  await page.goto(`/forum/post/${id}`);
  const startOf = async (text: string) =>
    await page
      .getByRole('main')
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [inside, around] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        return inside.left - around.left > around.right - inside.right + 1 ? 'right' : 'left';
      });
  expect(await startOf('שלום לכולם')).toBe('right');
  expect(await startOf('And a line of English.')).toBe('left');
});

test('a post with nothing in it is refused in words', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await newPost(page).fill('   ');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Nothing to upload', 'Please add some content or upload a file');
});

test('a reply with a telephone number is held, and its author sees why', async ({ page, open, site, allow }) => {
  allow(/status of 404/);
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  const title = `Booking ${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`;
  await newPost(page).fill(`${title}\n\nCall his mobile: +44 20 7946 0958`);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const why =
    'This is waiting for staff review: it seems to contain private information (phone number). Only you and staff can see it. You will get a notification.';
  await expectToast(page, 'Held for review', why);
  await expect(page.getByRole('note')).toContainText(`Held for review. ${why}`);

  const visitor = await open();
  expect((await visitor.goto(page.url()))?.status()).toBe(404);
  await visitor.goto('/forum');
  await expect(visitor.getByText(title)).toHaveCount(0);
});

test('what is not there is a 404 with words', async ({ page, allow }) => {
  allow(/status of 404/);
  for (const [address, words] of [
    ['/no/such/page', 'Oops! Page not found'],
    [`/forum/post/${randomUUID()}`, 'Post not found'],
    ['/forum/post/nonsense', 'Post not found'],
    ['/profile/nobody_of_that_name', 'Profile Not Found'],
  ] as const) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: words, exact: true })).toBeVisible();
  }
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a visitor has one way to copy the link of a post, and can complain about it', async ({ open, site }) => {
  const id = await makePost(site.ctx, await site.member());
  const page = await open(null);
  await page.goto(`/forum/post/${id}`);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.getByRole('button', { name: 'More about this post' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copyright complaint' })).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
});
