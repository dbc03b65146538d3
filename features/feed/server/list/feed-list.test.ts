import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { deleteContents } from '#content/core/server/maintenance/purge.ts';
import { upload } from '#features/feed/server/types.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = (uploadId: string) => ({ params: { uploadId } });
/** A member of long standing: spam thresholds count in full. */
const elder = () => world.member({ createdAt: new Date('2020-01-01') });
async function track(author: FixtureMember, overrides: Parameters<typeof makeUpload>[2] = {}): Promise<string> {
  const file = await makeSound(world.ctx, author, { name: 'loop.wav' });
  return await makeUpload(world.ctx, author, { fileIds: [file], ...overrides });
}

describe('the feed', () => {
  it('is newest first, narrowed by kind, author and tag, and paged by key', async () => {
    const author = await elder();
    const start = Date.now() - 86_400_000;
    const ids: string[] = [];
    for (let index = 0; index < 23; index++)
      ids.unshift(
        await makeUpload(world.ctx, author, {
          content: `Number ${index} ${index % 2 ? '#odd_feed' : ''}`,
          createdAt: new Date(start + index * 11 * 60_000),
        }),
      );
    const query = { author: author.username };
    const first = await world.ok('GET /uploads', { query });
    expect(first.items.map((one) => one.id)).toEqual(ids.slice(0, 20));
    const second = await world.ok('GET /uploads', { query: { ...query, after: first.next! } });
    expect(second).toMatchObject({ next: null });
    expect(second.items.map((one) => one.id)).toEqual(ids.slice(20));
    const odd = await world.ok('GET /uploads', { query: { tag: 'Odd_Feed' } });
    expect(odd.items.map((one) => one.id)).toEqual(ids.filter((_, place) => (22 - place) % 2 === 1));
    const sounding = await track(author);
    const asked = await makeUpload(world.ctx, author, {
      content: '',
      poll: { question: 'Which?', options: ['a', 'b'], days: 1 },
    });
    for (const [kind, id] of [
      ['audio', sounding],
      ['poll', asked],
    ] as const)
      expect((await world.ok('GET /uploads', { query: { ...query, kind } })).items.map((one) => one.id)).toEqual([id]);
    const words = await world.ok('GET /uploads', { query: { ...query, kind: 'text' } });
    expect(words.items.map((one) => one.id)).not.toContain(sounding);
    expect((await world.ok('GET /uploads', { query: { author: 'nobody_at_all' } })).items).toEqual([]);
    for (const after of ['x', '1~2', `${'9'.repeat(20)}~${randomUUID()}`])
      await world.refused('GET /uploads', { query: { after } }, null, 'invalid');
    expect((await world.ok('GET /uploads/newer', { query: { than: ids[0]! } })).count).toBeGreaterThanOrEqual(2);
    expect((await world.ok('GET /uploads/newer', { query: { than: randomUUID() } })).count).toBe(0);
  });

  it('asks the database as often for twenty uploads as for one', async () => {
    const author = await elder();
    const query = { author: author.username };
    const count = async (): Promise<number> => {
      // The processing of files asks too.
      await world.settle();
      const rows = vi.spyOn(world.ctx.db, 'rows');
      await world.ok('GET /uploads', { query });
      const { length } = rows.mock.calls;
      rows.mockRestore();
      return length;
    };
    // What is cached for some seconds, or done each minute, is in one of them at most.
    const asked = async (): Promise<number> => Math.min(await count(), await count(), await count());
    const start = Date.now() - 86_400_000;
    const poll = { question: 'Which?', options: ['a', 'b'], days: 1 };
    await track(author, { poll, createdAt: new Date(start) });
    const one = await asked();
    for (let more = 1; more < 20; more++)
      await track(author, { poll, content: `Many ${more} #many`, createdAt: new Date(start + more * 11 * 60_000) });
    expect((await world.ok('GET /uploads', { query })).items).toHaveLength(20);
    expect(await asked()).toBeLessThanOrEqual(one);
  });

  it('answers the trending tags, and the data of the composer’s header', async () => {
    const author = await elder();
    for (let index = 0; index < 3; index++)
      await makeUpload(world.ctx, author, { content: `Loop ${index} #mosttrending` });
    const old = await world.member();
    await makeUpload(world.ctx, old, {
      content: 'Loop #longago',
      createdAt: new Date(Date.now() - 8 * 86_400_000),
    });
    const { items } = await world.ok('GET /uploads/tags');
    expect(items.find((row) => row.tag === 'mosttrending')).toEqual({ tag: 'mosttrending', count: 3 });
    expect(items.map((row) => row.tag)).not.toContain('longago');
    // While one is written, older ones are offered too.
    const offered = await world.ok('GET /uploads/tags', { query: { q: 'LongA' } });
    expect(offered.items).toEqual([{ tag: 'longago', count: 1 }]);
    expect(items.length).toBeLessThanOrEqual(8);
    const header = await world.ok('GET /composer', {}, author);
    expect(header).toMatchObject({ level: 1, credits: 0, mayUseBanner: false, maxBytes: 512 * 1024 * 1024 });
    expect(header.tags).toEqual(items.map((row) => row.tag));
    await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, author.profileId, 'larger_uploads', 'tier', null));
    expect((await world.ok('GET /composer', {}, author)).maxBytes).toBe(2048 * 1024 * 1024);
  });
});

describe('the history of a text', () => {
  const versions = async (id: string, reader: FixtureMember | null) =>
    (await world.ok('GET /uploads/:uploadId/history', at(id), reader)).items;

  it('holds every version with its editor, and none for a change of files or marks alone', async () => {
    const [author, staff] = [await world.member({ adult: true }), await world.member({ moderator: true })];
    const id = await makeUpload(world.ctx, author, { content: 'First words' });
    expect(await versions(id, null)).toMatchObject([{ version: 1, source: 'First words' }]);
    const edit = (content: string, baseVersion: number, as: FixtureMember) =>
      world.ok('PATCH /uploads/:uploadId', { ...at(id), body: { content, baseVersion } }, as);
    await edit('First words', 1, author);
    expect(await versions(id, null)).toHaveLength(1);
    await edit('Second words', 2, author);
    await edit('Words of staff', 3, staff);
    const seen = await versions(id, null);
    expect(seen.map((row) => row.source)).toEqual(['Words of staff', 'Second words', 'First words']);
    expect(seen[0]!.editor.username).toBe(staff.username);
    expect(seen[2]!.editor.username).toBe(author.username);
  });

  it('keeps private information for its author and staff, though it be edited away', async () => {
    const [author, staff] = [await world.member(), await world.member({ moderator: true })];
    const { id } = await world.ok(
      'POST /uploads',
      { body: { content: `Session ${randomUUID()}\n\ncall +49 170 5550123`, submitId: randomUUID() } },
      author,
    );
    await world.refused('GET /uploads/:uploadId/history', at(id), null, 'upload_not_found');
    await world.ok('PATCH /uploads/:uploadId', { ...at(id), body: { content: 'No number', baseVersion: 1 } }, author);
    for (const reader of [null, await world.member()]) {
      const seen = await versions(id, reader);
      expect(JSON.stringify(seen)).not.toContain('5550123');
      expect(seen).toHaveLength(1);
    }
    for (const reader of [author, staff]) expect(await versions(id, reader)).toHaveLength(2);
  });

  it('is nobody’s who may not read the text: removed, 18+, of a removed comment', async () => {
    const [author, other] = [await world.member({ adult: true }), await world.member()];
    const adults = await makeUpload(world.ctx, author, { isAdult: true });
    await world.refused('GET /uploads/:uploadId/history', at(adults), other, 'adults_only');
    const id = await makeUpload(world.ctx, author);
    const commentId = await makeComment(world.ctx, other, id, { content: 'Louder' });
    const about = { params: { commentId } };
    await world.ok(
      'PATCH /uploads/comments/:commentId',
      { ...about, body: { content: 'Softer', baseVersion: 1 } },
      other,
    );
    const seen = await world.ok('GET /uploads/comments/:commentId/history', about, null);
    expect(seen.items.map((row) => row.source)).toEqual(['Softer', 'Louder']);
    await world.ok('DELETE /uploads/comments/:commentId', { ...about, body: {} }, other);
    await world.refused('GET /uploads/comments/:commentId/history', about, null, 'comment_not_found');
    await world.ok('DELETE /uploads/:uploadId', { ...at(id), body: {} }, author);
    await world.refused('GET /uploads/:uploadId/history', at(id), other, 'upload_not_found');
  });

  it('goes with the upload when it is purged', async () => {
    const author = await world.member();
    const id = await makeUpload(world.ctx, author, { content: 'Before' });
    await world.ok('PATCH /uploads/:uploadId', { ...at(id), body: { content: 'After', baseVersion: 1 } }, author);
    const stored = () => world.ctx.db.rows(sql`SELECT 1 FROM content_versions WHERE content_id = ${id}`);
    expect(await stored()).toHaveLength(2);
    await world.ctx.db.tx((tx) => deleteContents(world.ctx, tx, upload, [id]));
    expect(await stored()).toEqual([]);
  });
});
