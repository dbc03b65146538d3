import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const png = async (name: string) => ({ name, mimeType: 'image/png', buffer: await drawPicture(640, 480) });
const shows = (place: Page | Locator) => place.getByRole('textbox', { name: /^What it shows/ });
const words = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

test('an upload’s picture is described in the composer, read out everywhere, and edited later', async ({
  page,
  open,
  site,
  axe,
}) => {
  const author = await site.member();
  await site.signIn(page, author);
  const [title, altText, better] = [words('Desk'), words('A mixing desk at night'), words('A mixing desk')];
  await page.goto('/');
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  const form = page.getByRole('region', { name: 'New upload' });
  await page.getByRole('textbox', { name: /^Your upload, in Markdown/ }).fill(title);
  await form.getByTestId('file-input').setInputFiles(await png('desk.png'));
  await shows(form).fill(altText);
  await expect(form.getByText('Ready')).toBeVisible();
  await axe(page);
  await form.getByRole('button', { name: 'Share', exact: true }).click();
  await expectToast(page, 'Upload successful!', 'Your content has been shared');
  await site.settle();

  const reader = await open();
  await reader.goto(`/uploads?author=${author.username}`);
  await reader.getByRole('button', { name: `Open the picture of “${title}”: ${altText}` }).click();
  await expect(reader.getByRole('dialog', { name: title }).getByRole('img', { name: altText })).toBeVisible();
  await reader.keyboard.press('Escape');

  await page.goto(`/uploads?author=${author.username}`);
  await page.getByRole('link', { name: title }).click();
  // The list has such a button too, and stands until the upload is here.
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(shows(page)).toHaveValue(altText);
  await shows(page).fill(better);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `Open the picture of “${title}”: ${better}` })).toBeVisible();
  await reader.goto(page.url());
  await expect(reader.locator('meta[property="og:image:alt"]')).toHaveAttribute('content', better);
});

test('the banner of a profile is described where it is chosen, and read out on the profile', async ({
  page,
  open,
  site,
  axe,
}) => {
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/profile');
  await expect(shows(page)).toHaveCount(0);
  await page.getByTestId('banner-input').setInputFiles(await png('harbor.png'));
  await page.getByRole('dialog', { name: 'Crop your banner' }).getByRole('button', { name: 'Use this part' }).click();
  await expectToast(page, 'Success', 'Banner updated successfully');
  await site.settle();
  const altText = words('A harbor at night');
  await shows(page).fill(altText);
  await page.getByRole('button', { name: 'Save description' }).click();
  await expectToast(page, 'Success', 'Description saved');
  await expect(page.getByRole('button', { name: 'Save description' })).toBeDisabled();
  await axe(page);
  const reader = await open();
  await reader.goto(`/profile/${member.username}`);
  await expect(reader.getByRole('img', { name: altText })).toBeVisible();
  await expect(reader.locator('meta[property="og:image:alt"]')).toHaveAttribute('content', altText);
  await page.goto('/customize');
  await expect(shows(page)).toHaveValue(altText);
  await shows(page).fill('');
  await page.getByRole('button', { name: 'Save description' }).click();
  await expectToast(page, 'Success', 'Description saved');
  await reader.reload();
  await expect(reader.getByRole('img', { name: altText })).toHaveCount(0);
});

test('a post’s pictures are described where they are added, and where the post is edited', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  const [title, altText, better] = [words('Two racks'), words('The left rack'), words('The right rack')];
  await page.goto('/forum?compose=1');
  await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(title);
  const form = page.getByRole('region', { name: 'New post' });
  await form.getByTestId('file-input').setInputFiles(await png('rack.png'));
  await shows(form).fill(altText);
  await expect(form.getByText('Ready')).toBeVisible();
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await expectToast(page, 'Post created!', 'Your forum post has been created');
  const opener = page.getByRole('button', { name: /^Open the picture/ });
  await expect(opener).toHaveAccessibleName(`Open the picture of “${title}”: ${altText}`);
  await page.getByRole('button', { name: 'More about this post' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(shows(page)).toHaveValue(altText);
  await shows(page).fill(better);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(opener).toHaveAccessibleName(`Open the picture of “${title}”: ${better}`);
});

test('an image of the gallery is described in the form, and later where it is open', async ({ page, site, axe }) => {
  await site.signIn(page, await site.member());
  const [title, altText, better] = [words('Lens'), words('A lens on wood'), words('A lens')];
  await page.goto('/gallery');
  await page.getByRole('button', { name: 'Upload Image' }).click();
  const form = page.getByRole('dialog', { name: 'Upload Image' });
  await form.getByTestId('image-input').setInputFiles(await png('lens.png'));
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await shows(form).fill(altText);
  await expect(form.getByText('Ready')).toBeVisible();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(form).toBeHidden();
  await site.settle();
  await page.reload();
  await page.getByRole('link', { name: `${altText} ${title}` }).click();
  const stage = page.getByRole('dialog', { name: title });
  await expect(stage.getByRole('img', { name: altText })).toBeVisible();
  await stage.getByRole('button', { name: 'Edit description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe the image' });
  await expect(shows(dialog)).toHaveValue(altText);
  await axe(page);
  await shows(dialog).fill(better);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(stage.getByRole('img', { name: better })).toBeVisible();
});

test('a picture in a chat is described before it is sent, and later by its author', async ({ page, site }) => {
  await site.signIn(page, await site.member());
  await page.goto('/listening-parties');
  await page.getByRole('button', { name: 'Host Party' }).click();
  const host = page.getByRole('dialog', { name: 'Create Listening Party' });
  await host.getByRole('textbox', { name: 'Party Name' }).fill(words('Night'));
  await host.getByRole('button', { name: 'Create Party' }).click();
  const chat = page.getByRole('textbox', { name: 'Message' });
  await expect(chat).toBeVisible();
  await page.locator('form:has([name=message]) input[type=file]').setInputFiles(await png('room.png'));
  await expect(page.getByText('· ready')).toBeVisible();
  const altText = words('The room');
  await shows(page).fill(altText);
  await page.getByRole('button', { name: /^Send as/ }).click();
  await site.settle();
  await expect(page.getByRole('img', { name: altText })).toBeVisible();
  await page.getByRole('button', { name: 'Describe the image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe the image' });
  await shows(dialog).fill(`${altText}, dark`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: `${altText}, dark` })).toBeVisible();
});

test('captions of a video are added, offered by the player, refused with their reason, and removed', async ({
  page,
  open,
  site,
  allow,
}) => {
  allow('status of 400');
  allow(/request failed: GET .*\/files\//);
  const author = await site.member();
  const title = words('Stairwell film');
  // What the player needs of a video here is its kind: the browser of these journeys may decode none.
  const fileId = await makeFile(site.ctx, author, wavOf(40_000), { name: 'film.wav' });
  await site.settle();
  await site.ctx.db.rows(sql`UPDATE files SET kind = 'video' WHERE id = ${fileId}`);
  const id = await makeUpload(site.ctx, author, { content: title, fileIds: [fileId] });
  await site.signIn(page, author);
  await page.goto(`/uploads/${id}`);
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const captions = page.getByRole('group', { name: 'Captions' });
  const choose = (text: string) =>
    captions
      .getByTestId('captions-input')
      .setInputFiles({ name: 'film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) });
  await choose('1\n00:00:01,000 --> 00:00:02,000\nHello');
  await expectToast(
    page,
    'Captions not readable',
    'The file does not begin with WEBVTT. Save the captions as WebVTT (.vtt) and upload them again.',
  );
  await captions.getByRole('combobox', { name: 'Language' }).selectOption('German');
  await choose('WEBVTT\n\n00:00.000 --> 00:01.000\nGuten <b>Abend</b>\n');
  await expectToast(page, 'Captions in German saved');

  const reader = await open();
  await reader.goto(`/uploads/${id}`);
  await reader.getByRole('button', { name: /^Play the video/ }).click();
  const track = reader.locator('video track');
  await expect(track).toHaveAttribute('srclang', 'de');
  await expect(track).toHaveAttribute('label', 'German');
  const cues = await track.evaluate(async (element: HTMLTrackElement) => {
    element.track.mode = 'showing';
    if (element.readyState !== 2) await new Promise((resolve) => element.addEventListener('load', resolve));
    return [...element.track.cues!].map((cue) => (cue as VTTCue).text);
  });
  expect(cues).toEqual(['Guten Abend']);

  await captions.getByRole('button', { name: 'Remove the captions in German' }).click();
  await expectToast(page, 'Captions in German removed');
  await reader.reload();
  await reader.getByRole('button', { name: /^Play the video/ }).click();
  await expect(reader.locator('video')).toBeVisible();
  await expect(track).toHaveCount(0);
});
