import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { statfs } from 'node:fs/promises';
import type { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { type Decoder, findDecoder } from '#platform/server/media/ffmpeg.ts';

/** An answer over the network. A certificate that nobody trusts is reported, and answers all the same. */
export interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Null over plain http. */
  readonly tls: { readonly fault: string | null; readonly validTo: Date | null } | null;
}

/** Room of a disk; inodes are null where the file system has no fixed number of them. */
export interface Room {
  readonly free: number;
  readonly total: number;
  readonly inodes: { readonly free: number; readonly total: number } | null;
}

/** The machine and the network, as checks reach them; tests pass others. */
export interface Tools {
  readonly nodeVersion: string;
  /** Null on Windows. */
  readonly uid: number | null;
  room(folder: string): Promise<Room>;
  /** TXT records of a name. @throws errors of DNS, with `code` */
  txt(name: string): Promise<string[]>;
  ask(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Asked>;
  /** Opens a WebSocket and closes it. @throws with the reason when it does not open */
  socket(url: string, origin: string, signal: AbortSignal): Promise<void>;
  decoder(): Decoder | null;
  /** What a program writes to its output, whatever its exit code. @throws when it cannot be started */
  output(program: string, args: readonly string[], signal: AbortSignal, folder?: string): Promise<string>;
}

/** Bytes of an answer that are read. */
const ANSWER_MAX = 65_536;
const DNS_MS = 5000;
const OUTPUT_MAX = 8 * 1024 * 1024;

/** This machine and its network. */
export const machineTools: Tools = {
  nodeVersion: process.versions.node,
  uid: process.getuid?.() ?? null,
  async room(folder) {
    const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize, inodes: files > 0 ? { free: ffree, total: files } : null };
  },
  async txt(name) {
    const records = await new Resolver({ timeout: DNS_MS, tries: 1 }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  },
  ask: (url, headers, signal) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const options = { headers, signal, agent: false as const };
      const take = (response: IncomingMessage): void => {
        const { socket } = response;
        const tls = isSecure ? tlsOf(socket as TLSSocket) : null;
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body = (body + part).slice(0, ANSWER_MAX)));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, tls }));
      };
      const asked = isSecure
        ? secureRequest(url, { ...options, rejectUnauthorized: false }, take)
        : plainRequest(url, options, take);
      asked.on('error', reject).end();
    }),
  socket: (url, origin, signal) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { origin, rejectUnauthorized: false });
      const stop = (): void => socket.terminate();
      signal.addEventListener('abort', stop, { once: true });
      socket.on('open', () => {
        resolve();
        socket.terminate();
      });
      socket.on('error', reject);
    }),
  decoder: () => findDecoder(),
  output: (program, args, signal, folder) =>
    new Promise((resolve, reject) => {
      execFile(program, [...args], { signal, cwd: folder, maxBuffer: OUTPUT_MAX }, (error, stdout) => {
        // Programs say by an exit code that they found something.
        if (error === null || typeof error.code === 'number') resolve(stdout);
        else reject(new Error(`${program} cannot be run: ${error.message}`, { cause: error }));
      });
    }),
};

function tlsOf(socket: TLSSocket): Asked['tls'] {
  const { valid_to: until } = socket.getPeerCertificate();
  const fault = socket.authorized ? null : String(socket.authorizationError);
  return { fault, validTo: until ? new Date(until) : null };
}
