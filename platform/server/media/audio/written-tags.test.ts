import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { tagsOf } from './tags.ts';
import { TAG_START_BYTES, type WrittenTags, withTags } from './written-tags.ts';

const decoder = findDecoder()!;
const tags: WrittenTags = { title: 'Ärger & "Ruhe" 静か 🎛', artist: 'Ada <Co>', album: 'Tape' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-tags-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tone = ['-f', 'lavfi', '-i', 'aevalsrc=0.4*sin(2*PI*330*t):s=44100:d=0.5'];
const make = async (name: string, ...options: string[]): Promise<Buffer> =>
  await readFile(await makeWith(folder, name, [...tone, '-map_metadata', '-1', ...options]));

/** The file with tags; null where it stays as it is. */
function tagged(content: Buffer, given: WrittenTags = tags): Buffer | null {
  const sound = withTags(content.subarray(0, TAG_START_BYTES), content.length, given);
  return sound && Buffer.concat([sound.head, content.subarray(sound.replaced), sound.tail]);
}

const found = async (name: string, content: Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const decoded = execFileSync(decoder.ffmpeg, ['-v', 'error', '-xerror', '-i', file, '-map', '0:a', '-f', 'md5', '-']);
  return { tags: tagsOf(await probe(decoder, file, new AbortController().signal)), decoded: String(decoded) };
};

describe('a sound gets tags, and stays the same sound', () => {
  it.each([
    ['one.wav', ['-c:a', 'pcm_s16le']],
    ['float.wav', ['-c:a', 'pcm_f32le']],
    ['three-bytes-a-sample.wav', ['-c:a', 'pcm_s24le', '-ac', '1']],
    ['one.aiff', ['-c:a', 'pcm_s24be']],
    ['bare.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0']],
    ['id3v23.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '3', '-metadata', 'comment=stays']],
    ['id3v24.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '4', '-metadata', 'comment=stays']],
    ['one.flac', ['-c:a', 'flac', '-metadata', 'comment=stays']],
    ['vorbis.ogg', ['-c:a', 'libvorbis', '-metadata', 'comment=stays']],
    ['one.opus', ['-c:a', 'libopus', '-metadata', 'comment=stays']],
  ])('%s', async (name, options) => {
    const content = await make(name, ...options);
    const before = await found(`before-${name}`, content);
    expect(before.tags).toEqual({});
    const after = await found(`after-${name}`, tagged(content)!);
    expect(after).toEqual({ tags, decoded: before.decoded });
    const alone = await found(`alone-${name}`, tagged(content, { ...tags, album: null })!);
    expect(alone).toEqual({ tags: { title: tags.title, artist: tags.artist }, decoded: before.decoded });
    if (options.includes('comment=stays')) {
      const { format, streams } = await probe(
        decoder,
        path.join(folder, `after-${name}`),
        new AbortController().signal,
      );
      const all = Object.assign({}, ...streams.map((stream) => stream.tags), format.tags) as Record<string, string>;
      expect(all['comment'] ?? all['COMMENT']).toBe('stays');
    }
  });

  it('a FLAC without a block of comments, the first block of which is the last', async () => {
    const flac = await make('plain.flac', '-c:a', 'flac');
    // Its first block alone, and the frames behind the last one.
    let frames = 4;
    for (let isLast = false; !isLast; frames += 4 + flac.readUIntBE(frames + 1, 3)) isLast = flac[frames]! >= 0x80;
    const bare = Buffer.concat([flac.subarray(0, 42), flac.subarray(frames)]);
    bare[4]! |= 0x80;
    expect((await found('tagged-bare.flac', tagged(bare)!)).tags).toEqual(tags);
  });
});

describe('a sound stays as it is', () => {
  it.each([
    ['in another format', Buffer.from('MThd and so on, for long enough')],
    ['where an Ogg has one page', Buffer.from('OggS and so on, for long enough')],
    ['where it is empty', Buffer.alloc(0)],
    ['where it has one byte', Buffer.from([0xff])],
    ['where a WAV is not as long as it says', Buffer.from('RIFF\x10\0\0\0WAVEfmt and much more than sixteen bytes')],
    ['where a WAV ends in its head', Buffer.from('RIFF\x04\0')],
    ['where a FLAC ends in a block', Buffer.from('fLaC\0\0\0\x22short', 'latin1')],
    ['where the comments of a FLAC lead past their end', Buffer.from('fLaC\x84\0\0\x08\xff\xff\xff\x7fabcd', 'latin1')],
    ['with an ID3 of another version', Buffer.from('ID3\x02\0\0\0\0\0\0and frames', 'latin1')],
    ['with an ID3 whose frames are stored otherwise', Buffer.from('ID3\x04\0\x80\0\0\0\0and frames', 'latin1')],
  ])('%s', (_, content) => expect(tagged(content)).toBeNull());

  it('where the tags would make it longer than its format can say', () => {
    const start = Buffer.from('RIFF\0\0\0\0WAVE');
    start.writeUInt32LE(0xffffffff - 8, 4);
    expect(withTags(start, 0xffffffff, tags)).toBeNull();
  });
});
