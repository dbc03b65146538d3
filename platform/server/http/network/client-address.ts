import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The address that a request comes from, where it does not pass through the routes, which know it as `request.ip`. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Reads addresses as the routes do: behind trusted proxies the nearest address of `X-Forwarded-For` that is none of
 * them.
 * @param trusted addresses or networks (`10.0.0.0/8`) of proxies; none: nobody's headers are believed
 */
export function clientAddresses(trusted: readonly string[]): ClientAddress {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [network = '', bits] = entry.split('/');
    if (isIP(network) === 0) continue;
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(network, family);
    else proxies.addSubnet(network, Number(bits), family);
  }
  const isProxy = (address: string): boolean =>
    isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return (request) => {
    let address = request.socket.remoteAddress ?? '';
    const header = request.headers['x-forwarded-for'];
    const hops = (Array.isArray(header) ? header.join() : (header ?? '')).split(',').map((hop) => hop.trim());
    while (isProxy(address)) {
      const hop = hops.pop();
      if (hop === undefined || hop === '') break;
      address = hop;
    }
    return address;
  };
}
