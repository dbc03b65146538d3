import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { openSite } from '#site/server/site.ts';
import { startPostgres } from '#scripts/postgres/postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { expect, test } from './world.ts';

// The site watches the disk of its own server alone.
test.use({ settings: { DATABASE_URL: '' } });

test('a banner says that the disk is full to visitors, members and staff, and vanishes with it', async ({
  page,
  open,
  site,
  allow,
  axe,
}) => {
  // What is saved beside a page is refused.
  allow(/status of 503/);
  const member = await open(await site.member());
  const staff = await open(await site.member({ moderator: true }));
  const readers = { page, member, staff };
  const banner = 'The site can only be read at the moment: its disk is full.';
  const { statfs } = fs.promises;
  try {
    for (const one of Object.values(readers)) {
      await one.goto('/forum');
      await expect(one.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(one.getByText(banner)).toHaveCount(0);
    }
    fs.promises.statfs = (async () => ({ bavail: 0, bsize: 4096 })) as unknown as typeof statfs;
    await expect.poll(() => site.ctx.db.disk.isFull).toBe(true);
    for (const one of Object.values(readers)) {
      await one.reload();
      await expect(one.getByRole('heading', { level: 1 })).toBeVisible();
    }
    const forAll = `${banner} Nothing that was saved is lost. Please try again later.`;
    await expect(page.getByRole('note').filter({ hasText: forAll })).toBeVisible();
    await expect(member.getByRole('note').filter({ hasText: forAll })).toBeVisible();
    await expect(
      staff.getByRole('note').filter({ hasText: `${banner} The operator has to make room on the disk` }),
    ).toBeVisible();
    await axe(page);
  } finally {
    fs.promises.statfs = statfs;
    await expect.poll(() => site.ctx.db.disk.isFull, { timeout: 30_000 }).toBe(false);
  }
  for (const one of Object.values(readers)) {
    await one.reload();
    await expect(one.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(one.getByText(banner)).toHaveCount(0);
  }
});

test('while the database is away a page says so, and shows itself when it is back', async ({ open, site, allow }) => {
  test.setTimeout(240_000);
  allow(/status of 503/);
  // Its own pages, on a database server that can be stopped.
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-outage-'));
  // One that keeps what it has acknowledged: it crashes right after the post was written.
  const postgres = await startPostgres();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    SITE_URL: url,
  });
  const other = await openSite(config, pino({ level: 'silent' }), { rateLimits: false });
  try {
    await other.listen();
    const member = await makeMember(other.ctx);
    const postId = await makePost(other.ctx, member, { content: 'A loop that stays\n\nIt goes on.' });
    const pages = [await open(null, { baseURL: url }), await open(null, { baseURL: url })] as const;
    const cookie = member.cookie.split('=');
    await pages[1]
      .context()
      .addCookies([{ name: cookie[0]!, value: cookie.slice(1).join('='), url, httpOnly: true, sameSite: 'Lax' }]);
    expect(site.url).not.toBe(url);
    postgres.crash();
    for (const page of pages) {
      const answer = await page.goto(`/forum/post/${postId}`);
      expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '5']);
      await expect(
        page.getByRole('heading', { level: 1, name: 'The site is not available at the moment' }),
      ).toBeVisible();
      await expect(page.getByText('This page reloads by itself when the site is back.')).toBeVisible();
    }
    postgres.startAgain();
    // Nobody clicks anything.
    for (const page of pages)
      await expect(page.getByRole('heading', { level: 1, name: 'A loop that stays' })).toBeVisible({
        timeout: 90_000,
      });
    await expect(pages[1].getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    // Their sockets would miss the site.
    for (const page of pages) await page.close();
  } finally {
    await other.close();
    postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
