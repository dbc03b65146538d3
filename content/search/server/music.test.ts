import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '#scripts/demo/random.ts';
import { RATE, add, makeMix } from '#scripts/demo/sound/mix.ts';
import { bass, hat, keys, kick } from '#scripts/demo/sound/voices.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { analyseSoundsJob } from '#content/media/server/jobs.ts';
import { startSoundAnalysis } from '#content/media/server/processing/queues.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf, wavOfSamples } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { tempoMarks } from './marks.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const elder = () => world.member({ createdAt: new Date('2020-01-01') });
const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** Four bars with a beat, in a minor key. @param tonic half tones above C */
function song(bpm: number, tonic: number): Buffer {
  const random = makeRandom(`song ${bpm} ${tonic}`);
  const beat = (60 / bpm) * RATE;
  const mix = makeMix(Math.round(beat * 16));
  const seconds = (beat * 3.9) / RATE;
  for (const [bar, root] of [0, 5, 7, 0].entries()) {
    for (const note of [0, root === 7 ? 4 : 3, 7])
      add(mix, bar * 4 * beat, keys(hertz(60 + tonic + root + note - 12), seconds), 0.25);
    add(mix, bar * 4 * beat, bass('round', hertz(36 + tonic + root), seconds), 0.4);
    for (let at = bar * 4; at < bar * 4 + 4; at++) {
      add(mix, at * beat, kick(48, 0.2), 0.5);
      for (const part of [0, 0.5]) add(mix, (at + part) * beat, hat(random, 0.05), 0.15);
    }
  }
  return wavOfSamples(mix.left, RATE);
}

const found = async (query: Record<string, string | number>): Promise<string[]> =>
  (await world.ok('GET /search', { query })).items.map(({ id }) => id);
const musicOf = async (uploadId: string) => {
  const [file] = (await world.ok('GET /uploads/:uploadId', { params: { uploadId } })).files;
  return { tempo: file!.tempo, key: file!.key };
};
/** What a tag of the file says. */
const setMusic = (fileId: string, tempo: number | null, key: string | null) =>
  world.ctx.db.rows(sql`UPDATE files SET tempo = ${tempo}, musical_key = ${key} WHERE id = ${fileId}`);

describe('tempo and key', () => {
  it('of an uploaded track are heard by a job, shown with it, and searched for', async () => {
    const author = await elder();
    const fileId = await makeFile(world.ctx, author, song(124, 9), { name: 'song.wav' });
    const word = `zq${randomUUID().slice(0, 8)}`;
    const id = await makeUpload(world.ctx, author, { content: `Song ${word}`, fileIds: [fileId] });
    await world.settle();
    const music = await musicOf(id);
    expect(music.key).toBe('Am');
    expect(Math.round(music.tempo!)).toBe(124);
    expect(await found({ q: word, minTempo: 120, maxTempo: 128, key: 'Am' })).toEqual([id]);
    expect(await found({ q: word, minTempo: 125 })).toEqual([]);
    expect(await found({ q: word, maxTempo: 123 })).toEqual([]);
    expect(await found({ q: word, key: 'A' })).toEqual([]);
    // Again it changes nothing.
    await analyseSoundsJob.run(world.ctx, {});
    expect(await musicOf(id)).toEqual(music);
  });

  it('are what the file says of itself, before what is heard', async () => {
    const author = await elder();
    const fileId = await makeSound(world.ctx, author);
    const word = `zq${randomUUID().slice(0, 8)}`;
    const id = await makeUpload(world.ctx, author, { content: `Tagged ${word}`, fileIds: [fileId] });
    await world.ctx.db.rows(sql`
      UPDATE files SET analysis = 'waiting', tags = '{"bpm": "87.6", "key": "8A"}'::jsonb WHERE id = ${fileId}`);
    await startSoundAnalysis(world.ctx);
    await world.settle();
    expect(await musicOf(id)).toEqual({ tempo: 87.6, key: 'Am' });
    // Searched for in whole beats.
    expect(await found({ q: word, minTempo: 88, maxTempo: 88, key: 'Am' })).toEqual([id]);
    expect(await found({ q: word, maxTempo: 87 })).toEqual([]);
  });

  it('are missing where the sound cannot be read, and nobody waits for them', async () => {
    const author = await elder();
    const fileId = await makeSound(world.ctx, author);
    await world.ctx.db.rows(sql`UPDATE files SET analysis = 'waiting' WHERE id = ${fileId}`);
    await world.ctx.db.rows(sql`DELETE FROM file_renditions WHERE file_id = ${fileId}`);
    await startSoundAnalysis(world.ctx);
    await world.settle();
    expect(await world.ctx.db.rows(sql`SELECT analysis, tempo, musical_key FROM files WHERE id = ${fileId}`)).toEqual([
      { analysis: 'unavailable', tempo: null, musical_key: null },
    ]);
  });

  it('of a song are those of the track that it is, and of a new version once it is there', async () => {
    const author = await elder();
    const fileId = await makeSound(world.ctx, author);
    const uploadId = await makeUpload(world.ctx, author, { content: 'A track', fileIds: [fileId] });
    const upload = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
    const { trackId } = upload.files[0]!;
    const word = `zq${randomUUID().slice(0, 8)}`;
    const songId = await makeItem(world.ctx, 'song', author, {
      title: `Song ${word}`,
      url: '',
      track: { uploadId, trackId },
    });
    expect(await found({ q: word, key: 'F#m' })).toEqual([]);
    const next = await makeSound(world.ctx, author);
    await world.ctx.db.rows(sql`
      UPDATE files SET analysis = 'waiting', tags = '{"bpm": "140", "key": "F#m"}'::jsonb WHERE id = ${next}`);
    await world.ok(
      'POST /uploads/:uploadId/tracks/:trackId/versions',
      { params: { uploadId, trackId }, body: { fileId: next } },
      author,
    );
    await startSoundAnalysis(world.ctx);
    await world.settle();
    expect((await found({ key: 'F#m', minTempo: 140, maxTempo: 140 })).toSorted()).toEqual(
      [uploadId, songId].toSorted(),
    );
  });

  it('of a kit are those of the sounds in it', async () => {
    const author = await elder();
    const archive = zipOfParts([
      { name: 'Loops/one.wav', content: song(96, 2) },
      { name: 'Loops/two.wav', content: song(140, 7), deflated: true },
      { name: 'Loops/short.wav', content: wavOf(3000) },
    ]);
    const archiveFileId = await makeFile(world.ctx, author, archive, { purpose: 'sharing_archive', name: 'kit.zip' });
    await world.settle();
    const word = `zq${randomUUID().slice(0, 8)}`;
    const id = await makeItem(world.ctx, 'drumkit', author, { title: `Kit ${word}`, archiveFileId });
    await world.settle();
    for (const query of [
      { minTempo: 96, maxTempo: 96 },
      { minTempo: 135, maxTempo: 145 },
      { key: 'Dm' },
      { key: 'Gm', minTempo: 96, maxTempo: 96 },
    ])
      expect(await found({ q: word, ...query }), JSON.stringify(query)).toEqual([id]);
    expect(await found({ q: word, minTempo: 100, maxTempo: 130 })).toEqual([]);
    expect(await found({ q: word, key: 'C' })).toEqual([]);
  });

  it('find halves and doubles where the range is below an octave', async () => {
    const author = await elder();
    const fileId = await makeSound(world.ctx, author);
    const word = `zq${randomUUID().slice(0, 8)}`;
    await setMusic(fileId, 87.4, 'C');
    const id = await makeUpload(world.ctx, author, { content: `Octaves ${word}`, fileIds: [fileId] });
    const cases: readonly [number | undefined, number | undefined, boolean][] = [
      [87, 87, true],
      [174, 174, true],
      [175, 175, true],
      [170, 180, true],
      [40, 46, true],
      [43, 43, true],
      [44, 44, true],
      [42, 42, false],
      [45, 45, false],
      [177, 177, false],
      [120, 140, false],
      [88, 170, false],
      // From an octave on, and open, it is the tempo itself.
      [100, 200, false],
      [100, undefined, false],
      [undefined, 80, false],
    ];
    for (const [minTempo, maxTempo, isFound] of cases) {
      const query = { q: word, ...(minTempo && { minTempo }), ...(maxTempo && { maxTempo }) };
      expect(await found(query), `${minTempo} to ${maxTempo}`).toEqual(isFound ? [id] : []);
    }
  });

  it('are bounded, and a range that is empty finds nothing', async () => {
    const author = await elder();
    const fileId = await makeSound(world.ctx, author);
    const word = `zq${randomUUID().slice(0, 8)}`;
    await setMusic(fileId, 999, 'C');
    const id = await makeUpload(world.ctx, author, { content: `Fast ${word}`, fileIds: [fileId] });
    expect(await found({ q: word, key: 'C' })).toEqual([id]);
    expect(await found({ q: word, minTempo: 20 })).toEqual([]);
    expect(await found({ q: word, minTempo: 200, maxTempo: 100 })).toEqual([]);
    for (const query of [
      { minTempo: 19 },
      { maxTempo: 401 },
      { minTempo: 1e9 },
      { maxTempo: 'fast' },
      { minTempo: 90.5 },
      { key: 'H' },
      { key: "C' | '!audio" },
    ])
      await world.refused('GET /search', { query: { q: word, ...query } } as never, null, 'invalid');
  });
});

it('names a range by few marks', () => {
  expect(tempoMarks(88, 91)).toEqual(['*88', '*89', '*90', '*91']);
  expect(tempoMarks(88, 101)).toEqual(['*88', '*89', '**9', '*100', '*101']);
  expect(tempoMarks(20, 400)).toHaveLength(39);
  expect(tempoMarks(90, 80)).toEqual([]);
});
