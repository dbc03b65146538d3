import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '#platform/server/db/database.ts';
import { callAs, share, tone } from './share.ts';
import { expect, test } from './world.ts';

/** A page of another site that frames an address. */
async function framing(address: string): Promise<{ url: string; server: Server }> {
  const page = `<!doctype html><html lang="en"><title>Elsewhere</title><main><iframe src="${address}" title="A frame" width="100%" height="320"></iframe></main></html>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test('a small player works in a frame of another site, by keyboard, without cookies, and is small', async ({
  open,
  site,
  axe,
}) => {
  const mira = await site.member({ displayName: 'Mira Osei' });
  const id = await share(site, mira, { content: 'Low tide', files: [tone('loop.wav', 20)] });
  const { url, server } = await framing(`${site.url}/embed/track/${id}`);
  const page = await open(null, { viewport: { width: 360, height: 740 } });
  let bytes = 0;
  page.on('response', async (response) => {
    if (response.url().startsWith(site.url) && !response.url().includes('/files/'))
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
  });
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: 'Low tide' })).toHaveAttribute('href', `${site.url}/uploads/${id}`);
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('link', { name: 'Low tide' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'Play Low tide' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('button', { name: 'Pause Low tide' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('slider', { name: 'Position' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(frame.locator('#time')).not.toHaveText('0:00');
  expect(await page.context().cookies()).toEqual([]);
  expect(bytes).toBeLessThan(60_000);
  server.close();
  await page.goto(`${site.url}/embed/track/${id}`);
  await expect(page.getByRole('heading', { name: 'Low tide' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // Its policy lets no other script in: axe looks at a copy.
  const markup = await page.evaluate(() => document.documentElement.outerHTML);
  await page.goto('about:blank');
  await page.setContent(markup.replaceAll(/<script>[^]*?<\/script>/g, ''));
  await axe(page);
});

test('a page of the site itself cannot be framed', async ({ open, site, allow }) => {
  allow(/frame|ERR_BLOCKED_BY_RESPONSE/i);
  const mira = await site.member({ displayName: 'Mira Osei' });
  const id = await share(site, mira, { content: 'High tide', files: [tone('loop.wav', 20)] });
  const { url, server } = await framing(`${site.url}/uploads/${id}`);
  const page = await open(null);
  await page.goto(url);
  await expect(page.frameLocator('iframe').getByText('High tide')).toHaveCount(0);
  server.close();
});

test('the share window has the code of the player, and pages name it to programs', async ({ page, site, axe }) => {
  const mira = await site.member({ displayName: 'Mira Osei' });
  const id = await share(site, mira, { content: 'Slack water', files: [tone('loop.wav', 20)] });
  await page.goto(`/uploads/${id}`);
  const href = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
  const answer = await page.request.get(href!);
  expect(((await answer.json()) as { html: string }).html).toContain(`/embed/track/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('Embed', { exact: true })).toHaveValue(new RegExp(`/embed/track/${id}`));
  await axe(page);
});

test('a party is shown in a frame of another site, follows the room, and leads there', async ({
  open,
  site,
  axe,
  allow,
}) => {
  // A sign of presence of the room that was on its way when the party ended.
  allow(/status of 409 .*\/presence\)/);
  const mira = await site.member({ displayName: 'Mira Osei', createdAt: new Date('2020-01-01') });
  const uploadId = await share(site, mira, { content: 'Low tide', files: [tone('loop.wav', 40)] });
  const { id } = await callAs(site, mira, 'POST', '/parties', { name: 'Tides', submitId: crypto.randomUUID() });
  const room = await open(mira);
  await room.goto(`/listening-party/${id}`);
  await room.getByRole('button', { name: 'Share', exact: true }).click();
  const code = await room.getByLabel('Embed', { exact: true }).inputValue();
  expect(code).toContain(`src="${site.url}/embed/party/${id}"`);
  await axe(room);
  const { url, server } = await framing(`${site.url}/embed/party/${id}`);
  const page = await open(null, { viewport: { width: 360, height: 740 } });
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: 'Join the party' })).toHaveAttribute(
    'href',
    `${site.url}/listening-party/${id}`,
  );
  await expect(frame.getByText('Hosted by Mira Osei · 1 person')).toBeVisible();
  await expect(frame.getByText('Nothing plays at the moment.')).toBeVisible();
  const [sound] = await site.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId}`,
  );
  await callAs(site, mira, 'POST', `/parties/${id}/queue`, { uploadId, trackId: sound!.id });
  await callAs(site, mira, 'POST', `/parties/${id}/stage`, { action: 'play', positionMs: null });
  // It is read again by itself, and the playhead moves.
  await expect(frame.getByText('Playing now')).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByText('Low tide Mira Osei')).toBeVisible();
  const time = frame.getByText(/^\d+:\d\d \/ 0:40$/);
  const before = await time.textContent();
  await expect(time).not.toHaveText(before!);
  await callAs(site, mira, 'POST', `/parties/${id}/end`);
  await expect(frame.getByText('This party has ended.')).toBeVisible({ timeout: 30_000 });
  await expect(time).toBeHidden();
  await expect(frame.getByRole('link', { name: 'Look back' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  server.close();
  await page.goto(`${site.url}/embed/party/${id}`);
  await expect(page.getByRole('heading', { name: 'Tides' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const markup = await page.evaluate(() => document.documentElement.outerHTML);
  await page.goto('about:blank');
  await page.setContent(markup.replaceAll(/<script>[^]*?<\/script>/g, ''));
  await axe(page);
});

test('a member follows another on their page and finds their uploads under Following', async ({ page, site, axe }) => {
  const [mira, bo] = [await site.member({ displayName: 'Mira Osei' }), await site.member({ displayName: 'Bo Finch' })];
  await share(site, mira, { content: 'From Mira', files: [tone('loop.wav', 20)] });
  await callAs(site, bo, 'POST', '/uploads', { content: 'From Bo', submitId: crypto.randomUUID() });
  await site.signIn(page, bo);
  await page.goto(`/profile/${mira.username}`);
  await page.getByRole('button', { name: 'Follow Mira Osei' }).click();
  await expect(page.getByRole('button', { name: 'Following Mira Osei', pressed: true })).toBeVisible();
  await axe(page);
  await page.goto('/uploads');
  await page.getByRole('link', { name: 'Following' }).click();
  await expect(page.getByRole('heading', { name: 'From Mira' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'From Bo' })).toHaveCount(0);
});
