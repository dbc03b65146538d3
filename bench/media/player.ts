import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { freePort } from '#platform/server/free-port.ts';
import { openSite } from '#site/server/site.ts';
import { ensureBrowser } from '#scripts/browser.ts';
import { tone } from '../../e2e/share.ts';

/** Fresh browsers that play the track once each. */
const PLAYS = 5;
/** Of the track that is played. */
const SECONDS = 600;
/** Seconds of sound during which the main thread is watched. */
const WATCHED_SECONDS = 10;

interface Watched {
  /** When a key or the pointer was pressed last, by the page's clock. */
  askedAt: number;
  /** Reads when sound is there: the playhead goes on. */
  soundAt(): Promise<number>;
}

/** Notes when something was asked of the player, and when it sounds. */
function watchSound(): void {
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
}

const soundAfter = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched.soundAt());

/** Milliseconds that a page's main thread works in a second, by the processor's time: other programs do not count. */
async function mainThreadOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
  const before = await busy();
  await page.waitForTimeout(WATCHED_SECONDS * 1000);
  return (1000 * ((await busy()) - before)) / WATCHED_SECONDS;
}

async function play(browser: Browser, address: string): Promise<Record<'first' | 'near' | 'far', number>> {
  const page = await browser.newPage();
  await page.addInitScript(watchSound);
  await page.goto(address);
  const button = page.getByRole('button', { name: /^Play / }).first();
  await button.hover();
  // As long as a hand needs from pointing to pressing.
  await page.waitForTimeout(200);
  await button.click();
  const first = await soundAfter(page);
  await page.keyboard.press('ArrowRight');
  const near = await soundAfter(page);
  await page.keyboard.press('8');
  const far = await soundAfter(page);
  await page.close();
  return { first, near, far };
}

/**
 * Plays a track of ten minutes in fresh browsers, on a site of its own. @returns the milliseconds of each play until it
 * sounds, by what was pressed, and what a second of sound takes of the main thread
 */
export async function measurePlayer(): Promise<Readonly<Record<string, readonly number[]>>> {
  const data = mkdtempSync(path.join(tmpdir(), 'looproom-player-'));
  const url = `http://localhost:${await freePort()}`;
  const config = readConfig({ PORT: new URL(url).port, DATA_DIR: data, SITE_URL: url });
  const site = await openSite(config, pino({ level: 'error' }), { rateLimits: false });
  try {
    await site.listen();
    const author = await makeMember(site.ctx);
    const { name, content } = tone('tone.wav', SECONDS);
    const fileIds = [await makeFile(site.ctx, author, content, { name })];
    await site.ctx.jobs.idle();
    const address = `${url}/uploads/${await makeUpload(site.ctx, author, { content: 'A tone', fileIds })}`;
    const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
    try {
      const plays = [];
      for (let turn = 0; turn < PLAYS; turn++) plays.push(await play(browser, address));
      const page = await browser.newPage();
      await page.goto(address);
      await page
        .getByRole('button', { name: /^Play / })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Pause/ })
        .first()
        .waitFor();
      return {
        'press to sound of a track': plays.map(({ first }) => first),
        'jump to what is loaded': plays.map(({ near }) => near),
        'jump to 80 % of a track': plays.map(({ far }) => far),
        'main thread for 1 s of it': [await mainThreadOf(page)],
      };
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
    rmSync(data, { recursive: true, force: true });
  }
}
