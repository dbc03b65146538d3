import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeComment } from '#features/feed/server/fixtures.ts';
import { wavOf } from '#scripts/demo/sound/wav.ts';
import { callAs, picture, share, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, type FixtureMember, test, type TestSite } from './world.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const playhead = (page: Page) => bar(page).getByRole('slider', { name: /^Position in/ });
const second = async (page: Page): Promise<number> => Number(await playhead(page).getAttribute('aria-valuenow'));
const isPlaying = (page: Page) => bar(page).getByRole('button', { name: /^Pause/ });
const isPaused = (page: Page) => bar(page).getByRole('button', { name: /^Play / });
const playOf = (page: Page, title: string) => page.getByRole('button', { name: `Play ${title}` }).first();

/** Waits until the sound is so many seconds in. */
async function heard(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => second(page), { timeout: 15_000 }).toBeGreaterThanOrEqual(seconds);
}

/** A track of a fresh author. */
async function track(site: TestSite, title: string, seconds = 60) {
  const author = await site.member({ displayName: 'Hana Reed' });
  const id = await share(site, author, { content: title, files: [tone('loop.wav', seconds)] });
  return { id, author, title, trackId: await trackIdOf(site, id) };
}

interface Seen {
  playCount: number;
  files: { trackId: string; version: number; playCount: number }[];
}
async function seen(site: TestSite, id: string): Promise<Seen> {
  return (await (await fetch(`${site.url}/api/v1/uploads/${id}`)).json()) as Seen;
}
const trackIdOf = async (site: TestSite, id: string): Promise<string> => (await seen(site, id)).files[0]!.trackId;

test('the waveform comes with the page, before any script', async ({ open, site, allow }) => {
  // This browser runs no scripts.
  allow(/request failed: GET .*\.js csp/);
  const { id, title } = await track(site, `Drawn ${randomUUID()}`);
  const page = await open(null, { javaScriptEnabled: false });
  await page.goto(`/uploads/${id}`);
  const slider = page.getByRole('slider', { name: `Position in ${title}` });
  await expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 1:00');
  expect(((await slider.locator('clipPath path').getAttribute('d')) ?? '').split('m').length).toBeGreaterThan(100);
  await page.goto('/uploads');
  await expect(slider).toBeVisible();
});

test('a track plays on over three pages, and a reload keeps its place in silence', async ({ page, site, axe }) => {
  const { id, title } = await track(site, `Night bus ${randomUUID()}`);
  await page.goto('/forum');
  await expect(bar(page)).toHaveCount(0);
  await page.goto(`/uploads/${id}`);
  await expect(page.getByRole('slider', { name: `Position in ${title}` })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await playOf(page, title).click();
  await expect(isPlaying(page)).toBeVisible();
  await heard(page, 1);
  await axe(page);
  const session = await page.evaluate(() => ({
    state: navigator.mediaSession.playbackState,
    title: navigator.mediaSession.metadata?.title,
    artist: navigator.mediaSession.metadata?.artist,
  }));
  // Two members of one name are distinguished by their handle.
  expect(session).toEqual({
    state: 'playing',
    title,
    artist: expect.stringMatching(/^Hana Reed( \(@hana_reed\d*\))?$/),
  });

  for (const place of ['Forum', 'Home']) {
    const before = await second(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click();
    await expect(page).toHaveURL(place === 'Home' ? '/' : '/forum');
    await expect(isPlaying(page)).toBeVisible();
    await heard(page, before + 1);
  }
  await bar(page).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/uploads/${id}`);
  const before = await second(page);
  await heard(page, before + 1);

  await isPlaying(page).click();
  const paused = await second(page);
  await page.reload();
  await expect(isPaused(page)).toBeVisible();
  expect(Math.abs((await second(page)) - paused)).toBeLessThanOrEqual(1);
  await isPaused(page).click();
  await heard(page, paused + 1);

  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('slider', { name: `Position in ${title}` })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('the keyboard does all of it, and keys typed into a field stay there', async ({ page, site, axe }) => {
  const first = await track(site, `Keys one ${randomUUID()}`);
  const next = await track(site, `Keys two ${randomUUID()}`);
  const reader = await site.member();
  await site.signIn(page, reader);
  await page.goto('/uploads');
  // The newest stands first: the older one follows it.
  await playOf(page, next.title).focus();
  await page.keyboard.press('Enter');
  await expect(isPlaying(page)).toBeVisible();
  await page.keyboard.press('k');
  await expect(isPaused(page)).toBeVisible();

  await page.locator('main').focus();
  await page.keyboard.press('5');
  await expect.poll(() => second(page)).toBe(30);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => second(page)).toBe(35);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => second(page)).toBe(25);
  await page.keyboard.press('m');
  await expect(bar(page).getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('m');
  await page.keyboard.press('Space');
  await expect(isPlaying(page)).toBeVisible();
  await page.keyboard.press('Shift+N');
  await expect(bar(page).getByRole('link', { name: first.title })).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(bar(page).getByRole('link', { name: next.title })).toBeVisible();

  await test.step('the slider has keys of its own', async () => {
    await playhead(page).focus();
    // A track that plays at its end goes on with the next.
    await page.keyboard.press('k');
    await expect(isPaused(page)).toBeVisible();
    await page.keyboard.press('End');
    await expect(playhead(page)).toHaveAttribute('aria-valuetext', /^(0:59|1:00) of 1:00$/);
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    await expect(playhead(page)).toHaveAttribute('aria-valuetext', '0:30 of 1:00');
  });

  await test.step('the queue is put in order', async () => {
    await bar(page)
      .getByRole('button', { name: /^Queue/ })
      .press('Enter');
    const queue = page.getByRole('dialog', { name: 'Queue' });
    await expect(queue.getByRole('listitem').first()).toContainText(first.title);
    await axe(page);
    const count = await queue.getByRole('listitem').count();
    await queue.getByRole('button', { name: `Remove ${first.title} from the queue` }).press('Enter');
    await expect(queue.getByRole('listitem')).toHaveCount(count - 1);
    await page.keyboard.press('Escape');
    await expect(queue).toHaveCount(0);
  });

  await test.step('what is typed is text', async () => {
    await page.goto(`/uploads/${first.id}`);
    await page.getByRole('button', { name: /^Comment at/ }).press('Enter');
    const field = page.getByRole('textbox', { name: /^Comment at/ });
    await field.pressSequentially('k m 5 N');
    await expect(field).toHaveValue('k m 5 N');
    await expect(isPaused(page)).toBeVisible();
  });
});

test('who pauses, or goes back, as a track begins or ends is heard', async ({ page, site }) => {
  const first = await track(site, `Ends one ${randomUUID()}`);
  const next = await track(site, `Ends two ${randomUUID()}`);
  // A key between an event of the sound and its delivery to the player. A sound whose next one follows in its stream does
  // not end: this browser takes no pieces.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'MediaSource');
    window.Audio = class extends Audio {
      constructor() {
        super();
        for (const type of ['playing', 'ended'])
          this.addEventListener(type, () => {
            const html = document.documentElement;
            const key = html.getAttribute(`key-${type}`);
            html.removeAttribute(`key-${type}`);
            const focused = document.activeElement!;
            if (key) focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          });
      }
    };
  });
  const root = page.locator('html');
  const pressAt = (event: 'playing' | 'ended', key: string) =>
    root.evaluate((html, [name, value]) => html.setAttribute(name, value), [`key-${event}`, key] as const);
  const endWith = async (key: string) => {
    await pressAt('ended', key);
    await playhead(page).press('End');
    await expect(root).not.toHaveAttribute('key-ended');
  };
  const isAtNext = () => expect(bar(page).getByRole('link', { name: next.title })).toBeVisible();
  await page.goto('/uploads');
  await pressAt('playing', 'k');
  await playOf(page, next.title).click();
  await expect(root).not.toHaveAttribute('key-playing');
  await expect(isPaused(page)).toBeVisible();
  await isPaused(page).click();
  await heard(page, 1);
  await test.step('gone back', async () => {
    await endWith('Home');
    await heard(page, 1);
    await expect(isPlaying(page)).toBeVisible();
    expect(await second(page)).toBeLessThan(30);
    await isAtNext();
  });
  await test.step('paused', async () => {
    await endWith('k');
    await expect(isPaused(page)).toBeVisible();
    await isAtNext();
    await isPaused(page).click();
    await heard(page, 1);
  });
  await test.step('neither', async () => {
    await endWith('');
    await expect(bar(page).getByRole('link', { name: first.title })).toBeVisible();
    await expect(isPlaying(page)).toBeVisible();
  });
});

test('one tab at a time is heard, and the volume is one for all', async ({ page, site }) => {
  const { id, title } = await track(site, `Two tabs ${randomUUID()}`);
  await page.goto(`/uploads/${id}`);
  await playOf(page, title).click();
  await expect(isPlaying(page)).toBeVisible();
  await bar(page).getByRole('slider', { name: 'Volume' }).fill('0.4');
  const other = await page.context().newPage();
  await other.goto(`/uploads/${id}`);
  await expect(bar(other)).toHaveCount(0);
  await playOf(other, title).click();
  await expect(isPlaying(other)).toBeVisible();
  await expect(isPaused(page)).toBeVisible();
  await expect(bar(other).getByRole('slider', { name: 'Volume' })).toHaveValue('0.4');
  await isPaused(page).click();
  await expect(isPaused(other)).toBeVisible();
  await other.close();
});

test('a play counts once enough was heard, and not for a jump', async ({ page, site }) => {
  const { id, title } = await track(site, `Counted ${randomUUID()}`, 8);
  await page.goto(`/uploads/${id}`);
  await playOf(page, title).click();
  await heard(page, 1);
  await page.keyboard.press('9');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(7);
  expect((await seen(site, id)).playCount).toBe(0);
  await page.keyboard.press('0');
  await expect.poll(async () => (await seen(site, id)).playCount, { timeout: 15_000 }).toBe(1);
});

/** Timed comments, in the waveform of a page. */
const marksOf = (page: Page) => page.getByRole('list', { name: 'Timed comments' }).getByRole('button');

test('listeners write timed comments; the author marks what needs work', async ({ open, site, axe }) => {
  const { id, title, author, trackId } = await track(site, `Spoken ${randomUUID()}`);
  const listener: FixtureMember = await site.member({ displayName: 'Ivo Tape' });
  await makeComment(site.ctx, listener, id, { content: 'Where is the bass?', at: { trackId, ms: 50_000 } });
  const theirs = await open(listener);
  await theirs.goto(`/uploads/${id}`);
  await playOf(theirs, title).click();
  await heard(theirs, 1);
  await playhead(theirs).focus();
  await theirs.keyboard.press('PageUp');
  await theirs.getByRole('button', { name: /^Comment at 0:3/ }).click();
  await theirs.getByRole('textbox', { name: /^Comment at 0:3/ }).fill('The snare sits right now');
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(marksOf(theirs)).toHaveCount(2);
  await expect(marksOf(theirs).first()).toHaveAccessibleName(/^Ivo Tape at 0:3\d: The snare sits right now$/);
  await marksOf(theirs).last().click();
  await heard(theirs, 50);

  const mine = await open(author);
  await mine.goto(`/uploads/${id}`);
  await marksOf(mine).last().click();
  await expect(isPlaying(mine)).toBeVisible();
  const words = mine.getByRole('dialog', { name: 'Comments here' });
  const marked = mine.waitForResponse('**/mark');
  await words.getByRole('button', { name: 'Needs work' }).click();
  await expect(words.getByRole('button', { name: 'Needs work' })).toHaveAttribute('aria-pressed', 'true');
  await axe(mine);
  await mine.keyboard.press('Escape');
  await expect(marksOf(mine).last()).toHaveAccessibleName(/Where is the bass\?\. Needs work$/);
  await marked;
  await theirs.reload();
  await expect(marksOf(theirs).last()).toHaveAccessibleName(/Needs work$/);
});

test('long timed comments anywhere in a track make no page wider', async ({ open, site }) => {
  const { id, trackId } = await track(site, `Wordy ${randomUUID()}`);
  const listener = await site.member();
  for (const ms of [1_000, 14_000, 26_000, 29_500, 31_000, 38_000, 50_000, 58_000])
    await makeComment(site.ctx, listener, id, {
      content: 'This comment says a great deal more than fits beside its mark.',
      at: { trackId, ms },
    });
  for (const width of [360, 768]) {
    const page = await open(null, { viewport: { width, height: 740 } });
    await page.goto(`/uploads/${id}`);
    await expect(marksOf(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('an author gives a track another sound and hears both at the same position', async ({ open, site, axe }) => {
  const { id, title, author, trackId } = await track(site, `Two sounds ${randomUUID()}`);
  await callAs(site, await site.member(), 'PUT', `/uploads/${id}/like`, { on: true });
  const page = await open(author);
  await page.goto(`/uploads/${id}`);
  const versions = page.getByRole('region', { name: 'Versions', exact: true });
  await expect(versions.getByText('One version so far.')).toBeVisible();
  const { name, content } = tone('louder.wav', 50);
  await versions
    .getByLabel('Sound of the new version')
    .setInputFiles({ name, mimeType: 'audio/wav', buffer: Buffer.from(content) });
  await expectToast(page, 'New version', 'The sound is replaced. Comments and plays stay.');
  await expect(versions.getByRole('listitem')).toHaveCount(2, { timeout: 15_000 });
  expect((await seen(site, id)).files[0]).toMatchObject({ trackId, version: 2 });
  await site.settle();
  await axe(page);

  await versions.getByRole('button', { name: 'B · v1' }).click();
  await heard(page, 1);
  await expect(bar(page).getByRole('link', { name: `v1 · ${title}` })).toBeVisible();
  const before = await second(page);
  await versions.getByRole('button', { name: 'A · v2' }).click();
  await expect(bar(page).getByRole('link', { name: title, exact: true })).toBeVisible();
  expect(await second(page)).toBeGreaterThanOrEqual(before);
  await expect(isPlaying(page)).toBeVisible();
  await heard(page, before + 1);
  // The louder version comes down to what the quieter one reaches: the chip has one number for both.
  await page.setViewportSize({ width: 1440, height: 900 });
  const chip = bar(page).getByRole('button', { name: /^One loudness for all tracks/ });
  const played = await chip.textContent();
  await expect(chip).toBeDisabled();
  await versions.getByRole('button', { name: 'B · v1' }).click();
  await expect(bar(page).getByRole('link', { name: `v1 · ${title}` })).toBeVisible();
  await expect(chip).toHaveText(played!);

  const stranger = await open(await site.member());
  await stranger.goto(`/uploads/${id}`);
  await expect(playOf(stranger, title)).toBeVisible();
  await expect(stranger.getByRole('region', { name: 'Versions', exact: true })).toHaveCount(0);
});

test('a lost connection is said, and the sound goes on where it was', async ({ page, site, allow }) => {
  allow(/Failed to load resource/);
  allow(/request failed: \w+ .*\/files\//);
  const { id, title } = await track(site, `Lost ${randomUUID()}`);
  await page.route('**/files/**', (route) => route.abort('internetdisconnected'));
  await page.goto(`/uploads/${id}`);
  await playOf(page, title).click();
  await expect(bar(page).getByText('The connection is lost. Trying again.')).toBeVisible();
  await page.unroute('**/files/**');
  await expect(isPlaying(page)).toBeVisible();
  await heard(page, 1);
});

test('a phone has the player above its own bar, and all of it in the queue', async ({ open, site, axe }) => {
  const { id, title } = await track(site, `Small ${randomUUID()}`);
  const page = await open(null, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto(`/uploads/${id}`);
  await playOf(page, title).click();
  await expect(isPlaying(page)).toBeVisible();
  const quick = page.getByRole('navigation', { name: 'Quick' });
  const [player, nav] = [(await bar(page).boundingBox())!, (await quick.boundingBox())!];
  expect(player.y + player.height).toBeLessThanOrEqual(nav.y + 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await axe(page);
  await bar(page)
    .getByRole('button', { name: /^Queue/ })
    .click();
  const queue = page.getByRole('dialog', { name: 'Queue' });
  await queue.getByRole('slider', { name: /^Position in/ }).click({ position: { x: 150, y: 20 } });
  await expect(queue.getByRole('slider', { name: /^Position in/ })).toHaveAttribute(
    'aria-valuetext',
    /^0:(2|3)\d of 1:00$/,
  );
  await expect(queue.getByRole('slider', { name: 'Volume' })).toBeVisible();
  await axe(page);
  await queue.getByRole('button', { name: 'Close the player' }).click();
  await expect(bar(page)).toHaveCount(0);
});

test('a phone goes on and back in the bar; speed, repeating, order and loudness are in the queue and stay', async ({
  open,
  site,
  axe,
}) => {
  const author = await site.member({ displayName: 'Hana Reed' });
  const content = `Modes ${randomUUID()}`;
  const files = ['one.wav', 'two.wav', 'three.wav'].map((name, index) => tone(name, 50 + index));
  const id = await share(site, author, { content, files });
  await site.settle();
  const page = await open(null, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    Object.assign(window, { made });
    window.Audio = new Proxy(window.Audio, {
      construct(Made: typeof Audio, args: [string?]) {
        const audio = new Made(...args);
        made.push(audio);
        return audio;
      },
    });
  });
  await page.goto(`/uploads/${id}`);
  await page.getByRole('button', { name: 'Play one' }).click();
  await expect(isPlaying(page)).toBeVisible();
  const heardTitle = (title: string) => bar(page).getByRole('link', { name: title });
  await bar(page).getByRole('button', { name: 'Next track' }).click();
  await expect(heardTitle('two')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Next track' }).click();
  await expect(heardTitle('three')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Next track' })).toBeDisabled();
  await bar(page).getByRole('button', { name: 'Previous track' }).click();
  await expect(heardTitle('two')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await bar(page)
    .getByRole('button', { name: /^Queue/ })
    .click();
  const queue = page.getByRole('dialog', { name: 'Queue' });
  await queue.getByLabel('Speed').selectOption('1.5');
  const speeds = () => page.evaluate(() => (window as unknown as { made: HTMLAudioElement[] }).made[0]!.playbackRate);
  await expect.poll(speeds).toBe(1.5);
  await queue.getByRole('button', { name: 'Repeat: off' }).click();
  await expect(queue.getByRole('button', { name: 'Repeat: the queue' })).toBeVisible();
  await expect(queue.getByRole('button', { name: 'Shuffle what comes next' })).toBeDisabled();
  await queue.getByRole('switch', { name: /One loudness for all tracks/ }).click();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(queue).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Next track' }).click();
  await expect(heardTitle('three')).toBeVisible();
  expect(await speeds()).toBe(1.5);
  await bar(page).getByRole('button', { name: 'Next track' }).click();
  await expect(heardTitle('one')).toBeVisible();

  // The next page load plays as it was left, and the chip of a wide screen says so.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  const chip = bar(page).getByRole('button', { name: /^One loudness for all tracks/ });
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(chip).toHaveAttribute('title', /played as recorded$/);
});

test('a sound whose end is missing says so to its author, and to no listener', async ({ open, site }) => {
  const author = await site.member();
  const content = `Cut ${randomUUID()}`;
  const whole = tone('cut.wav', 20);
  const file = { ...whole, content: whole.content.subarray(0, Math.floor(whole.content.length * 0.6)) };
  const id = await share(site, author, { content, files: [file] });
  await site.settle();
  const own = await open(author);
  await own.goto(`/uploads/${id}`);
  await expect(own.getByText('This file ends early: its end is missing')).toBeVisible();
  const other = await open(await site.member());
  await other.goto(`/uploads/${id}`);
  await expect(playOf(other, content)).toBeVisible();
  await expect(other.getByText('This file ends early')).toHaveCount(0);
});

test('a sound shows the cover that came inside it: on its card, its page, in the bar and on the lock screen', async ({
  page,
  site,
  axe,
}) => {
  const title = `Covered ${randomUUID()}`;
  const silence = new Float32Array(4 * 24_000).fill(0.2);
  const tags = {
    title,
    artist: 'Hana Reed',
    bpm: 90,
    key: 'Am',
    cover: (await picture('front.png', 640, 640)).content,
  };
  const content = wavOf([silence, silence], tags);
  const author = await site.member({ displayName: 'Hana Vale' });
  const id = await share(site, author, { content: title, files: [{ name: 'covered.wav', content }] });
  const cover = page.getByRole('group', { name: `Track: ${title}` }).locator('img[srcset]');
  const isDrawn = () => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

  // As large before its picture as with it.
  await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? undefined : route.fallback()));
  await page.goto(`/uploads/${id}`, { waitUntil: 'commit' });
  const before = await page.locator('.track-cover').boundingBox();
  expect(before?.width).toBe(104);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const place of [`/uploads/${id}`, '/uploads']) {
    await page.goto(place);
    await expect.poll(isDrawn).toBe(true);
  }
  await page.goto(`/uploads/${id}`);
  expect(await page.locator('.track-cover').boundingBox()).toEqual(before);
  await playOf(page, title).click();
  await expect(isPlaying(page)).toBeVisible();
  await expect(bar(page).locator('img')).toBeVisible();
  const artwork = await page.evaluate(() => navigator.mediaSession.metadata?.artwork);
  expect(artwork?.map(({ sizes, type }) => [sizes, type])).toEqual([
    ['320x320', 'image/webp'],
    ['640x640', 'image/webp'],
  ]);
  await axe(page);
});

test('of several tracks each has the cover that its author has chosen, and its own name, also on the lock screen', async ({
  open,
  site,
  axe,
}) => {
  const author = await site.member({ displayName: 'Hana Reed' });
  const files = [tone('Side A.wav', 30), tone('Side B.wav', 30)];
  const id = await share(site, author, { content: `Both sides ${randomUUID()}`, files });
  await site.settle();
  const page = await open(author);
  await page.goto(`/uploads/${id}`);
  await page.getByRole('button', { name: 'More about the track Side B' }).click();
  await page.getByRole('menuitem', { name: 'Edit cover and details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Track details' });
  const front = await picture('front.png', 640, 640);
  await dialog
    .getByTestId('file-input')
    .setInputFiles({ name: front.name, mimeType: 'image/png', buffer: Buffer.from(front.content) });
  await expect(dialog.getByText('Ready')).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Details saved');
  await site.settle();
  const sideB = page.getByRole('group', { name: 'Track: Side B' });
  await expect(sideB.getByRole('img', { name: 'Cover of Side B' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cover of Side A' })).toHaveCount(0);
  await sideB.getByRole('button', { name: 'Play Side B' }).click();
  await expect(bar(page).locator('img')).toBeVisible();
  const shown = () =>
    page.evaluate(() => {
      const { title, artwork } = navigator.mediaSession.metadata ?? {};
      return [title, ...(artwork ?? []).map(({ sizes }) => sizes)];
    });
  expect(await shown()).toEqual(['Side B', '320x320', '640x640']);
});
