import { expect, test } from 'vitest';
import { customerNetworks, networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
  ['nothing', 'nothing'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a customer may have been given an address, or a /64, a /56 and a /48', () => {
  expect(customerNetworks('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(customerNetworks('::ffff:192.0.2.7')).toEqual(['192.0.2.7']);
  expect(customerNetworks('2001:db8:abcd:12ff::1')).toEqual([
    '2001:db8:abcd:12ff::/64',
    '2001:db8:abcd:1200::/56',
    '2001:db8:abcd:0::/48',
  ]);
});
