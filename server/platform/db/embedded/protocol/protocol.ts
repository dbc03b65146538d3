/** The few messages of the PostgreSQL wire protocol (version 3) that the multiplexer reads or writes itself. */

/** First byte of the messages that matter here, client to server. */
export const frontend = {
  bind: 0x42,
  close: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyFail: 0x66,
  describe: 0x44,
  execute: 0x45,
  flush: 0x48,
  functionCall: 0x46,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

/** First byte of the messages that matter here, server to client. */
const backend = {
  authentication: 0x52,
  error: 0x45,
  keyData: 0x4b,
  notification: 0x41,
  parameter: 0x53,
  ready: 0x5a,
} as const;

/** Status byte of ReadyForQuery outside a transaction. */
export const idleStatus = 0x49;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Joins chunks into one array with a buffer of its own, so that it can be transferred to another thread. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Big-endian 32 bits, as every length in the protocol. */
export function readInt32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(offset);
}

/** The zero-terminated string at `offset`; `end` is the offset of its zero. */
export function readString(bytes: Uint8Array, offset: number): { text: string; end: number } {
  const zero = bytes.indexOf(0, offset);
  const end = zero < 0 ? bytes.length : zero;
  return { text: decoder.decode(bytes.subarray(offset, end)), end };
}

/** One message: type byte, length, body. */
export function message(type: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = type;
  new DataView(bytes.buffer).setInt32(1, 4 + body.length);
  bytes.set(body, 5);
  return bytes;
}

/** An ErrorResponse; `FATAL` means to the client that its connection ends with it. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Uint8Array<ArrayBuffer> {
  return message(backend.error, encoder.encode(`S${severity}\0V${severity}\0C${code}\0M${text}\0\0`));
}

/** ReadyForQuery outside a transaction. */
export function readyForQuery(): Uint8Array<ArrayBuffer> {
  return message(backend.ready, Uint8Array.of(idleStatus));
}

/** A simple query. */
export function query(sql: string): Uint8Array<ArrayBuffer> {
  return message(frontend.query, encoder.encode(`${sql}\0`));
}

/** Ends a series of extended-protocol messages. */
export const sync = message(frontend.sync, new Uint8Array(0));

/** Closes statements or portals by their real names. Closing one that does not exist is no error. */
export function closeAll(names: Iterable<{ kind: 'S' | 'P'; name: string }>): Uint8Array<ArrayBuffer> {
  const parts = [...names].map(({ kind, name }) => message(frontend.close, encoder.encode(`${kind}${name}\0`)));
  return concat([...parts, sync]);
}

/** Everything a server says after a startup message when no password is asked. */
export function welcome(serverVersion: string, processId: number, secret: number): Uint8Array<ArrayBuffer> {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
    IntervalStyle: 'postgres',
    in_hot_standby: 'off',
    default_transaction_read_only: 'off',
    is_superuser: 'on',
  };
  const keys = new Uint8Array(8);
  new DataView(keys.buffer).setInt32(0, processId);
  new DataView(keys.buffer).setInt32(4, secret);
  return concat([
    message(backend.authentication, new Uint8Array(4)),
    ...Object.entries(parameters).map(([name, value]) =>
      message(backend.parameter, encoder.encode(`${name}\0${value}\0`)),
    ),
    message(backend.keyData, keys),
    readyForQuery(),
  ]);
}

/** What one run of the database answered, taken apart. */
export type Reply = {
  /** For the client that asked. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The last ReadyForQuery's status byte; undefined when there was none (after Flush). */
  readonly status: number | undefined;
  readonly failed: boolean;
  /** Taken out of `bytes`: they belong to whoever listens. */
  readonly notifications: readonly { channel: string; bytes: Uint8Array<ArrayBuffer> }[];
};

/** Takes a reply apart. `bytes` must hold whole messages. */
export function takeApart(bytes: Uint8Array<ArrayBuffer>): Reply {
  let status: number | undefined;
  let failed = false;
  const notifications: { channel: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  const pieces: Uint8Array[] = [];
  let copiedUntil = 0;
  for (let offset = 0; offset + 5 <= bytes.length;) {
    const end = offset + 1 + readInt32(bytes, offset + 1);
    const type = bytes[offset];
    if (type === backend.ready) status = bytes[offset + 5];
    else if (type === backend.error) failed = true;
    else if (type === backend.notification) {
      pieces.push(bytes.subarray(copiedUntil, offset));
      notifications.push({ channel: readString(bytes, offset + 9).text, bytes: bytes.slice(offset, end) });
      copiedUntil = end;
    }
    offset = end;
  }
  if (notifications.length === 0) return { bytes, status, failed, notifications };
  return { bytes: concat([...pieces, bytes.subarray(copiedUntil)]), status, failed, notifications };
}
