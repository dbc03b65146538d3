import { Duplex } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { concat, errorResponse } from '#server/platform/db/embedded/protocol/protocol.ts';

const workerGone = errorResponse('FATAL', '57P02', 'terminating connection because the embedded database stopped');

/**
 * What pg takes for its socket: a message channel to the database's worker. `attach` hands the other end to the
 * worker, as soon as there is one.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  readonly #farPort: MessagePort;
  readonly #attach: (stream: PortStream, port: MessagePort) => Promise<void>;
  #ended = false;

  constructor(attach: (stream: PortStream, port: MessagePort) => Promise<void>) {
    super();
    this.#attach = attach;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#farPort = port2;
    port1.on('message', (bytes: Uint8Array | null) => (bytes === null ? this.endWith() : this.#deliver(bytes)));
    // A worker says null before it closes a port; one that is gone could not.
    port1.on('close', () => this.endWith(workerGone));
  }

  /** pg calls this in the place of a socket's `connect(port, host)`. */
  connect(): this {
    this.#attach(this, this.#farPort).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  /** The database is gone: the client gets `lastWords` (an ErrorResponse) and then the end of its connection. */
  endWith(lastWords?: Uint8Array): void {
    if (this.#ended) return;
    if (lastWords !== undefined) this.#deliver(lastWords);
    this.#ended = true;
    this.push(null);
    // After the readers had their turn, else they see the end before the words.
    setImmediate(() => this.destroy());
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#port.unref();
    return this;
  }

  #deliver(bytes: Uint8Array): void {
    if (!this.#ended && !this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  #post(chunks: readonly Uint8Array[]): void {
    // A copy with a buffer of its own: pg's buffers are slices of a larger pool, which would be cloned whole.
    const bytes = concat(chunks);
    this.#port.postMessage(bytes, [bytes.buffer]);
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#post([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#post(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#port.postMessage(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#ended = true;
    this.#port.close();
    done(error);
  }
}
