import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { sql } from '#platform/server/db/database.ts';
import { tabTo } from './keyboard.ts';
import { callAs, picture, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const stage = (page: Page) => page.getByRole('region', { name: 'Stage' });
const upNext = (page: Page) => page.getByRole('region', { name: /^Up next/ });
const log = (page: Page) => page.getByRole('log');
const say = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};
const position = (page: Page, title: string) => stage(page).getByRole('slider', { name: `Position in ${title}` });

/** Puts a track of forty seconds into the queue of a party, as a member. @returns its title. */
async function queueTrack(site: TestSite, partyId: string, member: FixtureMember, name: string): Promise<string> {
  const title = `${name} ${randomUUID().slice(0, 8)}`;
  const uploadId = await share(site, member, { content: title, files: [tone('loop.wav', 40)] });
  const [sound] = await site.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId} AND kind = 'audio'`,
  );
  await callAs(site, member, 'POST', `/parties/${partyId}/queue`, { uploadId, trackId: sound!.id });
  return title;
}

/** Opens the room and joins, as a member does. */
async function enter(page: Page, partyId: string): Promise<void> {
  await page.goto(`/listening-party/${partyId}`);
  await page.getByRole('button', { name: 'Join Party' }).click();
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toBeVisible();
}

/** Waits until a page sounds where the room is. */
async function isInStep(page: Page): Promise<void> {
  const blocked = stage(page).getByRole('button', { name: 'Turn the sound on' });
  if (await blocked.isVisible()) await blocked.click();
  await page.getByText(/^Sync/).click();
  const shown = page.getByText('Difference', { exact: true }).locator('xpath=following-sibling::dd');
  await expect
    .poll(async () => Math.abs(Number.parseFloat((await shown.textContent()) ?? '')), { timeout: 60_000 })
    .toBeLessThan(60);
  await page.getByText(/^Sync/).click();
}

test('three in a room that was announced: an image, turns, a skip, who comes late, and who is removed', async ({
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 4\d\d/);
  const elder = (displayName: string) => site.member({ displayName, createdAt: new Date('2020-01-01') });
  const [host, bo, cy] = [await elder('Hana Reed'), await elder('Bo Finch'), await elder('Cy Vale')];
  const [one, two, three] = [
    await open(host),
    await open(bo, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }),
    await open(cy),
  ];
  await one.goto('/listening-parties');
  await one.getByRole('button', { name: 'Host Party' }).click();
  await one.getByLabel('Party Name').fill('Tides');
  // In UTC, as the journeys' browsers are; its room is open already.
  await one.getByLabel('Begins at').fill(new Date(Date.now() + 10 * 60_000).toISOString().slice(0, 16));
  await one.getByRole('button', { name: 'Create Party' }).click();
  await expect(one.getByRole('timer')).toBeVisible();
  const partyId = new URL(one.url()).pathname.split('/').at(-1)!;
  await two.goto(`/listening-party/${partyId}`);
  await two.getByRole('button', { name: 'Remind me' }).click();
  await expect(two.getByRole('button', { name: 'Do not remind me' })).toBeVisible();
  await two.getByRole('button', { name: 'Join Party' }).click();
  await expect(one.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();

  await test.step('an image goes to the room, and a reaction comes back', async () => {
    const { name, content } = await picture('shore.png', 640, 400);
    const chooser = two.waitForEvent('filechooser');
    await two.getByRole('button', { name: 'Add an image' }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
    await expect(two.getByText('shore.png · ready')).toBeVisible();
    await two.getByRole('button', { name: 'Send as Bo Finch' }).click();
    const image = log(one).getByRole('img', { name: 'Shared by Bo Finch' });
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await one.getByRole('button', { name: 'React to the message of Bo Finch' }).click();
    await log(one).getByRole('button', { name: 'Fire', exact: true }).click();
    await expect(log(two).getByRole('button', { name: 'Fire, 1' })).toBeVisible();
  });

  const first = await queueTrack(site, partyId, host, 'Ebb');
  await one.getByRole('button', { name: 'Play for all' }).click();
  await test.step('who comes in the middle of a track is in step', async () => {
    await expect(position(two, first)).toBeVisible();
    await enter(three, partyId);
    await expect(position(three, first)).toBeVisible();
    await isInStep(three);
    await expect(one.getByRole('heading', { name: 'Participants (3)' })).toBeVisible();
  });

  await test.step('a seek moves everybody', async () => {
    await one.getByRole('button', { name: 'Pause for all' }).click();
    await expect(one.getByRole('button', { name: 'Play for all' })).toBeVisible();
    const box = (await position(one, first).boundingBox())!;
    await position(one, first).click({ position: { x: box.width / 2, y: box.height / 2 } });
    for (const page of [one, two, three])
      await expect(position(page, first)).toHaveAttribute('aria-valuenow', /^(19|20)$/);
    await expect(position(two, first)).toHaveAttribute('aria-readonly', 'true');
  });

  await test.step('the stage goes from DJ to DJ', async () => {
    const second = await queueTrack(site, partyId, bo, 'Slack water');
    const third = await queueTrack(site, partyId, cy, 'Flood');
    await one.getByRole('button', { name: 'DJ mode', exact: true }).click();
    for (const page of [two, three]) {
      await page.getByRole('button', { name: 'Sign up to DJ' }).click();
      await expect(page.getByRole('button', { name: 'Leave the turns' })).toBeVisible();
    }
    await one.getByRole('button', { name: 'Next track' }).click();
    for (const page of [one, two, three]) await expect(position(page, second)).toBeVisible();
    await expect(one.getByText('On stage: Bo Finch')).toBeVisible();
    await expect(stage(two).getByRole('button', { name: 'Pause for all' })).toBeVisible();
    await expect(stage(one).getByRole('button', { name: 'Pause for all' })).toHaveCount(0);
    // Two of three are more than half.
    await stage(one)
      .getByRole('button', { name: /^Skip \(0\/2\)/ })
      .click();
    await expect(stage(one).getByRole('button', { name: 'Do not skip (1/2)' })).toBeVisible();
    await stage(three)
      .getByRole('button', { name: /^Skip \(1\/2\)/ })
      .click();
    for (const page of [one, two, three]) await expect(position(page, third)).toBeVisible();
    await expect(two.getByText('On stage: Cy Vale')).toBeVisible();
    await axe(two);
    await expect
      .poll(() => two.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });

  await test.step('who is removed sees so, hears nothing, and stays out', async () => {
    await one.getByRole('button', { name: 'Actions for Cy Vale' }).click();
    await one.getByRole('menuitem', { name: 'Remove from the party' }).click();
    await expect(three.getByText('You were removed from this party and cannot join it again.')).toBeVisible();
    await two.getByRole('button', { name: /^People/ }).click();
    await expect(two.getByRole('heading', { name: 'Participants (2)' })).toBeVisible();
    await two.getByRole('button', { name: /^Chat/ }).click();
    await expect(three.getByText(/^Sync/)).toHaveCount(0);
    await say(one, 'Only those in the room');
    await expect(log(two).getByText('Only those in the room')).toBeVisible();
    await expect(log(three).getByText('Only those in the room')).toHaveCount(0);
    await three.reload();
    await expect(three.getByText('You were removed from this party and cannot join it again.')).toBeVisible();
    await expect(three.getByRole('button', { name: 'Join Party' })).toHaveCount(0);
    await axe(three);
  });
});

test('what is written without a connection waits, is sent once and in order, and what was missed comes', async ({
  open,
  site,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  const [host, bo] = [await site.member({ displayName: 'Hana Reed' }), await site.member({ displayName: 'Bo Finch' })];
  const { id } = await callAs(site, host, 'POST', '/parties', { name: 'Ebb', submitId: randomUUID() });
  const [one, two] = [await open(host), await open(bo)];
  await one.goto(`/listening-party/${id}`);
  await enter(two, id);
  await say(two, 'Before');
  await expect(log(one).getByText('Before')).toBeVisible();

  await two.context().setOffline(true);
  // The line is dead at once, as on a phone that was put away.
  await two.evaluate(() => dispatchEvent(new Event('pagehide')));
  for (const text of ['First of two', 'Second of two']) await say(two, text);
  const unsent = two.getByRole('list', { name: 'Messages that were not sent' });
  await expect(unsent.getByText('Waits for the connection').first()).toBeVisible();
  await say(one, 'Said meanwhile');
  await expect(log(one).getByText('Said meanwhile')).toBeVisible();
  // The first answer is lost: the server has the message, its page does not know.
  await two.route(
    `**/parties/${id}/messages`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await two.context().setOffline(false);
  await two.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect(unsent).toHaveCount(0, { timeout: 30_000 });
  const texts = ['Before', 'Said meanwhile', 'First of two', 'Second of two'];
  await one.reload();
  for (const page of [one, two]) {
    await expect(log(page).getByRole('listitem')).toContainText(texts);
    await expect(log(page).getByRole('listitem')).toHaveCount(texts.length);
  }
});

test('who owns the stage puts the queue in order by dragging', async ({ open, site }) => {
  const host = await site.member({ displayName: 'Hana Reed', createdAt: new Date('2020-01-01') });
  const bo = await site.member({ displayName: 'Bo Finch' });
  const { id } = await callAs(site, host, 'POST', '/parties', { name: 'Order', submitId: randomUUID() });
  const titles: string[] = [];
  for (const name of ['One', 'Two', 'Three']) titles.push(await queueTrack(site, id, host, name));
  const [first, second, third] = titles;
  const [one, two] = [await open(host, { viewport: { width: 360, height: 740 } }), await open(bo)];
  await one.goto(`/listening-party/${id}`);
  await enter(two, id);
  await one.getByRole('button', { name: /^Queue/ }).click();
  const rows = (page: Page) => upNext(page).getByRole('listitem');
  await expect(rows(two)).toContainText([first!, second!, third!]);
  // Others vote; they do not order.
  await expect(two.getByTestId('queue-grip')).toHaveCount(0);
  const drag = async (from: number, to: number) => {
    await rows(one).nth(from).scrollIntoViewIfNeeded();
    const grip = (await one.getByTestId('queue-grip').nth(from).boundingBox())!;
    const target = (await rows(one).nth(to).boundingBox())!;
    const x = grip.x + grip.width / 2;
    await one.mouse.move(x, grip.y + grip.height / 2);
    await one.mouse.down();
    await one.mouse.move(x, target.y + target.height / 2, { steps: 10 });
    await one.mouse.move(x, to < from ? target.y + 2 : target.y + target.height - 2, { steps: 4 });
    // The room has it when it is let go of.
    await expect(rows(one)).toContainText(to < from ? [third!, first!, second!] : [first!, second!, third!]);
    await one.mouse.up();
  };
  await drag(2, 0);
  await expect(rows(two)).toContainText([third!, first!, second!]);
  await expect(one.getByText(`${third} is number 1 of 3 now.`)).toBeAttached();
  await drag(0, 2);
  await expect(rows(two)).toContainText([first!, second!, third!]);
  await one.reload();
  await one.getByRole('button', { name: /^Queue/ }).click();
  await expect(rows(one)).toContainText([first!, second!, third!]);
});

/** Presses a key on an element that the keyboard alone has reached: by Tab, in menus by the arrow. */
async function press(page: Page, target: Locator, key = 'Enter', step = 'Tab'): Promise<void> {
  await tabTo(page, target, step);
  await page.keyboard.press(key);
}

test('a party is hosted, driven and moderated by keyboard alone', async ({ open, site, axe, allow }) => {
  // A sign of presence that was on its way when its sender was removed or the party ended.
  allow(/status of 409 .*\/presence\)/);
  const elder = (displayName: string) => site.member({ displayName, createdAt: new Date('2020-01-01') });
  const [host, bo, cy] = [await elder('Hana Reed'), await elder('Bo Finch'), await elder('Cy Vale')];
  const [one, two, three] = [await open(host), await open(bo), await open(cy)];
  const button = (name: string | RegExp) => one.getByRole('button', { name });
  const own = `Low tide ${randomUUID().slice(0, 8)}`;
  await share(site, host, { content: own, files: [tone('loop.wav', 40)] });

  await one.goto('/listening-parties');
  await press(one, one.getByRole('button', { name: 'Host Party' }));
  const name = one.getByRole('dialog').getByLabel('Party Name');
  await expect(name).toBeVisible();
  await press(one, name, 'K');
  await one.keyboard.type('eys');
  await one.keyboard.press('Enter');
  await expect(one.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible();
  const partyId = new URL(one.url()).pathname.split('/').at(-1)!;
  for (const page of [two, three]) await enter(page, partyId);
  const second = await queueTrack(site, partyId, bo, 'High tide');
  const third = await queueTrack(site, partyId, cy, 'Slack water');

  await press(one, button('Add a track'));
  const choice = one.getByRole('dialog').getByRole('listitem').filter({ hasText: own });
  await press(one, choice.getByRole('button', { name: 'Add' }));
  await expect(two.getByRole('heading', { name: 'Up next (3)' })).toBeVisible();
  await one.keyboard.press('Escape');
  await expect(one.getByRole('dialog')).toHaveCount(0);
  await press(one, button(`Move ${own} up`));
  await expect(upNext(two).getByRole('listitem').nth(1)).toContainText(own);
  await press(one, button(`Play ${own} next`));
  await expect(upNext(two).getByRole('listitem').first()).toContainText(own);
  await press(one, button(`Remove ${third} from the queue`));
  await expect(two.getByRole('heading', { name: 'Up next (2)' })).toBeVisible();
  await press(one, button(new RegExp(`^Vote for ${second}`)), ' ');
  await expect(button(new RegExp(`^Vote for ${second}.*1$`))).toHaveAttribute('aria-pressed', 'true');

  await press(one, one.getByLabel('Message', { exact: true }), 'T');
  await one.keyboard.type('wo');
  await one.keyboard.press('Shift+Enter');
  await one.keyboard.type('lines');
  await one.keyboard.press('Enter');
  await expect(log(two).getByText(/Two\s+lines/)).toBeVisible();
  await say(two, 'Rude');
  await press(one, button('Remove the message of Bo Finch'));
  await expect(log(two).getByText('This message was removed.')).toBeVisible();
  await press(one, button('Settings of the chat'));
  const slow = one.getByRole('menuitemcheckbox', { name: 'One message every 5 seconds' });
  await press(one, slow, 'Enter', 'ArrowDown');
  await expect(two.getByText('Slow mode: one message every 5 seconds.')).toBeVisible();
  await press(one, button('Actions for Cy Vale'));
  await press(one, one.getByRole('menuitem', { name: 'Remove from the party' }), 'Enter', 'ArrowDown');
  await expect(three.getByText('You were removed from this party and cannot join it again.')).toBeVisible();
  await three.close();

  // Last: three pages that play, and each Tab of a page that does, take most of a processor.
  await press(one, button('Play for all'));
  await expect(position(two, own)).toBeVisible();
  await press(one, button('Pause for all'), ' ');
  await expect(button('Play for all')).toBeVisible();
  const at = async (page: Page) => Number(await position(page, own).getAttribute('aria-valuenow'));
  const before = await at(one);
  await press(one, position(one, own), 'ArrowRight');
  await expect.poll(() => at(two)).toBeGreaterThanOrEqual(before + 4);
  await axe(one);
  await press(one, button('Fire'));
  await press(one, button('Next track'));
  await expect(position(two, second)).toBeVisible();
  await press(one, button('End Party'));
  await press(one, one.getByRole('alertdialog').getByRole('button', { name: 'End Party' }));
  await expect(two.getByText('This party has ended.', { exact: true })).toBeVisible();
});
