import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import type { Readable } from 'node:stream';

/** The virus scanner of the operator: a program that reads a file from its input, or the daemon of ClamAV. */
export type Scanner =
  | { readonly kind: 'command'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'clamd'; readonly path: string }
  | { readonly kind: 'clamd'; readonly host: string; readonly port: number };

/** Seconds that a scan may take. */
export const SCAN_SECONDS = 900;
/** Bytes of a scanner's answer that are read. */
const ANSWER_MAX = 4096;
/** Characters of the name of what was found. */
const NAME_MAX = 100;

/** The scanner gave no verdict: the file is scanned again later. */
export class ScanFault extends Error {
  override name = 'ScanFault';
}

/** `stream: Eicar-Signature FOUND`, as ClamAV's programs and its daemon answer; else the first line. */
function foundName(answer: string): string {
  const [line = ''] = answer.split(/[\n\0]/);
  const name = /^.*?: (.+) FOUND$/.exec(line.trim())?.[1] ?? line;
  return (
    name
      .replaceAll(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, NAME_MAX) || 'something'
  );
}

async function answerOf(stream: Readable): Promise<string> {
  let answer = '';
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (answer.length < ANSWER_MAX) answer += chunk.toString('latin1');
  return answer;
}

/** Exit status 0 is clean, 1 infected, as of clamscan and clamdscan; all else is a fault. */
async function scanByCommand(program: string, args: readonly string[], content: Readable, signal: AbortSignal) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Without the site's environment: neither secrets nor proxies.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const end = once(child, 'close') as Promise<[number | null, string | null]>;
  // The first error rejects the scan; later ones do not matter.
  child.on('error', () => {});
  // A scanner that has seen enough closes its input: its status says what it found.
  child.stdin.on('error', () => content.destroy());
  content.on('error', (error) => {
    child.kill('SIGKILL');
    child.emit('error', error);
  });
  content.pipe(child.stdin);
  const [answer, [status, killedBy]] = await Promise.all([answerOf(child.stdout), end]);
  if (status === 0) return null;
  if (status === 1) return foundName(answer);
  throw new ScanFault(`The scanner ended with ${status === null ? killedBy : `status ${status}`}.`);
}

/** The command INSTREAM of clamd: length-prefixed chunks, and an empty one at the end. */
async function scanByClamd(socket: Socket, content: Readable, signal: AbortSignal): Promise<string | null> {
  const stop = (): void => void socket.destroy(new ScanFault('The scanner took too long.'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answering = answerOf(socket);
    answering.catch(() => {});
    const send = async (): Promise<void> => {
      socket.write('zINSTREAM\0');
      for await (const chunk of content as AsyncIterable<Buffer>) {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        if (!socket.write(chunk)) await once(socket, 'drain', { signal });
        // It has answered early: the file exceeds its StreamMaxLength.
        if (socket.readableEnded) return;
      }
      socket.write(Buffer.alloc(4));
    };
    const sending = send();
    sending.catch((error: unknown) => socket.destroy(error instanceof Error ? error : new ScanFault(String(error))));
    const answer = (await answering).replaceAll('\0', '').trim();
    if (answer === 'stream: OK') {
      // A verdict counts only for the whole file.
      await sending;
      return null;
    }
    if (answer.endsWith(' FOUND')) return foundName(answer);
    throw new ScanFault(`The scanner answered "${answer.slice(0, NAME_MAX)}".`);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/**
 * Has the operator's scanner read a file, as a stream and within a time.
 * @returns the name of what it found; null for nothing
 * @throws {ScanFault} where it has no verdict: it is not there, ended otherwise, took too long, or could not be given all
 */
export async function scan(scanner: Scanner, content: Readable, seconds = SCAN_SECONDS): Promise<string | null> {
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    if (scanner.kind === 'command') return await scanByCommand(scanner.program, scanner.args, content, signal);
    const socket = 'path' in scanner ? connect(scanner.path) : connect(scanner.port, scanner.host);
    return await scanByClamd(socket, content, signal);
  } catch (error) {
    if (error instanceof ScanFault) throw error;
    throw new ScanFault('The scanner did not come to a verdict.', { cause: error });
  } finally {
    content.destroy();
  }
}
