import { type LookupAddress, lookup as lookUpByDns } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, type LookupFunction, isIP, isIPv4 } from 'node:net';

/** Why a guarded fetch came to no answer. `failed`: the network, the other side, or the time. */
export type FetchFault = 'address_refused' | 'private_address' | 'too_large' | 'too_many_redirects' | 'failed';

/** A guarded fetch that was refused or failed. */
export class GuardedFetchError extends Error {
  override name = 'GuardedFetchError';
  readonly fault: FetchFault;

  constructor(fault: FetchFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** What may be fetched, and how much of it. */
export interface FetchBounds {
  /** Whether a host may be asked, the hosts of redirects included. */
  mayAsk(hostname: string): boolean;
  /** Bytes of the largest body. */
  readonly maxBytes: number;
  /** Milliseconds for everything together: names, connections, redirects and bodies. */
  readonly timeoutMs: number;
  /** Redirects that are followed; none when not given. */
  readonly maxRedirects?: number;
  /** Origin of a stand-in, such as `http://127.0.0.1:9000`: the only one that may be on this machine. For tests. */
  readonly standIn?: string | null;
  /** Finds the addresses of names; DNS when not given. */
  readonly resolve?: LookupFunction;
}

/** The request. */
export interface FetchRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const ipv4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Parts of 2000::/3 that are no public hosts: protocols, tunnels that carry IPv4 addresses, documentation. */
const ipv6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
const refused = new BlockList();
for (const [network, bits] of ipv4) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of ipv6) refused.addSubnet(network, bits, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to a host of the public internet: no private, local, shared, reserved or multicast one. Of
 * IPv6 only global unicast addresses are public, so that none of the ways to write an IPv4 address in it is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return unicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** DNS lookup of a connection, which is made to the addresses that were checked: no rebinding. */
function guardedLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error ? [] : (found as LookupAddress[]);
      const first = addresses[0];
      if (error || !first) callback(error ?? new Error(`${hostname} has no address.`), '', 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new GuardedFetchError('private_address', `${hostname} has an address that is not public.`), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** @throws {GuardedFetchError} `address_refused` */
function checkedUrl(address: string, base: URL | null, bounds: FetchBounds): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : null;
  if (url && bounds.standIn && url.origin === bounds.standIn) return url;
  // Names only: an address in figures has no name that a lookup would check. Only the usual port.
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  const isName = url !== null && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (!isPlain || !isName || !bounds.mayAsk(url.hostname))
    throw new GuardedFetchError('address_refused', `This address is not fetched: ${address.slice(0, 200)}`);
  return url;
}

/**
 * Fetch with protection against SSRF: the one way in which this site fetches an address that its members or others chose.
 * Only https, only hosts that `mayAsk` allows, only addresses of the public internet, checked where the connection is
 * made; bounded in bytes, time and redirects, each of which is checked like the first address. Every answer is
 * returned, whatever its status.
 * @throws {GuardedFetchError}
 */
export async function guardedFetch(
  address: string,
  bounds: FetchBounds,
  request: FetchRequest = {},
): Promise<FetchAnswer> {
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  let url = checkedUrl(address, null, bounds);
  for (let redirects = 0; ; redirects++) {
    const answer = await fetchOnce(url, bounds, request, signal);
    const { location } = answer.headers;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    // Headers and body of the request are for the first host alone.
    if (redirects >= (bounds.maxRedirects ?? 0) || request.body !== undefined || request.headers?.['authorization'])
      throw new GuardedFetchError('too_many_redirects', `${url.hostname} redirects too often.`);
    url = checkedUrl(location, url, bounds);
  }
}

function fetchOnce(url: URL, bounds: FetchBounds, request: FetchRequest, signal: AbortSignal): Promise<FetchAnswer> {
  const isStandIn = url.origin === bounds.standIn;
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(
        error instanceof GuardedFetchError
          ? error
          : new GuardedFetchError('failed', `${url.hostname} could not be asked.`, { cause: error }),
      );
    };
    const outgoing = send(
      url,
      {
        method: request.method ?? 'GET',
        // A compressed body could unpack to more than the counted bytes.
        headers: { 'accept-encoding': 'identity', 'user-agent': 'Looproom', ...request.headers },
        // A new connection: an open one would not be checked.
        agent: false,
        signal,
        ...(!isStandIn && { lookup: guardedLookup(bounds.resolve ?? lookUpByDns) }),
      },
      (incoming) => {
        bodyOf(incoming, bounds.maxBytes).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          (error: unknown) => {
            outgoing.destroy();
            fail(error);
          },
        );
      },
    );
    outgoing.on('error', fail);
    outgoing.end(request.body);
  });
}

async function bodyOf(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new GuardedFetchError('failed', `The body came as ${encoding}.`);
  const tooLarge = (): GuardedFetchError => new GuardedFetchError('too_large', `More than ${maxBytes} bytes.`);
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
