import { isIPv4, isIPv6 } from 'node:net';

/** Groups of 16 bits that name a network of IPv6: one customer gets at least a /64 and may use every address in it. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one network: an IPv4 address, also one written as IPv6, or the /64 of an IPv6 address, such as
 * `2001:db8:0:1::/64`. Whatever is no address is returned as it is.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain.toLowerCase());
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
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
