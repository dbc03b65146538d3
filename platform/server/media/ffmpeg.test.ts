import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { processLimits, secondsFor } from './process-limits.ts';
import { MediaUnreadable, NoDecoder, ProcessingInterrupted } from './errors.ts';
import { DecoderFailed, findDecoder, guarded, runDecoder } from './ffmpeg.ts';

const decoder = findDecoder();
const never = new AbortController().signal;

test('a decoder that is not there is not found', () => {
  expect(findDecoder('no-such-program-anywhere')).toBeNull();
  expect(findDecoder('/no/such/folder/ffmpeg')).toBeNull();
});

describe.skipIf(process.platform === 'win32')('the end of a program', () => {
  const ended = (script: string) =>
    runDecoder({ program: '/bin/sh', args: ['-c', script], signal: never, seconds: 20, limits: [] });

  test.each([
    'kill -KILL $$',
    'kill -TERM $$',
    'kill -SEGV $$',
    'kill -BUS $$',
    'exit 137',
    'exit 127',
    'echo "Cannot allocate memory" >&2; exit 1',
    'echo "x.m4a: No space left on device" >&2; exit 228',
    'echo "Too many open files" >&2; exit 1',
    'echo "Exiting normally, received signal 15." >&2; exit 255',
  ])('%s is the machine’s, and says nothing of the file', async (script) => {
    await expect(ended(script)).rejects.toThrow(ProcessingInterrupted);
  });

  test.each([
    'echo "Invalid data found when processing input" >&2; exit 1',
    'echo "moov atom not found" >&2; exit 183',
    'echo "Input/output error" >&2; exit 251',
    'exit 1',
  ])('%s is its verdict on the file', async (script) => {
    await expect(ended(script)).rejects.toThrow(DecoderFailed);
  });

  test('a program that has been taken away is no decoder', async () => {
    const run = runDecoder({ program: '/no/such/ffmpeg', args: [], signal: never, seconds: 20, limits: [] });
    await expect(run).rejects.toThrow(NoDecoder);
  });

  test('its time is by the length of what it reads, which a head cannot lengthen', () => {
    expect(secondsFor({ seconds: 200, bytes: 8_000_000 }, 0.5, 1700)).toBe(160);
    expect(secondsFor({ seconds: 40_000, bytes: 50_000 }, 0.5, 1700)).toBe(110);
    expect(secondsFor({ seconds: undefined, bytes: 50_000 }, 0.5, 1700)).toBe(110);
    expect(secondsFor({ seconds: 40_000, bytes: 900_000_000 }, 0.5, 1700)).toBe(1700);
  });
});

describe.skipIf(!decoder)('the decoder (needs ffmpeg)', () => {
  const program = decoder?.ffmpeg ?? '';
  const endless = ['-re', '-f', 'lavfi', '-i', 'anullsrc', '-f', 'null', '-'];

  test('is found with its companion', () => {
    expect(decoder?.ffprobe).toMatch(/ffprobe/);
    expect(findDecoder()).toBe(decoder);
  });

  test('never opens an address', async () => {
    let requests = 0;
    const server = createServer((_request, answer) => {
      requests++;
      answer.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const args = ['-nostdin', ...guarded, '-i', `http://127.0.0.1:${port}/x.mp3`, '-f', 'null', '-'];
      await expect(runDecoder({ program, args, signal: never, seconds: 20 })).rejects.toThrow(/[Pp]rotocol/);
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  test('is ended when its time is over, though it would never end', async () => {
    const work = runDecoder({ program, args: endless, signal: never, seconds: 0.4 });
    await expect(work).rejects.toThrow(ProcessingInterrupted);
  });

  test('is ended when nobody wants it any more, or its output is not wanted', async () => {
    const controller = new AbortController();
    const work = runDecoder({ program, args: endless, signal: controller.signal, seconds: 60 });
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(work).rejects.toThrow('enough');
    const onOutput = (): void => {
      throw new MediaUnreadable('failed');
    };
    const args = ['-f', 'lavfi', '-i', 'anullsrc', '-f', 'f32le', '-'];
    await expect(runDecoder({ program, args, signal: never, seconds: 60, onOutput })).rejects.toThrow(MediaUnreadable);
  });

  const limits = processLimits().includes('--pdeathsig=KILL');
  test.skipIf(!limits)('ends with a site that is killed (needs setpriv of util-linux)', async () => {
    const module = JSON.stringify(new URL('ffmpeg.ts', import.meta.url).href);
    const run = JSON.stringify({ program, args: endless, seconds: 60 });
    const source = `import(${module}).then(({ runDecoder }) => runDecoder({ ...${run}, signal: new AbortController().signal }))`;
    const site = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
    const children = (): string => readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim();
    const name = (pid: string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    await vi.waitFor(() => expect(name(children())).toBe('ffmpeg'), 10_000);
    const child = children();
    site.kill('SIGKILL');
    await once(site, 'exit');
    await vi.waitFor(() => expect(existsSync(`/proc/${child}`)).toBe(false), 5000);
  });

  test('says what it did not like', async () => {
    const work = runDecoder({ program, args: ['-i', 'file:no-such-file'], signal: never, seconds: 20 });
    await expect(work).rejects.toThrow(DecoderFailed);
    await expect(work).rejects.toThrow(/No such file/);
  });
});
