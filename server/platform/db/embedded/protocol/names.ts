import { frontend, message, readString } from './protocol.ts';

const encoder = new TextEncoder();
const statementKind = 'S'.charCodeAt(0);

/**
 * Makes the names of one client's prepared statements and portals unique, because all clients share one backend
 * and pg names statements by their text alone. Unnamed ones stay unnamed.
 */
export class OwnNames {
  readonly #prefix: string;
  readonly #inUse = new Map<string, { kind: 'S' | 'P'; name: string }>();

  constructor(clientId: number) {
    this.#prefix = `c${clientId}_`;
  }

  /** Every name this client may have left behind in the backend. */
  get inUse(): Iterable<{ kind: 'S' | 'P'; name: string }> {
    return this.#inUse.values();
  }

  get any(): boolean {
    return this.#inUse.size > 0;
  }

  /** Portals end with their transaction. */
  forgetPortals(): void {
    for (const [key, { kind }] of this.#inUse) if (kind === 'P') this.#inUse.delete(key);
  }

  /** The same message with this client's names in it. */
  apply(bytes: Uint8Array): Uint8Array {
    switch (bytes[0]) {
      case frontend.parse:
        return this.#rename(bytes, 5, 'S', 'opens');
      case frontend.bind: {
        const renamed = this.#rename(bytes, 5, 'P', 'opens');
        return this.#rename(renamed, readString(renamed, 5).end + 1, 'S', 'uses');
      }
      case frontend.execute:
        return this.#rename(bytes, 5, 'P', 'uses');
      case frontend.describe:
      case frontend.close:
        return this.#rename(
          bytes,
          6,
          bytes[5] === statementKind ? 'S' : 'P',
          bytes[0] === frontend.close ? 'closes' : 'uses',
        );
      default:
        return bytes;
    }
  }

  #rename(bytes: Uint8Array, at: number, kind: 'S' | 'P', action: 'opens' | 'uses' | 'closes'): Uint8Array {
    if (bytes[at] === 0) return bytes;
    const { text, end } = readString(bytes, at);
    const name = this.#prefix + text;
    if (action === 'opens') this.#inUse.set(kind + name, { kind, name });
    if (action === 'closes') this.#inUse.delete(kind + name);
    const own = encoder.encode(name);
    const body = new Uint8Array(bytes.length - 5 + own.length - (end - at));
    body.set(bytes.subarray(5, at));
    body.set(own, at - 5);
    body.set(bytes.subarray(end), at - 5 + own.length);
    return message(bytes[0] ?? 0, body);
  }
}
