/** The thread in which the database lives: PGlite blocks while it computes, and must not block the site with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { releaseReserve } from '#server/platform/db/embedded/disk-reserve.ts';
import { openEngine, runInternally } from '#server/platform/db/embedded/engine.ts';
import { Lease } from '#server/platform/db/embedded/files/lease.ts';
import { Multiplexer } from '#server/platform/db/embedded/protocol/multiplexer.ts';
import { lostLeaseCode } from './worker-messages.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

const main = parentPort;
if (main === null) throw new Error('This file is a worker thread of the embedded database.');
const send = (message: FromWorker): void => main.postMessage(message);
const log = (level: 'info' | 'warn' | 'error', message: string, details?: object): void =>
  send({ type: 'log', level, message, ...(details && { details }) });

const { dir, deadline, idleInTransactionMs, runawayMs, lease: grant } = workerData as WorkerStart;
// Ends this thread in the midst of whatever it computes: not one byte more may reach the folder.
const exit = (): never => process.exit(lostLeaseCode);
const lease = grant === null ? null : new Lease(grant, exit);
const engine = await openEngine(dir, {
  beforeWrite: () => lease?.prove(),
  makeRoom() {
    if (!releaseReserve(dir)) return false;
    send({ type: 'reserve-used' });
    return true;
  },
  onTrouble: (line) => log('error', line),
});
const multiplexer = new Multiplexer({ engine, deadline, idleInTransactionMs, runawayMs, log });

main.on('message', (message: ToWorker) => {
  if (message.type === 'client') serveClient(message.port);
  else if (message.type === 'read-only') multiplexer.setReadOnly(message.isOn);
  else void shutDown();
});
if (lease !== null && grant !== null)
  setInterval(() => {
    if (!lease.renew()) exit();
  }, grant.times.renewMs).unref();
send({ type: 'ready' });

function serveClient(port: MessagePort): void {
  const session = multiplexer.open({
    send: (bytes) => port.postMessage(bytes, [bytes.buffer]),
    end: () => {
      port.postMessage(null);
      port.close();
    },
  });
  port.on('message', (bytes: Uint8Array | null) => (bytes === null ? session.leave() : session.receive(bytes)));
  port.on('close', () => session.leave());
}

async function shutDown(): Promise<void> {
  multiplexer.shutDown('terminating connection because the database closes');
  runInternally(engine, 'CHECKPOINT');
  await engine.close();
  send({ type: 'closed' });
  main?.close();
}
