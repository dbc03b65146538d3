import { describe, expect, it } from 'vitest';
import { zipOfParts } from '#site/testing/zip.ts';
import { readDirectory } from './directory.ts';
import { memorySource } from './source.ts';

/** Paths of an archive with these names, whether it is handed out as it is, and what its author reads. */
async function listed(...names: readonly string[]) {
  const zip = zipOfParts([...names, 'good.wav'].map((name) => ({ name, content: Buffer.from('sound') })));
  const { entries, ...found } = await readDirectory(memorySource(zip), { entries: 100_000, unpackedBytes: 2 ** 40 });
  return { ...found, paths: entries.map(({ path }) => path).filter((path) => path !== 'good.wav') };
}

describe('a name in an archive', () => {
  it.each([
    // Invisible, and turning the direction.
    ['kick\u202evaw.exe', 'kickvaw.exe'],
    ['kick.wav\0.exe', 'kick.wav.exe'],
    ['kick\u001b[2J.wav', 'kick[2J.wav'],
    ['ki\u200bck.wav', 'kick.wav'],
    ['ki\u00adck.wav', 'kick.wav'],
    ['setup.e\u200dxe', 'setup.exe'],
    ['kick\u2066.wav', 'kick.wav'],
    ['kick\u{e0041}.wav', 'kick.wav'],
    ['\u3164/kick.wav', '_/kick.wav'],
    // Of Windows.
    ['CON', '_CON'],
    ['kits/nul.wav', 'kits/_nul.wav'],
    ['aux/kick.wav', '_aux/kick.wav'],
    ['com1 .txt', '_com1 .txt'],
    ['LPT².wav', '_LPT².wav'],
    ['a:b', 'a_b'],
    ['kick.wav:setup.exe', 'kick.wav_setup.exe'],
    ['kick.exe. .', 'kick.exe'],
    ['Kit /kick.wav', 'Kit/kick.wav'],
    // Roots and drives.
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\kick.wav', 'Windows/kick.wav'],
    ['\\\\server\\share\\kick.wav', 'server/share/kick.wav'],
  ])('%j is changed to %j, with a note', async (name, path) => {
    const listing = await listed(name);
    expect(listing).toMatchObject({ paths: [path], isExact: false, note: expect.stringContaining('were changed') });
  });

  it.each([
    ['kick.wav'],
    ['Kit/Überschrift 日本.wav'],
    ['👩\u200d🎤/❤\ufe0f.wav'],
    ['می\u200cخواهم.wav'],
    ['console.wav'],
    ['nullify/com10.wav'],
    ['.hidden'],
    ['What? 12" *mix*.wav'],
  ])('%j stays as it is', async (name) => {
    expect(await listed(name)).toEqual({ paths: [name], isExact: true, note: null });
  });

  it.each([
    ['../../slip.txt', 'leads out'],
    ['kit\\..\\..\\x.wav', 'leads out'],
    ['a/../b.wav', 'leads out'],
    [`${'a'.repeat(300)}.wav`, 'too long'],
    [`${'a/'.repeat(40)}kick.wav`, 'too many folders'],
  ])('%j is left out, with a note', async (name, sentence) => {
    expect(await listed(name)).toMatchObject({ paths: [], isExact: false, note: expect.stringContaining(sentence) });
  });

  it.each([
    ['Kit/Icon\r'],
    ['__MACOSX/Kit/._kick\r.wav'],
    ['__MACOSX/../../slip.txt'],
    ['Kit/.DS_Store'],
    ['._CON'],
    ['a:b/desktop.ini'],
    ['Thumbs.db'],
    ['.Trashes/x.wav'],
  ])('%j is a leftover, and dropped before it is judged', async (name) => {
    expect(await listed(name)).toEqual({ paths: [], isExact: false, note: null });
  });

  it('gets a number where it is another one on some system, or a folder', async () => {
    const names = [
      'a.wav',
      'A.WAV',
      'a.wav',
      'a (2).wav',
      'STRASSE',
      'straße',
      'kit',
      'kit/b.wav',
      'Kit/B.wav',
      'x.',
      'x',
    ];
    expect((await listed(...names)).paths).toEqual([
      'a.wav',
      'A (2).WAV',
      'a (3).wav',
      'a (2) (2).wav',
      'STRASSE',
      'straße (2)',
      'kit (2)',
      'kit/b.wav',
      'Kit/B (2).wav',
      'x',
      'x (2)',
    ]);
  });

  it('gets one within a bounded number of steps, whatever the others are', async () => {
    const long = 'a'.repeat(240);
    const names = Array.from({ length: 6000 }, (_, at) => `${long}${at % 3000}`);
    const listing = await listed(...names);
    expect(new Set(listing.paths).size).toBe(6000);
    expect(Math.max(...listing.paths.map((path) => path.length))).toBeLessThanOrEqual(255);
    expect(listing.note!.length).toBeLessThanOrEqual(500);
  });
});
