import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { tone } from './share.ts';
import { expect, test } from './world.ts';

const downloadOf = (page: Page) => page.getByRole('link', { name: /^Download/ });

test('an artist decides whether a track is saved, and readers find the button and the licence by it', async ({
  open,
  site,
  axe,
}) => {
  test.info().skip(findDecoder() === null, 'This machine has no ffmpeg: nothing is streamed.');
  const author = await site.member();
  const page = await open(author);
  const title = `For keeps ${randomUUID()}`;
  await page.goto('/');
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await page.getByRole('textbox', { name: /^Your upload, in Markdown/ }).fill(title);
  const { name, content } = tone('night take.wav', 4);
  await page.getByTestId('file-input').setInputFiles({ name, mimeType: 'audio/wav', buffer: Buffer.from(content) });
  const terms = page.getByRole('group', { name: 'Download of night take.wav' });
  await expect(terms.getByLabel('Download', { exact: true })).toHaveValue('stream', { timeout: 30_000 });
  await expect(terms.getByLabel('License')).toHaveValue('all-rights-reserved');
  await terms.getByLabel('Download', { exact: true }).selectOption('Off');
  await terms.getByLabel('License').selectOption('CC BY 4.0');
  await axe(page);
  await page.getByRole('region', { name: 'New upload' }).getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  await site.settle();
  await page.getByRole('link', { name: title }).first().click();
  await page.waitForURL(/\/uploads\//);

  const reader = await open(null);
  await reader.goto(new URL(page.url()).pathname);
  await expect(reader.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
  await expect(downloadOf(reader)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await terms.getByLabel('Download', { exact: true }).selectOption('The original file');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(downloadOf(page)).toHaveText('Download the original');
  // A choice is no new version of the text.
  await expect(page.getByText('edited', { exact: true })).toHaveCount(0);

  await reader.reload();
  const saved = reader.waitForEvent('download');
  await downloadOf(reader).click();
  expect((await saved).suggestedFilename()).toBe('night take.wav');
  await axe(reader);
});
