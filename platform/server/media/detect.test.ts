import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectLinear } from '#site/testing/cost.ts';
import { detectType } from './detect.ts';
import { ProcessingInterrupted } from './errors.ts';
import { findDecoder } from './ffmpeg.ts';
import { type BadFile, animation, badFile, photo, writeIn } from './testing/corpus.ts';
import { makeMedia, sounds, videos } from './testing/recordings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-detect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['jpeg', 'image/jpeg', 'jpg'],
  ['png', 'image/png', 'png'],
  ['webp', 'image/webp', 'webp'],
  ['avif', 'image/avif', 'avif'],
  ['gif', 'image/gif', 'gif'],
] as const)('a %s picture is one, whatever its name', async (format, contentType, extension) => {
  const content = await sharp(await photo(40, 30))
    .toFormat(format)
    .toBuffer();
  const file = await writeIn(folder, `${format}.txt`, content);
  expect(await detectType(file)).toEqual({ kind: 'image', contentType, extension });
});

test('an animation is a picture', async () => {
  expect(await detectType(await writeIn(folder, 'moving', await animation(3, 20)))).toMatchObject({ kind: 'image' });
});

test.skipIf(!findDecoder()).each(Object.entries({ ...sounds, ...videos }))('%s is found', async (name, { found }) => {
  const file = await makeMedia(folder, name);
  const [kind, contentType, extension] = found;
  expect(await detectType(file)).toEqual({ kind, contentType, extension });
});

const other = ['other', 'application/octet-stream', 'bin'];
test.each<[BadFile, string[]]>([
  ['zero-bytes.png', other],
  ['html-named.jpg', other],
  ['drawing.svg', other],
  ['playlist.mp4', other],
  ['concat.wav', other],
  ['four-gigabytes-declared.wav', other],
  ['zip-named.png', ['archive', 'application/zip', 'zip']],
  ['html-inside.png', ['image', 'image/png', 'png']],
  ['truncated.jpg', ['image', 'image/jpeg', 'jpg']],
  ['huge.png', ['image', 'image/png', 'png']],
  ['lying-long.wav', ['audio', 'audio/wav', 'wav']],
])('%s is %s', async (name, [kind, contentType, extension]) => {
  expect(await detectType(await badFile(folder, name))).toEqual({ kind, contentType, extension });
});

test.each([
  ['Rar!\x1a\x07\x01\x00rest', 'application/vnd.rar'],
  ['7z\xbc\xaf\x27\x1c\x00\x04', 'application/x-7z-compressed'],
])('an archive that is not a ZIP is a packed file: %j', async (content, contentType) => {
  const file = await writeIn(folder, 'archive', Buffer.from(content, 'latin1'));
  expect(await detectType(file)).toMatchObject({ kind: 'packed', contentType });
});

test('an empty ZIP is an archive', async () => {
  const file = await writeIn(folder, 'empty', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'));
  expect(await detectType(file)).toMatchObject({ kind: 'archive', contentType: 'application/zip' });
});

test.each([
  ['a page behind the mark of a tag', 'ID3\x04\x00\x00\x00\x00\x00\x00<html>'.padEnd(9000, ' <b>')],
  ['a page behind the mark of a sound frame', '\xff\xfb\x90\x00<html><script>1</script>'.padEnd(9000, '<p>')],
  ['a container of pointers', 'RIFF\x20\x00\x00\x00ACONLIST'.padEnd(300, '\0')],
  ['a document of old', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(900, '\0')],
  ['a program', '\x7fELF\x02\x01\x01'.padEnd(900, '\0')],
  ['zeros', '\0'.repeat(70_000)],
  ['nothing but marks', '\xff'.repeat(70_000)],
  ['a mark alone', 'GIF89a'],
])('%s is other', async (_name, content) => {
  const file = await writeIn(folder, 'file.mp3', Buffer.from(content, 'latin1'));
  expect(await detectType(file)).toMatchObject({ kind: 'other', contentType: 'application/octet-stream' });
});

test('QuickTime that begins with its media, of any length, is a video', async () => {
  const file = await writeIn(folder, 'media-first', Buffer.from('\x40\0\0\0mdat'.padEnd(900, '\0'), 'latin1'));
  expect(await detectType(file)).toEqual({ kind: 'video', contentType: 'video/quicktime', extension: 'mov' });
});

test('a file of a million empty boxes costs no more than its length', async () => {
  const box = Buffer.from('\0\0\0\x08free', 'latin1');
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
  for (const length of [1_000_000, 8_000_000])
    await writeIn(folder, `boxes-${length}.mp4`, Buffer.concat([head, Buffer.alloc(length, box)]));
  await expectLinear(async (length) => {
    expect(await detectType(path.join(folder, `boxes-${length}.mp4`))).toMatchObject({ kind: 'video' });
  }, 8_000_000);
});

describe.skipIf(process.platform === 'win32')('while ffprobe does not answer', () => {
  /** Puts programs in front of the search path that do as they are told. */
  async function replaceDecoder(script: string): Promise<string> {
    const programs = await mkdtemp(path.join(folder, 'programs-'));
    for (const name of ['ffmpeg', 'ffprobe'])
      await writeFile(path.join(programs, name), `#!/bin/sh\n${script.replaceAll('HERE', programs)}\n`, {
        mode: 0o755,
      });
    vi.stubEnv('PATH', `${programs}${path.delimiter}${process.env['PATH']}`);
    return programs;
  }

  test('because the machine ends it: a signature says what a file is, and nothing else is refused for it', async () => {
    await replaceDecoder('kill -9 $$');
    const wav = await badFile(folder, 'lying-long.wav');
    expect(await detectType(wav)).toMatchObject({ contentType: 'audio/wav' });
    const unknown = await writeIn(folder, 'unknown', Buffer.from('nobody knows'));
    await expect(detectType(unknown)).rejects.toBeInstanceOf(ProcessingInterrupted);
  });

  test('because many ask at once: two files are looked at, the others wait', async () => {
    const programs = await replaceDecoder(
      'mkdir HERE/running/$$; ls HERE/running | wc -l >> HERE/counts; sleep 0.1; rmdir HERE/running/$$; exit 1',
    );
    await mkdir(path.join(programs, 'running'));
    const wav = await badFile(folder, 'lying-long.wav');
    const found = await Promise.all(Array.from({ length: 12 }, () => detectType(wav)));
    expect(found.every(({ contentType }) => contentType === 'audio/wav')).toBe(true);
    const counts = (await readFile(path.join(programs, 'counts'), 'utf8')).trim().split(/\s+/).map(Number);
    expect(counts).toHaveLength(12);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  });
});
