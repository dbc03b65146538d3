import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
import { roleBadge, toPerson, unknownPerson } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a profile', () => {
  it('is found by its username in any case, and shows no address', async () => {
    const member = await world.member({ displayName: 'Mina Loop' });
    const seen = await world.ok('GET /profiles/:username/page', {
      params: { username: member.username.toUpperCase() },
    });
    expect(seen).toMatchObject({
      displayName: 'Mina Loop',
      username: member.username,
      isOwn: false,
      level: 1,
      postCount: 0,
    });
    expect(JSON.stringify(seen)).not.toContain(member.email);
    expect(
      (await world.ok('GET /profiles/:username/page', { params: { username: member.username } }, member)).isOwn,
    ).toBe(true);
  });

  it('that nobody has is refused in words', async () => {
    await world.refused(
      'GET /profiles/:username/page',
      { params: { username: 'nobody_here' } },
      null,
      'profile_not_found',
    );
  });
});

describe('the role badge', () => {
  const roles = new Map([['beatsmith', { name: 'beatsmith', displayName: 'Beatsmith', colorHex: '#123456' }]]);
  const of = (more: { isAdmin?: boolean; isModerator?: boolean; customRole?: string | null }) =>
    roleBadge({ isAdmin: false, isModerator: false, customRole: null, ...more }, roles);

  it('is admin, else moderator, else the custom role, else wanderer', () => {
    expect(of({ isAdmin: true, isModerator: true }).label).toBe('Admin');
    expect(of({ isModerator: true, customRole: 'legend' }).label).toBe('Mod');
    expect(of({ customRole: 'legend' })).toMatchObject({ label: 'Legend', glows: true });
    expect(of({ customRole: 'beatsmith' })).toMatchObject({ label: 'Beatsmith', color: '#123456' });
    expect(of({})).toMatchObject({ label: 'Wanderer', glows: false });
  });

  it('never shows staff for a custom role of such a name, nor anything unknown', () => {
    expect(of({ customRole: 'admin' }).label).toBe('Wanderer');
    expect(of({ customRole: 'moderator' }).label).toBe('Wanderer');
    expect(of({ customRole: 'constructor' }).label).toBe('Wanderer');
  });

  it('a missing author is Unknown User', () => {
    expect(toPerson(null, roles)).toBe(unknownPerson);
    expect(unknownPerson).toMatchObject({ displayName: 'Unknown User', username: 'unknown' });
  });

  it('a glow that is no colour is not shown', () => {
    const row = {
      id: 'x',
      username: 'x',
      displayName: 'x',
      avatarUrl: null,
      customRole: null,
      isAdmin: false,
      isModerator: false,
      sharesName: false,
    };
    const glow = (color: string) =>
      toPerson({ ...row, nameStyle: { glow_color: color, glow_intensity: 99 } }, roles).glow;
    expect(glow('red;background:url(//x)')).toBeNull();
    expect(glow('#ff6b35')).toEqual({ color: '#ff6b35', intensity: 20 });
  });
});
