import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatedMusic } from '#content/media/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { analyseArchive } from '#content/media/server/archives/analyse.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { processFile } from '#content/media/server/processing/process.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type ZipPart, zipOfParts } from '#site/testing/zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const member = () => world.member({ createdAt: new Date('2020-01-01') });
const loop = { name: 'Loops/loop.wav', content: wavOf(88_244) };
const kick = { name: 'kick.wav', content: wavOf(4000) };

const archiveOf = (by: FixtureMember, parts: readonly ZipPart[]) =>
  makeFile(world.ctx, by, zipOfParts([...parts, { name: `${randomUUID()}.nfo` }]), {
    purpose: 'sharing_archive',
    name: 'kit.zip',
  });

/** A kit with a loop, and the loop's place. */
async function makeKit(author: FixtureMember) {
  const word = `zq${randomUUID().slice(0, 8)}`;
  const body = { title: `Kit ${word}`, archiveFileId: await archiveOf(author, [loop, kick]), rights: true };
  await world.settle();
  const { id } = await world.ok('POST /drumkits', { body: { ...body, submitId: randomUUID() } }, author);
  await world.settle();
  return { id, word, params: await placeOf(id) };
}
const listed = (itemId: string, query: object = {}) =>
  world.ok('GET /drumkits/:itemId/archive', { params: { itemId }, query });
async function placeOf(itemId: string, name = 'loop.wav') {
  const { fileId, items } = await listed(itemId);
  return { itemId, fileId, position: items.find(({ path }) => path.endsWith(name))!.position };
}
const shown = async (itemId: string) => {
  const { tempo, key } = (await listed(itemId)).items.find(({ path }) => path.endsWith('loop.wav'))!;
  return { tempo, key };
};
const found = async (query: Record<string, string | number>): Promise<string[]> =>
  (await world.ok('GET /search', { query })).items.map(({ id }) => id);
const save = (params: { itemId: string; fileId: string; position: number }, body: StatedMusic, by: FixtureMember) =>
  world.ok('PUT /drumkits/:itemId/archive/:fileId/:position/details', { params, body }, by);
const setFound = (fileId: string) =>
  world.ctx.db.rows(sql`
    UPDATE archive_entries SET tempo = 60, musical_key = 'Am', candidates = '{"tempos":[60,120],"keys":["Am","C"]}'::jsonb
    WHERE file_id = ${fileId} AND path LIKE '%loop.wav'`);

describe('tempo and key of a sound in a kit', () => {
  it('are what the author says, in the list, its filters and the search; empty brings back what was found', async () => {
    const author = await member();
    const { id, word, params } = await makeKit(author);
    await setFound(params.fileId);
    const details = () => world.ok('GET /drumkits/:itemId/archive/:fileId/:position/details', { params }, author);
    expect(await details()).toEqual({
      stated: { tempo: null, key: null },
      found: { tempo: 60, key: 'Am', tempos: [60, 120], keys: ['Am', 'C'] },
    });
    await save(params, { tempo: 140.004, key: 'F#m' }, author);
    expect(await shown(id)).toEqual({ tempo: 140, key: 'F#m' });
    expect((await details()).stated).toEqual({ tempo: 140, key: 'F#m' });
    const { items, keys } = await listed(id, { minTempo: 140, maxTempo: 140, key: 'F#m' });
    expect(items.map(({ path }) => path)).toEqual(['Loops/loop.wav']);
    expect(keys).toContain('F#m');
    expect((await listed(id, { maxTempo: 80, kind: 'sound' })).items).toEqual([]);
    expect(await found({ q: word, minTempo: 140, maxTempo: 140, key: 'F#m' })).toEqual([id]);
    expect(await found({ q: word, key: 'Am' })).toEqual([]);
    await save(params, { tempo: null, key: null }, author);
    expect(await shown(id)).toEqual({ tempo: 60, key: 'Am' });
    expect(await found({ q: word, minTempo: 60, maxTempo: 60, key: 'Am' })).toEqual([id]);
  });

  it('stay as the author says when they are analysed or listed again, and in later versions with the same sound', async () => {
    const author = await member();
    const { id, params } = await makeKit(author);
    const said = { tempo: 93, key: 'Ebm' } as const;
    await save(params, said, author);
    await world.ctx.db.rows(sql`UPDATE archive_entries SET analysis = 'waiting' WHERE file_id = ${params.fileId}`);
    await analyseArchive(world.ctx, params.fileId);
    expect(await shown(id)).toEqual(said);
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting' WHERE id = ${params.fileId}`);
    await processFile(world.ctx, params.fileId);
    await world.settle();
    expect(await shown(id)).toEqual(said);

    // The same sound elsewhere, before and after its archive is listed; and another in its place.
    const moved = { name: 'Better/loop.wav', content: loop.content };
    for (const [isListed, part, is] of [
      [true, moved, said],
      [false, loop, said],
      [true, { ...loop, content: wavOf(90_000) }, null],
    ] as const) {
      const fileId = await archiveOf(author, [kick, part]);
      if (isListed) await world.settle();
      await world.ok(
        'POST /drumkits/:itemId/versions',
        { params: { itemId: id }, body: { fileId, rights: true } },
        author,
      );
      await world.settle();
      const now = await shown(id);
      expect([now.tempo === 93, now.key === 'Ebm'], part.name).toEqual([is !== null, is !== null]);
    }
  });

  it('are corrected by the author alone, within bounds, and of sounds alone', async () => {
    const author = await member();
    const { id, params } = await makeKit(author);
    const body = { tempo: 120, key: null };
    const key = 'PUT /drumkits/:itemId/archive/:fileId/:position/details';
    for (const other of [
      await member(),
      await world.member({ moderator: true }),
      await world.member({ admin: true }),
    ]) {
      await world.refused(key, { params, body }, other, 'forbidden');
      await world.refused('GET /drumkits/:itemId/archive/:fileId/:position/details', { params }, other, 'forbidden');
    }
    await world.refused(key, { params, body }, null, 'sign_in_required');
    for (const wrong of [{ tempo: 19 }, { tempo: 401 }, { tempo: 'fast' }, { key: 'H' }, { key: 'Am"' }])
      await world.refused(key, { params, body: { ...body, ...wrong } } as never, author, 'invalid');
    const other = await makeKit(author);
    const text = await placeOf(id, '.nfo');
    for (const place of [{ fileId: other.params.fileId }, { fileId: randomUUID() }, { position: 9999 }, text])
      await world.refused(key, { params: { ...params, ...place }, body }, author, 'not_found');
    for (const position of [-1, 1e9, 'x', ''])
      expect((await world.call(key, { params: { ...params, position }, body }, author)).status).toBeGreaterThan(399);
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: id }, body: {} }, author);
    expect((await world.call(key, { params, body }, author)).status).toBeGreaterThan(399);
  });
});
