import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns a port of the loopback that nothing listens on at the moment; another program may still take it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
