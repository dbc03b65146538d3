import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { contract } from '#site/contract/contract.ts';
import { type SectionId, isWithin, sectionIds, sectionPresets, sections } from '#site/contract/section-limits.ts';
import { type SharingKind, sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { Approved } from '#platform/server/content-kind.ts';
import { realtimePath } from '#platform/contract/event.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { makeItem, makeReplyTo } from '#features/sharing/server/fixtures.ts';
import type { Context } from '#platform/server/context.ts';
import type { SectionSettings } from '#platform/server/switches.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { features } from '#site/server/app.ts';
import { type World, openWorld } from '#site/testing/world.ts';

/** What is switched off is nowhere, what is hidden is in no list of several kinds, and both come back. */

let world: World;
/** Another process of the same site. */
let other: Site;
let author: FixtureMember;
let reader: FixtureMember;
/** A word that stands in what a section has, and nowhere else. */
const wordOf = (id: SectionId): string => `zq${id.replaceAll('-', '')}zq`;
/** Ids of what was made, by the parameter of an address and the section it belongs to. */
const ids = new Map<SectionId, string>();
/** Ids of posts, by their category's section. */
const posts = new Map<SectionId, string>();
const { host } = partyCalls(() => world);

const kindOf = (id: SectionId): SharingKind | undefined =>
  sharingKinds.find((kind) => sharingTypes[kind].path === `/${id}`);
const categories = ['dox', 'marketplace', 'leaks', 'music', 'nsfw'] as const;

beforeAll(async () => {
  world = await openWorld();
  other = await openSite(world.ctx.config, pino({ level: 'silent' }), { pages: false, work: false, rateLimits: false });
  author = await world.member({ createdAt: new Date('2020-01-01'), adult: true });
  reader = await world.member({ createdAt: new Date('2020-01-01'), adult: true });
  const { ctx } = world;
  const words = (id: SectionId): string => `${wordOf(id)} for @${reader.username}, long enough to be read`;
  for (const id of sectionIds) {
    const kind = kindOf(id);
    if (!kind) continue;
    const item = await makeItem(ctx, kind, author, { title: `A ${wordOf(id)}`, description: words(id) });
    ids.set(id, item);
    if (sharingTypes[kind].isApproved)
      await ctx.db.tx((tx) => (ctx.kinds.get(kind) as Approved<Context>).approve(ctx, tx, null, item, ''));
    await makeReplyTo(ctx, kind, author, item, `A reply: ${words(id)}`);
  }
  ids.set('uploads', await makeUpload(ctx, author, { content: `A ${words('uploads')}` }));
  ids.set('gallery', await makeGalleryImage(ctx, author, { description: words('gallery') }));
  ids.set('parties', await host(author, { name: `A ${wordOf('parties')}`, description: words('parties') }));
  for (const key of categories) {
    const post = await makePost(ctx, author, { content: `A ${words(`forum-${key}`)}`, category: key });
    posts.set(`forum-${key}`, post);
    await makeReply(ctx, author, post, { content: `A reply: ${words(`forum-${key}`)}` });
  }
  await world.settle();
}, 120_000);
afterAll(async () => {
  await other.close();
  await world.close();
});

/** Every address that can be read, as far as its parts are known. */
function addresses(): string[] {
  const known: Record<string, readonly string[]> = {
    username: [author.username],
    profileId: [author.profileId],
    of: [author.username],
    uploadId: [ids.get('uploads')!],
    imageId: [ids.get('gallery')!],
    partyId: [ids.get('parties')!],
    postId: [...posts.values()],
    file: [...posts.values()].map((id) => `${id}.jpg`),
    kind: ['post'],
  };
  const keys = [
    ...Object.keys(contract).map((key) => key.replace(' ', ' /api/v1')),
    ...features.flatMap((feature) => feature.documents ?? []).map(({ method, path }) => `${method} ${path}`),
  ];
  const filled = keys.flatMap((key): string[] => {
    const [method, pattern] = key.split(' ') as [string, string];
    if (method !== 'GET' || /\/staff\/|\/dev\/|\/latest|previews|\.jpg|\.png|\.ico/.test(pattern)) return [];
    const own = sectionIds.find((id) => kindOf(id) && isWithin(pattern.replace('/api/v1', ''), [`/${id}`]));
    const names = pattern.match(/:\w+/g) ?? [];
    return names.reduce<string[]>(
      (some, name) => {
        const values = name === ':itemId' && own ? [ids.get(own)!] : (known[name.slice(1)] ?? []);
        return some.flatMap((address) => values.map((value) => address.replace(name, value)));
      },
      [pattern],
    );
  });
  const searches = sectionIds.flatMap((id) => [`/search?q=${wordOf(id)}`, `/search/suggest?q=${wordOf(id)}`]);
  const lists = [`/forum/posts?author=${author.username}`, ...categories.map((key) => `/forum/posts?category=${key}`)];
  return [...filled, ...[...searches, ...lists].map((path) => `/api/v1${path}`)];
}

/** The addresses that show a word of each section. */
async function shown(): Promise<Map<SectionId, string[]>> {
  const found = new Map<SectionId, string[]>(sectionIds.map((id) => [id, []]));
  for (const address of addresses()) {
    const { body } = await world.get(address, reader);
    // A search says what was looked for.
    const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(
      /"(query|corrected)":"[^"]*"/g,
      '',
    );
    for (const id of sectionIds) if (text.includes(wordOf(id))) found.get(id)!.push(address);
  }
  return found;
}

const set = (name: keyof SectionSettings, value: string) => setSiteSetting(world.ctx, name, value);
/** Lists of several kinds, beside the addresses of the section itself. */
const isList = (address: string): boolean =>
  /\/search|\/activity|sitemap|posts\.atom|\/forum\.atom|\/forum\/posts(\?author=.*)?$/.test(address);

describe('a section', () => {
  let before: Map<SectionId, string[]>;
  const withContent = sectionIds.filter((id) => kindOf(id) || ['uploads', 'gallery', 'parties'].includes(id));
  const withPosts = categories.map((key) => `forum-${key}` as const);

  beforeAll(async () => {
    before = await shown();
  }, 120_000);

  it.each([...withContent, ...withPosts])('%s is found in lists, and at its own addresses', (id) => {
    expect(before.get(id)!.some(isList)).toBe(true);
    expect(before.get(id)!.some((address) => address.includes('/search'))).toBe(true);
    expect(before.get(id)!.some((address) => !isList(address))).toBe(true);
  });

  it.each([...withContent, ...withPosts])(
    '%s is nowhere while it is switched off, in no list while it is hidden, and takes nothing along',
    async (id) => {
      await set('sectionsOff', id);
      const off = await shown();
      expect(off.get(id)).toEqual([]);
      for (const each of [...withContent, ...withPosts].filter((one) => one !== id))
        expect(off.get(each), each).toEqual(before.get(each));
      await set('sectionsOff', '');
      await set('sectionsHidden', id);
      const hidden = await shown();
      expect(hidden.get(id)!.filter(isList)).toEqual([]);
      expect(hidden.get(id)).toEqual(before.get(id)!.filter((address) => !isList(address)));
      await set('sectionsHidden', '');
    },
    120_000,
  );

  it('is back with all that it had once it is switched on', async () => {
    expect(await shown()).toEqual(before);
  });

  it.each(sectionIds.filter((id) => sections[id].paths.length > 0))('%s refuses each of its endpoints', async (id) => {
    await set('sectionsOff', id);
    for (const key of Object.keys(contract)) {
      const path = key.slice(key.indexOf(' ') + 1);
      const isOwn = isWithin(path, sections[id].paths);
      const params = Object.fromEntries((path.match(/:\w+/g) ?? []).map((name) => [name.slice(1), author.profileId]));
      if (!isOwn) continue;
      const { status, body } = await world.call(key, { params }, reader);
      expect([key, status, (body as { code?: string }).code]).toEqual([key, 404, 'section_off']);
    }
    await set('sectionsOff', '');
  });

  it('is switched off for every process, and for sockets that are open', async () => {
    const listening = { port: 0, host: '127.0.0.1' };
    const heard = await Promise.all(
      [world.app, other.app].map(async (app) => {
        const said: string[] = [];
        const socket = new WebSocket(`${(await app.listen(listening)).replace('http', 'ws')}${realtimePath}`);
        socket.on('message', (data: Buffer) => {
          const message = JSON.parse(data.toString()) as { kind: string; topic?: string };
          if (message.kind === 'hello')
            for (const topic of ['songs', 'forum']) socket.send(JSON.stringify({ kind: 'subscribe', topic }));
          else said.push(`${message.kind} ${message.topic}`);
        });
        const hears = (line: string) => expect.poll(() => said, { timeout: 20_000, interval: 10 }).toContain(line);
        await hears('subscribed songs');
        await hears('subscribed forum');
        return { socket, said, hears };
      }),
    );
    await set('sectionsOff', 'songs');
    for (const { hears, said, socket } of heard) {
      await hears('ended songs');
      socket.send(JSON.stringify({ kind: 'subscribe', topic: 'songs' }));
      await hears('refused songs');
      expect(said).not.toContain('ended forum');
      socket.close();
    }
    const answer = await other.app.inject({ url: '/api/v1/songs' });
    expect(answer.json()).toMatchObject({ code: 'section_off', detail: 'This part of the site is switched off.' });
    await set('sectionsOff', '');
    await expect.poll(async () => (await other.app.inject({ url: '/api/v1/songs' })).statusCode).toBe(200);
  });

  it('stays in the queue of staff and in the export of its author while it is switched off', async () => {
    const admin = await world.member({ admin: true });
    const song = ids.get('songs')!;
    await world.ok('POST /reports', { body: { kind: 'song', id: song, reason: 'spam' } }, reader);
    await set('sectionsOff', 'songs');
    const { items } = await world.ok('GET /staff/queue', {}, admin);
    expect(JSON.stringify(items)).toContain(wordOf('songs'));
    const exported = await world.ctx.kinds.get('song')!.exportOf!(world.ctx, author.profileId);
    expect(JSON.stringify(exported)).toContain(wordOf('songs'));
    await set('sectionsOff', '');
  });

  it('is named to pages only where it is not as the software has it', async () => {
    expect((await world.ok('GET /session')).site).not.toHaveProperty('sections');
    await set('sectionsOff', 'leaks');
    await set('sectionsHidden', 'gallery');
    await set('sectionNames', 'songs: Beats, forum-music: Sounds');
    expect((await world.ok('GET /session')).site.sections).toEqual({
      closed: 'This part of the site is switched off',
      off: ['/leaks/'],
      names: {
        '/leaks': null,
        '/gallery': null,
        '/forum?category=image-board': null,
        '/songs': 'Beats',
        '/forum?category=music': 'Sounds',
      },
    });
    const { category } = await world.ok('GET /forum/posts/:postId', { params: { postId: posts.get('forum-music')! } });
    expect(category.label).toBe('Sounds');
    for (const name of ['sectionsOff', 'sectionsHidden', 'sectionNames'] as const) await set(name, '');
    expect((await world.ok('GET /session')).site).not.toHaveProperty('sections');
  });

  it('gives the menu an order and links of its own, and takes none that leads astray', async () => {
    await set('menuOrder', '/songs, /sets');
    await set('menuLinks', 'Shop: https://shop.example/a?b=c, Rules: /legal/rules');
    expect((await world.ok('GET /session')).site.sections).toEqual({
      closed: 'This part of the site is switched off',
      off: [],
      names: {},
      order: ['/sets', '/songs'],
      links: [
        { label: 'Shop', to: 'https://shop.example/a?b=c' },
        { label: 'Rules', to: '/legal/rules' },
      ],
    });
    for (const to of ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'shop', ''])
      await expect(set('menuLinks', `Shop: ${to}`), to).rejects.toThrow('Enter links such as');
    const eleven = Array.from({ length: 11 }, (_, at) => `Link ${at}: /forum`).join(', ');
    await expect(set('menuLinks', eleven)).rejects.toThrow('at most 10 links');
    await expect(set('menuLinks', `${'x'.repeat(41)}: /forum`)).rejects.toThrow('at most 40 characters');
    await expect(set('menuOrder', 'songs')).rejects.toThrow('Enter pages with commas between them');
    for (const name of ['menuOrder', 'menuLinks'] as const) await set(name, '');
  });

  it.each(Object.entries(sectionPresets))(
    'begins with the preset %s, and nothing else is switched off',
    async (_, preset) => {
      await set('sectionsOff', preset.off.join(', '));
      for (const id of sectionIds)
        expect([id, world.ctx.switches.isOff(id)]).toEqual([id, preset.off.some((one) => one === id)]);
      await set('sectionsOff', '');
    },
  );

  it('takes no post in a category that is switched off, and nothing that is no section', async () => {
    await set('sectionsOff', 'forum-dox');
    const body = { content: 'Words enough for a post', fileIds: [], category: 'dox', submitId: randomUUID() };
    await world.refused('POST /forum/posts', { body }, reader, 'section_off');
    await world.refused('GET /forum/posts', { query: { category: 'dox' } }, reader, 'section_off');
    const postId = posts.get('forum-dox')!;
    await world.refused('GET /forum/posts/:postId', { params: { postId } }, reader, 'section_off');
    await world.refused('GET /forum/posts/:postId/replies', { params: { postId } }, reader, 'section_off');
    const reply = { content: 'An answer', submitId: randomUUID() };
    await world.refused(
      'POST /forum/posts/:postId/replies',
      { params: { postId }, body: reply },
      reader,
      'section_off',
    );
    await set('sectionsOff', '');
    await expect(set('sectionsOff', 'forum')).rejects.toThrow('Enter parts of the site');
    await expect(set('sectionNames', 'songs: ')).rejects.toThrow('A name has at most 40 characters');
  });
});
