import { connect } from 'node:net';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

/** Status of a request as it is written, without what a client would put right. */
async function statusOf(site: string, target: string): Promise<number> {
  const { hostname, port, host } = new URL(site);
  const head = await new Promise<string>((done, failed) => {
    const socket = connect(Number(port), hostname);
    let read = '';
    socket.on('data', (bytes: Buffer) => {
      read += bytes.toString('latin1');
      if (read.includes('\r\n')) socket.destroy();
    });
    socket.on('error', failed);
    socket.on('close', () => done(read));
    socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
  });
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
}

const long = 'a'.repeat(600);
const places = [
  '/',
  '/profile/',
  '/uploads/',
  '/uploads?tag=',
  '/forum?category=',
  '/forum/post/',
  '/gallery/',
  '/assets/',
  '/files/',
  '/members?search=',
  '/api/v1/uploads?tag=',
  '/api/v1/profiles/',
];
const odd = [
  long,
  'a'.repeat(7000),
  '%',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%5c',
  '\\',
  '/',
  '//other.example',
  '..',
  '%2e%2e%2f',
  'a/'.repeat(400),
  '😀',
  '__proto__',
  '?after=%00',
  '?after=1~1',
  '?__proto__=1',
  '<script>',
];

test('an address that is too long or odd is no page of ours, and never a failure of the site', async ({ site }) => {
  for (const place of places) {
    for (const rest of odd) {
      const status = await statusOf(site.url, place + rest);
      expect(status, place + rest.slice(0, 40)).toBeGreaterThanOrEqual(200);
      expect(status, place + rest.slice(0, 40)).toBeLessThan(500);
    }
  }
  for (const place of [
    `/profile/${long}`,
    '/profile/%00',
    `/assets/${long}`,
    '/assets/%00',
    '/assets/..',
    `/forum?category=${long}`,
    'http://other.example/',
  ])
    expect([400, 404], place.slice(0, 40)).toContain(await statusOf(site.url, place));
  // A filter that cannot be is left out of the address.
  expect(await statusOf(site.url, `/uploads?tag=${long}`)).toBe(307);
});

test('a link with a tracker shows the same page, from the cache too, and its filter works on', async ({ page }) => {
  for (let reading = 0; reading < 2; reading++) {
    await page.goto('/forum?utm_source=newsletter&category=music&fbclid=x');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Music', exact: true }).first()).toHaveAttribute('aria-current', /.+/);
    await hydrated(page);
  }
});
