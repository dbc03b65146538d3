import { isIPv4, isIPv6 } from 'node:net';

/** Bits that name a network of IPv6: one customer gets at least a /64 and may use every address in it. */
const NETWORK_BITS = 64;

/**
 * What counts as one network: an IPv4 address, also one written as IPv6, or the /64 of an IPv6 address, such as
 * `2001:db8:0:1::/64`. Whatever is no address is returned as it is.
 */
export const networkOf = (address: string): string => prefixOf(address, NETWORK_BITS);

/**
 * The networks that one customer may have been given, the smallest first: an IPv4 address, or the /64, /56 and /48 of an
 * IPv6 address (RFC 6177: sites get up to a /48).
 */
export function customerNetworks(address: string): string[] {
  return [...new Set([64, 56, 48].map((bits) => prefixOf(address, bits)))];
}

/** @param bits of an IPv6 prefix, at least 48 and at most 64 */
function prefixOf(address: string, bits: number): string {
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain.toLowerCase());
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group, at) => group & (0xffff << Math.max(0, 16 * (at + 1) - bits)));
  return `${network.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The last four bytes may be written as IPv4 writes them.
  const text = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((part) => part.toString(16)).join(':'),
  );
  const [head = [], tail] = text
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))));
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
