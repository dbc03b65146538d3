import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddresses } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }) as IncomingMessage;

test('a forwarded address is believed of trusted proxies alone, and only as far as they reach', () => {
  expect(clientAddresses([])(from('203.0.113.5', '198.51.100.1'))).toBe('203.0.113.5');
  const addressOf = clientAddresses(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  expect(addressOf(from('127.0.0.1', '198.51.100.1'))).toBe('198.51.100.1');
  expect(addressOf(from('127.0.0.1', 'forged, 198.51.100.1, 10.1.2.3'))).toBe('198.51.100.1');
  expect(addressOf(from('::ffff:127.0.0.1', '198.51.100.1'))).toBe('198.51.100.1');
  expect(addressOf(from('2001:db8::1', '2001:db9::7'))).toBe('2001:db9::7');
  expect(addressOf(from('203.0.113.5', '198.51.100.1'))).toBe('203.0.113.5');
  expect(addressOf(from('127.0.0.1'))).toBe('127.0.0.1');
});
