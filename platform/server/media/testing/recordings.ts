import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findDecoder } from '../ffmpeg.ts';

/** A file that ffmpeg makes: its parameters, and what `detectType` says of it. */
interface Recipe {
  readonly make: readonly string[];
  readonly found: readonly [kind: 'audio' | 'video', contentType: string, extension: string];
}

const tone = ['-f', 'lavfi', '-i', 'aevalsrc=0.4*sin(2*PI*330*t)|0.3*sin(2*PI*550*t):s=44100:d=3'];
const tone96 = ['-f', 'lavfi', '-i', 'aevalsrc=0.4*sin(2*PI*330*t)|0.3*sin(2*PI*550*t):s=96000:d=3'];
const tags = ['title=Night drive', 'artist=Ada', 'album=Loops', 'TBPM=128', 'initialkey=Am'].flatMap((tag) => [
  '-metadata',
  tag,
]);
const recipe = (found: Recipe['found'], ...make: (string | readonly string[])[]): Recipe => ({
  make: make.flat(),
  found,
});

/** Three seconds of stereo, by file name. */
export const sounds = {
  'wav-16.wav': recipe(['audio', 'audio/wav', 'wav'], tone, '-c:a', 'pcm_s16le'),
  'wav-24.wav': recipe(['audio', 'audio/wav', 'wav'], tone96, '-c:a', 'pcm_s24le'),
  'wav-float.wav': recipe(['audio', 'audio/wav', 'wav'], tone, '-c:a', 'pcm_f32le'),
  'rf64.wav': recipe(['audio', 'audio/wav', 'wav'], tone, '-c:a', 'pcm_s16le', '-rf64', 'always'),
  'one.flac': recipe(['audio', 'audio/flac', 'flac'], tone, tags),
  'one.aiff': recipe(['audio', 'audio/aiff', 'aiff'], tone, '-c:a', 'pcm_s16be'),
  'one.mp3': recipe(['audio', 'audio/mpeg', 'mp3'], tone, tags, '-b:a', '192k'),
  'untagged.mp3': recipe(
    ['audio', 'audio/mpeg', 'mp3'],
    tone,
    ['-id3v2_version', '0', '-write_xing', '0'],
    ['-c:a', 'libmp3lame', '-b:a', '128k'],
  ),
  'one.ogg': recipe(['audio', 'audio/ogg', 'ogg'], tone, tags, '-c:a', 'libvorbis'),
  'one.opus': recipe(['audio', 'audio/ogg', 'opus'], tone, tags, '-c:a', 'libopus'),
  'one.m4a': recipe(['audio', 'audio/mp4', 'm4a'], tone, tags, '-c:a', 'aac', '-b:a', '160k'),
  'sound-only.mp4': recipe(['audio', 'audio/mp4', 'm4a'], tone, '-c:a', 'aac'),
  'sound-only.webm': recipe(['audio', 'audio/webm', 'weba'], tone, '-c:a', 'libopus'),
  'bare.aac': recipe(['audio', 'audio/aac', 'aac'], tone, '-c:a', 'aac', '-b:a', '160k', '-f', 'adts'),
  'bare.ac3': recipe(['audio', 'audio/ac3', 'ac3'], tone, '-c:a', 'ac3', '-b:a', '192k'),
  'bare.eac3': recipe(['audio', 'audio/eac3', 'eac3'], tone, '-c:a', 'eac3', '-b:a', '192k'),
  'one.wma': recipe(['audio', 'audio/x-ms-wma', 'wma'], tone, '-c:a', 'wmav2', '-b:a', '160k'),
} as const satisfies Record<string, Recipe>;

const bars = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=4'];
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-t', '4'];
const place = ['-metadata', 'location=+52.5200+013.4050/', '-metadata', 'comment=+52.5200+013.4050/'];

/** Four seconds, by file name. */
export const videos = {
  'one.mp4': recipe(['video', 'video/mp4', 'mp4'], bars, tone, quick, place, '-c:a', 'aac'),
  'silent.mp4': recipe(['video', 'video/mp4', 'mp4'], bars, quick),
  'one.mov': recipe(['video', 'video/quicktime', 'mov'], bars, tone, quick, place, '-c:a', 'pcm_s16le'),
  'one.webm': recipe(['video', 'video/webm', 'webm'], bars, tone, [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-c:a',
    'libopus',
  ]),
  'one.avi': recipe(['video', 'video/x-msvideo', 'avi'], bars, tone, '-c:v', 'mpeg4', '-t', '4', '-c:a', 'mp3'),
  'one.wmv': recipe(['video', 'video/x-ms-wmv', 'wmv'], bars, tone, '-c:v', 'wmv2', '-t', '4', '-c:a', 'wmav2'),
  'one.mkv': recipe(['video', 'video/x-matroska', 'mkv'], bars, tone, quick, '-c:a', 'flac'),
} as const satisfies Record<string, Recipe>;

/**
 * Puts one of them into a folder and returns its path. Made once for a run of the tests, whose folder
 * `scripts/test-databases.ts` names.
 * @throws without ffmpeg
 */
export async function makeMedia(folder: string, name: string): Promise<string> {
  const { make } = { ...sounds, ...videos }[name as keyof typeof sounds];
  const shared = process.env['TEST_RECORDINGS'];
  if (!shared) return await makeWith(folder, name, make);
  const recording = path.join(shared, name);
  if (!existsSync(recording)) {
    // Two processes may make it at once; each moves a whole one into place.
    const draft = await mkdtemp(path.join(shared, 'draft-'));
    await rename(await makeWith(draft, name, make), recording);
    await rmdir(draft);
  }
  const file = path.join(folder, name);
  await copyFile(recording, file);
  return file;
}

/** Makes a file with ffmpeg: sources and output options, without the output. */
export async function makeWith(folder: string, name: string, make: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  const { ffmpeg } = findDecoder()!;
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', '-nostdin', ...make, `file:${file}`]);
  return file;
}
