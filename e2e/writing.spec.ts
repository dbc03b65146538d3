import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { wavOf } from '#site/testing/wav.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { askFriend, blockMember } from '#people/friends/server/actions.ts';
import { film } from './film.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

const shot = (name: string) => `${process.env['SHOTS']}/${name}.png`;

for (const [where, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['on a phone', { width: 360, height: 740 }],
] as const)
  test(`a writer completes members, emoji and hashtags by keyboard and finger, ${where}`, async ({
    site,
    open,
    axe,
  }) => {
    const [writer, friend, near, blocked] = await Promise.all([
      site.member(),
      site.member({ username: `zz_friend_${viewport.width}`, displayName: 'Ada Strand' }),
      site.member({ username: `zz_near_${viewport.width}`, displayName: 'Bo Near' }),
      site.member({ username: `zz_blocked_${viewport.width}` }),
    ]);
    await askFriend(site.ctx, writer.profileId, friend.profileId);
    await askFriend(site.ctx, friend.profileId, writer.profileId);
    await blockMember(site.ctx, writer.profileId, blocked.profileId);
    const id = await makePost(site.ctx, await site.member());
    await makeReply(site.ctx, near, id);
    const page = await open(writer, { viewport });
    await page.goto(`/forum/post/${id}`);
    await page.getByRole('button', { name: 'Write a reply' }).click();
    const field = page.getByRole('textbox', { name: 'Your reply, in Markdown' });
    await expect(field).toBeFocused();

    await field.pressSequentially('Thanks @');
    const members = page.getByRole('listbox', { name: 'Members' }).getByRole('option');
    await expect(members).toHaveText([/Ada Strand/, /Bo Near/]);
    // Behind the sign alone nothing is chosen, so that Enter stays a line break.
    await expect(field).not.toHaveAttribute('aria-activedescendant');
    await field.pressSequentially('zz_');
    await expect(members.first()).toHaveAttribute('aria-selected', 'true');
    await expect(members.filter({ hasText: blocked.username })).toHaveCount(0);
    if (process.env['SHOTS']) await page.screenshot({ path: shot(`mention-${viewport.width}`) });
    await axe(page);
    await field.press('ArrowDown');
    await expect(members.nth(1)).toHaveAttribute('id', (await field.getAttribute('aria-activedescendant'))!);
    await field.press('Enter');
    await expect(field).toHaveValue(`Thanks @${near.username} `);

    await field.pressSequentially('and :fire');
    await page.getByRole('option', { name: 'fire', exact: true }).click();
    await expect(field).toHaveValue(`Thanks @${near.username} and 🔥 `);
    await expect(field).toBeFocused();
    await field.pressSequentially(':fir');
    await expect(page.getByRole('listbox', { name: 'Emoji' })).toBeVisible();
    await field.press('Escape');
    await field.pressSequentially('e');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    // The browser's undo takes a completion back.
    await field.fill(`${await field.inputValue()}\nx`);
    await field.press('Control+Enter');
    await expect(page.getByRole('link', { name: `@${near.username}`, exact: true })).toBeVisible();
  });

test('hashtags are offered where they are links', async ({ site, open }) => {
  await makeUpload(site.ctx, await site.member(), { content: 'A loop #completable' });
  const page = await open(await site.member(), { viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  await page.getByRole('button', { name: /^Share what you are making/ }).click();
  const field = page.getByRole('textbox', { name: /in Markdown/ });
  await field.pressSequentially('Mine\n#compl');
  await expect(page.getByRole('option', { name: '#completable 1 upload' })).toBeVisible();
  await field.press('Tab');
  await expect(field).toHaveValue('Mine\n#completable ');
});

test('the toolbar stays on a long text, and no toast lies over the button that sends it', async ({
  site,
  open,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  const page = await open(await site.member(), { viewport: { width: 768, height: 900 } });
  await page.goto(`/forum/post/${await makePost(site.ctx, await site.member())}`);
  await page.getByRole('button', { name: 'Write a reply' }).click();
  const field = page.getByRole('textbox', { name: 'Your reply, in Markdown' });
  await field.fill(Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n'));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeInViewport();
  await page.route('**/api/v1/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  const send = page.getByRole('button', { name: 'Reply', exact: true }).last();
  await send.click();
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('.toast').first();
  await toast.hover();
  const [above, button] = [(await toast.boundingBox())!, (await send.boundingBox())!];
  expect(above.y + above.height).toBeLessThan(button.y);
  if (process.env['SHOTS']) await page.screenshot({ path: shot('long-text') });
});

test('a reader quotes what is selected, keeps its structure, and reaches the reply box by keyboard', async ({
  site,
  open,
  axe,
}) => {
  const [reader, author, blocked] = [await site.member(), await site.member(), await site.member()];
  const id = await makePost(site.ctx, author, {
    content: `A long guide\n\n${['Drums', 'Bass & keys', 'Mixing']
      .map((part) => `## ${part}\n\n${`Words about it. `.repeat(80)}`)
      .join('\n\n')}\n\nUse **two** [limiters](https://example.org/limiter), \`-1 dB\`:\n\n1. slow\n2. fast`,
  });
  for (const writer of [author, author, author, blocked, blocked]) await makeReply(site.ctx, writer, id);
  await blockMember(site.ctx, reader.profileId, blocked.profileId);
  const page = await open(reader, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/forum/post/${id}`);
  await expect(page.getByRole('heading', { name: '3 replies' })).toBeVisible();
  await expect(page.getByText('2 replies are hidden because you blocked their authors.')).toBeVisible();

  // The contents lead to a heading, and the focus goes along.
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Bass & keys' }).click();
  await expect(page.getByRole('heading', { name: 'Bass & keys' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Bass & keys' })).toBeInViewport();
  await axe(page);
  if (process.env['SHOTS']) await page.screenshot({ path: shot('contents-1440') });

  // From the top of the page, the keyboard is in the reply box after two links.
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to your reply' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Write a reply' })).toBeFocused();

  await page
    .getByRole('article')
    .first()
    .evaluate((text) => {
      const range = document.createRange();
      range.setStartBefore([...text.querySelectorAll('p')].at(-1)!);
      range.setEndAfter(text.querySelector('.prose ol')!);
      text.querySelector('.prose ol')!.scrollIntoView({ block: 'center' });
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
    });
  const quote = page.getByRole('button', { name: 'Quote', exact: true }).filter({ hasText: 'Quote' });
  await expect(quote).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: shot('quote-1440') });
  await quote.click();
  const field = page.getByRole('textbox', { name: 'Your reply, in Markdown' });
  await expect(field).toHaveValue(
    `> @${author.username} wrote:\n>\n> Use **two** [limiters](https://example.org/limiter), \`-1 dB\`:\n>\n> 1. slow\n> 2. fast\n\n`,
  );
  await expect(field).toBeFocused();
  // `r` comes back to it from anywhere else on the page.
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('heading', { level: 1 }).evaluate((title) => title.focus());
  await page.keyboard.press('r');
  await expect(field).toBeFocused();
});

const types = { png: 'image/png', wav: 'audio/wav', mp4: 'video/mp4' } as const;

/** Pastes a file into a field, or drops it there. */
async function paste(field: Locator, name: string, content: Buffer, by: 'paste' | 'drop' = 'paste'): Promise<void> {
  await field.evaluate(
    (element, { fileName, type, base64, how }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName, { type }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    {
      fileName: name,
      type: types[name.slice(-3) as keyof typeof types],
      base64: content.toString('base64'),
      how: by,
    },
  );
}

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Puts the cursor in front of some words. */
const cursorAt = (field: Locator, words: string): Promise<void> =>
  field.evaluate((element: HTMLTextAreaElement, at) => {
    const start = element.value.indexOf(at);
    element.setSelectionRange(start, start);
  }, words);

test('pictures stand where the writer puts them, before and after an edit', async ({ page, site, axe }) => {
  const title = `A walk through the rig ${randomUUID()}`;
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await hydrated(page);
  const field = page.getByRole('textbox', { name: /^Your post, in Markdown/ });
  await field.fill(`${title}\n\nThe desk comes first.\n\nThe tape comes last.`);
  await field.evaluate((element: HTMLTextAreaElement) => {
    const at = element.value.indexOf('The tape');
    element.setSelectionRange(at, at);
  });
  await paste(field, 'desk.png', await picture('#00b4d8'));
  await expect(field).toHaveValue(/first\.\n\n!\[desk\.png\]\(attachment:[\da-f-]{36}\)\n\nThe tape comes last\.$/);
  await expect(page.getByRole('region', { name: 'Preview' }).locator('img')).toHaveCount(1);
  // What it shows is said in one place, and stands in the text.
  const shows = page.getByRole('textbox', { name: /^What it shows/ });
  await shows.fill('');
  await shows.pressSequentially('The desk');
  await expect(field).toHaveValue(/first\.\n\n!\[The desk\]\(attachment:/);
  await expect(shows).toBeFocused();
  await shows.fill('');
  await expect(field).toHaveValue(/first\.\n\n!\[desk\.png\]\(attachment:/);
  await field.focus();
  // Moved by the keyboard: behind the last paragraph.
  await field.evaluate((element: HTMLTextAreaElement) => {
    const at = element.value.indexOf('![desk');
    element.setSelectionRange(at, at);
  });
  await field.press('Alt+ArrowDown');
  await expect(field).toHaveValue(/The tape comes last\.\n\n!\[desk\.png\]/);
  await field.press('Alt+ArrowUp');
  await expect(field).toHaveValue(/first\.\n\n!\[desk\.png\][^\n]*\n\nThe tape comes last\.$/);
  await axe(page);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/inline-write.png`, fullPage: true });
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  /** Names of what an article has, in their order: paragraphs and pictures. */
  const order = (): Promise<string[]> =>
    page
      .getByRole('article')
      .first()
      .locator('.prose p, img')
      .evaluateAll((all) => all.map((one) => (one.tagName === 'IMG' ? 'picture' : one.textContent.trim())));
  await expect.poll(order).toEqual(['The desk comes first.', 'picture', 'The tape comes last.']);
  await page.reload();
  await expect.poll(order).toEqual(['The desk comes first.', 'picture', 'The tape comes last.']);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/inline-read.png` });
  await hydrated(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edited = page.getByRole('textbox', { name: /^Edit the post/ });
  await expect(edited).toHaveValue(/first\.\n\n!\[desk\.png\][^\n]*\n\nThe tape/);
  await page.getByRole('button', { name: 'Take desk.png out of the text' }).click();
  await expect(edited).toHaveValue(/first\.\n\nThe tape/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edited).toBeHidden();
  await expect.poll(order).toEqual(['The desk comes first.', 'The tape comes last.', 'picture']);
});

test('sounds and videos of a post stand in its text too, and its edit takes files like the composer', async ({
  page,
  site,
  axe,
  browser,
  allow,
}) => {
  test.info().skip(findDecoder() === null, 'This machine has no ffmpeg.');
  test.setTimeout(120_000);
  // The browser of these journeys may know no H.264.
  allow(/request failed: GET .*\/files\//);
  const title = `A sound and a film ${randomUUID()}`;
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await hydrated(page);
  const field = page.getByRole('textbox', { name: /^Your post, in Markdown/ });
  await field.fill(`${title}\n\nFirst the sound.\n\nThen the film.\n\nThe end.`);
  await cursorAt(field, 'Then the film');
  await paste(field, 'beat.wav', wavOf(200_000));
  await expect(field).toHaveValue(/sound\.\n\n!\[beat\.wav\]\(attachment:[\da-f-]{36}\)\n\nThen/);
  await cursorAt(field, 'The end');
  await paste(field, 'film.mp4', film(), 'drop');
  await expect(field).toHaveValue(/film\.\n\n!\[film\.mp4\]\(attachment:[\da-f-]{36}\)\n\nThe end/);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('audio')).toHaveCount(1);
  await expect(preview.locator('video')).toHaveCount(1);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const article = page.getByRole('article').first();
  /** What the article has, in its order. */
  const order = (): Promise<string[]> =>
    article
      .locator(
        '.prose p, [role=group]:is([aria-label^="Sound: "], [aria-label^="Video: "]), [aria-haspopup=dialog] img',
      )
      .evaluateAll((all) =>
        all.map((one) => (one.tagName === 'IMG' ? 'picture' : (one.ariaLabel ?? one.textContent.trim()))),
      );
  const written = ['First the sound.', 'Sound: beat', 'Then the film.', 'Video: film', 'The end.'];
  await expect.poll(order).toEqual(written);
  await expect(article.getByRole('button', { name: /^Play the video “film”/ })).toBeVisible({ timeout: 60_000 });
  const sound = article.getByRole('group', { name: 'Sound: beat' });
  await sound.getByRole('button', { name: 'Play beat' }).click();
  await expect(sound.getByRole('button', { name: 'Pause beat' })).toBeVisible();
  await sound.getByRole('button', { name: 'Pause beat' }).click();
  await axe(page);
  for (const [theme, colorScheme] of [
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const)
    for (const width of process.env['SHOTS'] ? [360, 1440] : []) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: shot(`media-${width}-${theme}`), fullPage: true });
    }
  // Without scripts the browser's own players stand there.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(page.url());
  await expect(plain.locator('article audio[controls]')).toBeVisible();
  await expect(plain.locator('article video[controls]')).toBeVisible();
  if (process.env['SHOTS']) await plain.screenshot({ path: shot('media-plain'), fullPage: true });
  await plain.close();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edited = page.getByRole('textbox', { name: /^Edit the post/ });
  await cursorAt(edited, 'First the sound');
  await paste(edited, 'desk.png', await picture('#00b4d8'));
  await expect(edited).toHaveValue(/!\[desk\.png\]\(attachment:[\da-f-]{36}\)\n\nFirst/);
  await cursorAt(edited, 'The end');
  await paste(edited, 'rack.png', await picture('#d84800'), 'drop');
  await expect(edited).toHaveValue(/!\[rack\.png\]\(attachment:[\da-f-]{36}\)\n\nThe end/);
  // The row of a file that was there already is dragged to the cursor; both have to be on the screen.
  await page.setViewportSize({ width: 1440, height: 2000 });
  await cursorAt(edited, '![rack');
  await page.getByRole('list', { name: 'Files of the post' }).getByRole('listitem').first().dragTo(edited);
  if (process.env['SHOTS']) await page.screenshot({ path: shot('media-edit'), fullPage: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edited).toBeHidden();
  await expect.poll(async () => (await order()).toSorted()).toEqual([...written, 'picture', 'picture'].toSorted());
  expect((await order()).indexOf('Sound: beat')).toBeGreaterThan((await order()).indexOf('Then the film.'));
  // One sequence of all pictures, wherever they stand.
  await article
    .getByRole('button', { name: /^Open the picture/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: title })).toContainText('1 / 2');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: title })).toContainText('2 / 2');
});
