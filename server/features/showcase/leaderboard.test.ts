import { describe, expect, test } from 'vitest';
import { showcase as limits } from '#contract/limits/showcase.ts';
import { type Member, artistId, connect, list, mine, openShowcases, standIn, world } from './testing/world.ts';

openShowcases({ SPOTIFY_LOOKUP: 'off' });

describe('the leaderboard', () => {
  test('where lookups are off, the site asks Spotify for nothing and lists what members typed', async () => {
    const member = await world.member({ displayName: 'Alone' });
    await connect(member, artistId(), { followers: 3 });
    await world.ctx.jobs.runNow('showcase.refresh-all');
    await world.settle();
    expect(await mine(member)).toMatchObject({ state: 'listed', artistName: 'Alone' });
    expect(standIn.asked).toEqual([]);
    await world.ok('DELETE /showcases/mine', {}, member);
  });

  test('it is paged by key in the order of followers, and shows nobody whom a block keeps away', async () => {
    const members: Member[] = [];
    for (let count = 0; count < limits.perPage + 2; count++) {
      const member = await world.member();
      members.push(member);
      // Some are equal.
      await connect(member, artistId(), { followers: Math.floor(count / 3) * 10 });
    }
    const [one, other] = [members[0]!, members[1]!];
    expect((await world.ok('GET /showcases', {}, null)).items).toHaveLength(limits.perPage);
    const all = await list();
    expect(new Set(all.map((item) => item.id)).size).toBe(limits.perPage + 2);
    const followers = all.map((item) => item.followers.value);
    expect(followers).toEqual(followers.toSorted((a, b) => b - a));
    await world.ok('PUT /blocks/:profileId', { params: { profileId: one.profileId } }, other);
    expect(await list(one)).toHaveLength(limits.perPage + 1);
    expect(await list(other)).toHaveLength(limits.perPage + 1);
    for (const after of ['x~1~2', `1~99999999999~${one.profileId}`])
      await world.refused('GET /showcases', { query: { after } }, null, 'invalid');
  });
});
