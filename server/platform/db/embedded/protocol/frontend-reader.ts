import { readInt32, readString } from './protocol.ts';

/** Codes that stand in the place of a protocol version in a client's first message. */
const cancelRequest = 80877102;
const sslRequest = 80877103;
const gssRequest = 80877104;

/** Above this a length is taken for garbage (PostgreSQL's own limit is 1 GB). */
const maxMessageBytes = 1 << 30;

/** What a client said. */
export type FrontendEvent =
  | { type: 'startup'; parameters: ReadonlyMap<string, string> }
  | { type: 'encryption' }
  | { type: 'cancel'; processId: number; secret: number }
  | { type: 'message'; bytes: Uint8Array }
  | { type: 'garbage' };

/** Cuts a client's byte stream into messages, first the startup ones, which have no type byte. */
export class FrontendReader {
  #rest: Uint8Array = new Uint8Array(0);
  #started = false;

  /** The whole messages that `chunk` completes; views into it, not copies. */
  *read(chunk: Uint8Array): Generator<FrontendEvent, void> {
    let bytes = chunk;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + chunk.length);
      bytes.set(this.#rest);
      bytes.set(chunk, this.#rest.length);
    }
    let offset = 0;
    for (;;) {
      const header = this.#started ? 1 : 0;
      if (bytes.length - offset < header + 4) break;
      const length = readInt32(bytes, offset + header);
      if (length < 4 || length > maxMessageBytes) {
        yield { type: 'garbage' };
        return;
      }
      if (bytes.length - offset < header + length) break;
      const one = bytes.subarray(offset, offset + header + length);
      offset += one.length;
      yield this.#started ? { type: 'message', bytes: one } : this.#first(one);
    }
    this.#rest = bytes.slice(offset);
  }

  #first(bytes: Uint8Array): FrontendEvent {
    if (bytes.length < 8) return { type: 'garbage' };
    const code = readInt32(bytes, 4);
    if (code === sslRequest || code === gssRequest) return { type: 'encryption' };
    if (code === cancelRequest) {
      if (bytes.length < 16) return { type: 'garbage' };
      return { type: 'cancel', processId: readInt32(bytes, 8), secret: readInt32(bytes, 12) };
    }
    if (code >>> 16 !== 3) return { type: 'garbage' };
    this.#started = true;
    const parameters = new Map<string, string>();
    for (let offset = 8; offset < bytes.length && bytes[offset] !== 0;) {
      const name = readString(bytes, offset);
      const value = readString(bytes, name.end + 1);
      parameters.set(name.text, value.text);
      offset = value.end + 1;
    }
    return { type: 'startup', parameters };
  }
}
