import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { pressEnter, tabTo } from './keyboard.ts';
import { share } from './share.ts';
import { expect, test } from './world.ts';

const lost = /ERR_INTERNET_DISCONNECTED|WebSocket|CallError: network/;

test('an editor whose code cannot be had says so, and comes when asked again', async ({
  page,
  context,
  site,
  allow,
}) => {
  allow(lost);
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  await page.goto(`/forum/post/${id}`, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Write a reply' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The editor could not be loaded.' });
  await expect(failure).toContainText('What you wrote is kept.');
  const retry = failure.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(retry).toBeEnabled();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await context.setOffline(false);
  await retry.click();
  await expect(failure).toBeHidden();
  // Either the code came, or the page was loaded again because the browser remembered the failure.
  const reply = page.getByRole('textbox', { name: 'Your reply, in Markdown' });
  const closed = page.getByRole('button', { name: 'Write a reply' });
  await expect(reply.or(closed)).toBeVisible();
  if (await closed.isVisible()) await closed.click();
  await expect(reply).toBeVisible();
});

test('menus and messages without a network leave the page standing', async ({ page, context, site, allow }) => {
  allow(lost);
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  await page.setViewportSize({ width: 360, height: 740 });
  // Its code comes by itself after a while; here it is lost.
  await page.route(/toast-viewport/, (route) => route.abort('internetdisconnected'));
  await page.goto(`/forum/post/${id}`, { waitUntil: 'networkidle' });
  await context.setOffline(true);

  await page.getByRole('button', { name: 'Open menu' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The menu could not be loaded.' });
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();

  await page.getByRole('button', { name: 'More about this post' }).click();
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toBeHidden();
});

test('a page whose code cannot be had can be asked for again', async ({ page, context, site, allow }) => {
  allow(lost);
  // What stands there while a page loads is in the page's own file.
  allow(/reading '(pendingC|c)omponent'/);
  await site.signIn(page, await site.member());
  await page.goto('/', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(page.getByText('The site does not answer. Check your connection, then try again.')).toBeVisible();
  await context.setOffline(false);
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a spoiler is a button until it is opened, then text', async ({ page, site }) => {
  const content = 'Who won\n\nThe prize went to ||[the drummer](https://example.org/drums)||, again.';
  const id = await makePost(site.ctx, await site.member(), { content });
  await page.goto(`/forum/post/${id}`, { waitUntil: 'networkidle' });
  const spoiler = page.locator('.spoiler');
  await expect(spoiler).toHaveAttribute('role', 'button');
  await spoiler.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'the drummer' })).toBeVisible();
  for (const name of ['role', 'aria-expanded']) await expect(spoiler).not.toHaveAttribute(name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'the drummer' })).toBeFocused();
  await expect(spoiler).not.toHaveAttribute('tabindex');
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
])
  test(`a window that a menu opened gives the focus back to the menu's button, at ${viewport.width}`, async ({
    open,
    site,
  }) => {
    test.setTimeout(240_000);
    const author = await site.member({ displayName: 'Mena Author' });
    const moderator = await site.member({ moderator: true });
    const post = await makePost(site.ctx, author);
    await makeReply(site.ctx, author, post);
    const song = await makeItem(site.ctx, 'song', author, { title: 'Low tide' });
    const things = [
      { address: `/forum/post/${post}`, button: 'More about this post', question: 'Delete' },
      { address: `/forum/post/${post}`, button: 'More about this reply by Mena Author', question: 'Delete' },
      {
        address: `/uploads/${await share(site, author, { content: 'Found sounds' })}`,
        button: 'More about “Found sounds”',
        question: 'Delete',
      },
      { address: `/songs/${song}`, button: 'More about “Low tide”', question: 'Delete' },
      { address: `/profile/${author.username}`, button: 'More about Mena Author', question: 'Block' },
    ];
    for (const { address, button: name, question } of things) {
      // On a page of its own each: the code of a window comes late the first time.
      for (const [action, way] of [
        ['Report', 'keyboard'],
        ['Report', 'mouse'],
        [question, 'mouse'],
      ]) {
        await test.step(`${name}: ${action} by ${way}`, async () => {
          const page = await open(moderator, { viewport });
          await page.goto(address, { waitUntil: 'networkidle' });
          const button = page.getByRole('button', { name });
          const item = page.getByRole('menuitem', { name: action!, exact: true });
          if (way === 'mouse') {
            await button.click();
            await item.click();
          } else {
            await pressEnter(page, button);
            await tabTo(page, item, 'ArrowDown');
            await page.keyboard.press('Enter');
          }
          const dialog = page.getByRole(action === 'Report' ? 'dialog' : 'alertdialog');
          await expect(dialog.locator(':focus')).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
          await expect.soft(button, `${name}: ${action} by ${way}`).toBeFocused();
          await page.context().close();
        });
      }
    }
  });
