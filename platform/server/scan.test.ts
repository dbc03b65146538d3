import { type AddressInfo, type Server, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { ScanFault, type Scanner, scan } from './scan.ts';

const content = Buffer.alloc(300_000, 'sound ');
const stream = (bytes: Buffer = content): Readable => Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]);
/** A program that reads its input to the end, and then runs this code with its `length`. */
const program = (code: string): Scanner => ({
  kind: 'command',
  program: process.execPath,
  args: ['-e', `let length = 0; process.stdin.on('data', (d) => (length += d.length)).on('end', () => { ${code} })`],
});

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});
/** A stand-in for clamd. @param answer to what it was sent, in pieces; null for none */
async function clamd(answer: (sent: Buffer) => string | null, limit = Infinity): Promise<Scanner> {
  server = createServer((socket) => {
    let sent: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      sent = Buffer.concat([sent, chunk as Buffer]);
      if (sent.length > limit) socket.end('INSTREAM size limit exceeded. ERROR\0');
      else if (sent.subarray(-4).equals(Buffer.alloc(4))) {
        const said = answer(sent);
        if (said !== null) socket.end(said);
      }
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { kind: 'clamd', host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
/** The content of INSTREAM, put together. */
function unframed(sent: Buffer): Buffer {
  const start = 'zINSTREAM\0';
  expect(sent.subarray(0, start.length).toString()).toBe(start);
  const pieces: Buffer[] = [];
  for (let at = start.length; at < sent.length;) {
    const length = sent.readUInt32BE(at);
    pieces.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return Buffer.concat(pieces);
}

describe('a scanner', () => {
  it('that is a program reads all of the file: status 0 is clean, 1 infected with its name', async () => {
    expect(await scan(program(`process.exit(length === ${content.length} ? 0 : 2)`), stream())).toBeNull();
    const infected = program(`console.log('stdin: Eicar-Signature FOUND'); process.exitCode = 1`);
    expect(await scan(infected, stream())).toBe('Eicar-Signature');
    expect(await scan(program('process.exit(1)'), stream())).toBe('something');
  });

  it('that is clamd gets all of the file by INSTREAM', async () => {
    let got: Buffer | null = null;
    const clean = await clamd((sent) => {
      got = unframed(sent);
      return 'stream: OK\0';
    });
    expect(await scan(clean, stream())).toBeNull();
    expect(got!.equals(content)).toBe(true);
    server!.close();
    expect(await scan(await clamd(() => 'stream: Win.Test.EICAR_HDB-1 FOUND\0'), stream())).toBe(
      'Win.Test.EICAR_HDB-1',
    );
  });

  it.each<[string, () => Scanner | Promise<Scanner>]>([
    ['ends with another status', () => program('process.exit(2)')],
    ['is killed', () => program(`process.kill(process.pid, 'SIGKILL')`)],
    ['is not there', () => ({ kind: 'command', program: '/nowhere/scanner', args: [] })],
    ['does not come to an end', () => program('setInterval(() => {}, 1000)')],
    ['has no daemon', () => ({ kind: 'clamd', path: '/nowhere/clamd.ctl' })],
    ['answers nothing', () => clamd(() => null)],
    ['answers something else', () => clamd(() => 'UNKNOWN COMMAND\0')],
    ['closes without an answer', () => clamd(() => '')],
    ['takes less than the file', () => clamd(() => 'stream: OK\0', 50_000)],
  ])('that %s has no verdict', async (_title, make) => {
    await expect(scan(await make(), stream(), 2)).rejects.toThrow(ScanFault);
  });

  it('has no verdict of a file that cannot be read to its end', async () => {
    const broken = () =>
      Readable.from(
        (function* () {
          yield content;
          throw new Error('The store is gone.');
        })(),
      );
    await expect(scan(program('process.exit(0)'), broken(), 2)).rejects.toThrow(ScanFault);
    await expect(scan(await clamd(() => 'stream: OK\0'), broken(), 2)).rejects.toThrow(ScanFault);
  });

  it('is set by one of two settings', () => {
    const scannerOf = (environment: Record<string, string>) => readConfig(environment).scanner;
    expect(scannerOf({})).toBeNull();
    expect(scannerOf({ SCAN_COMMAND: '/usr/bin/clamdscan --stream  -' })).toEqual({
      kind: 'command',
      program: '/usr/bin/clamdscan',
      args: ['--stream', '-'],
    });
    expect(scannerOf({ CLAMD_SOCKET: '/run/clamav/clamd.ctl' })).toEqual({
      kind: 'clamd',
      path: '/run/clamav/clamd.ctl',
    });
    expect(scannerOf({ CLAMD_SOCKET: 'tcp://clamav:3310' })).toEqual({ kind: 'clamd', host: 'clamav', port: 3310 });
    expect(scannerOf({ CLAMD_SOCKET: '[::1]:3310' })).toEqual({ kind: 'clamd', host: '::1', port: 3310 });
    expect(() => scannerOf({ CLAMD_SOCKET: 'clamav' })).toThrow('CLAMD_SOCKET');
    expect(() => scannerOf({ CLAMD_SOCKET: 'clamav:99999' })).toThrow('CLAMD_SOCKET');
    expect(() => scannerOf({ CLAMD_SOCKET: '/x', SCAN_COMMAND: 'clamscan -' })).toThrow('both');
  });
});
