import type { Locator } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { busyPicture, type Appearance, setAppearance, film, skyPicture } from './appearance.ts';
import { hydrated } from './hydrated.ts';
import { measureContrast } from './measured-contrast.ts';
import { callAs, picture, share, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const bio = 'Beats from a basement in Leipzig. Half jungle, half field recordings.';
const colors = (
  primary: string,
  secondary: string,
  background: string,
  accent: string,
  text: string | null = null,
) => ({
  primary,
  secondary,
  background,
  accent,
  text,
});

/** How much is drawn on a canvas: the length of its picture. */
const inkOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL().length);

test('a member’s page shows who it is, and what they made in tabs', async ({ open, site }) => {
  test.setTimeout(300_000);
  const member = await site.member({ displayName: 'Mina Loop' });
  await setAppearance(site, member, {
    profile: { bio, description: 'Booking by message.' },
    links: [
      { title: 'My label', url: 'https://label.example.org/mina', isActive: true },
      { title: 'W'.repeat(40), url: `https://${'w'.repeat(50)}.example.org/`, isActive: true },
    ],
    decorations: ['headphones'],
    banner: await skyPicture('banner.png', '#ff8a5c', '#402060', 1600, 400),
    avatar: await picture('avatar.png', 300, 300),
  });
  await makePost(site.ctx, member, { content: 'How I record rain\n\nFrom the roof.' });
  await share(site, member, { content: 'Only words here' });
  await share(site, member, { content: 'A loop of mine', files: [tone('loop.wav', 3)] });
  await makeGalleryImage(site.ctx, member, { title: 'Desk at night' });
  await makeItem(site.ctx, 'set', member, { title: 'Rain over Leipzig', type: 'album' });

  const page = await open(await site.member(), { viewport: wide });
  const answer = await page.goto(`/profile/${member.username}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Mina Loop' })).toBeVisible();
  for (const text of [`@${member.username}`, bio, 'Booking by message.', 'Joined', 'XP', 'Level', 'Friends'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Friend' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Stats' })).toContainText('Uploads2');
  await expect(page.getByRole('link', { name: 'My label label.example.org' })).toHaveAttribute('rel', /nofollow/);
  const head = page.locator('head');
  await expect(head.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\/files\//);
  await expect(head.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/profile/${member.username}`);
  // The drawing has come, in one file of its own.
  await expect(page.locator('.decoration-headphones use')).toHaveAttribute('href', /\/assets\/headphones-.*\.svg#art$/);
  expect(
    await page.locator('.decoration-headphones').evaluate((art: SVGSVGElement) => art.getBBox().width),
  ).toBeGreaterThan(50);
  // Nothing that moves: no switch, and no code for it.
  await expect(page.getByRole('switch', { name: 'Effects' })).toHaveCount(0);

  await expect(page.getByRole('link', { name: 'How I record rain' })).toBeVisible();
  for (const [tab, shown, hidden] of [
    ['Uploads', 'Only words here', 'How I record rain'],
    ['Tracks', 'A loop of mine', 'Only words here'],
  ] as const) {
    await page
      .getByRole('navigation', { name: 'What they made' })
      .getByRole('link', { name: tab, exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`tab=${tab.toLowerCase()}$`));
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(page.getByText(hidden)).toHaveCount(0);
  }
  await page.getByRole('navigation', { name: 'What they made' }).getByRole('link', { name: 'Sets' }).click();
  await expect(page).toHaveURL(/tab=sets$/);
  const sets = page.getByRole('region', { name: 'Sets by this member' });
  await expect(sets.getByRole('link', { name: 'Rain over Leipzig' })).toHaveAttribute('href', /^\/sets\//);
  await expect(sets).toContainText('Album0 entries');
  await page.getByRole('link', { name: 'Images', exact: true }).click();
  await expect(page.getByRole('link', { name: /Desk at night/ })).toBeVisible();
  await page.goto(`/profile/${member.username}?tab=activity`);
  await expect(page.getByText(/^Mina Loop .*How I record rain/).first()).toBeVisible();

  await page.getByRole('button', { name: 'More about Mina Loop' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('radio', { name: '18+ and not marked so' }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expectToast(page, 'Report sent', 'Staff will look at it.');
  const [report] = await site.ctx.db.rows(
    sql`SELECT content_kind, report_reasons[1] AS reason FROM queue_items WHERE content_id = ${member.profileId}`,
  );
  expect(report).toEqual({ content_kind: 'profile', reason: 'adult' });

  await test.step('the day of joining is that of the reader, with the time on hover', async () => {
    await site.ctx.db.rows(sql`UPDATE profiles SET created_at = '2026-03-31T20:30:00Z' WHERE id = ${member.profileId}`);
    const far = await open(await site.member(), { timezoneId: 'Asia/Tokyo' });
    await far.goto(`/profile/${member.username}`);
    const joined = far.locator('dl').getByRole('time').first();
    await expect(joined).toHaveText('Apr 1, 2026');
    await expect(joined).toHaveAttribute('title', /^Wednesday, April 1, 2026 at 5:30\sAM/);
    await far.goto(`/members?q=${member.username}`);
    const tile = far.getByRole('listitem').filter({ hasText: `@${member.username}` });
    await expect(tile).toContainText('Joined Apr 1, 2026');
    await expect(tile.locator('time')).toHaveAttribute('title', /^Wednesday, April 1, 2026 at 5:30\sAM/);
  });

  const own = await open(member);
  await own.goto(`/profile/${member.username}`);
  await expect(own.getByRole('button', { name: 'More about Mina Loop' })).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Add Friend' })).toHaveCount(0);
  const visitor = await open(null);
  await visitor.goto(`/profile/${member.username}`);
  await expect(visitor.getByRole('button', { name: 'Add Friend' })).toHaveCount(0);
  await visitor.setViewportSize(phone);
  // Links and names without a place to break make no page wider than the phone.
  const widthOf = () => visitor.evaluate(() => document.documentElement.scrollWidth);
  expect(await widthOf()).toBe(phone.width);
  await share(site, await site.member({ displayName: 'W'.repeat(40) }), {
    content: `[${'W'.repeat(110)}](https://example.org/${'a'.repeat(200)})`,
  });
  for (const address of ['/', '/uploads']) {
    await visitor.goto(address);
    expect(await widthOf(), address).toBe(phone.width);
  }
  await visitor.goto(`/profile/${member.username}`);
  // On a phone what a member made comes before numbers about it.
  const topOf = async (part: Locator) => (await part.boundingBox())!.y;
  expect(await topOf(visitor.getByRole('navigation', { name: 'What they made' }))).toBeLessThan(
    await topOf(visitor.getByRole('region', { name: 'Stats' })),
  );
  await visitor.getByRole('button', { name: 'More about Mina Loop' }).click();
  await visitor.getByRole('menuitem', { name: 'Report' }).click();
  await expectToast(visitor, 'Authentication required', 'Please sign in to continue.');
});

test('a former username and other cases lead to the page’s one address', async ({ page, site, allow }) => {
  allow(/status of 404/);
  const member = await site.member();
  const former = member.username;
  const username = `${former.slice(0, 18)}_now`;
  await callAs(site, member, 'PUT', '/account/username', { username });
  for (const [from, query] of [
    [former, ''],
    [username.toUpperCase(), '?tab=uploads'],
  ] as const) {
    const answer = await fetch(`${site.url}/profile/${from}${query}`, { redirect: 'manual' });
    expect(answer.status).toBe(301);
    expect(new URL(answer.headers.get('location')!, site.url).href).toBe(`${site.url}/profile/${username}${query}`);
  }
  const missing = await page.goto('/profile/nobody_of_this_name');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible();
});

test('an open page follows what its member saves, without a reload, and to its new address', async ({ open, site }) => {
  const member = await site.member({ displayName: 'Mina Brook' });
  await makePost(site.ctx, member, { content: 'What rain taught me\n\nOn the roof.' });
  const [owner, reader] = [await open(member), await open(await site.member(), { viewport: wide })];
  await reader.goto(`/profile/${member.username}`, { waitUntil: 'networkidle' });
  await reader.evaluate(() => document.body.setAttribute('data-kept', ''));
  const read: string[] = [];
  reader.on('request', (request) => read.push(new URL(request.url()).pathname));

  await owner.goto('/settings/profile');
  await owner.getByRole('textbox', { name: 'Display name' }).fill('Mina Ray');
  await owner.getByRole('textbox', { name: 'Bio' }).fill(bio);
  await owner.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Mina Ray' })).toBeVisible();
  await expect(reader.getByText(bio, { exact: true })).toBeVisible();
  await expect(reader).toHaveTitle(/Mina Ray/);
  const page = `/api/v1/profiles/${member.username}/page`;
  expect(read.filter((path) => path === page)).toHaveLength(1);

  await setAppearance(site, member, {
    links: [{ title: 'My label', url: 'https://label.example.org/mina', isActive: true }],
    decorations: ['headphones'],
    banner: await skyPicture('banner.png', '#ff8a5c', '#402060', 1600, 400),
    theme: colors('#ff8a5c', '#7dd3fc', '#0b1226', '#ffd60a'),
  });
  await expect(reader.getByRole('link', { name: 'My label label.example.org' })).toBeVisible();
  await expect(reader.locator('.decoration-headphones')).toBeVisible();
  await expect(reader.locator('img.profile-banner')).toHaveAttribute('src', /^\/files\//);
  await expect(reader.locator('.stage')).toHaveAttribute('style', /--surface/);

  const username = `${member.username.slice(0, 18)}_ray`;
  await callAs(site, member, 'PUT', '/account/username', { username });
  await expect(reader).toHaveURL(`/profile/${username}`);
  await expect(reader.getByText(`@${username}`, { exact: true }).first()).toBeVisible();
  await expect(reader.locator('body')).toHaveAttribute('data-kept', '');
});

test('five appearances, one of them hostile: every text is readable, wide and on a phone', async ({
  open,
  site,
  axe,
}) => {
  test.setTimeout(900_000);
  const appearances: Record<string, Appearance> = {
    night: {
      theme: colors('#ff8a5c', '#7dd3fc', '#0b1226', '#ffd60a', '#e6edff'),
      glow: { isOn: true, color: '#7dd3fc', intensity: 12 },
      nameEffect: 'shimmer',
      layout: { backgroundEffect: 'stars', cursorEffect: 'sparkle', profileOpacity: 0.5, profileBlur: 8 },
      decorations: ['headphones', 'stars'],
      backgrounds: { image: await skyPicture('night.png', '#1b2a5a', '#080c1c') },
      links: [{ title: 'SoundCloud', url: 'https://soundcloud.com/x', isActive: true }],
    },
    paper: {
      theme: colors('#a33b1f', '#2f6f5e', '#f3e7cf', '#c9921c', '#3a2a1c'),
      font: 'Georgia',
      layout: { backgroundEffect: 'waves' },
      decorations: ['laurel'],
    },
    neon: {
      theme: colors('#00ff9c', '#ff2bd6', '#0a0f0c', '#f5ff3b'),
      font: 'RANGERS',
      nameEffect: 'wave',
      layout: { backgroundEffect: 'matrix', cursorEffect: 'fire', profileOpacity: 0.4 },
      decorations: ['equaliser', 'pixel-crown'],
    },
    hostile: {
      theme: colors('#ffff00', '#ffff00', '#ffff00', '#ffff00', '#ffff00'),
      layout: { profileOpacity: 0.1, backgroundOpacity: 1, backgroundEffect: 'particles' },
      backgrounds: { image: await busyPicture('busy.png') },
      decorations: ['flame-ring'],
    },
    siteColors: {
      layout: { audioVisualizer: true, profileOpacity: 0.2 },
      backgrounds: { image: await busyPicture('busy.png'), audio: tone('warm.wav', 4) },
      decorations: ['vinyl-ring', 'cassette-halo'],
    },
  };
  for (const [name, appearance] of Object.entries(appearances)) {
    const member = await site.member({ displayName: `Mina ${name}`, moderator: name === 'hostile' });
    await setAppearance(site, member, { profile: { bio, description: 'What else there is to say.' }, ...appearance });
    await makePost(site.ctx, member, { content: `How I record rain, ${name}\n\nFrom the roof, with a towel.` });
    await share(site, member, {
      content: `A loop, and **words** with a #tag and \`code\`, ${name}`,
      files: [tone('a.wav', 2)],
    });
    // Still pictures of the effects: one that moves would be drawn again and again while it is measured.
    const page = await open(await site.member(), { viewport: wide, reducedMotion: 'reduce' });
    const effect = appearance.layout?.backgroundEffect;
    for (const [size, tab] of [
      [wide, '?tab=uploads'],
      [phone, ''],
    ] as const) {
      await page.setViewportSize(size);
      const where = `${name}${tab}, ${size.width} pixels wide`;
      await page.goto(`/profile/${member.username}${tab}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (effect !== undefined) {
        await hydrated(page);
        await page.getByRole('switch', { name: 'Effects' }).setChecked(true);
        await expect.poll(() => inkOf(page.locator(`canvas[data-effect="${effect}"]`))).toBeGreaterThan(5000);
      }
      for (const colorScheme of appearance.theme ? (['dark'] as const) : (['dark', 'light'] as const)) {
        await page.emulateMedia({ colorScheme });
        const measured = await measureContrast(page, '.stage');
        expect(measured.length, where).toBeGreaterThan(15);
        const unread = measured.filter(({ ratio }) => ratio < 4.5);
        expect.soft(unread, where).toEqual([]);
      }
      if (size === wide) await test.step(where, () => axe(page));
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(over, `${name}: pixels over the edge at 360`).toBe(0);
  }
});

test('nothing sounds by itself; the sound begins at 0.3, and makes way for the site’s player', async ({
  open,
  site,
}) => {
  test.setTimeout(300_000);
  const member = await site.member();
  await setAppearance(site, member, {
    layout: { audioVisualizer: true },
    backgrounds: { audio: tone('warm.wav', 60), video: await film('film.mp4') },
  });
  await share(site, member, { content: 'A loop of mine', files: [tone('loop.wav', 60)] });
  const page = await open(null, { viewport: wide });
  await page.goto(`/profile/${member.username}?tab=tracks`);
  const volume = page.getByRole('slider', { name: 'Volume of warm' });
  await expect(volume).toHaveValue('0.3');
  const sound = page.locator('audio');
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.paused && audio.preload === 'none')).toBe(true);
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused)).toBe(true);
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);

  await page.getByRole('button', { name: 'Play warm' }).click();
  await expect(page.getByRole('button', { name: 'Pause warm' })).toBeVisible();
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.volume)).toBeCloseTo(0.3);
  await page
    .getByRole('region', { name: 'Tracks by this member' })
    .getByRole('button', { name: /^Play/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Play warm' })).toBeVisible();
  await page.getByRole('button', { name: 'Play warm' }).click();
  await expect(
    page.getByRole('region', { name: 'Tracks by this member' }).getByRole('button', { name: /^Play/ }).first(),
  ).toBeVisible();
});

test('effects come late, stop with the switch, and stand still for who asked for less motion', async ({
  open,
  site,
}) => {
  test.setTimeout(300_000);
  const member = await site.member();
  await setAppearance(site, member, {
    layout: { backgroundEffect: 'waves', cursorEffect: 'glow' },
    cursor: await picture('cursor.png', 32, 32),
    nameEffect: 'pulse',
  });
  const page = await open(null, { viewport: wide });
  await page.goto(`/profile/${member.username}`);
  const canvases = page.locator('canvas.stage-effect');
  await expect(canvases).toHaveCount(2);
  const stage = page.locator('.stage');
  await expect(stage).toHaveAttribute('data-effects', 'moving');
  expect(await stage.evaluate((element) => getComputedStyle(element).cursor)).toContain('/files/');
  await expect.poll(() => inkOf(page.locator('canvas[data-effect="waves"]'))).toBeGreaterThan(5000);

  await hydrated(page);
  await page.getByRole('switch', { name: 'Effects' }).click();
  await expect(canvases).toHaveCount(0);
  expect(await stage.evaluate((element) => getComputedStyle(element).cursor)).not.toContain('/files/');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Effects' })).not.toBeChecked();
  await expect(canvases).toHaveCount(0);

  const calm = await open(null, { viewport: wide, reducedMotion: 'reduce' });
  const fetched: string[] = [];
  calm.on('request', (request) => fetched.push(request.url()));
  await calm.goto(`/profile/${member.username}`, { waitUntil: 'networkidle' });
  await expect(calm.getByRole('switch', { name: 'Effects' })).not.toBeChecked();
  expect(fetched.filter((url) => /(waves|glow|run)-[\w-]+\.js/.test(url))).toEqual([]);
  await calm.getByRole('switch', { name: 'Effects' }).click();
  const still = calm.locator('canvas[data-effect="waves"]');
  const shot = () => still.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect.poll(async () => (await shot()).length).toBeGreaterThan(5000);
  const before = await shot();
  await calm.waitForTimeout(400);
  expect(await shot()).toBe(before);
  await expect(calm.locator('canvas[data-effect="glow"]')).toHaveCount(0);
});
