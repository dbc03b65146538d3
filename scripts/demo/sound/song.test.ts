import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectType } from '#platform/server/media/detect.ts';
import { RATE } from './mix.ts';
import { type Song, play, secondsOf } from './song.ts';
import { styles } from './styles.ts';
import { wavOf } from './wav.ts';

const song = (style: Song['style'], more: Partial<Song> = {}): Song => ({
  style,
  bpm: 150,
  key: 'Am',
  chords: '1 6',
  plan: '1:cpn 2:cbdhl',
  seed: 'a test',
  ...more,
});

/** Root mean square of a part of a song. */
function loudness(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(Math.floor(from * RATE), Math.floor(to * RATE));
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

describe.each(Object.keys(styles))('the style %s', (style) => {
  test('sounds, from its first bar to its last, and never beyond its level', () => {
    const one = song(style, { level: 0.8 });
    const { left, right } = play(one);
    const bar = secondsOf(one) / 3;
    for (const side of [left, right]) {
      expect(side.every((sample) => Math.abs(sample) < 0.8001)).toBe(true);
      for (const at of [0, 1, 2]) expect(loudness(side, at * bar, (at + 1) * bar)).toBeGreaterThan(0.004);
    }
    expect(loudness(left, bar, 3 * bar)).toBeGreaterThan(0.03);
    expect(Math.abs(left.at(-1)!)).toBeLessThan(0.01);
  });
});

test('the same words give the same samples, others do not', () => {
  const [one, again, other] = [song('boomBap'), song('boomBap'), song('boomBap', { seed: 'another' })].map(play);
  expect(one).toEqual(again);
  expect(one!.left).not.toEqual(other!.left);
});

test('a part that is left out is not heard', () => {
  const silent = play(song('house', { plan: '2:x' }));
  expect(silent.left.every((sample) => sample === 0)).toBe(true);
});

test('a recording is a WAV file of its length', async () => {
  const one = song('dub');
  const { left, right } = play(one);
  const file = wavOf([left, right], { title: 'Ø', artist: 'x', bpm: 150, key: 'Am', cover: new Uint8Array(3) });
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-song-'));
  try {
    writeFileSync(path.join(folder, 'one.wav'), file);
    expect(await detectType(path.join(folder, 'one.wav'))).toMatchObject({ contentType: 'audio/wav' });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect((file.length - 300) / RATE / 4).toBeGreaterThan(secondsOf(one));
});
