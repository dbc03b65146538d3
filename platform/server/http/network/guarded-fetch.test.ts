import { type Server, createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FetchBounds, guardedFetch, isPublicAddress } from './guarded-fetch.ts';

let server: Server;
let standIn: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', standIn);
    asked.push(url.pathname);
    const to = url.searchParams.get('to');
    if (to !== null) response.writeHead(302, { location: to }).end();
    else if (url.pathname === '/large') response.end(Buffer.alloc(3000));
    else if (url.pathname === '/zipped') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else if (url.pathname === '/endless') {
      const write = (): void => {
        if (response.write(Buffer.alloc(500))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    } else if (url.pathname === '/slow') {
      void (async () => {
        // A byte now and then: no pause is long, the whole is.
        while (!response.destroyed) {
          response.write('.');
          await sleep(20);
        }
      })();
    } else if (url.pathname !== '/silent') response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers every name with these addresses, and counts how often it was asked. */
function resolver(...addresses: string[]): { resolve: LookupFunction; asked: number } {
  const names = {
    asked: 0,
    resolve: ((_name, _options, callback) => {
      names.asked++;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as LookupFunction,
  };
  return names;
}

const bounds = (more: Partial<FetchBounds> = {}): FetchBounds => ({
  mayAsk: (host) => host === 'example.org',
  maxBytes: 1000,
  timeoutMs: 5000,
  ...more,
});

describe('which addresses are public', () => {
  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::5'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const notPublic = [
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1',
    '192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1',
    '::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 fe80::1%lo ff02::1 2001:db8::1 2001::1 2002:7f00:1::',
    '3fff::1 fec0::1 localhost 127.1',
  ];
  test.each(notPublic.join(' ').split(' '))('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the guarded fetch', () => {
  test('returns status, headers and body of the stand-in', async () => {
    const answer = await guardedFetch(`${standIn}/`, bounds({ standIn }));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain' } });
    expect(answer.body.toString()).toBe('hello');
  });

  test.each([
    'http://example.org/',
    'https://example.org:8443/',
    'https://user@example.org/',
    'https://user:password@example.org/',
    'https://other.example/',
    'https://example.org.other.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
  ])('refuses %s before it asks for anything', async (address) => {
    const names = resolver('8.8.8.8');
    await expect(
      guardedFetch(
        address,
        bounds({
          resolve: names.resolve,
          mayAsk: (host) => host !== 'other.example' && !host.endsWith('.other.example'),
        }),
      ),
    ).rejects.toMatchObject({
      fault: 'address_refused',
    });
    expect(names.asked).toBe(0);
  });

  test('refuses loopback without a stand-in, and any other origin on this machine with one', async () => {
    const before = asked.length;
    await expect(guardedFetch(`${standIn}/`, bounds({ mayAsk: () => true }))).rejects.toMatchObject({
      fault: 'address_refused',
    });
    const other = 'http://127.0.0.1:1';
    await expect(guardedFetch(`${standIn}/`, bounds({ mayAsk: () => true, standIn: other }))).rejects.toMatchObject({
      fault: 'address_refused',
    });
    expect(asked.length).toBe(before);
  });

  test.each([['127.0.0.1'], ['10.0.0.8'], ['::1'], ['169.254.169.254'], ['8.8.8.8', '192.168.0.1']])(
    'refuses a public name that has the address %s',
    async (...addresses) => {
      const names = resolver(...addresses);
      await expect(guardedFetch('https://example.org/', bounds({ resolve: names.resolve }))).rejects.toMatchObject({
        fault: 'private_address',
      });
      // The connection is made to what was checked: no second answer can be another one.
      expect(names.asked).toBe(1);
    },
  );

  test('follows redirects as far as it may, each checked like the first address', async () => {
    const go = (to: string, more: Partial<FetchBounds> = {}) =>
      guardedFetch(`${standIn}/?to=${encodeURIComponent(to)}`, bounds({ standIn, maxRedirects: 2, ...more }));
    expect((await go('/there')).body.toString()).toBe('hello');
    await expect(go('/there', { maxRedirects: 0 })).rejects.toMatchObject({ fault: 'too_many_redirects' });
    await expect(go(`/?to=${encodeURIComponent('/?to=/there')}`, { maxRedirects: 1 })).rejects.toMatchObject({
      fault: 'too_many_redirects',
    });
    for (const to of ['http://127.0.0.1:1/', 'https://127.0.0.1/', 'https://elsewhere.example/', 'file:///etc/passwd'])
      await expect(go(to), to).rejects.toMatchObject({ fault: 'address_refused' });
    const names = resolver('10.0.0.1');
    await expect(go('https://example.org/', { resolve: names.resolve })).rejects.toMatchObject({
      fault: 'private_address',
    });
  });

  test('follows no redirect with what only the first host may have', async () => {
    const to = `${standIn}/?to=/there`;
    const bound = bounds({ standIn, maxRedirects: 2 });
    await expect(guardedFetch(to, bound, { headers: { authorization: 'Bearer x' } })).rejects.toMatchObject({
      fault: 'too_many_redirects',
    });
    await expect(guardedFetch(to, bound, { method: 'POST', body: 'a=b' })).rejects.toMatchObject({
      fault: 'too_many_redirects',
    });
  });

  test('takes no more bytes than it may, whether the length is said or not, and nothing compressed', async () => {
    for (const path of ['/large', '/endless'])
      await expect(guardedFetch(standIn + path, bounds({ standIn })), path).rejects.toMatchObject({
        fault: 'too_large',
      });
    await expect(guardedFetch(`${standIn}/zipped`, bounds({ standIn }))).rejects.toMatchObject({ fault: 'failed' });
  });

  test('ends in its time, also where bytes go on coming or none comes at all', async () => {
    for (const path of ['/slow', '/silent'])
      await expect(guardedFetch(standIn + path, bounds({ standIn, timeoutMs: 150 })), path).rejects.toMatchObject({
        fault: 'failed',
      });
  });
});
