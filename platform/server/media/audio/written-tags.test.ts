import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { type WrittenTags, tagsOf } from './tags.ts';
import { withTags } from './written-tags.ts';

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
async function tagged(content: Buffer, given: WrittenTags = tags): Promise<Buffer | null> {
  const read = (start: number, end: number) => Promise.resolve(Buffer.from(content.subarray(start, end)));
  const sound = await withTags(read, content.length, given);
  const end = content.length - (sound?.cut ?? 0);
  return sound && Buffer.concat([sound.head, content.subarray(sound.replaced, end), sound.tail]);
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
    ['index-last.m4a', ['-c:a', 'aac', '-metadata', 'comment=stays']],
    ['index-first.m4a', ['-c:a', 'aac', '-movflags', '+faststart', '-metadata', 'comment=stays']],
    ['no-list.m4a', ['-c:a', 'aac', '-fflags', '+bitexact', '-empty_hdlr_name', '1']],
    ['alac.m4a', ['-c:a', 'alac']],
    ['one.opus', ['-c:a', 'libopus', '-metadata', 'comment=stays']],
  ])('%s', async (name, options) => {
    const content = await make(name, ...options);
    const before = await found(`before-${name}`, content);
    expect(before.tags).toEqual({});
    const after = await found(`after-${name}`, (await tagged(content))!);
    expect(after).toEqual({ tags, decoded: before.decoded });
    const alone = await found(`alone-${name}`, (await tagged(content, { ...tags, album: null }))!);
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
    expect((await found('tagged-bare.flac', (await tagged(bare))!)).tags).toEqual(tags);
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
    ['where an M4A has no index', Buffer.from('\0\0\0\x10ftypM4A \0\0\0\0', 'latin1')],
    ['where an M4A ends in its head', Buffer.from('\0\0\0\x18ftypM4A ', 'latin1')],
    ['where a box of an M4A has no end', Buffer.from('\0\0\0\x08ftyp\0\0\0\0moov', 'latin1')],
    [
      'where a box of an M4A ends outside its index',
      Buffer.from('\0\0\0\x08ftyp\0\0\0\x10moov\0\0\x01\0udta', 'latin1'),
    ],
    ['with an ID3 of another version', Buffer.from('ID3\x02\0\0\0\0\0\0and frames', 'latin1')],
    ['with an ID3 whose frames are stored otherwise', Buffer.from('ID3\x04\0\x80\0\0\0\0and frames', 'latin1')],
  ])('%s', async (_, content) => expect(await tagged(content)).toBeNull());

  it('in fragments', async () => {
    const content = await make('fragments.m4a', '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov');
    expect(await tagged(content)).toBeNull();
  });

  it('where the tags would make it longer than its format can say', async () => {
    const start = Buffer.from('RIFF\0\0\0\0WAVE');
    start.writeUInt32LE(0xffffffff - 8, 4);
    expect(await withTags(() => Promise.resolve(start), 0xffffffff, tags)).toBeNull();
  });
});
