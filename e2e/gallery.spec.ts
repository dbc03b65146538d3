import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { drawPicture, makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { type TestSite, expect, test } from './world.ts';

const tile = (page: Page, title: string) => page.getByRole('link', { name: title });
const stage = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const like = (page: Page) => page.getByRole('button', { name: /^Like/ });

/** Calls an endpoint of staff as the browser of a member of the staff does. */
async function approve(staff: Page, title: string): Promise<string> {
  return await staff.evaluate(async (wanted) => {
    const { items } = (await (await fetch('/api/v1/staff/gallery')).json()) as {
      items: { id: string; title: string; version: string }[];
    };
    const { id, version } = items.find((image) => image.title === wanted)!;
    const answer = await fetch(`/api/v1/staff/gallery/${id}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return id;
  }, title);
}

/** Images of members who have none else, so that no cooldown is met. */
async function images(site: TestSite, titles: readonly string[], [width, height] = [90, 60]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles)
    ids.push(
      await makeGalleryImage(site.ctx, await site.member(), { title, picture: await drawPicture(width, height) }),
    );
  return ids;
}

test('an image is uploaded, waits, is approved by staff, and liked from a second browser', async ({
  page,
  open,
  site,
  axe,
}) => {
  const owner = await site.member({ displayName: 'Mina Lens' });
  const title = `Night desk ${randomUUID().slice(0, 8)}`;
  await site.signIn(page, owner);
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();

  await test.step('the form takes one picture and goes up while it is filled in', async () => {
    await page.getByRole('button', { name: 'Upload Image' }).click();
    const form = page.getByRole('dialog', { name: 'Upload Image' });
    await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    await form.getByTestId('image-input').setInputFiles({
      name: 'desk.png',
      mimeType: 'image/png',
      buffer: await drawPicture(640, 480),
    });
    await expect(form.getByText('Ready')).toBeVisible();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Description').fill('Two lamps\nand a synth.');
    await axe(page);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectToast(page, 'Image uploaded', 'Your image is waiting for approval. You will get a notification.');
    await expect(form).toBeHidden();
  });

  await test.step('its owner sees it wait, and nobody else sees it', async () => {
    const own = page.getByRole('region', { name: 'Your images on their way' });
    await expect(own.getByText('Waiting for approval')).toBeVisible();
    // Processed by a job: the picture comes without a reload.
    await expect(own.locator('img')).toBeVisible();
    await own.getByRole('link', { name: title }).click();
    await expect(stage(page, title).getByText('Your image is waiting for approval.')).toBeVisible();
    // The picture lies beside its words, not over them.
    const [picture, words] = await Promise.all([
      stage(page, title).getByRole('img', { name: title }).boundingBox(),
      stage(page, title).getByRole('heading', { name: title }).boundingBox(),
    ]);
    expect(picture!.x + picture!.width).toBeLessThanOrEqual(words!.x);
    await expect(like(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(stage(page, title)).toHaveCount(0);
  });

  const other = await open(await site.member({ displayName: 'Olu Eye' }));
  await other.goto('/gallery');
  await expect(tile(other, title)).toHaveCount(0);
  const staff = await open(await site.member({ moderator: true }));
  await staff.goto('/gallery');
  await approve(staff, title);

  await test.step('approved, it is announced without moving anything, and its owner’s row is empty', async () => {
    await expect(page.getByRole('region', { name: 'Your images on their way' })).toHaveCount(0);
    await other.getByRole('button', { name: '1 new image' }).click();
    await tile(other, title).click();
    await expect(stage(other, title).getByText('Two lamps')).toBeVisible();
    await axe(other);
    const stored = other.waitForResponse((answer) => answer.request().method() === 'PUT');
    await like(other).click();
    await expect(like(other)).toHaveAttribute('aria-pressed', 'true');
    await expect(like(other)).toHaveText('Like 1');
    // It is shown before it is stored.
    expect((await stored).status()).toBe(200);
  });

  await test.step('a like is stored, and undone', async () => {
    await other.reload();
    await expect(like(other)).toHaveText('Like 1');
    await expect(like(other)).toHaveAttribute('aria-pressed', 'true');
    await like(other).click();
    await expect(like(other)).toHaveText('Like 0');
  });

  await test.step('the forum’s Image Board shows it and leads to the gallery', async () => {
    await other.goto('/forum');
    const chips = other.getByRole('group', { name: 'Categories' }).getByRole('link');
    await expect(chips.nth(1)).toHaveText('Dox');
    await expect(chips.nth(2)).toHaveText('Image Board');
    await expect(chips.nth(3)).toHaveText('Marketplace');
    await chips.nth(2).click();
    await tile(other, title).click();
    await expect(other).toHaveURL(/\/gallery\?image=/);
    await expect(stage(other, title)).toBeVisible();
  });
});

test('a like that fails is undone, and visitors are asked to sign in', async ({ page, open, site, allow }) => {
  allow(/status of 500/);
  const title = `Undone ${randomUUID().slice(0, 8)}`;
  const [id] = await images(site, [title]);
  await site.signIn(page, await site.member());
  await page.goto(`/gallery?image=${id}`);
  await page.route('**/like', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        status: 500,
        code: 'internal',
        title: 'Error',
        detail: 'Failed to update like',
      }),
    }),
  );
  await like(page).click();
  await expectToast(page, 'Error', 'Failed to update like');
  await expect(like(page)).toHaveText('Like 0');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');

  const visitor = await open();
  await visitor.goto(`/gallery?image=${id}`);
  await like(visitor).click();
  await expectToast(visitor, 'Authentication Required', 'Please sign in to like images');
  await expect(like(visitor)).toHaveText('Like 0');
  await expect(visitor.getByRole('button', { name: 'Upload Image' })).toHaveCount(0);
});

test('the search finds, says when there is nothing, and images are turned by the keyboard', async ({
  page,
  site,
  axe,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  await images(site, [`${word} one`, `${word} two`, `${word} three`]);
  await page.goto('/gallery');
  const box = page.getByRole('searchbox', { name: 'Search images' });
  await box.fill(`no ${word} here`);
  await expect(page.getByText('No images found', { exact: true })).toBeVisible();
  await expect(page.getByText('Be the first to share an image!')).toHaveCount(0);
  await box.fill(word.toUpperCase());
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(3);
  await expect(page).toHaveURL(`/gallery?search=${word.toUpperCase()}`);
  await expect(box).toBeFocused();
  await axe(page);

  await tile(page, `${word} three`).focus();
  await page.keyboard.press('Enter');
  await expect(stage(page, `${word} three`)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(stage(page, `${word} two`)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(stage(page, `${word} one`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next image' })).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(stage(page, `${word} two`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/gallery?search=${word.toUpperCase()}`);
});

test('a long gallery reads on by itself, without moving what stands there', async ({ page, site }) => {
  const word = `m${randomUUID().slice(0, 8)}`;
  await images(
    site,
    Array.from({ length: 23 }, (_, at) => `${word} ${String(at).padStart(2, '0')}`),
    [60, 100],
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/gallery?search=${word}`);
  const cells = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  await expect(cells).toHaveCount(20);
  const first = await cells.first().boundingBox();
  expect(
    new Set((await Promise.all([0, 1, 2, 3, 4, 5].map((at) => cells.nth(at).boundingBox()))).map((box) => box!.x)).size,
  ).toBe(5);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(cells).toHaveCount(23);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect(await cells.first().boundingBox()).toEqual(first);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await cells.nth(1).boundingBox())!.x).toBe((await cells.first().boundingBox())!.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

/** Runs in the page. @returns pixels of what the browser has chosen for a picture, and those that it is drawn with */
async function drawnWith(image: HTMLElement): Promise<{ chosen: number; drawn: number }> {
  const { currentSrc, clientWidth, clientHeight, width, height } = image as HTMLImageElement;
  const { width: chosen } = await createImageBitmap(await (await fetch(currentSrc)).blob());
  const ratio = Number(image.getAttribute('width') ?? width) / Number(image.getAttribute('height') ?? height);
  const isCut = getComputedStyle(image).objectFit === 'cover';
  const drawn = (isCut ? Math.max : Math.min)(clientWidth, clientHeight * ratio);
  return { chosen, drawn: drawn * devicePixelRatio };
}

test('very wide and very tall pictures are as sharp as others, in the list and large', async ({ open, site }) => {
  const word = `pano${randomUUID().slice(0, 8)}`;
  await images(site, [`${word} wide`], [6000, 800]);
  await images(site, [`${word} tall`], [800, 6000]);
  for (const [width, deviceScaleFactor] of [
    [1440, 1],
    [360, 2],
  ] as const) {
    const page = await open(null, { viewport: { width, height: 800 }, deviceScaleFactor });
    for (const shape of ['wide', 'tall']) {
      await page.goto(`/gallery?search=${word}`);
      await hydrated(page);
      const small = tile(page, `${word} ${shape}`).locator('img');
      await small.scrollIntoViewIfNeeded();
      await expect.poll(() => small.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
      const inList = await small.evaluate(drawnWith);
      expect(inList.chosen, `${shape} in the list at ${width}`).toBeGreaterThanOrEqual(inList.drawn * 0.95);
      await small.click();
      const large = stage(page, `${word} ${shape}`).getByRole('img', { name: word });
      await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
      const inStage = await large.evaluate(drawnWith);
      expect(inStage.chosen, `${shape} large at ${width}`).toBeGreaterThanOrEqual(inStage.drawn * 0.95);
      // Nor is a picture fetched that is many times as large as it is drawn.
      expect(inStage.chosen).toBeLessThanOrEqual(Math.max(320, inStage.drawn * 4));
    }
  }
});

test('a server that takes no more for a while is waited for, and says until when', async ({ page, site, allow }) => {
  allow(/status of 429/);
  const limited = { POST: 1, PATCH: 1 } as Record<string, number>;
  await page.route('**/api/v1/files/uploads**', async (route) => {
    const method = route.request().method();
    if ((limited[method] ?? 0) === 0) return await route.continue();
    limited[method]!--;
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '4', 'content-type': 'application/problem+json' },
      body: JSON.stringify({
        type: 'about:blank',
        status: 429,
        code: 'rate_limited',
        title: 'Error',
        detail: 'Too many attempts. Please wait a moment and try again.',
      }),
    });
  });
  await site.signIn(page, await site.member());
  await page.goto('/gallery');
  await page.getByRole('button', { name: 'Upload Image' }).click();
  const form = page.getByRole('dialog', { name: 'Upload Image' });
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await form
    .getByTestId('image-input')
    .setInputFiles({ name: 'wait.png', mimeType: 'image/png', buffer: await drawPicture(64, 48) });
  const words =
    /^Too many requests: the server takes no more for now\. The upload goes on by itself in [234] seconds\.$/;
  for (const waits of [0, 1]) {
    await expect(form.getByRole('status').filter({ hasText: words }), `wait ${waits}`).toHaveCount(1);
    await expect(form.getByText('waiting for the server')).toBeVisible();
    await expect(form.getByText('connection lost')).toHaveCount(0);
    if (waits === 0) await expect.poll(() => limited['PATCH']).toBe(0);
  }
  await expect(form.getByText('Ready')).toBeVisible();
  await expect(form.getByText('Too many requests')).toHaveCount(0);
  expect(limited).toEqual({ POST: 0, PATCH: 0 });
});

test('an image that is deleted while it is still being read is shown as deleted', async ({ page, site }) => {
  const member = await site.member();
  const title = `Gone ${randomUUID().slice(0, 8)}`;
  await makeGalleryImage(site.ctx, member, { approved: false, title });
  await site.signIn(page, member);
  const deleted = Promise.withResolvers<void>();
  let reads = 0;
  await page.route('**/api/v1/gallery/images/*', async (route) => {
    if (route.request().method() !== 'GET' || reads++ > 0) return await route.continue();
    const response = await route.fetch();
    await deleted.promise;
    await route.fulfill({ response });
  });
  await page.goto('/gallery');
  await page.getByRole('region', { name: 'Your images on their way' }).getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'More about this image' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await answered;
  deleted.resolve();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
});

test('a menu that is opened before the code of the window has arrived stays open when it arrives', async ({
  page,
  site,
}) => {
  const member = await site.member();
  const title = `Early ${randomUUID().slice(0, 8)}`;
  await makeGalleryImage(site.ctx, member, { approved: false, title });
  await site.signIn(page, member);
  const pressed = Promise.withResolvers<void>();
  await page.route('**/image-dialog*.js', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto('/gallery');
  await page.getByRole('region', { name: 'Your images on their way' }).getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'More about this image' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  pressed.resolve();
  await expect(page.getByRole('dialog')).toBeAttached();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('a shared image says in its head what it is, and one that is not there is missing', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 404/);
  const title = `Shared ${randomUUID().slice(0, 8)}`;
  const [id] = await images(site, [title]);
  const html = await (await page.request.get(`/gallery?image=${id}`)).text();
  const preview = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
  expect((await page.request.get(preview)).headers()['content-type']).toBe('image/webp');
  const waiting = await makeGalleryImage(site.ctx, await site.member(), { approved: false, title });
  expect((await page.request.get(`/gallery?image=${waiting}`)).status()).toBe(404);
  await page.goto(`/gallery?image=${waiting}`);
  await expect(page.getByRole('heading', { name: 'This image does not exist any more' })).toBeVisible();
});

test('18+ stays blurred until it is wanted, and out of sight for everybody else', async ({ page, open, site }) => {
  const adult = await site.member({ adult: true });
  const title = `Late ${randomUUID().slice(0, 8)}`;
  const id = await makeGalleryImage(site.ctx, adult, { title, isAdult: true });
  await site.signIn(page, await site.member({ adult: true }));
  await page.goto('/gallery');
  await expect(tile(page, title)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show 18+ image' }).first().click();
  await expect(tile(page, title)).toBeVisible();
  const visitor = await open();
  await visitor.goto(`/gallery?image=${id}`);
  await expect(visitor.getByText('This is for adults')).toBeVisible();
  await expect(visitor.getByText(title)).toHaveCount(0);
});

test('a file is dropped on the page, a wrong one is refused in the server’s words, an own image is deleted', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 415/);
  const owner = await site.member();
  await site.signIn(page, owner);
  await page.goto('/gallery');
  await hydrated(page);
  const drop = async (name: string, content: Buffer) => {
    const data = await page.evaluateHandle(
      ([file, bytes]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], file, { type: 'image/png' }));
        return transfer;
      },
      [name, [...content]] as const,
    );
    await page
      .getByRole('button', { name: 'Drop an image here' })
      .first()
      .dispatchEvent('drop', { dataTransfer: data });
  };
  await drop('notes.png', Buffer.from('only words'));
  const form = page.getByRole('dialog', { name: 'Upload Image' });
  await expect(form.getByText('File type not supported:')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  // Another one takes the place of the refused one, in the same window.
  await form
    .getByTestId('image-input')
    .setInputFiles({ name: 'right.png', mimeType: 'image/png', buffer: await drawPicture(80, 80) });
  await expect(form.getByText('Ready')).toBeVisible();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectToast(page, 'Image uploaded');
  await page.getByRole('region', { name: 'Your images on their way' }).getByRole('link', { name: 'Untitled' }).click();
  await page.getByRole('button', { name: 'More about this image' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Your images on their way' })).toHaveCount(0);
});
