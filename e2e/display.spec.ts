import type { Locator, Page } from '@playwright/test';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { share, tone } from './share.ts';
import { expect, test } from './world.ts';

/** What a forced palette leaves to be seen of a control, as the browser has computed it. */
const seen = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth, outlineStyle, outlineColor, appearance } =
      getComputedStyle(element);
    const isOn = element instanceof HTMLInputElement ? `${appearance} ${element.checked}` : '';
    return [backgroundColor, borderTopWidth, borderTopColor, outlineStyle, outlineColor, isOn].join(' | ');
  });

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

test('with colours that the system forces, what is chosen is seen', async ({ page, site }) => {
  test.setTimeout(180_000);
  const member = await site.member({ displayName: 'Ada Lind' });
  const post = await makePost(site.ctx, member);
  await makeReply(site.ctx, member, post);
  const upload = await share(site, member, { content: 'A slow loop', files: [tone('loop.wav', 30)] });
  const poll = await share(site, await site.member(), {
    content: 'Which take?',
    poll: { question: 'Which take?', options: ['One', 'Two'], days: 1 },
  });
  await site.signIn(page, member);
  await page.emulateMedia({ forcedColors: 'active' });
  const main = page.getByRole('main');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const choose = (): Promise<void> => main.getByRole('radio', { name: 'One' }).check();
  const cases: readonly {
    name: string;
    at: string;
    chosen: () => Locator;
    other: () => Locator;
    before?: () => Promise<void>;
  }[] = [
    {
      name: 'menu',
      at: '/forum',
      chosen: () => menu.locator('[aria-current]'),
      other: () => menu.getByRole('link', { name: 'Gallery' }),
    },
    {
      name: 'filters',
      at: '/forum',
      chosen: () => main.locator('.chip-on').first(),
      other: () => main.locator('.chip:not(.chip-on)').first(),
    },
    {
      name: 'tabs',
      at: '/friends',
      chosen: () => main.getByRole('tab', { selected: true }),
      other: () => main.getByRole('tab', { selected: false }).first(),
    },
    {
      name: 'a pressed button',
      at: `/uploads/${upload}`,
      before: async () => {
        await main.getByRole('button', { name: 'Write a comment' }).press('Enter');
        await expect(page.getByRole('textbox', { name: 'Your comment, in Markdown' })).toBeVisible();
      },
      chosen: () => page.locator('[aria-pressed=true]').filter({ visible: true }).first(),
      other: () => page.locator('[aria-pressed=false]').filter({ visible: true }).first(),
    },
    {
      name: 'a menu item',
      at: `/forum/post/${post}`,
      before: async () => {
        await main
          .getByRole('button', { name: /^More about/ })
          .first()
          .press('Enter');
        await expect(page.getByRole('menuitem').first()).toBeVisible();
        await page.keyboard.press('ArrowDown');
      },
      chosen: () => page.locator('[role=menuitem][data-highlighted]'),
      other: () => page.locator('[role=menuitem]:not([data-highlighted])').first(),
    },
    {
      name: 'a choice of a poll',
      at: `/uploads/${poll}`,
      before: choose,
      chosen: () => main.locator('label:has(:checked)').first(),
      other: () => main.locator('label:has(input[type=radio]:not(:checked))').first(),
    },
    {
      name: 'a radio',
      at: `/uploads/${poll}`,
      before: choose,
      chosen: () => main.locator('input[type=radio]:checked').first(),
      other: () => main.locator('input[type=radio]:not(:checked)').first(),
    },
  ];
  for (const { name, at, before, chosen, other } of cases) {
    await test.step(name, async () => {
      await page.goto(at);
      await hydrated(page);
      await before?.();
      await expect(chosen(), name).toBeVisible();
      expect.soft(await seen(chosen()), name).not.toBe(await seen(other()));
      await shot(page, `forced-${name.replaceAll(' ', '-')}`);
    });
  }
  await test.step('the focus, beside what is chosen', async () => {
    await page.goto('/forum');
    const link = menu.locator('[aria-current]');
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    const { outline, background } = await link.evaluate((element) => ({
      outline: getComputedStyle(element).outlineColor,
      background: getComputedStyle(element).backgroundColor,
    }));
    expect(outline).not.toBe(background);
  });
  await test.step('what has been played of a track, and a level', async () => {
    await page.goto(`/uploads/${upload}`);
    const played = page.locator('.wave-played').first();
    const fills = await played.evaluate((element) => [
      getComputedStyle(element).fill,
      getComputedStyle(element.parentElement!.querySelector('.wave-rest')!).fill,
    ]);
    expect(new Set(fills).size).toBe(2);
    await page.goto('/ranks');
    const meter = page.locator('.meter').first();
    await expect(meter).toBeVisible();
    const [lit, off] = await meter.evaluate((element) =>
      ['i:not(.bg-meter-off)', 'i.bg-meter-off'].map(
        (one) => getComputedStyle(element.querySelector(one) ?? element).backgroundColor,
      ),
    );
    expect(lit).not.toBe(off);
    await shot(page, 'forced-ranks');
  });
});

test('in a low window no bar stays over what is read', async ({ page, site }) => {
  const member = await site.member();
  const upload = await share(site, member, { content: 'A slow loop', files: [tone('loop.wav', 30)] });
  await site.signIn(page, member);
  for (const [width, height, letsGo] of [
    [740, 360, true],
    [1440, 400, true],
    [360, 740, false],
    [1440, 900, false],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/uploads/${upload}`);
    await page.getByRole('button', { name: 'Play A slow loop' }).first().click();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    const fixed = await page.evaluate(() =>
      ['.shell-top', '.shell-bottom', '.player-bar'].filter((bar) => {
        const element = document.querySelector(bar)!;
        return element.getClientRects().length > 0 && ['sticky', 'fixed'].includes(getComputedStyle(element).position);
      }),
    );
    expect.soft(fixed.length === 0, `${width} × ${height}: ${fixed.join(', ')}`).toBe(letsGo);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(over, `${width} × ${height}`).toBe(0);
    await shot(page, `low-${width}-${height}`);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await shot(page, `low-end-${width}-${height}`);
  }
});
