import { type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';

/** How a slow line behaves. */
export interface Line {
  /** Milliseconds that each piece takes, in each direction, between the two at random. */
  readonly delayMs: readonly [least: number, most: number];
  /** Share of pieces that are lost and sent again, as TCP does it: they, and all behind them, come later. */
  readonly loss: number;
}

/** Milliseconds after which a lost piece is sent again, at least (RFC 6298 allows 1 s; Linux takes 200 ms). */
const RESEND_MS = 200;

/** A line to a site, on a port of its own. */
export interface SlowLine {
  readonly port: number;
  /** Cuts all connections and takes no new ones, until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Sends what comes in on to the other side later, in order. */
function delay(from: Socket, to: Socket, { delayMs: [least, most], loss }: Line): void {
  const waiting: { readonly at: number; readonly run: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    for (let next = waiting[0]; next && next.at <= performance.now(); next = waiting[0]) {
      waiting.shift();
      next.run();
    }
    if (waiting[0]) arm(waiting[0].at);
  };
  // One timer for all pieces: timers of one piece each fire in another order where the process is busy, and a browser
  // that gets bytes in another order gives the connection up, or the sound.
  const arm = (at: number): void => void (timer = setTimeout(flush, Math.max(1, at - performance.now())));
  const later = (run: () => void): void => {
    const lost = Math.random() < loss ? RESEND_MS + Math.random() * RESEND_MS : 0;
    const at = performance.now() + least + Math.random() * (most - least) + lost;
    // Nothing overtakes: TCP hands pieces over in their order.
    waiting.push({ at: Math.max(at, waiting.at(-1)?.at ?? 0), run });
    if (timer === undefined) arm(waiting[0]!.at);
  };
  from.on('data', (piece: Buffer) => later(() => to.writable && to.write(piece)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => later(() => to.destroy()));
}

/** Opens a slow line to a port of this machine. */
export async function openLine(port: number, line: Line): Promise<SlowLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((client) => {
    if (isCut) return void client.destroy();
    const site = connect(port, '127.0.0.1');
    for (const socket of [client, site]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    delay(client, site, line);
    delay(site, client, line);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port.');
  const end = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      isCut = true;
      end();
    },
    mend: () => void (isCut = false),
    async close() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
