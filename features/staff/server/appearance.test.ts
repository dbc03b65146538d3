import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { plainPages, siteFonts } from '#people/site-settings/contract/limits.ts';
import { packageRoot } from '#platform/server/config.ts';
import { contrast } from '#platform/contract/contrast.ts';
import { fillOf, siteColors } from '#platform/contract/site-colors.ts';
import { squareLogo } from './site-logo.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const raw = (url: string) => world.app.inject({ url, headers: { host: 'localhost:3999' } });
const picture = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
const set = (name: string, value: string | null, as: Awaited<ReturnType<World['member']>>) =>
  world.ok('PUT /staff/settings/:name', { params: { name }, body: { value } }, as);
const brandNow = async () => {
  const { logo, color } = (await world.ok('GET /session')).site;
  return { logo, color };
};

/** Average colour of the corner and of the middle of a picture. */
async function pixels(png: Buffer): Promise<{ corner: number[]; middle: number[] }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { corner: at(2, Math.floor(info.height / 2)), middle: at(info.width >> 1, info.height >> 1) };
}

describe('the logo', () => {
  it('is made of an uploaded picture, stands in every icon, and goes back by the undo of the change', async () => {
    const [admin, moderator] = [await world.member({ admin: true }), await world.member({ moderator: true })];
    const icons = [
      '/favicon.ico',
      '/icon-192.png',
      '/apple-touch-icon.png',
      '/icon-maskable.png',
      '/previews/site.jpg',
    ];
    const drawn = async () => Promise.all(icons.map(async (url) => (await raw(url)).rawPayload.toString('base64')));
    const before = await drawn();
    expect(await brandNow()).toEqual({ logo: null, color: null });
    const file = await makeFile(world.ctx, admin, await picture(700, 400), { purpose: 'site_logo' });
    const other = await makeFile(world.ctx, admin, await picture(40, 40), { purpose: 'gallery' });
    await world.settle();
    await world.refused('POST /staff/logo', { body: { fileId: file } }, moderator, 'forbidden');
    await world.refused('POST /staff/logo', { body: { fileId: other } }, admin, 'file_not_usable');
    const { changes } = await world.ok('POST /staff/logo', { body: { fileId: file } }, admin);
    const { logo } = await brandNow();
    const stored = await raw(logo!);
    expect(stored.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringMatching(/immutable/),
    });
    expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 });
    for (const [at, icon] of (await drawn()).entries()) expect(icon, icons[at]).not.toBe(before[at]);
    expect((await raw('/manifest.webmanifest')).json().icons[0].src).toMatch(/^\/icon-192\.png\?v=\w{8}$/);

    // It stays when the upload goes.
    await world.ctx.db.rows(sql`DELETE FROM files WHERE id = ${file}`);
    expect((await raw(logo!)).statusCode).toBe(200);
    expect(changes[0]).toMatchObject({ name: 'logo', before: '', undo: null });
    await set('logo', null, admin);
    expect(await drawn()).toEqual(before);
    const { items } = await set('logo', changes[0]!.after as string, admin);
    expect(items.find((item) => item.name === 'logo')!.field).toEqual({ kind: 'logo', url: logo });
    const params = { name: 'logo' };
    await world.refused(
      'PUT /staff/settings/:name',
      { params, body: { value: 'a'.repeat(64) } },
      admin,
      'file_not_usable',
    );
    expect((await raw(`/logo/${'a'.repeat(64)}.png`)).statusCode).toBe(404);
    await set('logo', null, admin);
  });

  it('waits for the processing of its picture, and is not made of one that cannot be read', async () => {
    const admin = await world.member({ admin: true });
    const file = await makeFile(world.ctx, admin, await picture(30, 30), { purpose: 'site_logo' });
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting' WHERE id = ${file}`);
    await world.refused('POST /staff/logo', { body: { fileId: file } }, admin, 'file_not_usable');
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'failed' WHERE id = ${file}`);
    await world.ctx.db.rows(sql`DELETE FROM file_renditions WHERE file_id = ${file}`);
    await world.refused('POST /staff/logo', { body: { fileId: file } }, admin, 'file_failed');
  });

  it('gets a ground where one of the themes would swallow it', async () => {
    // A cross on nothing.
    const bar = (width: number, height: number, background: string) =>
      sharp({ create: { width, height, channels: 4, background } })
        .png()
        .toBuffer();
    const mark = async (fill: string) =>
      sharp({ create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .composite([{ input: await bar(100, 20, fill) }, { input: await bar(20, 100, fill) }])
        .png()
        .toBuffer();
    expect((await pixels(await squareLogo(await mark('#000000')))).corner).toEqual([255, 255, 255, 255]);
    expect((await pixels(await squareLogo(await mark('#ffffff')))).corner).toEqual([26, 26, 26, 255]);
    // What is seen in both has none.
    const colorful = await pixels(await squareLogo(await mark('#e05030')));
    expect(colorful.middle).toEqual([224, 80, 48, 255]);
  });
});

describe('the other pictures of a site', () => {
  const upload = async (admin: Awaited<ReturnType<World['member']>>, width: number, height: number, name: string) => {
    const fileId = await makeFile(world.ctx, admin, await picture(width, height), { purpose: 'site_logo' });
    await world.settle();
    const { items } = await world.ok('POST /staff/logo', { body: { fileId, name: name as 'icon' } }, admin);
    const { field } = items.find((item) => item.name === name)!;
    return raw((field as { url: string }).url);
  };
  const newestMail = async () => {
    const mail = { kind: 'test', to: 'somebody@example.com', subject: 'Hi', paragraphs: ['Hello.'] };
    await world.ctx.mail.sendNow(mail);
    const [newest] = await world.ctx.mail.outbox!.list(1);
    return (await world.ctx.mail.outbox!.get(newest!.id))!.html;
  };

  it('an icon stands in tabs and for who installs the site, beside a logo or without one', async () => {
    const admin = await world.member({ admin: true });
    const before = (await raw('/icon-192.png')).rawPayload;
    const site = async () => (await world.ok('GET /session')).site;
    expect(await site()).not.toHaveProperty('icon');
    const stored = await upload(admin, 300, 300, 'icon');
    expect((await site()).logo).toBeNull();
    expect((await raw((await site()).icon!)).rawPayload.equals(stored.rawPayload)).toBe(true);
    for (const [url, side] of [
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
      ['/apple-touch-icon.png', 180],
      ['/icon-maskable.png', 512],
    ] as const) {
      const icon = (await raw(url)).rawPayload;
      expect(await sharp(icon).metadata()).toMatchObject({ width: side, height: side });
      if (side === 192) expect(icon.equals(before)).toBe(false);
    }
    expect((await raw('/manifest.webmanifest')).json().icons[0].src).toMatch(/\?v=\w{8}$/);
    await set('icon', null, admin);
    expect((await raw('/icon-192.png')).rawPayload.equals(before)).toBe(true);
  });

  it('a cover is the preview picture of pages without their own, in the size that others ask for', async () => {
    const admin = await world.member({ admin: true });
    const drawn = (await raw('/previews/site.jpg')).rawPayload;
    const stored = await upload(admin, 700, 400, 'cover');
    expect(stored.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await raw('/previews/site.jpg')).rawPayload.equals(stored.rawPayload)).toBe(true);
    await set('cover', null, admin);
    expect((await raw('/previews/site.jpg')).rawPayload.equals(drawn)).toBe(true);
  });

  it('mails have a head, another one for dark programs, and none by default', async () => {
    const admin = await world.member({ admin: true });
    const plain = await newestMail();
    expect(plain).not.toContain('<img');
    const light = await upload(admin, 500, 90, 'mailHead');
    expect(await sharp(light.rawPayload).metadata()).toMatchObject({ format: 'png', width: 944, height: 90 });
    const pictures = async () => [...(await newestMail()).matchAll(/<img class="(\w+)"[^>]*src="([^"]+)"/g)];
    expect((await pictures()).map(([, theme]) => theme)).toEqual(['light']);
    await upload(admin, 400, 80, 'mailHeadDark');
    const both = await pictures();
    expect(both.map(([, theme]) => theme)).toEqual(['light', 'dark']);
    for (const [, , address] of both) {
      expect(address).toMatch(new RegExp(`^${world.ctx.siteUrl}/logo/[0-9a-f]{64}\\.png$`));
      expect((await raw(address!.slice(world.ctx.siteUrl.length))).statusCode).toBe(200);
    }
    await set('mailHead', null, admin);
    await set('mailHeadDark', null, admin);
    expect(await newestMail()).toBe(plain);
  });
});

describe('the main colour', () => {
  it('is any of `#rrggbb`, and nothing else', async () => {
    const admin = await world.member({ admin: true });
    const params = { name: 'color' };
    for (const [value, sentence] of [
      ['red', /#rrggbb/],
      ['#12345g', /#rrggbb/],
      ['#102040;--text:red', /#rrggbb/],
      ['#fff', /#rrggbb/],
    ] as const) {
      const problem = await world.refused('PUT /staff/settings/:name', { params, body: { value } }, admin, 'invalid');
      expect(problem.fields!['value'], value).toMatch(sentence);
    }
    const before = (await raw('/icon-192.png')).rawPayload;
    await set('color', '#7FFF00', admin);
    expect(await brandNow()).toEqual({ logo: null, color: '#7fff00' });
    expect((await world.ok('GET /session')).site.icon).toBe('/icon-192.png?v=7fff00');
    expect((await raw('/manifest.webmanifest')).json().icons[0].src).toBe('/icon-192.png?v=7fff00');
    expect((await raw('/icon-192.png')).rawPayload.equals(before)).toBe(false);
    await set('color', null, admin);
    expect((await raw('/icon-192.png')).rawPayload.equals(before)).toBe(true);
  });

  it('has a second one beside it, which pages of a site without know nothing of', async () => {
    const admin = await world.member({ admin: true });
    const site = async () => (await world.ok('GET /session')).site;
    const plain = (await raw('/offline')).payload;
    expect(await site()).not.toHaveProperty('second');
    await set('secondColor', '#AA00AA', admin);
    expect((await site()).second).toBe('#aa00aa');
    expect((await raw('/offline')).payload).toContain(siteColors(null, '#aa00aa')['--focus']);
    await set('secondColor', null, admin);
    expect((await raw('/offline')).payload).toBe(plain);
  });

  it.each(['#102040', '#ffffff', '#000000', '#7f7f7f'])(
    '%s is shown in icons, mails and the page for offline readers as it can be seen',
    async (color) => {
      const admin = await world.member({ admin: true });
      await set('color', color, admin);
      const { fill, on } = fillOf(color);
      expect(contrast(fill, on)).toBeGreaterThanOrEqual(4.5);
      expect((await raw('/offline')).payload).toContain(`;--primary:${fill};--on-primary:${on};`);
      const mail = { kind: 'test', to: 'somebody@example.com', subject: 'Hi', paragraphs: [] };
      await world.ctx.mail.sendNow({ ...mail, action: { label: 'Open', url: 'https://example.com' } });
      const [newest] = await world.ctx.mail.outbox!.list(1);
      const { html } = (await world.ctx.mail.outbox!.get(newest!.id))!;
      expect(html).toContain(`background:${fill};color:${on};`);
      const { data } = await sharp((await raw('/icon-192.png')).rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const middle = [...data.subarray((96 * 192 + 96) * 4, (96 * 192 + 96) * 4 + 3)];
      const hex = `#${middle.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
      expect(contrast(hex, '#1a1a1a')).toBeGreaterThanOrEqual(3);
      await set('color', null, admin);
    },
  );
});

describe('the text of the home page', () => {
  it('is rendered as any text of a member, for visitors, until the words of the software count again', async () => {
    const admin = await world.member({ admin: true });
    const read = () => world.ok('GET /site/welcome');
    expect(await read()).toEqual({ html: null, summary: null });
    const { generation } = world.ctx.pages;
    await set('homeText', 'For **harbour** people.\n\n<script>alert(1)</script>', admin);
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    const { html, summary } = await read();
    expect(html).toContain('<strong>harbour</strong>');
    expect(html).not.toContain('<script');
    expect(summary).toContain('For harbour people.');
    const params = { name: 'homeText' };
    const deep = '> '.repeat(200);
    await world.refused('PUT /staff/settings/:name', { params, body: { value: `${deep}x` } }, admin, 'too_complex');
    const long = 'a'.repeat(10_001);
    await world.refused('PUT /staff/settings/:name', { params, body: { value: long } }, admin, 'invalid');
    await set('homeText', null, admin);
    expect(await read()).toEqual({ html: null, summary: null });
  });
});

describe('the font', () => {
  const folder = path.join(packageRoot(), 'site/web/public/fonts');

  it.each(Object.keys(siteFonts))('%s has its styles, which go before the tokens, and every file in them', (font) => {
    const css = readFileSync(path.join(folder, `${font}.css`), 'utf8');
    expect(css).toContain(`[data-font][data-font='${font}'] {`);
    const named = [...css.matchAll(/url\('\/fonts\/([^']+)'\)/g)].map(([, file]) => file!);
    expect(named.every((file) => existsSync(path.join(folder, file)))).toBe(true);
    expect(named.length).toBe(font === 'archivo' || font === 'system' ? 0 : 2);
    // What stands until the font is there is as wide and as high.
    expect(css.match(/size-adjust/g)?.length ?? 0).toBe(named.length * 3);
  });

  it('is one of the list, and pages of a site with that of the software name none', async () => {
    const admin = await world.member({ admin: true });
    const site = async () => (await world.ok('GET /session')).site;
    const params = { name: 'font' };
    await world.refused('PUT /staff/settings/:name', { params, body: { value: '../x' } }, admin, 'invalid');
    expect(await site()).not.toHaveProperty('font');
    await set('font', 'nunito', admin);
    expect((await site()).font).toBe('nunito');
    await set('font', null, admin);
    expect(await site()).not.toHaveProperty('font');
  });
});

describe('own CSS', () => {
  const params = { name: 'style' };

  it('is linked under the hash of what was understood, and cached pages go', async () => {
    const admin = await world.member({ admin: true });
    const site = async () => (await world.ok('GET /session')).site;
    expect(await site()).not.toHaveProperty('style');
    const { generation } = world.ctx.pages;
    await set('style', '/* mine */ .shell-top { border-color: red }', admin);
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    const { href, not } = (await site()).style!;
    expect(href).toMatch(/^\/look\/[0-9a-f]{32}\.css$/);
    const file = await raw(href);
    expect(file.payload).toBe('.shell-top{border-color:red}');
    expect(file.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(not).toEqual(expect.arrayContaining(['admin', 'auth', 'settings', 'upgrades', 'payment-success']));
    await set('style', null, admin);
    expect(await site()).not.toHaveProperty('style');
    // What is not in force any more is served to nobody.
    expect((await raw(href)).statusCode).toBe(404);
    expect((await raw('/look/x.css')).statusCode).toBe(404);
  });

  it('is refused with the line of what it may not have, and past its length', async () => {
    const admin = await world.member({ admin: true });
    for (const [value, sentence] of [
      ['a{color:red}\n@import "https://evil.example/x.css";', /^Line 2: @import is not allowed/],
      ['a{background:url(https://evil.example/x)}', /^Line 1: url\(\) takes only pictures/],
      [`a{color:red}${' '.repeat(20_000)}b{color:red}`, /20,?000/],
    ] as const) {
      const problem = await world.refused('PUT /staff/settings/:name', { params, body: { value } }, admin, 'invalid');
      expect(problem.fields!['value'], value.slice(0, 40)).toMatch(sentence);
    }
  });

  it('fills the list of changes with its latest alone', async () => {
    const admin = await world.member({ admin: true });
    const long = (color: string): string => `a{color:${color}}`.repeat(200);
    await set('style', long('red'), admin);
    await set('style', long('blue'), admin);
    const { changes } = await set('style', null, admin);
    const sizes = changes.filter(({ name }) => name === 'style').map(({ before, after }) => `${before}${after}`.length);
    expect(sizes[0]).toBe(long('blue').length);
    expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(400);
  });

  it('is on no page with a password, a payment or the work of staff: each of those is a page', () => {
    const pages = readdirSync(path.join(packageRoot(), 'site/web/routes'));
    for (const first of plainPages)
      expect(
        pages.some((page) => page.startsWith(`${first}.`)),
        first,
      ).toBe(true);
  });
});

describe('the name of the site', () => {
  it('is shown as the configuration has it until an admin sets another', async () => {
    const admin = await world.member({ admin: true });
    const field = async () =>
      (await world.ok('GET /staff/settings', {}, admin)).items.find(({ name }) => name === 'siteName');
    expect(await field()).toMatchObject({ value: world.ctx.config.siteName, default: world.ctx.config.siteName });
    const configured = world.ctx.config.siteName;
    const { changes } = await set('siteName', 'Harbour', admin);
    expect(changes[0]).toMatchObject({ before: configured, after: 'Harbour', undo: null });
    expect(await field()).toMatchObject({ value: 'Harbour', default: configured });
    await set('siteName', null, admin);
  });
});
