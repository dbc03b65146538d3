import { describe, expect, test } from 'vitest';
import { NoFrames, frameAt, secondsOf } from './frames.ts';
import { framesOfMp3 } from './mp3.ts';
import { framesOfMp4 } from './mp4.ts';

/** MPEG 1, layer III, 128 kbit/s, 44,100 samples a second, stereo: 417 bytes, or 418 with padding. */
const frame = (padded = false): number[] => [
  0xff,
  0xfb,
  padded ? 0x92 : 0x90,
  0x44,
  ...Array.from({ length: padded ? 414 : 413 }, () => 0),
];
/** The first frame of such a file, which says how many there are. */
function info(frames: number, delay: number, padding: number): number[] {
  const made = frame();
  const at = 36;
  const bytes = 417 * (frames + 1);
  made.splice(
    at,
    16,
    ...[...'Info'].map((letter) => letter.charCodeAt(0)),
    0,
    0,
    0,
    15,
    0,
    0,
    0,
    frames,
    0,
    0,
    bytes >> 8,
    bytes & 255,
  );
  made.splice(at + 141, 3, delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255);
  return made;
}
const bytesOf = (...parts: readonly number[][]): Uint8Array<ArrayBuffer> => new Uint8Array(parts.flat());

describe('frames of an MP3', () => {
  const file = bytesOf(info(9, 576, 1000), ...Array.from({ length: 9 }, () => frame()));
  const frames = framesOfMp3(file);

  test('the sound is what is between the samples that the encoder has added', () => {
    expect(frames).toMatchObject({ rate: 44_100, frameSamples: 1152, count: 9, skip: 576 });
    expect(frames.samples).toBe(9 * 1152 - 1576);
    expect(secondsOf(frames, 0)).toBeCloseTo(-576 / 44_100);
    expect([frameAt(frames, 0), frameAt(frames, 0.02), frameAt(frames, 99)]).toEqual([0, 1, 8]);
  });

  test('whole frames are taken, from a guess on too', () => {
    const [from, to] = frames.bytesOf(0, 3);
    expect(from).toBe(417);
    expect(frames.pack(file.slice(from, to), 0, 3)).toMatchObject({ count: 3, isLast: false });
    const guessed = framesOfMp3(file);
    const [start, end] = guessed.bytesOf(5, 9);
    const packed = guessed.pack(file.slice(start, end), 5, 9);
    expect(packed).toMatchObject({ first: 5, count: 4, isLast: true });
    expect(packed.data).toHaveLength(4 * 417);
  });

  test('bytes without frames are refused', () => {
    for (const bytes of [bytesOf([]), bytesOf(frame(), frame()), file.slice(0, 100), bytesOf(info(0, 0, 0), frame())])
      expect(() => framesOfMp3(bytes)).toThrow(NoFrames);
    expect(() => frames.pack(new Uint8Array(3000), 7, 2)).toThrow(NoFrames);
  });
});

describe('frames of an MP4', () => {
  const box = (type: string, ...content: readonly number[][]): number[] => {
    const inside = content.flat();
    const size = inside.length + 8;
    return [0, 0, size >> 8, size & 255, ...[...type].map((letter) => letter.charCodeAt(0)), ...inside];
  };
  const words = (...values: readonly number[]): number[] =>
    values.flatMap((value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  const file = (sizes: readonly number[], count = sizes.length): Uint8Array<ArrayBuffer> =>
    bytesOf(
      box(
        'moov',
        box('mvhd', words(0, 0, 0, 1000, 0)),
        box(
          'trak',
          box('edts', box('elst', words(0, 1, 0, 1024, 0x10000))),
          box(
            'mdia',
            box('mdhd', words(0, 0, 0, 44_100, 0, 0)),
            box(
              'minf',
              box(
                'stbl',
                box('stsd', words(0, 1), box('mp4a', words(0, 0))),
                box('stts', words(0, 2, sizes.length - 1, 1024, 1, 300)),
                box('stsc', words(0, 1, 1, sizes.length, 1)),
                box('stsz', words(0, 0, count, ...sizes)),
                box('stco', words(0, 1, 5000)),
              ),
            ),
          ),
        ),
      ),
      box('mdat', [1, 2, 3]),
    );

  test('the index says where frames are, and what belongs to the sound', () => {
    const frames = framesOfMp4(file([10, 20, 30]));
    expect(frames).toMatchObject({ rate: 44_100, frameSamples: 1024, count: 3, skip: 1024, samples: 1324 });
    expect(frames.bytesOf(1, 2)).toEqual([5010, 5060]);
    const packed = frames.pack(new Uint8Array(50).fill(7), 1, 5);
    expect(packed).toMatchObject({ first: 1, count: 2, isLast: true });
    expect([...packed.data.subarray(-50)]).toEqual(Array.from({ length: 50 }, () => 7));
  });

  test('an index that is cut off names the bytes that it needs', () => {
    const whole = file([10, 20, 30]);
    const needed = whole.length - 11;
    expect(() => framesOfMp4(whole.slice(0, 60))).toThrow(expect.objectContaining({ needed }));
  });

  test('an index that is wrong is refused', () => {
    const hostile = [
      bytesOf([]),
      bytesOf(box('mdat', [1])),
      file([10], 0),
      file([10], 4_000_000_000),
      bytesOf(words(1, 0, 0)),
    ];
    for (const bytes of hostile) expect(() => framesOfMp4(bytes)).toThrow();
    const whole = file([10, 20, 30]);
    for (let at = 0; at < whole.length; at++) {
      const bent = whole.slice();
      bent[at] = 255;
      try {
        framesOfMp4(bent);
      } catch (error) {
        expect(error instanceof NoFrames || error instanceof RangeError).toBe(true);
      }
    }
  });
});
