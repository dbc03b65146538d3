import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from '#platform/server/db/database.ts';
import { callAs, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const stage = (page: Page) => page.getByRole('region', { name: 'Stage' });
const elder = (site: TestSite, displayName: string) => site.member({ displayName, createdAt: new Date('2020-01-01') });

/** Opens a party with a track that plays. @returns its id and the track's title */
async function playing(site: TestSite, host: FixtureMember, more: object = {}): Promise<{ id: string; title: string }> {
  const { id } = await callAs(site, host, 'POST', '/parties', { name: 'Tides', submitId: randomUUID(), ...more });
  const title = `Low tide ${randomUUID().slice(0, 8)}`;
  const uploadId = await share(site, host, { content: title, files: [tone('loop.wav', 40)] });
  const [sound] = await site.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId} AND kind = 'audio'`,
  );
  await callAs(site, host, 'POST', `/parties/${id}/queue`, { uploadId, trackId: sound!.id });
  await callAs(site, host, 'POST', `/parties/${id}/stage`, { action: 'play' });
  return { id, title };
}

test('a visitor listens where the host allows it, and reads no chat', async ({ open, site, axe, allow }) => {
  // The room of a host who changed their mind.
  allow(/status of 401/);
  const [host, bo] = [await elder(site, 'Hana Reed'), await elder(site, 'Bo Finch')];
  const one = await open(host);
  await one.goto('/listening-parties');
  await one.getByRole('button', { name: 'Host Party' }).first().click();
  await one.getByLabel('Party Name').fill('Tides');
  await one.getByRole('checkbox', { name: 'Everybody may listen' }).check();
  await one.getByRole('button', { name: 'Create Party' }).click();
  await expect(one.getByRole('button', { name: 'Everybody may listen' })).toHaveAttribute('aria-pressed', 'true');
  await one.goto('/listening-parties');
  const { id, title } = await playing(site, bo, { allowsListeners: true, description: 'Slow ones' });
  const two = await open(bo);
  await two.goto(`/listening-party/${id}`);
  await callAs(site, bo, 'POST', `/parties/${id}/messages`, { content: 'For members', submitId: randomUUID() });

  const visitor = await open(null, phone);
  await test.step('the card says what plays and who is there, and plays it by one press', async () => {
    await visitor.goto('/listening-parties');
    const card = visitor.getByRole('article').filter({ hasText: title });
    await expect(card.getByText('1 in the room')).toBeVisible();
    await card.getByRole('button', { name: `Play ${title}` }).click();
    await expect(card.getByRole('button', { name: `Pause ${title}` })).toBeVisible();
    await axe(visitor);
    await card.getByRole('link', { name: 'Join Party' }).click();
    await expect(visitor).toHaveURL(new RegExp(`/listening-party/${id}$`));
  });

  await test.step('the room plays on and is heard by one press', async () => {
    const position = stage(visitor).getByRole('slider', { name: `Position in ${title}` });
    const seconds = async () => Number(await position.getAttribute('aria-valuenow'));
    const before = await seconds();
    await expect.poll(seconds).toBeGreaterThan(before);
    await stage(visitor).getByRole('button', { name: 'Listen first' }).click();
    await visitor.getByText(/^Sync/).click();
    const shown = visitor.getByText('Difference', { exact: true }).locator('xpath=following-sibling::dd');
    await expect
      .poll(async () => Math.abs(Number.parseFloat((await shown.textContent()) ?? '')), { timeout: 60_000 })
      .toBeLessThan(60);
    await expect(
      stage(visitor)
        .getByRole('link', { name: /^Bo Finch/ })
        .first(),
    ).toBeAttached();
    await expect(visitor.getByText('The chat is for members')).toBeVisible();
    await expect(visitor.getByText('For members', { exact: true })).toHaveCount(0);
    await axe(visitor);
  });

  await test.step('nobody sees the visitor, who is out when the host changes their mind', async () => {
    await two.reload();
    await expect(two.getByRole('heading', { name: 'Participants (1)' })).toBeVisible();
    await callAs(site, bo, 'PUT', `/parties/${id}/listeners`, { on: false });
    await expect(visitor.getByText('You cannot listen along any more')).toBeVisible();
    await visitor.reload();
    await expect(visitor).toHaveURL(/\/auth\?party=/);
  });
});

test('a member hears a party before joining, and a closed one by its track', async ({ open, site }) => {
  const [host, bo] = [await elder(site, 'Hana Reed'), await elder(site, 'Bo Finch')];
  const [lets, not] = [await playing(site, host, { allowsListeners: true }), await playing(site, host)];
  const page = await open(bo);
  await page.goto(`/listening-party/${not.id}`);
  await expect(page.getByText(/^Joining puts you in the room/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Listen first' })).toHaveCount(0);
  await stage(page)
    .getByRole('button', { name: `Play ${not.title}` })
    .click();
  await expect(stage(page).getByRole('button', { name: `Pause ${not.title}` })).toBeVisible();
  await page.goto(`/listening-party/${lets.id}`);
  await page.getByRole('button', { name: 'Listen first' }).click();
  await expect(page.getByRole('button', { name: 'Stop listening' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Participants (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Join Party' }).click();
  await expect(page.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop listening' })).toHaveCount(0);
});

test('a host who leaves is asked about the stage, and the room sees it at once', async ({ open, site, axe, allow }) => {
  // A sign of presence that was on its way when its sender left.
  allow(/status of 409 .*\/presence\)/);
  const [host, bo] = [await elder(site, 'Hana Reed'), await elder(site, 'Bo Finch')];
  const { id } = await playing(site, host);
  const [one, two] = [await open(host), await open(bo)];
  await one.goto(`/listening-party/${id}`);
  await two.goto(`/listening-party/${id}`);
  await two.getByRole('button', { name: 'Join Party' }).click();
  await expect(one.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();
  const dialog = one.getByRole('alertdialog', { name: 'Leave "Tides"?' });

  await test.step('the stage goes to who is there', async () => {
    await one.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(dialog.getByRole('radio', { name: 'Hand over the stage' })).toBeChecked();
    await expect(dialog.getByLabel('Who gets the stage')).toHaveValue(bo.profileId);
    await axe(one);
    await dialog.getByRole('button', { name: 'Hand over and leave' }).click();
    await expect(two.getByText('Host left. Bo Finch has the stage.')).toBeVisible();
    await expect(two.getByRole('heading', { name: 'Participants (1)' })).toBeVisible();
    await expect(stage(two).getByRole('button', { name: 'Pause for all' })).toBeVisible();
    await expect(one.getByRole('button', { name: 'Join Party' })).toBeVisible();
  });

  await test.step('back, the host has it again, and leaves it to nobody', async () => {
    await one.getByRole('button', { name: 'Join Party' }).click();
    await expect(two.getByText(/^Host left/)).toHaveCount(0);
    await expect(stage(one).getByRole('button', { name: 'Pause for all' })).toBeVisible();
    await one.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Just leave' }).check();
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(two.getByText('Host left. You can take the stage.')).toBeVisible();
    await stage(two).getByRole('button', { name: 'Take the stage' }).click();
    await expect(stage(two).getByRole('button', { name: 'Pause for all' })).toBeVisible();
  });

  await test.step('a page that is closed is missed at once, and the end is for all', async () => {
    await one.getByRole('button', { name: 'Join Party' }).click();
    await expect(two.getByText(/^Host left/)).toHaveCount(0);
    await one.goto('/forum');
    await expect(two.getByText(/^Host left/)).toBeVisible();
    await expect(two.getByRole('heading', { name: 'Participants (1)' })).toBeVisible();
    await one.goto(`/listening-party/${id}`);
    await expect(two.getByText(/^Host left/)).toHaveCount(0);
    await one.getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog.getByRole('radio', { name: 'End the party' }).check();
    await dialog.getByRole('button', { name: 'End Party' }).click();
    await expect(two.getByText('This party has ended.', { exact: true })).toBeVisible();
  });
});

test('a phone has the stage and the chat on one screen, and marks what is unread', async ({ open, site, axe }) => {
  const [host, bo] = [await elder(site, 'Hana Reed'), await elder(site, 'Bo Finch')];
  const { id, title } = await playing(site, host);
  await callAs(site, bo, 'POST', `/parties/${id}/join`);
  const [one, two] = [await open(host), await open(bo, phone)];
  await one.goto(`/listening-party/${id}`);
  await two.goto(`/listening-party/${id}`);
  const tab = (name: RegExp) => two.getByRole('button', { name });
  const say = (content: string) =>
    callAs(site, host, 'POST', `/parties/${id}/messages`, { content, submitId: randomUUID() });
  const blocked = stage(two).getByRole('button', { name: 'Turn the sound on' });
  if (await blocked.isVisible()) await blocked.click();
  await expect(blocked).toHaveCount(0);

  await test.step('music and chat are in view together', async () => {
    await say('Hello');
    await expect(two.getByRole('log').getByText('Hello')).toBeInViewport();
    for (const seen of [
      stage(two).getByRole('slider', { name: `Position in ${title}` }),
      stage(two).getByRole('button', { name: 'Fire' }),
      two.getByLabel('Message', { exact: true }),
    ])
      await expect(seen).toBeInViewport();
    await axe(two);
  });

  await test.step('what is said meanwhile is marked until it is read', async () => {
    await tab(/^Queue/).click();
    await expect(two.getByRole('heading', { name: /^Up next/ })).toBeVisible();
    await expect(two.getByRole('log')).toBeHidden();
    for (const text of ['One', 'Two']) await say(text);
    await expect(tab(/^Chat 2 unread/)).toBeVisible();
    await tab(/^People/).click();
    await expect(two.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();
    await axe(two);
    await tab(/^Chat/).click();
    await expect(two.getByRole('log').getByText('Two')).toBeInViewport();
    await expect(two.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
  });

  await test.step('a reaction is felt by the room', async () => {
    await stage(two).getByRole('button', { name: 'Fire' }).click();
    await expect(one.getByText('Reactions: Fire 1')).toBeAttached({ timeout: 20_000 });
  });
});
