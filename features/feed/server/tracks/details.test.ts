import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackDetails } from '#features/feed/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { startSoundAnalysis } from '#content/media/server/processing/queues.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const nothing: TrackDetails = { tempo: null, key: null, genre: null, date: null, isrc: null };
const tags = { bpm: '87.6', key: '8A', genre: 'Hip-Hop', date: '2024', isrc: 'DEABC2400001' };

/** A track whose file says something of itself. */
async function makeTrack(author: FixtureMember) {
  const fileId = await makeSound(world.ctx, author);
  await world.ctx.db.rows(sql`
    UPDATE files SET tempo = 87.6, musical_key = 'Am', candidates = '{"tempos":[87.6,175.2],"keys":["Am","C"]}'::jsonb, tags = ${JSON.stringify(tags)}::jsonb WHERE id = ${fileId}`);
  const word = `zq${randomUUID().slice(0, 8)}`;
  const uploadId = await makeUpload(world.ctx, author, { content: `Track ${word}`, fileIds: [fileId] });
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
  return { word, fileId, uploadId, params: { uploadId, trackId: files[0]!.trackId } };
}
const elder = () => world.member({ createdAt: new Date('2020-01-01') });
const shown = async (uploadId: string) => {
  const [file] = (await world.ok('GET /uploads/:uploadId', { params: { uploadId } })).files;
  return {
    tempo: file!.tempo,
    key: file!.key,
    genre: file!.tags['genre'],
    date: file!.tags['date'],
    isrc: file!.tags['isrc'],
  };
};
const found = async (query: Record<string, string | number>): Promise<string[]> =>
  (await world.ok('GET /search', { query })).items.map(({ id }) => id);
const save = (track: { params: { uploadId: string; trackId: string } }, body: TrackDetails, as: FixtureMember) =>
  world.ok('PUT /uploads/:uploadId/tracks/:trackId/details', { params: track.params, body }, as);

describe('the details of a track', () => {
  it('are what its author says, the search follows them, and what was found comes back', async () => {
    const author = await elder();
    const track = await makeTrack(author);
    expect(await found({ q: track.word, minTempo: 88, maxTempo: 88, key: 'Am' })).toEqual([track.uploadId]);
    await save(
      track,
      { tempo: 175.204, key: 'F#m', genre: ' Drum and  Bass ', date: '2025-02-28', isrc: 'qz-abc-25-00001' },
      author,
    );
    const corrected = { tempo: 175.2, key: 'F#m', genre: 'Drum and Bass', date: '2025-02-28', isrc: 'QZABC2500001' };
    expect(await shown(track.uploadId)).toEqual(corrected);
    expect(await found({ q: track.word, minTempo: 175, maxTempo: 175, key: 'F#m' })).toEqual([track.uploadId]);
    expect(await found({ q: track.word, maxTempo: 100 })).toEqual([]);
    expect(await found({ q: track.word, key: 'Am' })).toEqual([]);
    const details = await world.ok('GET /uploads/:uploadId/tracks/:trackId/details', { params: track.params }, author);
    const was = { tempo: expect.closeTo(87.6, 2), key: 'Am', genre: 'Hip-Hop', date: '2024', isrc: 'DEABC2400001' };
    expect(details).toEqual({
      cover: { chosen: null, found: null, hidesFound: false },
      stated: corrected,
      found: { ...was, tempos: [87.6, 175.2], keys: ['Am', 'C'] },
    });

    await save(track, { ...nothing, genre: 'Jungle' }, author);
    expect(await shown(track.uploadId)).toEqual({ ...was, genre: 'Jungle' });
    expect(await found({ q: track.word, minTempo: 88, maxTempo: 88, key: 'Am' })).toEqual([track.uploadId]);
    expect(await found({ q: track.word, minTempo: 178, maxTempo: 178 })).toEqual([]);
  });

  it('stay corrected when the sound is analysed again, and when another version takes its place', async () => {
    const author = await elder();
    const track = await makeTrack(author);
    await save(track, { ...nothing, tempo: 140, key: 'C', genre: 'Garage' }, author);
    await world.ctx.db.rows(sql`UPDATE files SET analysis = 'waiting' WHERE id = ${track.fileId}`);
    await startSoundAnalysis(world.ctx);
    await world.settle();
    expect(await shown(track.uploadId)).toMatchObject({ tempo: 140, key: 'C', genre: 'Garage', date: '2024' });

    const fileId = await makeSound(world.ctx, author, { content: wavOf(44_000) });
    await world.ok(
      'POST /uploads/:uploadId/tracks/:trackId/versions',
      { params: track.params, body: { fileId } },
      author,
    );
    await world.settle();
    expect(await shown(track.uploadId)).toEqual({
      tempo: 140,
      key: 'C',
      genre: 'Garage',
      date: undefined,
      isrc: undefined,
    });
    expect(await found({ q: track.word, minTempo: 140, maxTempo: 140, key: 'C' })).toEqual([track.uploadId]);
  });

  it('have bounds, each with a sentence', async () => {
    const author = await elder();
    const track = await makeTrack(author);
    const refused = async (wrong: Record<string, unknown>) => {
      const body = { ...nothing, ...wrong };
      const { fields } = await world.refused(
        'PUT /uploads/:uploadId/tracks/:trackId/details',
        { params: track.params, body },
        author,
        'invalid',
      );
      return fields;
    };
    const range = 'Enter a tempo from 20 to 400 BPM.';
    expect(await refused({ tempo: 19.9 })).toEqual({ tempo: range });
    expect(await refused({ tempo: 401 })).toEqual({ tempo: range });
    expect(await refused({ tempo: 'fast' })).toEqual({ tempo: 'Enter a number.' });
    expect(await refused({ key: 'H' })).toEqual({ key: 'Choose one of the values offered.' });
    expect(await refused({ genre: 'x'.repeat(61) })).toEqual({ genre: 'Use at most 60 characters.' });
    expect(await refused({ date: 'soon' })).toEqual({
      date: 'Enter a year, a month or a day, such as 2026, 2026-01 or 2026-01-31.',
    });
    expect(await refused({ date: '2025-02-30' })).toEqual({ date: 'There is no such day.' });
    expect(await refused({ isrc: 'ABC' })).toEqual({
      isrc: 'Enter an ISRC of 12 characters, such as QZ-ABC-26-00001.',
    });
    expect(await shown(track.uploadId)).toMatchObject({ key: 'Am', genre: 'Hip-Hop' });
  });

  it('are corrected by the author alone, who also sees what was found, and in words that are allowed', async () => {
    const author = await elder();
    const track = await makeTrack(author);
    const { params } = track;
    for (const other of [await elder(), await world.member({ moderator: true })]) {
      const put = { params, body: { ...nothing, tempo: 60 } };
      await world.refused('PUT /uploads/:uploadId/tracks/:trackId/details', put, other, 'forbidden');
      await world.refused('GET /uploads/:uploadId/tracks/:trackId/details', { params }, other, 'forbidden');
    }
    const banned = `zw${randomUUID().slice(0, 8)}`;
    await banWord(world.ctx, null, { word: banned, action: 'refuse' });
    const body = { ...nothing, genre: `${banned} house` };
    await world.refused('PUT /uploads/:uploadId/tracks/:trackId/details', { params, body }, author, 'banned_words');
    expect(await shown(track.uploadId)).toMatchObject({ key: 'Am', genre: 'Hip-Hop' });
  });
});
