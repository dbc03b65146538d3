import { FrontendReader } from './frontend-reader.ts';
import { OwnNames } from './names.ts';
import { concat, errorResponse, frontend, query, readString, welcome } from './protocol.ts';
import { readIntent } from './sql-text.ts';
import type { Intent } from './sql-text.ts';

/** One turn at the database: the messages of a client up to the one that makes the server answer. */
export type Unit = {
  readonly bytes: Uint8Array;
  /** False after Flush, which the server answers without ReadyForQuery. */
  readonly expectsReady: boolean;
  readonly listens: Intent['listens'];
  /** Milliseconds, when the unit sets its transaction's `statement_timeout`. */
  readonly patienceMs: number | undefined;
};

/** The client's end of a session. */
export type Wire = { send(bytes: Uint8Array<ArrayBuffer>): void; end(): void };

/** What a session asks of the multiplexer. */
export type SessionHost = {
  readonly serverVersion: string;
  queued(session: Session): void;
  leave(session: Session): void;
  cancel(processId: number, secret: number): void;
};

/** Executed in the place of a COPY FROM STDIN, so that the error has the transaction's real consequences. */
const refusedCopy = `DO $$BEGIN RAISE EXCEPTION 'COPY FROM STDIN is not supported by the embedded database'
  USING ERRCODE = 'feature_not_supported', HINT = 'Use INSERT … SELECT … FROM unnest($1, $2).'; END$$`;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** One client of the database, as PostgreSQL would have a backend process for it. */
export class Session {
  readonly id: number;
  readonly secret = Math.trunc(Math.random() * 0x7fffffff);
  readonly names: OwnNames;
  /** Channels this client listens on. */
  readonly channels = new Set<string>();
  readonly pending: Unit[] = [];
  readonly wire: Wire;
  /** Milliseconds a query may take, where this client asked for more than the watchdog's own measure. */
  patienceMs = 0;
  /** The same, until the open transaction ends. */
  transactionPatienceMs = 0;
  readonly #host: SessionHost;
  readonly #reader = new FrontendReader();
  #parts: Uint8Array[] = [];
  #listens: Intent['listens'][number][] = [];
  #patienceMs: number | undefined;
  #left = false;

  constructor(id: number, host: SessionHost, wire: Wire) {
    this.id = id;
    this.#host = host;
    this.wire = wire;
    this.names = new OwnNames(id);
  }

  /** Bytes from the client. */
  receive(chunk: Uint8Array): void {
    for (const event of this.#reader.read(chunk)) {
      if (this.#left) return;
      switch (event.type) {
        case 'message':
          this.#message(event.bytes);
          break;
        case 'startup': {
          const timeout = event.parameters.get('statement_timeout');
          if (timeout !== undefined) this.patienceMs = Number(timeout) || Infinity;
          this.wire.send(welcome(this.#host.serverVersion, this.id, this.secret));
          break;
        }
        case 'encryption':
          this.wire.send(Uint8Array.of('N'.charCodeAt(0)));
          break;
        case 'cancel':
          this.#host.cancel(event.processId, event.secret);
          this.#end();
          break;
        case 'garbage':
          this.kill('08P01', 'this is not the PostgreSQL protocol, version 3');
      }
    }
    if (this.pending.length > 0) this.#host.queued(this);
  }

  /** Sends the client the reason, and ends the session. */
  kill(code: string, reason: string): void {
    this.wire.send(errorResponse('FATAL', code, reason));
    this.#end();
  }

  /** The client is gone. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.pending.length = 0;
    this.#host.leave(this);
  }

  #end(): void {
    this.leave();
    this.wire.end();
  }

  #message(bytes: Uint8Array): void {
    const type = bytes[0];
    if (type === frontend.terminate) return this.#end();
    // Nobody ever gets a CopyInResponse, so these are leftovers of a refused COPY.
    if (type === frontend.copyData || type === frontend.copyDone || type === frontend.copyFail) return;
    let said = bytes;
    if (type === frontend.query || type === frontend.parse) said = this.#heed(bytes, type);
    this.#parts.push(this.names.apply(said));
    const ends = type === frontend.query || type === frontend.sync || type === frontend.functionCall;
    if (ends || type === frontend.flush) this.#finishUnit(ends);
  }

  /** Notes what a text asks of the multiplexer; gives back the message to execute. */
  #heed(bytes: Uint8Array, type: number): Uint8Array {
    const nameEnd = type === frontend.parse ? readString(bytes, 5).end + 1 : 5;
    const intent = readIntent(decoder.decode(bytes.subarray(nameEnd, bytes.indexOf(0, nameEnd))));
    if (intent.patienceMs !== undefined) this.#patienceMs = intent.patienceMs;
    this.#listens.push(...intent.listens);
    if (!intent.copiesIn) return bytes;
    if (type === frontend.query) return query(refusedCopy);
    const refused = concat([bytes.subarray(0, nameEnd), encoder.encode(refusedCopy), Uint8Array.of(0, 0, 0)]);
    new DataView(refused.buffer).setInt32(1, refused.length - 1);
    return refused;
  }

  #finishUnit(expectsReady: boolean): void {
    const bytes = concat(this.#parts);
    this.pending.push({ bytes, expectsReady, listens: this.#listens, patienceMs: this.#patienceMs });
    this.#parts = [];
    this.#listens = [];
    this.#patienceMs = undefined;
  }
}
