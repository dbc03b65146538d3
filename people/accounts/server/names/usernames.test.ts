import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isReservedUsername, resemblesStaff } from '#people/profiles/server/rules/reserved-names.ts';
import { usernameKey, usernameKeySql } from '#people/profiles/server/rules/skeleton.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type FixtureMember, cookieFor } from '#people/accounts/server/fixtures.ts';

const DAY = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T12:00:00Z') });
});
afterAll(() => world.close());

const rename = (member: FixtureMember, username: string) =>
  world.ok('PUT /account/username', { body: { username } }, member);
const refused = (member: FixtureMember, username: string, code: Parameters<World['refused']>[3]) =>
  world.refused('PUT /account/username', { body: { username } }, member, code);
const who = async (username: string) =>
  (await world.ok('GET /profiles/:username/page', { params: { username } })).username;

describe('a username', () => {
  it('that is changed leads to its member for a year, and nobody else may take it', async () => {
    const [mina, other] = [await world.member({ username: 'mina_loop' }), await world.member()];
    await rename(mina, 'mina_beats');
    expect(await who('Mina_Loop')).toBe('mina_beats');
    expect((await world.ok('GET /profile-cards/:of', { params: { of: 'mina_loop' } })).username).toBe('mina_beats');
    await world.ok('GET /profiles/:username/activity', { params: { username: 'mina_loop' } });
    await world.ok('GET /profiles/:username/friends', { params: { username: 'mina_loop' } });
    await refused(other, 'mina_loop', 'username_taken');
    await refused(other, 'm1na_l00p', 'username_looks_alike');
    await rename(mina, 'mina_loop');
    expect(await who('mina_loop')).toBe('mina_loop');
    expect(await who('mina_beats')).toBe('mina_loop');
    world.clock!.advance(366 * DAY);
    await world.refused(
      'GET /profiles/:username/page',
      { params: { username: 'mina_beats' } },
      null,
      'profile_not_found',
    );
    // The session of the other has run out by now.
    await rename({ ...other, cookie: await cookieFor(world.ctx, other.userId) }, 'mina_beats');
    expect(await who('mina_beats')).toBe('mina_beats');
  });

  it('of a former name that blocks is no way around the block', async () => {
    const [owner, blocked] = [await world.member({ username: 'quiet_owl' }), await world.member()];
    await rename(owner, 'loud_owl');
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, owner);
    const params = { username: 'quiet_owl' };
    await world.refused('GET /profiles/:username/page', { params }, blocked, 'profile_not_found');
    await world.refused('GET /profile-cards/:of', { params: { of: 'quiet_owl' } }, blocked, 'profile_not_found');
    await world.refused('GET /profiles/:username/friends', { params }, blocked, 'profile_not_found');
  });

  it.each(['luna1', 'lunal', 'iuna_l', 'l_u_n_a_l', 'lunai'])(
    'that is confusable with another is refused: %s',
    async (name) => {
      await world.ctx.db.rows(sql`DELETE FROM former_usernames`);
      const found = await world.ctx.db.rows(sql`SELECT 1 FROM profiles WHERE username = 'luna_1'`);
      if (found.length === 0) await world.member({ username: 'luna_1' });
      await refused(await world.member(), name, 'username_looks_alike');
    },
  );

  it.each(['rnarvin', 'rnarv1n', 'm_arvin'])('is compared as eyes do: %s', async (name) => {
    const found = await world.ctx.db.rows(sql`SELECT 1 FROM profiles WHERE username = 'marvin'`);
    if (found.length === 0) await world.member({ username: 'marvin' });
    await refused(await world.member(), name, 'username_looks_alike');
  });

  it.each([
    'admin',
    'adm1n',
    '4dmin',
    'm0derator',
    'l00proom',
    'looproom',
    'system',
    'deleted_abc',
    'de1eted_abc',
    'support',
    'suppor7',
    'the_admin',
    'admin_mina',
    'rnoderator',
    'staff_2024',
    'admin99',
  ])(
    'of staff or the site is nobody’s: %s',
    async (name) => void (await refused(await world.member(), name, 'username_taken')),
  );

  it('may be changed by its member to a confusable spelling', async () => {
    const member = await world.member({ username: 'sol_1' });
    await rename(member, 'so_ll');
    await rename(member, 'sol_1');
    expect(await who('so_ll')).toBe('sol_1');
  });

  it('changes three times in 30 days at most; the same name is no change', async () => {
    const member = await world.member({ username: 'change_zero' });
    await rename(member, 'change_zero');
    for (const name of ['change_one', 'change_two', 'change_zero']) await rename(member, name);
    await refused(member, 'change_four', 'username_changed_often');
    await rename(member, 'change_zero');
    world.clock!.advance(31 * DAY);
    await rename({ ...member, cookie: await cookieFor(world.ctx, member.userId) }, 'change_four');
  });

  it('is one member’s, however many want it or one like it at once', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => world.member()));
    const names = ['nova_5', 'novas', 'n0va5', 'nova_s'];
    const answers = await Promise.all(
      members.map((member, at) =>
        world.call('PUT /account/username', { body: { username: names[at % names.length] } }, member),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const rows = await world.ctx.db.rows(sql`SELECT 1 FROM profiles WHERE username_key = 'novas'`);
    expect(rows).toHaveLength(1);
  });

  it('that is derived is like nobody’s, and no former one', async () => {
    const first = await world.member({ displayName: 'Oona Field' });
    expect(first.username).toBe('oona_field');
    const second = await world.member({ displayName: '0ona Fie1d' });
    expect(second.username).toBe('0ona_fie1d2');
    await rename(first, 'other_name');
    const third = await world.member({ displayName: 'Oona Field' });
    expect(third.username).toBe('oona_field3');
  });

  it('is compared in SQL as in the application', async () => {
    const names = ['Mina_01', 'rnvv__5', 'iIlL10', 'vvv', 'rrnn', '___', 'a5s', 'vv_w'];
    const rows = await world.ctx.db.rows<{ name: string; key: string }>(
      sql`SELECT name, ${sql.raw(usernameKeySql('name'))} AS key FROM unnest(${names}::text[]) AS name`,
    );
    for (const row of rows) expect(row.key, row.name).toBe(usernameKey(row.name));
  });
});

describe('signing up', () => {
  it('refuses a display name that says staff, and makes no account', async () => {
    const body = { email: 'sly@example.org', password: 'plum violet 88', displayName: 'Lооproom Аdmin' };
    await world.refused('POST /auth/sign-up', { body }, null, 'name_refused');
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM users WHERE email = 'sly@example.org'`)).toEqual([]);
  });
});

describe('a display name', () => {
  test.each([
    'Admin',
    'ADMIN',
    'аdmin',
    'Admin.',
    '«Admin»',
    'A D M I N',
    'ʀeal ᴀdmin',
    'Moderatοr',
    'mod',
    'M0D',
    'Site Official',
    'Looproom',
    'Looproom Support',
    'L00pr00m',
    '🅼🅾🅳',
    'sta\u200Bff',
    'ＳＴＡＦＦ',
  ])('is taken for staff: %s', (name) => expect(resemblesStaff(name, 'Looproom')).toBe(true));
  test.each([
    'Mina',
    'Badminton',
    'Mod Wheel',
    'Loop Room Sessions',
    'Team Spirit',
    'Falstaff',
    '李小龙',
    'Мария',
    '',
    '!!!',
    'Modern',
    'Root Note',
    'Support Act',
  ])('is nobody else’s: %s', (name) => expect(resemblesStaff(name, 'Looproom')).toBe(false));
  test('of the site’s own name, whatever it is', () => {
    expect(resemblesStaff('Sound Barn', 'Sound Barn')).toBe(true);
    expect(resemblesStaff('Sound Barn', 'Looproom')).toBe(false);
    expect(isReservedUsername('soundbarn', 'Sound Barn')).toBe(true);
    expect(resemblesStaff('DJ', 'DJ')).toBe(false);
  });
});
