import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeIn } from './corpus.ts';
import { makeMedia, makeWith } from './recordings.ts';

/** A shape of a file that people have, made here: small, and odd in one way. */
interface Shape {
  /** Writes it into a folder and returns its path. */
  make(folder: string): Promise<string>;
  /** What `detectType` says of it. */
  readonly found: readonly [kind: 'audio' | 'video', contentType: string, extension: string];
  /** Seconds of it that play; three when not given. */
  readonly seconds?: number;
  readonly title?: string;
  readonly hasCover?: boolean;
  readonly endsEarly?: boolean;
}

const tone = (seconds = 3): string[] => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=0.4*sin(2*PI*330*t)|0.3*sin(2*PI*550*t):s=44100:d=${seconds}`,
];
const wav = ['audio', 'audio/wav', 'wav'] as const;
const mp3 = ['audio', 'audio/mpeg', 'mp3'] as const;

/** An ID3v2.3 frame. */
function frame(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, 0, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** An ID3v2.3 tag with a title, a picture if one is given, and empty bytes at its end. */
export function id3(title: string, { cover, padding = 0 }: { cover?: Buffer; padding?: number } = {}): Buffer {
  const frames = [frame('TIT2', Buffer.concat([Buffer.from([0]), Buffer.from(title, 'latin1')]))];
  if (cover) frames.push(frame('APIC', Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), cover])));
  const body = Buffer.concat([...frames, Buffer.alloc(padding)]);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), body]);
}

/** A tag that players append: APEv2 with one field and a foot. */
function ape(): Buffer {
  const value = Buffer.from('Loops');
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Album\0'), value]);
  item.writeUInt32LE(value.length, 0);
  const foot = Buffer.alloc(32);
  foot.write('APETAGEX', 0, 'latin1');
  foot.writeUInt32LE(2000, 8);
  foot.writeUInt32LE(item.length + 32, 12);
  foot.writeUInt32LE(1, 16);
  return Buffer.concat([item, foot]);
}

const id3v1 = Buffer.concat([Buffer.from('TAGNight drive'.padEnd(128, '\0'), 'latin1')]);
const lyrics = Buffer.from('LYRICSBEGININD0000200LYR00005la la000037LYRICS200', 'latin1');

/** A chunk of RIFF. */
function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Another form of a recording that `makeMedia` makes. */
const changed =
  (name: string, change: (content: Buffer) => Buffer | Promise<Buffer>) =>
  async (folder: string): Promise<string> => {
    const content = await readFile(await makeMedia(folder, name));
    return await writeIn(path.join(folder, 'shapes'), 'shape', await change(content));
  };
/** A WAV whose title stands in its INFO, in bytes of any encoding. */
const info = (title: string, bytes: string) => ({
  make: changed('wav-16.wav', (content) => {
    const list = chunk(
      'LIST',
      Buffer.concat([Buffer.from('INFO'), chunk('INAM', Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(1)]))]),
    );
    const whole = Buffer.concat([content, list]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  }),
  found: wav,
  title,
});

/** A recording that ffmpeg makes. */
const made =
  (ending: string, ...options: readonly string[]) =>
  (folder: string): Promise<string> =>
    makeWith(folder, `made-${Math.random().toString(36).slice(2)}.${ending}`, [...tone(), ...options]);

/** A picture for covers. */
async function picture(folder: string): Promise<string> {
  return await makeWith(folder, `cover-${Math.random().toString(36).slice(2)}.jpg`, [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=64x64',
    '-frames:v',
    '1',
  ]);
}

const twoTags = (content: Buffer): Buffer =>
  Buffer.concat([id3('Night drive', { padding: 5000 }), id3('Second'), content]);

/** Every odd shape of sound, by its name in `docs/files.md`. */
export const soundShapes: Readonly<Record<string, Shape>> = {
  'MP3 behind two ID3v2 tags and padding': {
    make: changed('untagged.mp3', (content) =>
      Buffer.concat([id3('Night drive', { padding: 70_000 }), Buffer.alloc(900), id3('Second'), content]),
    ),
    found: mp3,
    title: 'Night drive',
  },
  'WAV behind ID3v2 tags': { make: changed('wav-16.wav', twoTags), found: wav, title: 'Night drive' },
  'AIFF behind ID3v2 tags': {
    make: changed('one.aiff', twoTags),
    found: ['audio', 'audio/aiff', 'aiff'],
    title: 'Night drive',
  },
  'FLAC behind ID3v2 tags': {
    make: changed('one.flac', twoTags),
    found: ['audio', 'audio/flac', 'flac'],
    title: 'Night drive',
  },
  'Ogg behind ID3v2 tags': {
    make: changed('one.ogg', twoTags),
    found: ['audio', 'audio/ogg', 'ogg'],
    title: 'Night drive',
  },
  'M4A behind ID3v2 tags': {
    make: changed('one.m4a', twoTags),
    found: ['audio', 'audio/mp4', 'm4a'],
    title: 'Night drive',
  },
  'WAV behind an ID3v2 tag with a cover of two megabytes': {
    async make(folder) {
      const cover = await readFile(await picture(folder));
      const large = Buffer.concat([cover, Buffer.alloc(2_000_000)]);
      return await changed('wav-16.wav', (content) => Buffer.concat([id3('Night drive', { cover: large }), content]))(
        folder,
      );
    },
    found: wav,
    title: 'Night drive',
    hasCover: true,
  },
  'MP3 that begins in the middle of a frame': {
    make: changed('untagged.mp3', (content) => content.subarray(300)),
    found: mp3,
  },
  'MP3 behind a few foreign bytes': {
    make: changed('untagged.mp3', (content) =>
      Buffer.concat([Buffer.from('\0\x01garbage of a recorder\r\n', 'latin1'), content]),
    ),
    found: mp3,
  },
  'MP3 behind the head of an ICY stream': {
    make: changed('untagged.mp3', (content) =>
      Buffer.concat([Buffer.from('ICY 200 OK\r\nicy-name:Radio\r\nicy-br:128\r\n\r\n'), content]),
    ),
    found: mp3,
  },
  'MP3 with APEv2 at its end': { make: changed('one.mp3', (content) => Buffer.concat([content, ape()])), found: mp3 },
  'MP3 with Lyrics3 and ID3v1 at its end': {
    make: changed('one.mp3', (content) => Buffer.concat([content, lyrics, id3v1])),
    found: mp3,
  },
  'MP3 with ID3v2.4 at its end': {
    make: changed('one.mp3', (content) => Buffer.concat([content, id3('End', { padding: 40_000 }), id3v1])),
    found: mp3,
  },
  'MP3 with APEv2 of 200 KB at its end': {
    make: changed('one.mp3', (content) => Buffer.concat([content, Buffer.alloc(200_000), ape(), id3v1])),
    found: mp3,
  },
  'MP3 whose end is missing': {
    make: changed('one.mp3', (content) => content.subarray(0, Math.floor(content.length * 0.6))),
    found: mp3,
    seconds: 1.8,
    endsEarly: true,
  },
  'CAF with PCM': { make: made('caf', '-c:a', 'pcm_s16be'), found: ['audio', 'audio/x-caf', 'caf'] },
  'CAF with ALAC': { make: made('caf', '-c:a', 'alac'), found: ['audio', 'audio/x-caf', 'caf'] },
  'M4A with ALAC': { make: made('m4a', '-c:a', 'alac'), found: ['audio', 'audio/mp4', 'm4a'] },
  BW64: {
    make: changed('rf64.wav', (content) => Buffer.concat([Buffer.from('BW64'), content.subarray(4)])),
    found: wav,
  },
  Wave64: { make: made('w64', '-c:a', 'pcm_s24le'), found: ['audio', 'audio/x-w64', 'w64'] },
  AU: { make: made('au', '-c:a', 'pcm_s16be'), found: ['audio', 'audio/basic', 'au'] },
  WavPack: { make: made('wv', '-c:a', 'wavpack'), found: ['audio', 'audio/x-wavpack', 'wv'] },
  'WAV with 100 chunks before its description': {
    make: changed('wav-16.wav', (content) =>
      Buffer.concat([
        content.subarray(0, 12),
        ...Array.from({ length: 100 }, (_, at) => chunk('JUNK', Buffer.alloc(at % 2 === 0 ? 3 : 2000))),
        content.subarray(12),
      ]),
    ),
    found: wav,
  },
  'MP3 in WAV': { make: made('wav', '-c:a', 'libmp3lame', '-b:a', '160k'), found: wav },
  'WAV with IMA ADPCM': { make: made('wav', '-c:a', 'adpcm_ima_wav'), found: wav },
  'WAV with Microsoft ADPCM': { make: made('wav', '-c:a', 'adpcm_ms'), found: wav },
  'WAV with µ-law': { make: made('wav', '-c:a', 'pcm_mulaw'), found: wav },
  'WAV with A-law': { make: made('wav', '-c:a', 'pcm_alaw'), found: wav },
  'M4A of the brand iso6': {
    make: changed('one.m4a', (content) =>
      Buffer.concat([content.subarray(0, 8), Buffer.from('iso6'), content.subarray(12)]),
    ),
    found: ['audio', 'audio/mp4', 'm4a'],
  },
  'M4A whose cover is a video track': {
    async make(folder) {
      const cover = await picture(folder);
      const inputs = [...tone(), '-i', cover];
      return await makeWith(folder, 'cover-track.mp4', [
        ...inputs,
        '-map',
        '0:a',
        '-map',
        '1:v',
        '-c:a',
        'aac',
        '-c:v',
        'mjpeg',
        '-frames:v',
        '1',
        '-f',
        'mp4',
      ]);
    },
    found: ['audio', 'audio/mp4', 'm4a'],
    hasCover: true,
  },
  'WAV of unknown length with a LIST chunk at its end': {
    make: changed('wav-16.wav', (content) => {
      const open = Buffer.from(content);
      open.writeUInt32LE(0xff_ff_ff_ff, open.indexOf('data') + 4);
      const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('ICMT', Buffer.alloc(20_000, 0x7f))]));
      return Buffer.concat([open, list, chunk('id3 ', id3('Night drive'))]);
    }),
    found: wav,
  },
  'WAV with INFO in Windows-1252': info('Café Motörhead', '436166e9204d6f74f672686561 64'.replaceAll(' ', '')),
  'WAV with INFO in Shift-JIS': info('夜のドライブ', '96e982cc83688389834383 75'.replaceAll(' ', '')),
  'WAV with INFO in GBK': info('上海 夜曲 周杰伦', 'c9cfbaa320d2b9c7fa20d6dcbddc c2d7'.replaceAll(' ', '')),
  'WAV with INFO in Windows-1251': info('Ночной привет', 'cdeef7edeee920eff0e8e2e5f2'),
  'MP3 whose ID3 says Latin 1 and is Windows-1251': {
    make: changed('untagged.mp3', (content) =>
      Buffer.concat([id3('\xcd\xee\xf7\xed\xee\xe9 \xef\xf0\xe8\xe2\xe5\xf2'), content]),
    ),
    found: mp3,
    title: 'Ночной привет',
  },
  'MP3 whose ID3 is Latin 1': {
    make: changed('untagged.mp3', (content) => Buffer.concat([id3('Bj\xf6rk \xc0 la f\xeate d\xe9j\xe0'), content])),
    found: mp3,
    title: 'Björk À la fête déjà',
  },
  'WAV whose end is missing': {
    make: changed('wav-16.wav', (content) => content.subarray(0, Math.floor(content.length / 2))),
    found: wav,
    seconds: 1.5,
    endsEarly: true,
  },
};
