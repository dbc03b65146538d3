import { randomUUID } from 'node:crypto';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { film, filmOf } from './film.ts';
import { share } from './share.ts';
import { expect, test } from './world.ts';

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

test('a large video is played in the quality of its place, and in the one that is chosen, from where it was', async ({
  open,
  site,
  axe,
}) => {
  test.info().skip(findDecoder() === null, 'This machine has no ffmpeg.');
  const author = await site.member();
  const [large, playable] = [
    filmOf(
      'large.mp4',
      '-f lavfi -i mandelbrot=size=1280x800:rate=2 -t 1 -c:v libx264 -preset ultrafast -crf 18 -pix_fmt yuv420p',
    ),
    // The browser of these journeys may know no H.264.
    filmOf('playable.webm', '-f lavfi -i testsrc=size=320x180:rate=10 -t 20 -c:v libvpx'),
  ];
  const title = `Large film ${randomUUID()}`;
  const id = await share(site, author, { content: title, files: [{ name: 'large.mp4', content: large }] });
  await site.settle();

  for (const [width, deviceScaleFactor, expected, asked] of [
    [1440, 1, 480, /\/stream-480\.mp4$/],
    [1440, 2, 800, /\/stream\.mp4$/],
    [360, 3, 720, /\/stream-720\.mp4$/],
  ] as const) {
    const page = await open(null, { viewport: { width, height: 900 }, deviceScaleFactor });
    await page.route(/\/stream(-\d+)?\.mp4/, (route) => route.fulfill({ body: playable, contentType: 'video/webm' }));
    await page.goto(`/uploads/${id}`);
    const play = page.getByRole('button', { name: /^Play the video/ });
    await play.click();
    const video = page.locator('video');
    await expect(video).toHaveAttribute('src', asked);
    const quality = page.getByRole('button', { name: /^Quality:/ });
    await expect(quality).toHaveText(`Quality: Auto (${expected}p)`);
    if (width !== 1440 || deviceScaleFactor !== 1) continue;

    await test.step('another one goes on where it was, and is kept on this device', async () => {
      const second = () => video.evaluate((one) => (one as HTMLVideoElement).currentTime);
      await expect.poll(second).toBeGreaterThan(1);
      const before = await second();
      await axe(page);
      await quality.click();
      await expect(page.getByRole('menuitemcheckbox', { name: 'Auto' })).toBeChecked();
      await page.getByRole('menuitemcheckbox', { name: '720p' }).click();
      await expect(video).toHaveAttribute('src', /\/stream-720\.mp4$/);
      await expect(quality).toHaveText('Quality: 720p');
      await expect.poll(second).toBeGreaterThan(before);
      await expect.poll(() => video.evaluate((one) => (one as HTMLVideoElement).paused)).toBe(false);
      await page.reload();
      await play.click();
      await expect(video).toHaveAttribute('src', /\/stream-720\.mp4$/);
      await quality.click();
      await page.getByRole('menuitemcheckbox', { name: 'Auto' }).click();
      await expect(quality).toHaveText('Quality: Auto (480p)');
    });
  }
});
