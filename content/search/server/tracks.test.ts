import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await setSiteSetting(world.ctx, 'spamUploads', 1000);
});
afterAll(() => world.close());

const word = (): string => `zq${randomUUID().slice(0, 8)}`;
const elder = (more: object = {}) => world.member({ createdAt: new Date('2020-01-01'), ...more });
const track = async (by: FixtureMember, content: string, more: object = {}): Promise<string> =>
  await makeUpload(world.ctx, by, { content, fileIds: [await makeSound(world.ctx, by)], ...more });
const titles = async (as: As, query: Record<string, string> = {}): Promise<string[]> =>
  (await world.ok('GET /search/tracks', { query }, as)).items.map(({ title }) => title);

describe('tracks that can be chosen', () => {
  it('are found by their words, also unfinished ones, and of several in one upload each by its name', async () => {
    const [author, reader, name] = [await elder(), await elder(), word()];
    await track(author, `Low tide ${name}`);
    await makeUpload(world.ctx, author, { content: `No sound ${name}` });
    const fileIds = [
      await makeSound(world.ctx, author, { name: 'side a.wav' }),
      await makeSound(world.ctx, author, { name: 'side b.wav' }),
    ];
    await makeUpload(world.ctx, author, { content: `Two sides ${name}`, fileIds });
    expect((await titles(reader, { q: name })).toSorted()).toEqual([`Low tide ${name}`, 'side a', 'side b']);
    expect(await titles(reader, { q: `low ${name.slice(0, 8)}` })).toEqual([`Low tide ${name}`]);
    expect(await titles(reader, { q: name, kind: 'video' })).toEqual([]);
    // Without words the newest come first.
    expect((await titles(reader)).slice(0, 2)).toEqual(['side a', 'side b']);
  });

  it('are those that the reader may hear: neither private nor held, 18+ or of who is blocked', async () => {
    const [author, reader, adult] = [await elder({ adult: true }), await elder(), await elder({ adult: true })];
    const name = word();
    await track(author, `Open ${name}`);
    await track(author, `Private ${name}`, { visibility: 'private' });
    await track(author, `Adults ${name}`, { isAdult: true });
    const held = await track(author, `Held ${name}`);
    await world.ctx.db.rows(sql`UPDATE uploads SET state = 'held' WHERE id = ${held}`);
    expect(await titles(reader, { q: `open ${name}` })).toEqual([`Open ${name}`]);
    expect(await titles(reader, { q: name })).toEqual([`Open ${name}`]);
    expect((await titles(adult, { q: name })).toSorted()).toEqual([`Adults ${name}`, `Open ${name}`]);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: author.profileId } }, reader);
    expect(await titles(reader, { q: name })).toEqual([]);
    await world.refused('GET /search/tracks', { query: {} }, null, 'sign_in_required');
  });

  it('are one’s own with private ones, by beginnings of words of the title, in pages', async () => {
    const [author, other, name] = [await elder(), await elder(), word()];
    await track(other, `Somebody’s ${name}`);
    await track(author, `Café del Mar ${name}`, { visibility: 'private' });
    const removed = await track(author, `Gone ${name}`);
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: removed }, body: {} }, author);
    expect(await titles(author, { own: 'true' })).toEqual([`Café del Mar ${name}`]);
    expect(await titles(author, { own: 'true', q: `cafe ${name.slice(0, 5)}` })).toEqual([`Café del Mar ${name}`]);
    expect(await titles(author, { own: 'true', q: 'afe' })).toEqual([]);
    expect(await titles(author, { own: 'true', q: `%' OR true --` })).toEqual([]);
    const sound = await makeSound(world.ctx, author);
    for (let n = 0; n < 22; n++) {
      const createdAt = new Date(Date.UTC(2025, 0, 1 + n));
      const id = await makeUpload(world.ctx, author, { content: `Take ${n} ${name}`, createdAt });
      await world.ctx.db.rows(sql`UPDATE uploads SET has_audio = true WHERE id = ${id}`);
      await world.ctx.db.rows(sql`
        INSERT INTO upload_files (id, upload_id, position, kind, file_id, version_at)
        VALUES (${randomUUID()}, ${id}, 0, 'audio', ${sound}, ${createdAt})`);
    }
    const pages: string[][] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: object = { own: 'true', q: 'take', ...(after !== '' && { after }) };
      const page: { items: { title: string }[]; next: string | null } = await world.ok(
        'GET /search/tracks',
        { query },
        author,
      );
      pages.push(page.items.map(({ title }) => title));
      after = page.next;
    }
    expect(pages.map((page) => page.length)).toEqual([20, 2]);
    expect(pages.flat()).toEqual(Array.from({ length: 22 }, (_, n) => `Take ${21 - n} ${name}`));
  });

  it('are searched with at most 200 characters', async () => {
    const reader = await elder();
    for (const own of [{}, { own: 'true' as const }])
      await world.refused('GET /search/tracks', { query: { q: 'a'.repeat(201), ...own } }, reader, 'search_too_long');
  });
});
