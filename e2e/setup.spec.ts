import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { openSite } from '#site/server/site.ts';
import { freePort } from '#platform/server/free-port.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('the one-time link of an empty site makes its owner, and closes behind them', async ({ page, allow }) => {
  allow(/status of 410/);
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-setup-'));
  let log = '';
  const logger = pino({ level: 'warn' }, { write: (line: string) => void (log += line) });
  const site = await openSite(readConfig({ PORT: String(await freePort()), DATA_DIR: folder }), logger, {
    rateLimits: false,
  });
  try {
    await site.listen();
    const link = /http:\S+\/auth\?setup=[\w-]+/.exec(log)?.[0] ?? '';
    expect(link).not.toBe('');

    await page.goto(link);
    await expect(page.getByRole('heading', { name: "Create the owner's account" })).toBeVisible();
    await page.getByLabel('Display name').fill('Ada Owner');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('granite meadow 31');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Welcome back!', "You've been signed in successfully.");

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).click();
    await expect(
      page.getByText('No posts found. Be the first to start a conversation!', { exact: true }),
    ).toBeVisible();

    await page.getByRole('link', { name: 'Your profile, Ada Owner' }).click();
    await expect(page).toHaveURL(/\/profile\/ada_owner$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Owner' })).toBeVisible();
    await expect(page.getByText('Admin', { exact: true }).first()).toBeVisible();

    await test.step('the same link makes no second owner', async () => {
      await page.goto(link);
      await page.getByLabel('Email').fill('second@example.org');
      await page.getByLabel('Password', { exact: true }).fill('granite meadow 32');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expectToast(page, 'Error', 'This site already has an owner.');
    });
  } finally {
    // Before its site: an open page would try to reach it again.
    await page.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
