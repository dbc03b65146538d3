import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { resolveViewer } from '#site/server/app.ts';
import { approve } from '#content/core/server/review.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { changeSetVisibility } from '#features/sets/server/write.ts';
import { makeItem, sharedType } from '#features/sharing/server/fixtures.ts';
import { callAs, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

test.use({ settings: { DISCORD_CLIENT_ID: 'looproom', DISCORD_CLIENT_SECRET: 'secret' } });

/** What an address shows where it is shared: the properties and names of its head. */
async function headOf(request: APIRequestContext, path: string): Promise<Map<string, string>> {
  const html = await (await request.get(path)).text();
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return new Map([...tags].map(([, name = '', content = '']) => [name, content]));
}

const party = (site: TestSite, host: FixtureMember, body: object = {}) =>
  callAs(site, host, 'POST', '/parties', { name: 'Night bus', submitId: randomUUID(), ...body });

/** Makes one of each thing with a page. @returns their addresses by the file of their route */
async function things(site: TestSite): Promise<Record<string, string>> {
  const mira = await site.member({ displayName: 'Mira Osei', createdAt: new Date('2020-01-01') });
  const viewer = (await resolveViewer(site.ctx, mira.cookie))!;
  const items = Object.fromEntries(
    await Promise.all(
      sharingKinds.map(async (kind) => {
        const id = await makeItem(site.ctx, kind, mira, { title: `Low tide, ${kind}` });
        if (kind === 'set') await changeSetVisibility(site.ctx, viewer, id, 'public', null);
        if (kind === 'self_promotion_post')
          await site.ctx.db.tx((tx) => approve(site.ctx, tx, null, sharedType(kind).item, id));
        return [`${sharingTypes[kind].path.slice(1)}.$itemId`, `${sharingTypes[kind].path}/${id}`];
      }),
    ),
  );
  return {
    ...items,
    'forum.post.$postId': `/forum/post/${await makePost(site.ctx, mira, { content: 'Which reverb?' })}`,
    'uploads.$uploadId': `/uploads/${await share(site, mira, { content: 'Low tide', files: [tone('low.wav', 3)] })}`,
    'profile.$username': `/profile/${mira.username}`,
    gallery: `/gallery?image=${await makeGalleryImage(site.ctx, mira, { title: 'Harbor', isAdult: false })}`,
    'listening-party.$partyId': `/listening-party/${(await party(site, mira)).id}`,
  };
}

/** Routes that redirect, or answer one person alone, whose address says so. */
const closed = new Set([
  'forum.$postId',
  'legal.takedown.confirm',
  'legal.takedown.court',
  'payment-success',
  'profile.index',
  's.$token',
  'unsubscribe',
]);
/** Signed-in places: who is not gets the page for signing in. */
const signedIn =
  /^(admin|customize|decisions|forum\.bookmarks|friends|legal\.accept|legal\.complaints|notifications|ranks\.statement|secret-links|settings|upgrades)/;

/** Texts of the operator: the picture is that of the site. */
const texts: Readonly<Record<string, string>> = { 'legal.$textKey': '/legal/terms', 'pages.$pageKey': '/pages/about' };

/** The address of a route without parameters. */
const addressOf = (route: string): string => `/${route.replace(/\.?index$/, '').replaceAll('.', '/')}`;

test('every page that is for everybody has a picture where its address is shared', async ({ request, site }) => {
  test.slow();
  await setSiteSetting(site.ctx, 'ownPages', 'about: About us');
  const made = await things(site);
  const files = await readdir('site/web/routes');
  const routes = files.flatMap((file) => (/^[^-_].*\.tsx$/.test(file) ? [file.slice(0, -4)] : []));
  expect(routes.length).toBeGreaterThan(70);
  const shown = new Map<string, string>();
  for (const route of routes.filter((each) => !closed.has(each))) {
    const path = made[route] ?? texts[route] ?? addressOf(signedIn.test(route) ? 'auth' : route);
    expect(path, `a thing of ${route} is made for this test`).not.toContain('$');
    const head = await headOf(request, path);
    const about = `${route} at ${path}`;
    for (const name of ['og:title', 'og:description', 'og:url', 'og:image:alt'])
      expect(head.get(name) ?? '', `${name} of ${about}`).not.toBe('');
    const isLarge = Number(head.get('og:image:width')) >= 600;
    expect(head.get('twitter:card'), about).toBe(isLarge ? 'summary_large_image' : 'summary');
    const url = head.get('og:image') ?? '';
    if (shown.get(url) === undefined) {
      const answer = await request.get(url);
      expect(answer.status(), `the picture of ${about}`).toBe(200);
      const { width, height } = await sharp(await answer.body()).metadata();
      shown.set(url, `${width}x${height}`);
    }
    expect(`${head.get('og:image:width')}x${head.get('og:image:height')}`, about).toBe(shown.get(url));
    // What is somebody's own has a picture of its own.
    if (made[route]) expect(url, about).not.toContain('/previews/site.jpg');
  }
});

test('what is not for everybody has no picture, and its address says nothing of it', async ({ request, site }) => {
  test.slow();
  const mira = await site.member({ adult: true, createdAt: new Date('2020-01-01') });
  const hidden = `Hidden ${randomUUID()}`;
  const none: [kind: string, id: string, path: string][] = [];
  for (const kind of sharingKinds.filter((each) => each !== 'set')) {
    const id = await makeItem(site.ctx, kind, mira, { title: hidden, isAdult: kind !== 'self_promotion_post' });
    none.push([kind, id, `${sharingTypes[kind].path}/${id}`]);
  }
  const held = await makeItem(site.ctx, 'song', mira, { title: hidden, description: 'Call +49 170 5550123' });
  const removed = await makeItem(site.ctx, 'drumkit', mira, { title: hidden });
  await callAs(site, mira, 'DELETE', `/drumkits/${removed}`, {});
  none.push(['song', held, `/songs/${held}`], ['drumkit', removed, `/drumkits/${removed}`]);
  const set = await makeItem(site.ctx, 'set', mira, { title: hidden });
  const viewer = (await resolveViewer(site.ctx, mira.cookie))!;
  await changeSetVisibility(site.ctx, viewer, set, 'private', null);
  none.push(['set', set, `/sets/${set}`]);
  const upload = await share(site, mira, { content: hidden, visibility: 'private', files: [tone('low.wav', 3)] });
  none.push(['upload', upload, `/uploads/${upload}`]);
  const adult = await party(site, mira, { name: hidden, isAdult: true });
  none.push(['party', adult.id, `/listening-party/${adult.id}`]);
  const image = await makeGalleryImage(site.ctx, mira, { title: hidden, approved: false });
  none.push(['image', image, `/gallery?image=${image}`]);
  for (const [kind, id, path] of none) {
    expect((await request.get(`/previews/${kind}/${id}.jpg`)).status(), `${kind} ${path}`).toBe(404);
    const html = await (await request.get(path)).text();
    expect(html, path).not.toContain(hidden);
    expect(html, path).not.toContain('/previews/' + kind);
  }
});

test('a secret link has no picture, whatever it opens', async ({ request, site }) => {
  const mira = await site.member();
  const upload = await share(site, mira, { content: 'Demo take', visibility: 'private', files: [tone('low.wav', 3)] });
  const link = { kind: 'upload', contentId: upload, hours: null };
  const { address } = (await callAs(site, mira, 'POST', '/secret-links', link)) as unknown as { address: string };
  expect((await request.get(address)).status()).toBe(200);
  const head = await headOf(request, address);
  expect([...head.keys()].filter((name) => /^(og|twitter):/.test(name))).toEqual(['og:site_name']);
  expect(head.get('robots')).toBe('noindex');
  expect(head.get('referrer')).toBe('no-referrer');
});

test('after an edit a picture has another address', async ({ request, site }) => {
  const mira = await site.member();
  const url = 'https://soundcloud.com/mira/low-tide';
  const id = await makeItem(site.ctx, 'song', mira, { title: 'Low tide', artist: 'Mira', url });
  const before = (await headOf(request, `/songs/${id}`)).get('og:image')!;
  expect((await headOf(request, `/songs/${id}`)).get('og:image')).toBe(before);
  const body = { title: 'High tide', artist: 'Mira', url, description: '', tags: '', baseVersion: 1 };
  await callAs(site, mira, 'PATCH', `/songs/${id}`, body);
  const after = (await headOf(request, `/songs/${id}`)).get('og:image')!;
  expect(after).not.toBe(before);
  expect(Buffer.compare(await (await request.get(before)).body(), await (await request.get(after)).body())).toBe(0);
});

test('a visitor who follows the address of a party reads what it is, and enters it after signing in', async ({
  page,
  request,
  site,
  axe,
}) => {
  const host = await site.member({ displayName: 'Mira Osei' });
  const { id } = await party(site, host, { name: 'Night <bus>' });
  const head = await headOf(request, `/listening-party/${id}`);
  expect(head.get('og:title')).toBe('Night &lt;bus&gt;');
  expect(head.get('og:image')).toContain(`/previews/party/${id}.jpg?v=`);
  expect(head.get('robots')).toBe('noindex');
  const guest = await site.member();
  await page.goto(`/listening-party/${id}`);
  await expect(page.getByText('Then you enter Night <bus>, a listening party hosted by Mira Osei.')).toBeVisible();
  await axe(page);
  // The way by an outside provider takes the party along, and brings it back where it was cancelled.
  await page.route('https://discord.com/**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const location = `${asked.get('redirect_uri')}?${new URLSearchParams({ error: 'access_denied', state: asked.get('state')! })}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await expect(page).toHaveURL(`/auth?party=${id}&error=access_denied`);
  await page.getByLabel('Email').fill(guest.email);
  await page.getByLabel('Password', { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/listening-party/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Night <bus>' })).toBeVisible();
  await page.goto(`/auth?party=${id}`);
  await expect(page).toHaveURL(`/listening-party/${id}`);
});
