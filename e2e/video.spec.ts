import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDecoder } from '#server/platform/media/ffmpeg.ts';
import { expect, test } from './world.ts';

/** Two seconds of a moving test picture with a tone. */
function film(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-film-'));
  const file = path.join(folder, 'film.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-f', 'lavfi', '-i', 'sine=frequency=330'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  try {
    const args = ['-nostdin', '-loglevel', 'error', ...sources, '-t', '2', ...codecs, file];
    execFileSync(findDecoder()!.ffmpeg, args, { timeout: 60_000 });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.describe.configure({ timeout: 120_000 });

test('a video goes up in the composer, gets a poster and its length, and plays in the feed', async ({
  open,
  site,
  axe,
  allow,
}) => {
  test.info().skip(findDecoder() === null, 'This machine has no ffmpeg.');
  // The browser of these journeys may know no H.264: then the film stays dark, and says so.
  allow(/request failed: GET .*\/files\//);
  const author = await site.member();
  const page = await open(author);
  const title = `Stairwell film ${randomUUID()}`;
  await page.goto('/');
  await page.getByRole('button', { name: /^(Share what you are making|Go on with your draft)/ }).click();
  await page.getByRole('textbox', { name: /^Your upload, in Markdown/ }).fill(title);
  await page.getByTestId('file-input').setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film() });
  await expect(page.getByText('Ready')).toBeVisible({ timeout: 30_000 });
  const form = page.getByRole('region', { name: 'New upload' });
  await form.getByRole('button', { name: 'Share', exact: true }).click();
  await site.settle();
  await page.goto(`/uploads?author=${author.username}`);
  const card = page.getByRole('list', { name: 'Uploads' }).getByRole('article').first();
  await expect(card).toHaveAccessibleName(title);
  const play = card.getByRole('button', { name: `Play the video “${title}”, 0:02` });
  await expect(play).toBeVisible({ timeout: 60_000 });
  await expect(play.locator('img')).toHaveAttribute('src', /\/files\/.*poster-/);
  await expect(page.locator('video')).toHaveCount(0);
  await axe(page);
  await play.click();
  const video = card.locator('video');
  await expect(video).toBeFocused();
  await expect(video).toHaveAttribute('src', /\/files\//);
  const size = await video.boundingBox();
  expect(size!.width / size!.height).toBeCloseTo(320 / 180, 1);
});
