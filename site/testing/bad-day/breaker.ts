import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A way to a server that a test can cut, as a cable. */
export interface Breaker {
  readonly port: number;
  /** Ends all connections and takes no others. */
  cut(): Promise<void>;
  /** Takes connections again, on the same port; it may do so already. */
  mend(): Promise<void>;
}

/** Passes connections on to a port of this machine. */
export async function makeBreaker(to: number): Promise<Breaker> {
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => (server.listening ? undefined : await listen(port)),
  };
}
