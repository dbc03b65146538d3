import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { callAs, share, tone } from './share.ts';
import { expect, test } from './world.ts';

const focusIsLost = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

/** Writes down what live regions say from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (addedNodes.length > 0 && element?.closest('#announcer')) said.push(element.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Presses a control by the keyboard. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

test('a change of page is said once, and the focus stands at its heading', async ({ page, site }) => {
  const member = await site.member({ displayName: 'Ada Lind' });
  const id = await makePost(site.ctx, member, { content: 'Two takes of one loop' });
  await site.signIn(page, member);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const main = page.getByRole('main');
  await page.goto('/');
  await hydrated(page);
  const said = await listen(page);
  const inMenu = (name: string) => menu.getByRole('link', { name });
  const steps: readonly [link: Locator, address: RegExp | string, title: string][] = [
    [inMenu('Forum'), '/forum', 'Forum'],
    [main.getByRole('link', { name: 'Two takes of one loop' }).first(), `/forum/post/${id}`, 'Two takes of one loop'],
    [inMenu('Gallery'), '/gallery', 'Gallery'],
    [inMenu('Settings'), /\/settings/, 'Settings'],
    [inMenu('Home'), '/', 'Looproom'],
  ];
  for (const [link, address, title] of steps) {
    await test.step(title, async () => {
      const before = (await said()).length;
      await press(link);
      await expect(page).toHaveURL(address);
      await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
      const news = (await said()).slice(before);
      expect(news).toHaveLength(1);
      expect(news[0]).toBe(await page.title());
      expect(news[0]).toContain(title);
    });
  }
  await test.step('back', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/settings/);
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('a filter leaves the focus where it is, and an address inside a page wins over its heading', async ({
  page,
  site,
}) => {
  const member = await site.member();
  const id = await makePost(site.ctx, member);
  const replyId = await makeReply(site.ctx, member, id);
  await site.signIn(page, member);
  await page.goto('/forum');
  await hydrated(page);
  const said = await listen(page);
  const filter = page.getByRole('main').getByRole('link', { name: 'Music', exact: true }).first();
  await press(filter);
  await expect(page).toHaveURL(/category=/);
  await expect(filter).toBeFocused();
  expect(await said()).toEqual([]);
  await test.step('a reply that the address names', async () => {
    // The router listens to the history.
    await page.evaluate((to) => history.pushState(null, '', to), `/forum/post/${id}#reply-${replyId}`);
    await expect(page.locator(`#reply-${replyId}`)).toBeFocused();
  });
});

/** Where the focus may stand after something was done; `said` is what the reader hears of it. */
interface Case {
  readonly name: string;
  readonly at: string;
  readonly before?: () => Promise<void>;
  /** Ends with the key that sends, deletes or closes. */
  readonly act: (page: Page) => Promise<void>;
  readonly focus?: (page: Page) => Locator;
  readonly said?: (page: Page) => Locator;
}

/** Does what each case says, and looks where the focus is then. */
async function checkCases(page: Page, cases: readonly Case[]): Promise<void> {
  for (const { name, at, before, act, focus, said } of cases) {
    await test.step(name, async () => {
      await page.goto(at);
      await hydrated(page);
      await before?.();
      await act(page);
      if (said) await expect.soft(said(page), name).toBeAttached();
      if (focus) await expect.soft(focus(page), name).toBeFocused();
      await expect.poll(() => focusIsLost(page), { message: name }).toBe(false);
      // What comes later must not take it away either.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
      expect.soft(await focusIsLost(page), name).toBe(false);
    });
  }
}

test('after a dialog, a reply or a removal the focus never falls to the page, and the result is said', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000);
  const member = await site.member({ displayName: 'Kay Board' });
  const other = await site.member({ displayName: 'Olga Fern' });
  const id = await makePost(site.ctx, member, { content: 'Post of mine' });
  const foreign = await makePost(site.ctx, other, { content: 'Post of another' });
  for (let count = 0; count < 3; count++) await makeReply(site.ctx, member, id, { content: `Reply number ${count}` });
  const upload = await share(site, member, { content: 'Upload of mine' });
  await makeGalleryImage(site.ctx, other, { title: 'Desk at night' });
  await site.signIn(page, member);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const choose = async (menu: RegExp, item: string): Promise<void> => {
    await press(main.getByRole('button', { name: menu }).first());
    await press(page.getByRole('menuitem', { name: item, exact: true }));
  };
  const cases: readonly Case[] = [
    {
      name: 'the search is closed',
      at: '/forum',
      act: async () => {
        await press(page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }));
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
      },
      focus: () => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }),
    },
    {
      name: 'a report is closed',
      at: `/forum/post/${foreign}`,
      act: async () => {
        await choose(/^More about/, 'Report');
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
      },
      focus: () => main.getByRole('button', { name: /^More about/ }).first(),
    },
    {
      name: 'a report is sent',
      at: `/forum/post/${foreign}`,
      act: async () => {
        await choose(/^More about/, 'Report');
        await dialog.getByRole('textbox').first().fill('These words are nowhere near the subject.');
        await press(dialog.getByRole('button', { name: /^(Send|Report)/ }));
      },
      focus: () => main.getByRole('button', { name: /^More about/ }).first(),
      said: () => page.getByText('Report sent').first(),
    },
    {
      name: 'a reply is sent by its button',
      at: `/forum/post/${id}`,
      act: async () => {
        await press(main.getByRole('button', { name: 'Write a reply' }));
        await page.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('Only the low band.');
        await press(page.getByRole('button', { name: 'Reply', exact: true }));
      },
      focus: () => main.getByRole('listitem').filter({ hasText: 'Only the low band.' }).last(),
      said: () => page.getByText('Your reply is posted.'),
    },
    {
      name: 'a reply is edited',
      at: `/forum/post/${id}`,
      act: async () => {
        await press(main.getByRole('listitem').getByRole('button', { name: 'Edit', exact: true }).first());
        await page.getByRole('textbox', { name: /^Edit the reply/ }).fill('Reply number 0, again');
        await press(main.getByRole('listitem').getByRole('button', { name: 'Save', exact: true }));
      },
    },
    {
      name: 'a reply is deleted',
      at: `/forum/post/${id}`,
      act: async () => {
        await press(
          main
            .getByRole('listitem')
            .filter({ hasText: 'Reply number 1' })
            .getByRole('button', { name: /^More about/ }),
        );
        await press(page.getByRole('menuitem', { name: 'Delete', exact: true }));
        await press(dialog.getByRole('button', { name: 'Delete', exact: true }));
        await expect(dialog).toBeHidden();
      },
    },
    {
      name: 'a comment is sent by its button',
      at: `/uploads/${upload}`,
      act: async () => {
        await press(main.getByRole('button', { name: 'Write a comment' }));
        await page.getByRole('textbox', { name: 'Your comment, in Markdown' }).fill('The second one.');
        await press(page.getByRole('button', { name: 'Comment', exact: true }));
      },
      said: () => page.getByText('Your comment is posted.'),
    },
    {
      name: 'an image is closed',
      at: '/gallery',
      act: async () => {
        await press(main.getByRole('link', { name: /Desk at night/ }).first());
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      },
    },
    {
      name: 'a post is deleted',
      at: `/forum/post/${id}`,
      act: async () => {
        await choose(/^More about this post/, 'Delete');
        await press(dialog.getByRole('button', { name: 'Delete', exact: true }));
        await expect(dialog).toBeHidden();
      },
    },
  ];
  await checkCases(page, cases);
});

/** Opens a window by a control and leaves it by Escape: the focus is on the control again. */
const escaped = (page: Page, name: string, at: string, control: Locator): Case => ({
  name,
  at,
  act: async () => {
    const window = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await press(control);
    await expect(window).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
  },
  focus: () => control,
});

test('a window of parties, sets, settings or staff that is closed gives the focus back', async ({ page, site }) => {
  test.setTimeout(240_000);
  const admin = await site.member({ displayName: 'Ada Desk', admin: true, createdAt: new Date('2020-01-01') });
  const other = await site.member({ displayName: 'Petra Pad' });
  const upload = await share(site, admin, { content: 'Low tide', files: [tone('loop.wav', 4)] });
  const party = await callAs(site, admin, 'POST', '/parties', { name: 'Tides', submitId: randomUUID() });
  const set = await makeItem(site.ctx, 'set', admin, { title: 'Evening' });
  const reported = await makePost(site.ctx, other, { content: 'Buy my loops' });
  const report = { kind: 'forum_post', id: reported, reason: 'spam', note: 'Look' };
  await callAs(site, await site.member(), 'POST', '/reports', report);
  await site.signIn(page, admin);
  const main = page.getByRole('main');
  const button = (name: string | RegExp): Locator => main.getByRole('button', { name, exact: true }).first();
  const room = `/listening-party/${party.id}`;
  await checkCases(page, [
    escaped(page, 'a party is not hosted', '/listening-parties', button('Host Party')),
    escaped(page, 'no track is added to a party', room, button('Add a track')),
    escaped(page, 'a party is not ended', room, button('End Party')),
    escaped(page, 'a set is not made', '/sets', button('New set')),
    {
      ...escaped(page, 'a set is not deleted', `/sets/${set}`, page.getByRole('menuitem', { name: 'Delete' })),
      before: () => press(button(/^More about/)),
      focus: () => button(/^More about/),
    },
    {
      ...escaped(
        page,
        'a track is in no set',
        `/uploads/${upload}`,
        page.getByRole('menuitem', { name: 'Add to a set' }),
      ),
      before: () => press(button('More about the track Low tide')),
      focus: () => button('More about the track Low tide'),
    },
    {
      ...escaped(
        page,
        'settings are not left',
        '/settings/profile',
        main.getByRole('link', { name: 'Links', exact: true }),
      ),
      before: () => main.getByRole('textbox', { name: 'Display name', exact: true }).fill('Another'),
    },
    escaped(page, 'a role is not made', '/admin/custom-roles', button('Create role')),
    escaped(page, 'a category is not made', '/admin/categories', button('Create category')),
    escaped(page, 'nobody is made a moderator', '/admin/users', button('Make moderator: Petra Pad')),
    {
      ...escaped(page, 'nothing is removed', '/admin/queue', main.getByRole('button', { name: /^Remove/ })),
      before: () => press(main.getByRole('list', { name: 'Queue' }).getByRole('link', { name: /Buy my loops/ })),
    },
  ]);
});
