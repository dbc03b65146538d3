import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { eraseFollowing } from './following.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
});
afterAll(() => world.close());

const follow = (by: FixtureMember, whom: FixtureMember, method: 'PUT' | 'DELETE' = 'PUT') =>
  world.call(`${method} /following/:profileId`, { params: { profileId: whom.profileId } }, by);
const followOf = (whom: FixtureMember, as: FixtureMember | null = null) =>
  world.ok('GET /following/:profileId', { params: { profileId: whom.profileId } }, as);
async function release(by: FixtureMember, visibility: 'public' | 'private' = 'public') {
  // Later than the window of the spam check.
  world.clock!.advance(660_000);
  const fileIds = [await makeSound(world.ctx, by)];
  const id = await makeUpload(world.ctx, by, { content: `Release ${randomUUID()}`, fileIds, visibility });
  await world.settle();
  return id;
}
const releases = async (of: FixtureMember) => {
  const { items } = await world.ok('GET /notifications', {}, of);
  return items.filter(({ kind }) => kind === 'release');
};

describe('following', () => {
  test('needs no answer, is counted once, and ends by either', async () => {
    const [ada, bo] = [await world.member(), await world.member()];
    expect((await follow(bo, ada)).body).toEqual({ isFollowing: true, followers: 1, following: 0 });
    expect((await follow(bo, ada)).body).toMatchObject({ followers: 1 });
    await Promise.all([follow(bo, ada), follow(bo, ada), follow(ada, bo)]);
    expect(await followOf(ada, bo)).toEqual({ isFollowing: true, followers: 1, following: 1 });
    expect(await followOf(ada)).toEqual({ isFollowing: null, followers: 1, following: 1 });
    const page = await world.ok('GET /profiles/:username/friends', { params: { username: ada.username } }, bo);
    expect(page).toMatchObject({ relation: 'none', follow: { isFollowing: true, followers: 1 } });
    const list = await world.ok('GET /following', {}, bo);
    expect(list.items.map(({ person }) => person.id)).toEqual([ada.profileId]);
    expect((await follow(ada, ada)).status).toBe(400);
    expect((await follow(bo, ada, 'DELETE')).body).toEqual({ isFollowing: false, followers: 0, following: 1 });
    expect((await follow(bo, ada, 'DELETE')).body).toMatchObject({ followers: 0 });
  });

  test('ends in both directions with a block, and with an account', async () => {
    const [ada, bo] = [await world.member(), await world.member()];
    await follow(ada, bo);
    await follow(bo, ada);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: bo.profileId } }, ada);
    expect((await follow(bo, ada)).status).toBe(404);
    expect((await follow(ada, bo)).body).toMatchObject({ code: 'member_blocked' });
    await world.ok('DELETE /blocks/:profileId', { params: { profileId: bo.profileId } }, ada);
    expect(await followOf(ada, bo)).toEqual({ isFollowing: false, followers: 0, following: 0 });
    await follow(bo, ada);
    await world.ctx.db.tx((tx) => eraseFollowing(tx, bo.profileId));
    expect(await followOf(ada)).toMatchObject({ followers: 0 });
  });

  test('narrows the feed to the followed, newest first and page by page, without what is private', async () => {
    const [ada, bo, cy, reader] = [
      await world.member(),
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const feed = async (as: FixtureMember | null, query: object = {}) =>
      (await world.ok('GET /uploads', { query: { following: 'yes', ...query } }, as)).items.map(({ id }) => id);
    expect(await feed(null)).toEqual([]);
    expect(await feed(reader)).toEqual([]);
    await follow(reader, ada);
    await follow(reader, bo);
    const ids = [
      await release(ada),
      await release(cy),
      await release(bo),
      await release(ada, 'private'),
      await release(ada),
    ];
    expect(await feed(reader)).toEqual([ids[4], ids[2], ids[0]]);
    expect(await feed(reader, { kind: 'audio', author: ada.username })).toEqual([ids[4], ids[0]]);
    const texts: string[] = [];
    for (let text = 0; text < 22; text++) {
      world.clock!.advance(660_000);
      texts.unshift(await makeUpload(world.ctx, text % 2 === 0 ? ada : bo, { content: `Words ${randomUUID()}` }));
    }
    const all: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: { items: { id: string }[]; next: string | null } = await world.ok(
        'GET /uploads',
        { query: { following: 'yes', ...(after !== '' && { after }) } },
        reader,
      );
      all.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(all).toEqual([...texts, ids[4], ids[2], ids[0]]);
  });

  test('notifies of new releases, with one unread line for each author, and not where it is turned off', async () => {
    const [ada, reader, quiet] = [await world.member(), await world.member(), await world.member()];
    await follow(reader, ada);
    await follow(quiet, ada);
    const off = { site: false, email: false, push: false };
    await world.ok('PATCH /notifications/settings/:kind', { params: { kind: 'release' }, body: off }, quiet);
    const first = await release(ada);
    expect((await releases(reader)).map(({ url }) => url)).toEqual([`/uploads/${first}`]);
    const hidden = await release(ada, 'private');
    expect(await releases(reader)).toHaveLength(1);
    const second = await release(ada);
    expect((await releases(reader)).map(({ url }) => url)).toEqual([`/uploads/${second}`]);
    const params = { uploadId: hidden };
    await world.ok('PUT /uploads/:uploadId/visibility', { params, body: { visibility: 'public' } }, ada);
    await world.settle();
    expect((await releases(reader)).map(({ url }) => url)).toEqual([`/uploads/${hidden}`]);
    // Words without sound are no release.
    world.clock!.advance(660_000);
    await makeUpload(world.ctx, ada, { content: 'Only words' });
    await world.settle();
    expect(await releases(reader)).toHaveLength(1);
    expect(await releases(quiet)).toHaveLength(0);
  });
});
