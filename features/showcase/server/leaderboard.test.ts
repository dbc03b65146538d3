import { describe, expect, test } from 'vitest';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
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
    for (let count = 0; count < limits.perPage + 2; count++) members.push(await world.member());
    const { id } = await connect(members[0]!, artistId());
    // Some are equal.
    await world.ctx.db.rows(sql`
      INSERT INTO spotify_showcases (id, user_id, artist_id, artist_name, followers_count, monthly_listeners, typed_followers, created_at, updated_at)
      SELECT gen_random_uuid(), m.user_id, s.artist_id, s.artist_name, m.n / 3 * 10, 0, m.n / 3 * 10, s.created_at, s.updated_at
      FROM spotify_showcases s, unnest(${members.slice(1).map(({ userId }) => userId)}::uuid[]) WITH ORDINALITY AS m (user_id, n) WHERE s.id = ${id}`);
    const [one, other] = [members[0]!, members[1]!];
    expect((await world.ok('GET /showcases', {}, null)).items).toHaveLength(limits.perPage);
    const all = await list();
    expect(new Set(all.map((item) => item.id)).size).toBe(limits.perPage + 2);
    const followers = all.map((item) => item.followers.value);
    expect(followers).toEqual(followers.toSorted((a, b) => b - a));
    // Places go on from page to page, wherever a reader begins.
    expect(all.map((item) => item.place)).toEqual(all.map((_, at) => at + 1));
    await world.ok('PUT /blocks/:profileId', { params: { profileId: one.profileId } }, other);
    expect(await list(one)).toHaveLength(limits.perPage + 1);
    expect(await list(other)).toHaveLength(limits.perPage + 1);
    const wrong = ['x~1~2', 'x~0~0~2', `1~9~${one.profileId}`, `1~1~99999999999~${one.profileId}`];
    const places = ['0', '-1', '1.5', '1e3', '01', '', 'NaN', '%31%', '9999999999', '٣'];
    for (const after of [...wrong, ...places.map((place) => `${place}~0~10~${one.profileId}`)])
      await world.refused('GET /showcases', { query: { after } }, null, 'invalid');
  });
});
