import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { wavOf } from '#site/testing/wav.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const MB = 1024 * 1024;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-composer-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file on the disk: chosen again after a reload it is the same one. */
async function fileOf(name: string, content: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const pictureOf = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
    .png()
    .toBuffer();

const text = (page: Page) => page.getByRole('textbox', { name: /in Markdown\. The first line is its title\.$/ });
/** The files of the form; a cover stands below them, with its sound. */
const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).first().getByRole('listitem');
const choose = (page: Page, chosen: string | string[]) => page.getByTestId('file-input').first().setInputFiles(chosen);
const form = (page: Page) => page.getByRole('region', { name: /^New (upload|post)$/ });
const share = (page: Page) => form(page).getByRole('button', { name: 'Share', exact: true });

async function openFeedComposer(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await expect(text(page)).toBeVisible();
}

test('an upload of pictures and sound, put in order, is shown in the feed', async ({ page, site, axe }) => {
  const [cover, back, loop] = await Promise.all([
    fileOf('cover.png', await pictureOf('#ff6b35')),
    fileOf('back.png', await pictureOf('#00b4d8')),
    fileOf('loop.wav', wavOf(400_000)),
  ]);
  const member = await site.member({ adult: true });
  await site.signIn(page, member);
  await openFeedComposer(page);
  await expect(page.getByRole('region', { name: 'New upload' }).getByText('Credits')).toBeVisible();
  const title = `Loop of the day ${randomUUID()}`;
  await text(page).fill(`${title}\n\nMade with one hand. #loops`);
  await choose(page, [cover, loop]);
  await expect(files(page).getByText('Ready')).toHaveCount(2);
  await choose(page, back);
  await expect(files(page).getByText('Ready')).toHaveCount(3);
  await page.getByRole('button', { name: 'Move back.png up' }).click();
  await expect(files(page).nth(1)).toContainText('back.png');
  await page.getByRole('button', { name: 'Move loop.wav up' }).click();
  await expect(files(page).nth(1)).toContainText('loop.wav');
  await page.getByRole('button', { name: 'Take back.png out' }).click();
  await expect(files(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Take loop.wav out' })).toBeFocused();

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `pixels over the edge at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await share(page).click();
  await expectToast(page, 'Upload successful!', 'Your content has been shared');
  await expect(text(page)).toBeHidden();
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Share what you are making' })).toBeVisible();
});

test('sounds get covers before they are shared, by keyboard too, and over a reload', async ({
  page,
  site,
  axe,
  allow,
}) => {
  allow(/status of 415/);
  const [front, back, one, two] = await Promise.all([
    fileOf('front.png', await pictureOf('#ff6b35')),
    fileOf('back.png', await pictureOf('#00b4d8')),
    fileOf('one.wav', wavOf(400_000)),
    fileOf('two.wav', wavOf(400_001)),
  ]);
  const coverOf = (name: string) => page.getByRole('group', { name: `Cover of ${name}` });
  const rows = (name: string) => coverOf(name).getByRole('listitem');
  const pick = (name: string, file: string) => coverOf(name).getByTestId('file-input').setInputFiles(file);
  await site.signIn(page, await site.member());
  await openFeedComposer(page);
  const title = `Two sides ${randomUUID()}`;
  await text(page).fill(title);
  await choose(page, [one, two]);
  const chooser = page.waitForEvent('filechooser');
  await coverOf('one.wav').getByRole('button', { name: 'Add a cover' }).press('Enter');
  await (await chooser).setFiles(front);
  await expect(rows('one.wav').getByText('Ready')).toBeVisible();
  await pick('two.wav', await fileOf('notes.txt', Buffer.from('No picture at all.')));
  await expect(rows('two.wav').getByRole('alert')).toBeVisible();
  await share(page).click();
  await expectToast(page, 'Files are missing', 'Not every file has arrived. Wait for it, try it again or take it out.');
  await coverOf('two.wav').getByRole('button', { name: 'Take notes.txt out' }).press('Enter');
  await expect(rows('two.wav')).toHaveCount(0);
  await expect(coverOf('two.wav').getByRole('button', { name: 'Add a cover' })).toBeFocused();
  await pick('two.wav', back);
  await expect(rows('two.wav').getByText('Ready')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Go on with your draft' }).click();
  await expect(rows('two.wav')).toContainText('back.png');
  await coverOf('one.wav').getByRole('button', { name: 'Use it for all sounds' }).click();
  await expect(rows('two.wav')).toContainText('front.png');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `pixels over the edge at ${width}`).toBe(0);
  }
  await share(page).click();
  await expectToast(page, 'Upload successful!', 'Your content has been shared');
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: title })
      .getByRole('img', { name: /^Cover of/ }),
  ).toHaveCount(2);
});

test('a poll is shared with its options; in the forum there is none', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  await openFeedComposer(page);
  await page.getByRole('button', { name: 'Poll', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill(`Tape or plug-in ${randomUUID()}`);
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Tape');
  await share(page).click();
  await expectToast(page, 'Poll not finished', 'The poll needs at least 2 options.');
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Plug-in');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByRole('combobox', { name: 'Open for' }).selectOption('3 days');
  await page.reload();
  await page.getByRole('button', { name: 'Go on with your draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Plug-in');
  await share(page).click();
  await expectToast(page, 'Upload successful!', 'Your content has been shared');

  await page.goto('/forum?compose=1');
  await expect(page.getByRole('button', { name: 'Poll', exact: true })).toBeDisabled();
});

test('an empty upload is refused; who is signed out is asked to sign in', async ({ page, context, site, allow }) => {
  allow(/status of 401/);
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Nothing to upload', 'Please add some content or upload a file');
  await text(page).fill('Whose session is this?');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Authentication required', 'Please sign in to upload content');
  await expect(text(page)).toHaveValue('Whose session is this?');
});

test('a transfer that is interrupted resumes by itself, and after a reload with the same file', async ({
  page,
  context,
  site,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED|Failed to load resource/);
  const long = await fileOf('long.wav', wavOf(20 * MB));
  await site.signIn(page, await site.member());
  await openFeedComposer(page);
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  // The second part never arrives.
  await page.route('**/api/v1/files/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0')
      await route.abort('connectionfailed');
    else await route.continue();
  });
  await choose(page, long);
  await expect(files(page).getByText('connection lost, trying again')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('button', { name: 'Uploading…' })).toHaveAttribute('aria-busy', 'true');

  await page.reload();
  await page.unroute('**/api/v1/files/uploads/*');
  offsets.length = 0;
  await page.getByRole('button', { name: 'Go on with your draft' }).click();
  await expect(files(page).getByText(/40% · choose the same file again to go on/)).toBeVisible();
  await text(page).fill(`Long take ${randomUUID()}`);
  await share(page).click();
  await expectToast(page, 'Files are missing');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose again' }).click(),
  ]);
  await chooser.setFiles(await fileOf('other.wav', wavOf(1000)));
  await expect(files(page).getByText('That is another file. Choose long.wav again.')).toBeVisible();
  await choose(page, long);
  await expect(files(page).getByText('Ready')).toBeVisible({ timeout: 30_000 });
  expect(offsets[0]).toBe(String(8 * MB));

  await context.setOffline(true);
  const second = await fileOf('second.wav', wavOf(2 * MB));
  await choose(page, second);
  await expect(files(page).nth(1).getByText('Not uploaded')).toBeVisible();
  await expect(files(page).nth(1).getByRole('alert')).toHaveText('Upload failed: Please try again');
  await context.setOffline(false);
  await expect(files(page).getByText('Ready')).toHaveCount(2, { timeout: 30_000 });
  await share(page).click();
  await expectToast(page, 'Upload successful!', 'Your content has been shared');
});

test('text and staged pictures of a post outlive a reload, and stand under it', async ({ page, site, allow }) => {
  allow(/status of 415/);
  const cover = await fileOf('sleeve.png', await pictureOf('#3ddc97'));
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  const title = `Sleeves ${randomUUID()}`;
  await text(page).fill(`${title}\n\nWhich one?`);
  await choose(page, cover);
  await expect(files(page).getByText('Ready')).toBeVisible();
  // An archive is no picture, whatever it is called.
  await choose(page, await fileOf('packed.png', Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`)));
  await expect(files(page).nth(1).getByRole('alert')).toContainText(
    'File type not supported: This place does not take archives.',
  );
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take packed.png out' }).click();

  await page.reload();
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(text(page)).toHaveValue(`${title}\n\nWhich one?`);
  await expect(files(page).getByText('Ready')).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Post created!', 'Your forum post has been created');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const picture = page.getByRole('button', { name: `Open the picture of “${title}”` });
  // It is processed after the long sound of the journey before; then it comes by itself.
  await site.settle();
  await expect(picture.locator('img')).toBeVisible();
  await picture.click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Take sleeve.png out' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(picture).toHaveCount(0);
});

test('files are dropped and pasted', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  const bytes = [...(await pictureOf('#ffd60a'))];
  for (const kind of ['drop', 'paste'] as const) {
    await text(page).evaluate(
      (field, { kind: type, bytes: content }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], `${type}.png`, { type: 'image/png' }));
        field.dispatchEvent(
          type === 'drop'
            ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
            : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
        );
      },
      { kind, bytes },
    );
    await expect(page.getByRole('button', { name: `Take ${kind}.png out` })).toBeVisible();
  }
  await expect(files(page).getByText('Ready')).toHaveCount(2);
});

test('the banner is locked for who has no right to it, and says why', async ({ page, site, axe }) => {
  await site.signIn(page, await site.member());
  await page.goto('/forum?compose=1');
  await page.getByRole('button', { name: 'Banner', exact: true }).click();
  const banner = page.getByRole('region', { name: 'Banner' });
  await expect(banner.getByText('Custom forum post banners come with the Ultimate Package or any tier.')).toBeVisible();
  await expect(banner.getByRole('switch', { name: 'Custom banner' })).toBeDisabled();
  await expect(banner.getByRole('button', { name: 'Choose image' })).toBeDisabled();
  await expect(banner.getByRole('button', { name: 'Save banner' })).toHaveCount(0);
  await axe(page);
});

test('a banner is uploaded, glows, is saved, and is shown above the next post', async ({ page, site, axe }) => {
  const member = await site.member();
  await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'custom_banner', 'test', null));
  await site.signIn(page, member);
  await page.goto('/forum?compose=1');
  await page.getByRole('button', { name: 'Banner', exact: true }).click();
  const banner = page.getByRole('region', { name: 'Banner' });
  await banner.getByRole('switch', { name: 'Custom banner' }).check();
  const input = page.getByTestId('banner-input');
  await input.setInputFiles(await fileOf('huge.png', new Uint8Array(5 * MB + 1)));
  await expectToast(page, 'File too large', 'Banner images must be under 5MB');
  await input.setInputFiles(await fileOf('banner.png', await pictureOf('#b93a0b')));
  await expectToast(page, 'Success', 'Banner uploaded successfully');
  await banner.getByRole('switch', { name: 'Glow' }).check();
  const reach = banner.getByRole('slider', { name: 'Glow intensity' });
  await expect(reach).toHaveValue('5');
  await reach.press('End');
  await expect(reach).toHaveValue('20');
  await reach.press('ArrowLeft');
  await expect(reach).toHaveValue('19');
  await page.setViewportSize({ width: 360, height: 800 });
  await axe(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await banner.getByRole('button', { name: 'Save banner' }).click();
  await expectToast(page, 'Success', 'Banner settings saved successfully');
  await site.settle();

  // What is changed and not saved, even with the editor closed again, is saved with the post.
  await reach.press('ArrowRight');
  await page.getByRole('button', { name: 'Banner', exact: true }).click();
  await expect(banner).toBeHidden();
  await text(page).fill(`Under my banner ${randomUUID()}`);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Post created!', 'Your forum post has been created');
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article).toHaveCSS('box-shadow', /80px.*160px/);
  await expect(article.locator('img[src*="forum_banner"]')).toBeVisible();
});
