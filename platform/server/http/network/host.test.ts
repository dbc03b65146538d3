import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    environment: { SITE_URL: 'https://loop.example', SMTP_URL: 'smtp://127.0.0.1:1', TRUSTED_PROXY: '10.9.9.9' },
  });
});
afterAll(() => world.close());

const session = '/api/v1/session';
const status = async (address: string, headers: Record<string, string>, from = '203.0.113.7') =>
  (await world.get(address, { headers, address: from })).status;

describe('a request', () => {
  test('that names another host than the site’s is answered with the site’s address alone', async () => {
    for (const host of ['evil.example', 'loop.example.evil.example', '203.0.113.1', 'loop.example:8443', ''])
      expect(await status(session, { host }), host).toBe(421);
    const refused = await world.get(session, { headers: { host: 'evil.example' }, address: '203.0.113.7' });
    expect(refused.body).toMatchObject({ code: 'wrong_host', detail: expect.stringContaining('https://loop.example') });
    const page = await world.get('/forum', { headers: { host: 'evil.example' }, address: '203.0.113.7' });
    expect(page).toMatchObject({ status: 421, body: expect.stringContaining('This site is at https://loop.example.') });
    expect(page.headers['content-type']).toMatch(/^text\/plain/);
  });

  test('that names the site is answered, in any case and with the usual port, by a trusted proxy too', async () => {
    for (const host of ['loop.example', 'LOOP.example', 'loop.example:443'])
      expect(await status(session, { host }), host).toBe(200);
    const forwarded = { host: '10.0.0.2:3000', 'x-forwarded-host': 'loop.example' };
    expect(await status(session, forwarded, '10.9.9.9')).toBe(200);
    expect(await status(session, forwarded)).toBe(421);
  });

  test('of this machine may use its own names; what a proxy on it passes on may not', async () => {
    for (const host of ['localhost:3999', '127.0.0.1:3999', '[::1]:3999'])
      expect(await status(session, { host }, '127.0.0.1'), host).toBe(200);
    expect(await status(session, { host: 'localhost' })).toBe(421);
    expect(await status(session, { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1')).toBe(421);
  });

  test('that writes comes from the site’s own origin, scheme and all, or from a program', async () => {
    const write = (headers: Record<string, string>, from = '203.0.113.7') =>
      world.call('POST /auth/sign-out', {}, { headers, address: from });
    const host = 'loop.example';
    const foreign = [
      'http://loop.example',
      'https://loop.example:8443',
      'https://loop.example.evil.example',
      'https://evil.example',
      'ftp://loop.example',
      'null',
      'loop.example',
    ];
    for (const origin of foreign)
      expect((await write({ host, origin })).body, origin).toMatchObject({ code: 'foreign_origin' });
    expect((await write({ host, origin: 'https://loop.example' })).body).not.toMatchObject({ code: 'foreign_origin' });
    expect((await write({ host })).body).not.toMatchObject({ code: 'foreign_origin' });
    const local = { host: 'localhost:3999', origin: 'http://localhost:3999' };
    expect((await write(local, '127.0.0.1')).body).not.toMatchObject({ code: 'foreign_origin' });
    const secure = { ...local, origin: 'https://localhost:3999' };
    expect((await write(secure, '127.0.0.1')).body).toMatchObject({ code: 'foreign_origin' });
  });

  test('for the site’s health is answered whatever host it names', async () => {
    for (const address of ['/healthz', '/readyz']) expect(await status(address, { host: '10.0.0.5:3000' })).toBe(200);
  });
});
