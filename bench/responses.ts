import { type Page, chromium } from '@playwright/test';
import { findBrowser } from '#scripts/browser.ts';
import { linkOn, makeDemo } from './lighthouse.ts';
import { measurePlayer } from './media/player.ts';
import { type Row, quantile, short } from './rows.ts';
import { withSite } from './server.ts';

/** Beginnings of words of the demo; none is the beginning of one before, whose answer is remembered. */
const BEGINNINGS = ['drum', 'bass', 'mix', 'tape', 'vocal', 'loop', 'sample', 'record', 'synth', 'guitar'];
/** Sounds of a kit that are played. */
const SOUNDS = 10;

/** The last key of a search until its first result stands in the page. */
async function searchTimes(page: Page, address: string): Promise<number[]> {
  await page.goto(`${address}/members`);
  await page.waitForFunction(() => window.earlyActions === undefined);
  const field = page.getByRole('combobox', { name: 'Search' });
  const times: number[] = [];
  for (const text of BEGINNINGS) {
    await page.keyboard.press('Control+k');
    await field.fill('');
    await page.keyboard.type(text.slice(0, -1), { delay: 30 });
    // What the unfinished beginning brings may stand there already; only the answer to all of it counts.
    const time = await page.evaluateHandle(
      (wanted) => ({
        answered: new Promise<number>((resolve, reject) => {
          let pressed = 0;
          addEventListener('keydown', () => (pressed = performance.now()), { once: true, capture: true });
          const give = (error: string) => () => reject(new Error(error));
          const timer = setTimeout(give(`No result for "${wanted}".`), 10_000);
          const look = (): void => {
            if (!document.querySelector('[role=listbox] [role=option]')) return void requestAnimationFrame(look);
            clearTimeout(timer);
            resolve(performance.now() - pressed);
          };
          new PerformanceObserver((list, observer) => {
            if (!list.getEntries().some(({ name }) => new URL(name).searchParams.get('q') === wanted)) return;
            observer.disconnect();
            requestAnimationFrame(look);
          }).observe({ type: 'resource' });
        }),
      }),
      text,
    );
    await page.keyboard.type(text.slice(-1));
    times.push(await time.evaluate(({ answered }) => answered));
    await page.keyboard.press('Escape');
  }
  return times;
}

/** The press on a sound of a kit until it plays. A pointer that comes by has it loaded, as it does for a person. */
async function soundTimes(page: Page, kit: string): Promise<number[]> {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('playing', () => performance.mark('sounds'), { once: true });
      return play.call(this);
    };
    addEventListener('pointerdown', () => performance.mark('pressed'), { capture: true });
  });
  await page.goto(kit);
  const sounds = page.locator('[data-sound]');
  await sounds.first().waitFor();
  const times: number[] = [];
  const count = Math.min(SOUNDS, await sounds.count());
  for (let sound = 0; sound < count; sound++) {
    await page.evaluate(() => performance.clearMarks());
    await sounds.nth(sound).click();
    await page.waitForFunction(() => performance.getEntriesByName('sounds').length > 0);
    times.push(
      await page.evaluate(
        () =>
          performance.getEntriesByName('sounds')[0]!.startTime - performance.getEntriesByName('pressed')[0]!.startTime,
      ),
    );
  }
  return times;
}

/**
 * How long pages take to answer a person, from the key or press to what answers it: in the demo, as a visitor, results while
 * typing and sounds of a kit, and a track of ten minutes on a site of its own.
 * @param limits milliseconds by what is measured
 * @throws without a browser
 */
export async function measureResponses(limits: Readonly<Record<string, number>>): Promise<Row[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found: install Chromium, or name one in CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const ofDemo = await withSite({ dataDir: await makeDemo(), databaseUrl: '' }, async ({ address }) => {
      const kit = await linkOn(address, '/drumkits', /href="(\/drumkits\/[0-9a-f-]{36})"/);
      return {
        'last key to first result': await searchTimes(await browser.newPage(), address),
        'press to sound of a kit': await soundTimes(await browser.newPage(), address + kit),
      };
    });
    return Object.entries({ ...ofDemo, ...(await measurePlayer()) }).map(([what, times]): Row => {
      const more = `longest of ${times.length} ${short(Math.max(...times))} ms`;
      return { what, value: quantile(times, 0.5), unit: 'ms', most: limits[what], more };
    });
  } finally {
    await browser.close();
  }
}
