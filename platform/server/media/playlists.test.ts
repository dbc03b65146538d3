import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processAudio } from './audio/audio.ts';
import { detectType } from './detect.ts';
import { MediaUnreadable } from './errors.ts';
import { DecoderFailed, fileArgument, findDecoder, guarded, runDecoder } from './ffmpeg.ts';
import { playlists, writeIn } from './testing/corpus.ts';
import { makeMedia } from './testing/recordings.ts';
import { processVideo } from './video/video.ts';

const decoder = findDecoder();
const never = new AbortController().signal;
let folder: string;
/** A recording of somebody else, which no list may bring in. */
let secret: string;
let requests = 0;
const server = createServer((_request, answer) => {
  requests++;
  answer.end();
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-playlists-'));
  if (decoder) secret = await makeMedia(folder, 'wav-16.wav');
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/wav-16.wav`;
const targets = { 'a file': () => fileArgument(secret), 'a neighbour': () => 'wav-16.wav', 'an address': address };
const formats = ['hls', 'concat', 'sdp', 'm3u', 'dash'] as const;
/** Starts of files that are taken for sound, which a list may hide behind. */
const disguises = {
  nothing: Buffer.alloc(0),
  'a tag': Buffer.from('ID3\x04\0\0\0\0\0\x0a\0\0\0\0\0\0\0\0\0\0', 'latin1'),
  'frames of MP3': Buffer.concat(
    Array.from({ length: 4 }, () => Buffer.alloc(417, Buffer.from('\xff\xfb\x90\0'.padEnd(417, '\0'), 'latin1'))),
  ),
  'the head of an Ogg': Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e\x01vorbis`, 'latin1'),
};

describe.skipIf(!decoder)('a list of other files (needs ffmpeg)', () => {
  test('would bring them in if it were let', async () => {
    const list = await writeIn(folder, 'trap.wav', Buffer.from(playlists(secret).concat));
    const args = ['-v', 'error', '-safe', '0', '-f', 'concat', '-i', list, '-f', 'f32le', '-'];
    const { stdout } = await promisify(execFile)(decoder!.ffmpeg, args, { encoding: 'buffer', maxBuffer: 1e7 });
    expect(stdout.length).toBeGreaterThan(1_000_000);
  });

  describe.each(Object.keys(targets) as (keyof typeof targets)[])('that names %s', (target) => {
    test.each(Object.keys(disguises) as (keyof typeof disguises)[])('behind %s brings nothing', async (disguise) => {
      for (const format of formats) {
        const content = Buffer.concat([disguises[disguise], Buffer.from(playlists(targets[target]())[format])]);
        const file = await writeIn(folder, `${format}.mp3`, content);
        const out = await mkdtemp(path.join(folder, 'out-'));
        for (const process of [processAudio, processVideo]) {
          const end = await process(file, out, never).catch((error: unknown) => error);
          if (!(end instanceof MediaUnreadable)) {
            // Four frames of silence are a sound, if a short one; three seconds would be the other file.
            expect(disguise).toBe('frames of MP3');
            expect((end as { durationMs: number }).durationMs).toBeLessThan(200);
          }
        }
        if (disguise === 'nothing') expect(await detectType(file)).toMatchObject({ kind: 'other' });
        for (const name of await readdir(out)) expect(name).toMatch(/^(stream\.(mp3|m4a)|cover\.bin)$/);
      }
      expect(requests).toBe(0);
    });
  });

  test.each(formats)('as %s is read by none of the readers that we name, whatever it names', async (format) => {
    const lists = Object.values(targets).map((target) => playlists(target())[format]);
    const file = await writeIn(folder, `${format}.list`, Buffer.from(lists.join('\n')));
    let bytes = 0;
    const onOutput = (chunk: Buffer): void => {
      bytes += chunk.length;
    };
    for (const reader of ['mp3', 'wav', 'flac', 'aiff', 'ogg', 'mov', 'matroska']) {
      const args = ['-nostdin', ...guarded, '-f', reader, '-i', fileArgument(file), '-f', 'f32le', 'pipe:1'];
      await runDecoder({ program: decoder!.ffmpeg, args, signal: never, seconds: 20, onOutput }).catch(
        (error: unknown) => expect(error).toBeInstanceOf(DecoderFailed),
      );
    }
    expect([bytes, requests]).toEqual([0, 0]);
  });
});
