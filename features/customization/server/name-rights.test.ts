import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '#site/contract/contract.ts';
import { grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { Entitlement } from '#people/ledger/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { switchDecoration } from './actions.ts';
import { followAllRightsJob, followRightsJob } from './jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    environment: {
      CHAT_STATUS_URL: 'https://status.example.org/card/{username}.png',
      CHAT_SERVER_URL: 'https://chat.example.org/join',
    },
  });
});
afterAll(() => world.close());

type Settings = Reply<'GET /profile-settings'>;
const settingsOf = (member: FixtureMember): Promise<Settings> => world.ok('GET /profile-settings', {}, member);
const pageOf = (member: FixtureMember, as: FixtureMember | null = null) =>
  world.ok('GET /profiles/:username/page', { params: { username: member.username } }, as);
const cardOf = (of: string, as: FixtureMember | null = null) =>
  world.ok('GET /profile-cards/:of', { params: { of } }, as);
const give = (member: FixtureMember, right: Entitlement, until: Date | null = null) =>
  world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, right, 'test', until));
const take = (member: FixtureMember, right: Entitlement) =>
  world.ctx.db.tx((tx) => revokeEntitlement(world.ctx, tx, member.profileId, right, null));
const store = (member: FixtureMember, columns: Record<string, unknown>) =>
  world.ctx.db.rows(
    sql`UPDATE profiles SET appearance_settings = ${JSON.stringify(columns)}::jsonb WHERE id = ${member.profileId}`,
  );

const theme = { primary: '#FF0000', secondary: '#00ff00', background: '#0000ff', accent: '#ffffff', text: null };
const glow = { isOn: true, color: '#12AB34', intensity: 9 };

describe('a right to the name', () => {
  it('is asked for when something is set, and what was set ends with it', async () => {
    const member = await world.member();
    const { colors, premium } = await settingsOf(member);
    await world.refused('PUT /profile-settings/colors', { body: { ...colors, glow } }, member, 'entitlement_required');
    const settings = { ...premium, badgeText: 'Beat smith', nameEffect: 'wave' as const };
    await world.refused('PUT /profile-settings/premium', { body: settings }, member, 'entitlement_required');
    await give(member, 'name_glow');
    await give(member, 'role_badge_text');
    await give(member, 'animated_text');
    const saved = await world.ok('PUT /profile-settings/colors', { body: { ...colors, glow } }, member);
    await world.ok('PUT /profile-settings/premium', { body: settings }, member);
    expect(await pageOf(member)).toMatchObject({
      glow: { color: '#12ab34', intensity: 9 },
      badge: { key: 'wanderer', label: 'Beat smith' },
      rank: { label: 'Wanderer' },
      appearance: { nameEffect: 'wave' },
    });
    expect(await cardOf(member.username)).toMatchObject({ nameEffect: 'wave', badge: { label: 'Beat smith' } });

    await take(member, 'name_glow');
    await take(member, 'role_badge_text');
    await take(member, 'animated_text');
    expect(await pageOf(member)).toMatchObject({
      glow: null,
      badge: { label: 'Wanderer' },
      appearance: { nameEffect: 'none' },
    });
    // Colours can still be saved; the stored glow is not shown.
    await world.ok(
      'PUT /profile-settings/colors',
      { body: { theme, glow: { ...glow, color: '#12ab34' }, revision: saved.revision } },
      member,
    );
    expect((await pageOf(member)).glow).toBeNull();
    await give(member, 'name_glow');
    expect((await pageOf(member)).glow).toEqual({ color: '#12ab34', intensity: 9 });
  });

  it.each([
    'Admin',
    'mod',
    'M0D',
    'Ｏfficial',
    'ѕtaff',
    'The 0wner',
    'mοderator',
    's.t.a.f.f',
    'L00proom',
    'аdmin',
    '🅰dmin',
  ])('never lets a badge say %s', async (badgeText) => {
    const member = await world.member();
    await give(member, 'role_badge_text');
    const { premium } = await settingsOf(member);
    await world.refused(
      'PUT /profile-settings/premium',
      { body: { ...premium, badgeText } },
      member,
      'badge_text_refused',
    );
  });

  it('ends by itself when its time is over, whether a job is early or late', async () => {
    const member = await world.member();
    const until = new Date(Date.now() + 3_600_000);
    await give(member, 'name_glow', until);
    const { colors } = await settingsOf(member);
    await world.ok('PUT /profile-settings/colors', { body: { ...colors, glow } }, member);
    const [waiting] = await world.ctx.db.rows<{ start_after: Date }>(
      sql`SELECT start_after FROM pgboss.job WHERE name = ${followRightsJob.name} AND data->>'profileId' = ${member.profileId}`,
    );
    expect(waiting!.start_after).toEqual(until);
    const due = { profileId: member.profileId, endsAt: until.toISOString() };
    await followRightsJob.run(world.ctx, due);
    expect((await pageOf(member)).glow).not.toBeNull();
    const later = { ...world.ctx, clock: { now: () => new Date(until.getTime() + 1) } };
    await followRightsJob.run(later, due);
    expect((await pageOf(member)).glow).toBeNull();
  });

  it('that the operator makes free, or takes back, follows with the next start', async () => {
    const member = await world.member();
    await store(member, { username_glow_enabled: true, username_glow_color: '#445566', username_glow_intensity: 3 });
    const free = { ...world.ctx, config: { ...world.ctx.config, freeEntitlements: ['name_glow' as const] } };
    await followAllRightsJob.run(free, {});
    expect((await pageOf(member)).glow).toEqual({ color: '#445566', intensity: 3 });
    await followAllRightsJob.run(world.ctx, {});
    expect((await pageOf(member)).glow).toBeNull();
  });

  it('does not change the badge of staff', async () => {
    const member = await world.member({ moderator: true });
    await give(member, 'role_badge_text');
    const { premium } = await settingsOf(member);
    await world.ok('PUT /profile-settings/premium', { body: { ...premium, badgeText: 'Nobody' } }, member);
    expect((await pageOf(member)).badge.label).toBe('Mod');
  });
});

describe('decorations', () => {
  it('are worn while they are active', async () => {
    const member = await world.member();
    const { allDecorations, decorations } = await settingsOf(member);
    expect(allDecorations.map((one) => one.key).toSorted()).toEqual(
      [
        'cassette-halo',
        'equaliser',
        'flame-ring',
        'headphones',
        'laurel',
        'pixel-crown',
        'stars',
        'vinyl-ring',
      ].toSorted(),
    );
    const [laurel, stars] = ['laurel', 'stars'].map((key) => allDecorations.find((one) => one.key === key)!);
    const decorationIds = [stars!.id, laurel!.id];
    await world.refused(
      'PUT /profile-settings/decorations',
      { body: { ...decorations, decorationIds: [member.profileId] } },
      member,
      'decoration_not_found',
    );
    await world.ok('PUT /profile-settings/decorations', { body: { ...decorations, decorationIds } }, member);
    expect((await pageOf(member)).decorations).toEqual([stars, laurel]);
    await world.ctx.db.tx((tx) => switchDecoration(world.ctx, tx, 'stars', false));
    expect((await pageOf(member)).decorations).toEqual([laurel]);
    expect((await cardOf(member.username)).decorations).toEqual([laurel]);
    await world.ctx.db.tx((tx) => switchDecoration(world.ctx, tx, 'stars', true));
    expect((await pageOf(member)).decorations).toEqual([stars, laurel]);
  });
});
