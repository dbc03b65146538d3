import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { share, tone } from './share.ts';
import { expect, test, type TestSite } from './world.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const isPlaying = (page: Page) => bar(page).getByRole('button', { name: /^Pause/ });

/** A track of a fresh author. @returns its address and title */
async function track(site: TestSite, seconds: number): Promise<{ address: string; title: string }> {
  const author = await site.member();
  const title = `Figures ${randomUUID()}`;
  return {
    address: `/uploads/${await share(site, author, { content: title, files: [tone('loop.wav', seconds)] })}`,
    title,
  };
}

/** Share of a core that a page's main thread takes for so many seconds, by the processor's time: other programs do not count. */
async function mainThreadShare(page: Page, seconds: number): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> =>
    (await browser.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
  const before = await busy();
  await page.waitForTimeout(seconds * 1000);
  return ((await busy()) - before) / seconds;
}

test('a sound that plays takes little of the main thread', async ({ site, open }) => {
  // Shorter sounds have a faster playhead: the most that is ever drawn.
  const { address, title } = await track(site, 14);
  const shares: Record<string, number> = {};
  const measure = async (name: string, where: string, prepare: (page: Page) => Promise<void>): Promise<void> => {
    const page = await open(null, { viewport: { width: 1440, height: 900 } });
    await page.goto(where);
    await page
      .getByRole('button', { name: `Play ${title}` })
      .first()
      .click();
    await expect(isPlaying(page)).toBeVisible();
    await prepare(page);
    shares[name] = await mainThreadShare(page, 5);
    await page.context().close();
  };
  await measure('a list', '/uploads', async () => {});
  await measure('its page with the close view', address, async (page) => {
    await page.getByRole('button', { name: 'Close view' }).click();
    await expect(page.getByRole('img', { name: /^Close view of/ })).toBeVisible();
  });
  await measure('the queue', address, async (page) => {
    await bar(page)
      .getByRole('button', { name: /^Queue/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible();
  });
  process.stdout.write(`Main thread while a sound plays: ${JSON.stringify(shares)}\n`);
  // A third of it was measured. Drawn for each frame of the screen, all three were above.
  for (const [name, taken] of Object.entries(shares)) expect.soft(taken, name).toBeLessThan(0.08);
});

interface Watched {
  /** Milliseconds of the page's clock, of the last press and of the last move of the playhead that was asked for. */
  askedAt: number;
  /** Reads when sound is there: the playhead goes on. */
  soundAt(): Promise<number>;
}

/** Notes when something was asked of the player, and when it sounds. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        made.push(this);
      }
    };
    const watched: Watched = {
      askedAt: 0,
      soundAt: () =>
        new Promise((resolve) => {
          const from = made[0]?.currentTime ?? 0;
          const look = (): void => {
            const [audio] = made;
            const isMoving = audio !== undefined && !audio.paused && !audio.seeking && audio.currentTime > from;
            if (isMoving) resolve(performance.now() - watched.askedAt);
            else setTimeout(look, 1);
          };
          look();
        }),
    };
    Object.assign(window, { watched });
    for (const type of ['click', 'keydown'])
      addEventListener(type, () => (watched.askedAt = performance.now()), { capture: true });
  });
}

const soundAfter = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched.soundAt());
const median = (all: readonly number[]): number =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!);

test('a first play begins soon after its press, and a jump goes on at once', async ({ site, open }) => {
  const { address, title } = await track(site, 600);
  const times: Record<'start' | 'loaded' | 'far', number[]> = { start: [], loaded: [], far: [] };
  for (let count = 0; count < 3; count++) {
    const page = await open();
    await watchSound(page);
    await page.goto(address);
    const button = page.getByRole('button', { name: `Play ${title}` }).first();
    await button.hover();
    // As long as a hand needs from pointing to pressing.
    await page.waitForTimeout(200);
    await button.click();
    times.start.push(await soundAfter(page));
    await expect(isPlaying(page)).toBeVisible();
    for (const [key, kind] of [
      ['ArrowRight', 'loaded'],
      ['8', 'far'],
    ] as const) {
      await page.keyboard.press(key);
      times[kind].push(await soundAfter(page));
    }
    await page.context().close();
  }
  const found = { start: median(times.start), loaded: median(times.loaded), far: median(times.far) };
  process.stdout.write(`Milliseconds until it sounds: ${JSON.stringify(found)} of ${JSON.stringify(times)}\n`);
  // Quiet machines are to stay under 300 and 100: docs/performance.md. Here others work too.
  expect(found.start).toBeLessThan(600);
  expect(found.loaded).toBeLessThan(300);
  expect(found.far).toBeLessThan(300);
});
