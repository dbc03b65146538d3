import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { callAs, share, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const fitsPhone = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const stage = (page: Page) => page.getByRole('region', { name: 'Stage' });
const upNext = (page: Page) => page.getByRole('region', { name: /^Up next/ });
const say = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};
/** Difference to the room in milliseconds, as the panel says. */
const difference = async (page: Page): Promise<number> => {
  const text = await page.getByText('Difference', { exact: true }).locator('xpath=following-sibling::dd').textContent();
  return Number.parseFloat(text ?? '');
};

/** Puts the track of an upload at the end of a set. */
async function putIntoSet(site: TestSite, author: FixtureMember, setId: string, uploadId: string): Promise<void> {
  const [track] = await site.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId} AND kind = 'audio'`,
  );
  await callAs(site, author, 'POST', `/sets/${setId}/entries`, { track: { uploadId, trackId: track!.id } });
}

test('visitors and members find parties; a member hosts one', async ({ page, site, axe }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Listening Parties' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Listening Parties' })).toBeVisible();
  await expect(page.getByText('No active listening parties', { exact: true })).toBeVisible();
  await expect(page.getByText('Be the first to host a music session!', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Host/ })).toHaveCount(0);
  await axe(page);
  await site.signIn(page, await site.member({ displayName: 'Hana Reed' }));
  await page.goto('/listening-parties');
  await expect(page.getByRole('button', { name: 'Host Party' })).toBeVisible();
  await page.getByRole('button', { name: 'Host First Party' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Listening Party' });
  await dialog.getByLabel('Party Name').fill('Night bus');
  await dialog.getByLabel('Description').fill('Slow ones.');
  await dialog.getByLabel('Spotify Playlist ID').fill('37i9dQZF1DXcBWIGoYBM5M');
  await axe(page);
  await dialog.getByRole('button', { name: 'Create Party' }).click();
  await expectToast(page, 'Party created!', 'Your listening party is now live');
  await expect(page.getByRole('heading', { level: 1, name: 'Night bus' })).toBeVisible();
  await expect(page).toHaveURL(/\/listening-party\//);
  await page.goto('/listening-parties');
  const card = page.getByRole('article').filter({ hasText: 'Night bus' });
  await expect(card.getByText('Spotify Playlist Connected')).toBeVisible();
  await card.getByRole('link', { name: 'Join Party' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Night bus' })).toBeVisible();
});

test('a party that is not there says so, and visitors are asked to sign in', async ({ page, site, allow }) => {
  allow(/status of 404/);
  await page.goto('/listening-party/01a20432-d785-7fbf-bd23-525cdcafd4e6');
  await expect(page).toHaveURL(/\/auth/);
  await site.signIn(page, await site.member());
  await page.goto('/listening-party/01a20432-d785-7fbf-bd23-525cdcafd4e6');
  await expect(page.getByRole('heading', { name: 'Party not found' })).toBeVisible();
});

test('a party and a message are reported, the party is deleted with its notice and restored, and visitors complain', async ({
  open,
  site,
  axe,
  allow,
}) => {
  // Who is in a room that is deleted asks for it.
  allow(/status of 404/);
  const elder = (displayName: string) => site.member({ displayName, createdAt: new Date('2020-01-01') });
  const [host, guest] = [await elder('Hana Reed'), await elder('Bo Finch')];
  const name = `Night bus ${randomUUID().slice(0, 8)}`;
  const body = { name, submitId: randomUUID() };
  const { id } = await callAs(site, host, 'POST', '/parties', body);
  await callAs(site, host, 'POST', `/parties/${id}/messages`, { content: 'Welcome', submitId: randomUUID() });
  const [one, two, visitor] = [await open(host), await open(guest), await open()];
  const more = (page: Page) => page.getByRole('button', { name: `More about “${name}”` });
  await two.goto(`/listening-party/${id}`);

  await test.step('another member reports both', async () => {
    for (const [button, what] of [
      [more(two), 'party'],
      [two.getByRole('button', { name: 'More about the message of Hana Reed' }), 'message'],
    ] as const) {
      await button.click();
      await expect(two.getByRole('menuitem', { name: 'Copyright complaint' })).toBeVisible();
      await expect(two.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
      await two.getByRole('menuitem', { name: 'Report' }).click();
      const report = two.getByRole('dialog', { name: `Report this ${what}` });
      await report.getByLabel('Somebody else owns it').check();
      await report.getByRole('button', { name: 'Send report' }).click();
      await expectToast(two, 'Report sent', 'Staff will look at it.');
    }
    await two.getByRole('button', { name: 'More about the message of Hana Reed' }).click();
    await two.getByRole('menuitem', { name: 'Copyright complaint' }).click();
    await expect(two.getByLabel('Address of the content')).toHaveValue(
      new RegExp(`/listening-party/${id}\\?message=[\\da-f-]{36}$`),
    );
  });

  await test.step('a visitor complains about copyright from the list', async () => {
    await visitor.goto('/listening-parties');
    await expect(more(visitor)).toBeVisible();
    await axe(visitor);
    await more(visitor).click();
    await expect(visitor.getByRole('menuitem')).toHaveText(['Copyright complaint']);
    await visitor.getByRole('menuitem', { name: 'Copyright complaint' }).click();
    await expect(visitor.getByLabel('Address of the content')).toHaveValue(new RegExp(`/listening-party/${id}$`));
  });

  await test.step('its host deletes it, reads so, and restores it', async () => {
    await one.goto(`/listening-party/${id}`);
    await more(one).click();
    await expect(one.getByRole('menuitem')).toHaveText(['Copy link', 'Delete']);
    await one.getByRole('menuitem', { name: 'Delete' }).click();
    await one
      .getByRole('alertdialog', { name: 'Delete this party?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    const notice = one.getByRole('note').filter({ hasText: 'It can be restored for 30 days.' });
    await expect(notice).toBeVisible();
    await expect(one.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
    await axe(one);
    await two.goto(`/listening-party/${id}`);
    await expect(two.getByRole('heading', { name: 'Party not found' })).toBeVisible();
    await more(one).click();
    await one.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(notice).toHaveCount(0);
    await two.reload();
    await expect(two.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('staff delete it with a reason, and its host reads it', async () => {
    const staff = await open(await site.member({ moderator: true }));
    await staff.goto(`/listening-party/${id}`);
    await more(staff).click();
    await staff.getByRole('menuitem', { name: 'Delete' }).click();
    const question = staff.getByRole('alertdialog', { name: 'Delete this party?' });
    await question.getByLabel('Reason').fill('Not yours to play');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(staff.getByRole('note')).toContainText('Removed. Not yours to play');
    await one.reload();
    await expect(one.getByRole('note')).toContainText('Removed. Not yours to play');
    // What staff have removed is theirs to restore.
    await expect(more(one)).toHaveCount(0);
  });
});

test('two members hear the same, talk, react, vote, and look back when it has ended', async ({
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 4\d\d|net::ERR_FAILED/);
  const [host, guest] = [
    await site.member({ displayName: 'Hana Reed' }),
    await site.member({ displayName: 'Bo Finch' }),
  ];
  const word = randomUUID().slice(0, 8);
  const [low, high] = [`Low tide ${word}`, `High tide ${word}`];
  const titles = [low, high];
  const lowId = await share(site, host, { content: low, files: [tone('loop.wav', 40)] });
  await share(site, host, { content: high, files: [tone('loop.wav', 40)] });
  const setTitle = `All the tides ${word}`;
  const setId = await makeItem(site.ctx, 'set', host, { title: setTitle });
  const slack = await share(site, host, { content: `Slack water ${word}`, files: [tone('loop.wav', 40)] });
  const hushed = await share(site, host, {
    content: `Not out yet ${word}`,
    files: [tone('loop.wav', 3)],
    visibility: 'private',
  });
  for (const uploadId of [lowId, hushed, slack]) await putIntoSet(site, host, setId, uploadId);
  const [one, two] = [await open(host), await open(guest, { viewport: { width: 360, height: 740 } })];
  await one.goto('/listening-parties');
  await one.getByRole('button', { name: 'Host Party' }).click();
  await one.getByLabel('Party Name').fill('Tides');
  await one.getByRole('button', { name: 'Create Party' }).click();
  await expect(one.getByRole('heading', { level: 1, name: 'Tides' })).toBeVisible();
  const address = new URL(one.url()).pathname;

  await two.goto(address);
  await expect(two.getByText('Join the party to chat.')).toBeVisible();
  await two.getByRole('button', { name: 'Join Party' }).click();
  await expectToast(two, 'Joined!', "You've joined the listening party");
  await expect(two.getByRole('button', { name: 'Join Party' })).toHaveCount(0);
  await expect(one.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();

  await say(two, 'Hello **you**');
  const log = one.getByRole('log');
  await expect(log.getByText('Hello you')).toBeVisible();
  await say(one, 'Welcome!');
  await expect(two.getByRole('log').getByText('Welcome!')).toBeVisible();
  await expect(two.getByRole('log').getByRole('listitem')).toHaveCount(2);

  await one.getByRole('button', { name: 'Add a track' }).click();
  // Found by typing, whatever else the site has.
  await one.getByRole('searchbox', { name: 'Search tracks' }).fill(word);
  for (const title of titles)
    await one
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Add' })
      .click();
  await one.getByRole('button', { name: 'All sets' }).click();
  await one.getByRole('searchbox', { name: 'Search sets' }).fill(setTitle);
  const choice = one.getByRole('dialog').getByRole('listitem').filter({ hasText: setTitle });
  await axe(one);
  await choice.getByRole('button', { name: 'Add' }).click();
  await expectToast(
    one,
    `Added “${setTitle}” to the queue`,
    '1 track added. 1 of 3 tracks cannot be played here. 1 of 3 tracks waits already.',
  );
  await one.keyboard.press('Escape');
  // On a phone it stands in the place of the chat.
  await two.getByRole('button', { name: /^Queue/ }).click();
  await expect(two.getByRole('heading', { name: 'Up next (3)' })).toBeVisible();
  await upNext(one)
    .getByRole('button', { name: `Remove Slack water ${word} from the queue` })
    .click();
  await expect(two.getByRole('heading', { name: 'Up next (2)' })).toBeVisible();
  await upNext(two)
    .getByRole('button', { name: new RegExp(`^Vote for ${high}`) })
    .click();
  await expect(upNext(one).getByRole('listitem').first()).toContainText(high);

  // A sound whose bytes were lost on the way comes by itself.
  await one.route('**/stream.*', (route) => route.abort(), { times: 1 });
  await stage(one).getByRole('button', { name: 'Play for all' }).click();
  for (const page of [one, two])
    await expect(stage(page).getByRole('slider', { name: `Position in ${high}` })).toBeVisible();
  const blocked = stage(two).getByRole('button', { name: 'Turn the sound on' });
  if (await blocked.isVisible()) await blocked.click();
  for (const page of [one, two]) {
    await page.getByText(/^Sync/).click();
    await expect.poll(async () => Math.abs(await difference(page)), { timeout: 60_000 }).toBeLessThan(60);
  }
  await axe(one);
  await axe(two);
  await fitsPhone(two);
  await stage(two).getByRole('button', { name: 'Fire' }).click();
  await stage(one).getByRole('button', { name: 'Pause for all' }).click();
  await expect(stage(one).getByRole('button', { name: 'Play for all' })).toBeVisible();
  await stage(one).getByRole('button', { name: 'Next track' }).click();
  await expect(stage(two).getByRole('slider', { name: `Position in ${low}` })).toBeVisible();

  await one.getByRole('button', { name: 'Remove the message of Bo Finch' }).click();
  await two.getByRole('button', { name: /^Chat/ }).click();
  await expect(two.getByText('This message was removed.')).toBeVisible();
  await one.getByRole('button', { name: 'End Party' }).click();
  await one.getByRole('alertdialog').getByRole('button', { name: 'End Party' }).click();
  await expect(two.getByText('This party has ended.', { exact: true })).toBeVisible();
  await expect(two.getByRole('heading', { name: 'What was played' })).toBeVisible();
  await expect(two.getByRole('listitem').filter({ hasText: high })).toBeVisible();
});

test('an ended party is played again with its chat, by its listener alone', async ({ page, site, axe }) => {
  const host = await site.member({ displayName: 'Hana Reed', createdAt: new Date('2020-01-01') });
  const title = `Slack water ${randomUUID().slice(0, 8)}`;
  const uploadId = await share(site, host, { content: title, files: [tone('loop.wav', 40)] });
  const { id } = await callAs(site, host, 'POST', '/parties', { name: 'Ebb', submitId: randomUUID() });
  const [sound] = await site.ctx.db.rows<{ id: string; file_id: string }>(
    sql`SELECT id, file_id FROM upload_files WHERE upload_id = ${uploadId}`,
  );
  await callAs(site, host, 'POST', `/parties/${id}/queue`, { uploadId, trackId: sound!.id });
  await callAs(site, host, 'POST', `/parties/${id}/stage`, { action: 'play', positionMs: null });
  for (const content of ['At the start', 'Near the end'])
    await callAs(site, host, 'POST', `/parties/${id}/messages`, { content, fileId: null, submitId: randomUUID() });
  await callAs(site, host, 'POST', `/parties/${id}/stage`, { action: 'next', positionMs: null });
  await callAs(site, host, 'POST', `/parties/${id}/end`);
  // As if it had lasted forty seconds.
  const begun = new Date(Date.now() - 60_000);
  const after = (seconds: number) => new Date(begun.getTime() + seconds * 1000);
  await site.ctx.db.rows(
    sql`UPDATE listening_party_queue SET started_at = ${begun}, ended_at = ${after(40)} WHERE party_id = ${id}`,
  );
  await site.ctx.db.rows(sql`
    UPDATE chat_messages SET created_at = CASE content WHEN 'At the start' THEN ${after(0.5)}::timestamptz ELSE ${after(30)}::timestamptz END
    WHERE party_id = ${id}`);
  await site.ctx.db.rows(sql`
    INSERT INTO listening_party_reactions (item_id, key, second, count)
    SELECT id, 'fire', 12, 3 FROM listening_party_queue WHERE party_id = ${id}`);

  await site.signIn(page, await site.member({ displayName: 'Bo Finch' }));
  await page.goto(`/listening-party/${id}`);
  const record = page.getByRole('region', { name: 'What was played' });
  await expect(record.getByText('put on by Hana Reed')).toBeVisible();
  await expect(record.getByRole('list', { name: `Reactions to ${title}` })).toContainText('Fire 3');
  await record.getByRole('button', { name: 'Play it again' }).click();
  const chat = page.getByRole('region', { name: `Written during ${title}` });
  await expect(chat.getByText('At the start')).toBeVisible();
  await expect(chat.getByText('Near the end')).toHaveCount(0);
  await record.getByRole('button', { name: `Pause ${title}` }).click();
  const position = record.getByRole('slider', { name: `Position in ${title}` });
  await position.focus();
  await page.keyboard.press('End');
  await expect(chat.getByText('Near the end')).toBeVisible();
  await axe(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsPhone(page);
  await page.keyboard.press('Home');
  await expect(chat.getByText('Near the end')).toHaveCount(0);
});

test('long words of a party and of who is there stay inside the room', async ({ open, site }) => {
  const host = await site.member({ displayName: 'H'.repeat(32), createdAt: new Date('2020-01-01') });
  const body = { name: 'X'.repeat(60), description: 'w'.repeat(200), submitId: randomUUID() };
  const { id } = await callAs(site, host, 'POST', '/parties', body);
  const page = await open(host);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/listening-party/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'End Party' })).toBeInViewport();
    await fitsPhone(page);
  }
});
