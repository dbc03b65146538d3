import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { correct as correctBalances, grantEntitlement } from '#people/ledger/server/actions.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let admin: FixtureMember;
let second: FixtureMember;
let moderator: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.member({ admin: true });
  second = await world.member({ admin: true });
  moderator = await world.member({ moderator: true, displayName: 'Mo Desk' });
});
afterAll(() => world.close());

const toggle = (target: FixtureMember, on: boolean, by: FixtureMember = moderator) =>
  world.call('PUT /staff/members/:profileId/moderator', { params: { profileId: target.profileId }, body: { on } }, by);
const assign = (target: FixtureMember, role: string | null, by: FixtureMember = moderator) =>
  world.call('PUT /staff/members/:profileId/role', { params: { profileId: target.profileId }, body: { role } }, by);
const makeRole = (name: string, displayName: string, by: FixtureMember = moderator) =>
  world.call('POST /staff/custom-roles', { body: { name, displayName } }, by);
const inbox = async (of: FixtureMember) => (await world.ok('GET /notifications', {}, of)).items.map((one) => one.title);
const auditOf = async (id: string) =>
  (await world.ok('GET /staff/audit', { query: { targetId: id } }, admin)).items.map((one) => [
    one.action,
    one.actor?.username,
    one.details,
  ]);
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('members, as staff list them', () => {
  it('are all there by XP, paged by key, and nobody twice', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => world.member()));
    for (const [index, { profileId }] of members.entries())
      await world.ctx.db.rows(sql`UPDATE profiles SET xp = ${9000 + index}::int WHERE id = ${profileId}`);
    const { items } = await world.ok('GET /staff/members', {}, moderator);
    expect(items.slice(0, 3).map((one) => one.id)).toEqual(members.map((one) => one.profileId).toReversed());
    await world.ctx.db.rows(sql`
      INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, created_at, updated_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'crowd_' || n, 'crowd_' || n, 'Crowd', 'crowd', now(), now() FROM generate_series(1, 60) n`);
    const first = await world.ok('GET /staff/members', {}, moderator);
    const rest = await world.ok('GET /staff/members', { query: { after: first.next! } }, moderator);
    const ids = [...first.items, ...rest.items].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.items).toHaveLength(50);
    expect(rest.next).toBeNull();
  });

  it('are found by name; by mail and network address for admins alone', async () => {
    const member = await world.member({ displayName: 'Quentin Crate', email: 'quentin@example.org' });
    await world.ctx.db.rows(sql`UPDATE sessions SET ip_address = '203.0.113.77' WHERE user_id = ${member.userId}`);
    const find = async (q: string, by: 'name' | 'email' | 'address', as = admin) =>
      (await world.ok('GET /staff/members', { query: { q, by } }, as)).items.map((one) => one.id);
    expect(await find('quentin cr', 'name', moderator)).toEqual([member.profileId]);
    expect(await find('@', 'name', moderator)).toEqual([]);
    expect(await find('Quentin@', 'email')).toEqual([member.profileId]);
    expect(await find('203.0.113.77', 'address')).toEqual([member.profileId]);
    expect(await find('203.0.113.7', 'address')).toEqual([]);
    for (const by of ['email', 'address'] as const)
      await world.refused('GET /staff/members', { query: { q: 'q', by } }, moderator, 'forbidden');
  });
});

describe('the moderator flag', () => {
  it('is toggled by any staff; admins and the member are notified, and the audit log has before and after', async () => {
    const member = await world.member({ displayName: 'Nia New' });
    expect((await toggle(member, true)).body).toMatchObject({ isModerator: true, can: { toggleModerator: true } });
    // The same again is no second change.
    await toggle(member, true);
    expect(await inbox(member)).toEqual(['You are a moderator now']);
    for (const recipient of [admin, second])
      expect(await inbox(recipient)).toContain('Mo Desk made Nia New a moderator');
    expect((await inbox(admin)).filter((title) => title.includes('Nia New'))).toHaveLength(1);
    await toggle(member, false);
    expect(await inbox(second)).toContain('Mo Desk took the moderator flag from Nia New');
    expect(await auditOf(member.profileId)).toEqual([
      ['member.moderator', moderator.username, { before: { isModerator: true }, after: { isModerator: false } }],
      ['member.moderator', moderator.username, { before: { isModerator: false }, after: { isModerator: true } }],
    ]);
    expect((await world.call('GET /staff/counts', {}, member)).status).toBe(403);
  });

  it('of an admin is nobody’s to toggle, and moderators toggle none where the site leaves that to admins', async () => {
    const member = await world.member();
    for (const by of [moderator, admin]) expect(codeOf(await toggle(second, true, by))).toBe('staff_protected');
    await setSiteSetting(world.ctx, 'onlyAdminsAssign', true);
    expect(codeOf(await toggle(member, true))).toBe('forbidden');
    expect(codeOf(await assign(member, null))).toBe('forbidden');
    expect((await toggle(member, true, admin)).status).toBe(200);
    await setSiteSetting(world.ctx, 'onlyAdminsAssign', null);
  });

  it('and the admin flag: an admin gives and takes it, the last admin stays, moderators are refused', async () => {
    const member = await world.member();
    const set = (target: FixtureMember, on: boolean, by: FixtureMember) =>
      world.call('PUT /staff/members/:profileId/admin', { params: { profileId: target.profileId }, body: { on } }, by);
    expect(codeOf(await set(member, true, moderator))).toBe('forbidden');
    expect((await set(member, true, admin)).body).toMatchObject({ isAdmin: true });
    expect(await inbox(member)).toContain('You are an admin now');
    await set(member, false, admin);
    await set(second, false, admin);
    expect(codeOf(await set(admin, false, admin))).toBe('last_admin');
    await set(second, true, admin);
    expect((await auditOf(member.profileId)).map(([action]) => action)).toEqual(['member.admin', 'member.admin']);
  });
});

describe('a custom role', () => {
  it('is created with names and a grey by default, listed by name, edited and switched off', async () => {
    for (const [name, displayName] of [
      ['', 'Label'],
      ['label', ''],
      ['!!', 'Label'],
    ] as const)
      expect((await makeRole(name, displayName)).body).toMatchObject({
        code: 'role_names_required',
        title: 'Error',
        detail: 'Role name and display name are required',
      });
    const made = await makeRole('Beat Doctor', 'Beat Doctor');
    expect(made.body).toMatchObject({ name: 'beat_doctor', colorHex: '#6b7280', isActive: true });
    expect(codeOf(await makeRole('beat-doctor', 'Another'))).toBe('role_exists');
    await makeRole('archivist', 'Archivist');
    const list = async () => (await world.ok('GET /staff/custom-roles', {}, moderator)).items.map((one) => one.name);
    expect(await list()).toEqual(['archivist', 'beat_doctor']);
    const member = await world.member();
    await assign(member, 'archivist');
    const { id } = (await world.ok('GET /staff/custom-roles', {}, moderator)).items[0]!;
    const params = { roleId: id };
    await world.ok('PATCH /staff/custom-roles/:roleId', { params, body: { displayName: 'Keeper' } }, moderator);
    const badge = async () => (await world.ok('GET /session', {}, member)).viewer!.badge.label;
    expect(await badge()).toBe('Keeper');
    await world.ok('PATCH /staff/custom-roles/:roleId', { params, body: { isActive: false } }, moderator);
    expect(await list()).toEqual(['beat_doctor', 'archivist']);
    expect(await badge()).toBe('Wanderer');
    expect(codeOf(await assign(member, 'archivist'))).toBe('role_unknown');
    await world.refused(
      'PATCH /staff/custom-roles/:roleId',
      { params, body: { displayName: '' } },
      moderator,
      'role_names_required',
    );
    const nobody = { params: { roleId: randomUUID() }, body: {} };
    await world.refused('PATCH /staff/custom-roles/:roleId', nobody, moderator, 'not_found');
    expect((await auditOf(id)).map(([action]) => action)).toEqual([
      'custom-role.edit',
      'custom-role.edit',
      'custom-role.create',
    ]);
    expect((await auditOf(id))[0]![2]).toMatchObject({ before: { isActive: true }, after: { isActive: false } });
  });

  it('never has a name of staff or of a rank', async () => {
    for (const [name, displayName] of [
      ['admin', 'Boss'],
      ['Moderator', 'Boss'],
      ['boss', 'Admin'],
      ['boss', 'Site Moderator'],
      ['legend', 'Boss'],
    ] as const)
      expect(codeOf(await makeRole(name, displayName)), `${name} ${displayName}`).toBe('role_reserved');
    const member = await world.member();
    for (const role of ['admin', 'moderator', 'legend', 'nothing'])
      expect(codeOf(await assign(member, role)), role).toBe('role_unknown');
  });

  it('is assigned by staff and taken away; admins and the member are notified, and XP decides the rank again', async () => {
    await makeRole('selector', 'Selector');
    const member = await world.member({ displayName: 'Ria Roll' });
    await world.ctx.db.rows(sql`UPDATE profiles SET xp = 600 WHERE id = ${member.profileId}`);
    expect((await assign(member, 'selector')).body).toMatchObject({ role: 'selector', roleSource: 'staff' });
    expect(await inbox(member)).toContain('New role');
    expect(await inbox(admin)).toContain('Mo Desk gave Ria Roll the role Selector');
    expect((await assign(member, null)).body).toMatchObject({ role: 'adventurer', roleSource: 'xp' });
    expect(await auditOf(member.profileId)).toHaveLength(2);
    expect(codeOf(await assign(admin, 'selector'))).toBe('staff_protected');
    expect((await assign(second, 'selector', admin)).status).toBe(200);
  });
});

describe('a rank that staff give by hand', () => {
  it('is given like a custom role, stays with more XP, and gives way to XP when it is taken away', async () => {
    const member = await world.member({ displayName: 'Vera Vault' });
    expect((await assign(member, 'abyss_walker')).body).toMatchObject({ role: 'abyss_walker', roleSource: 'staff' });
    expect(await inbox(member)).toContain('New role');
    expect(await inbox(admin)).toContain('Mo Desk gave Vera Vault the role Abyss Walker');
    await world.ctx.db.tx((tx) =>
      correctBalances(world.ctx, tx, member.profileId, { xp: 600, credits: 0 }, 'test:600'),
    );
    const badge = async () => (await world.ok('GET /session', {}, member)).viewer!.badge.label;
    expect(await badge()).toBe('Abyss Walker');
    expect((await assign(member, null)).body).toMatchObject({ role: 'adventurer', roleSource: 'xp' });
    expect(await badge()).toBe('Adventurer');
  });
});

it('a paid tier shows again when staff take their own role back', async () => {
  const member = await world.member();
  await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, 'premium_lifetime', 'test', null));
  expect((await assign(member, 'phantom')).body).toMatchObject({ role: 'phantom', roleSource: 'staff' });
  expect((await assign(member, null)).body).toMatchObject({ role: 'premium', roleSource: 'tier' });
  // Nothing to take away.
  expect((await assign(member, null)).body).toMatchObject({ role: 'premium', roleSource: 'tier' });
});

describe('the latest forum posts', () => {
  it('are fifty at most, newest first, with held and without removed ones', async () => {
    const author = await world.member();
    const [removed, held] = [
      await makePost(world.ctx, author, { content: 'Gone soon' }),
      await makePost(world.ctx, author, { content: 'call +49 170 5550123' }),
    ];
    const newest = await makePost(world.ctx, await world.member(), { content: 'Newest of all\n\nWith words' });
    const remove = { params: { postId: removed }, body: { reason: 'Spam' } };
    await world.ok('DELETE /forum/posts/:postId', remove, moderator);
    const { items } = await world.ok('GET /staff/forum-posts', {}, moderator);
    expect(items.map((one) => [one.id, one.isHeld])).toEqual([
      [newest, false],
      [held, true],
    ]);
    expect(items[0]).toMatchObject({ title: 'Newest of all', excerpt: 'With words', category: null, replyCount: 0 });
  });
});

describe('a member, as staff open them', () => {
  it('shows mail, sessions and addresses to admins alone, and role and rights with what gave them', async () => {
    const member = await world.member({ email: 'opened@example.org' });
    const params = { profileId: member.profileId };
    const opened = await world.ok('GET /staff/members/:profileId', { params }, admin);
    expect(opened).toMatchObject({
      email: 'opened@example.org',
      isVerified: true,
      member: { roleSource: 'xp' },
      rights: [],
    });
    expect(opened.sessions).toHaveLength(1);
    expect(opened.addresses).toMatchObject([{ address: '127.0.0.1' }]);
    const forModerator = await world.ok('GET /staff/members/:profileId', { params }, moderator);
    expect(forModerator).toMatchObject({ email: null, sessions: null, addresses: null });
    const nobody = { params: { profileId: randomUUID() } };
    await world.refused('GET /staff/members/:profileId', nobody, admin, 'profile_not_found');
  });

  it('has a balance that admins correct with a reason, once a submit and never below zero', async () => {
    const member = await world.member();
    const params = { profileId: member.profileId };
    const body = { currency: 'credits', amount: 50, reason: 'Lost in a fault', submitId: randomUUID() } as const;
    const correct = (more: object, by = admin) =>
      world.call('POST /staff/members/:profileId/corrections', { params, body: { ...body, ...more } }, by);
    expect((await correct({})).body).toMatchObject({ credits: 50 });
    expect((await correct({})).body).toMatchObject({ credits: 50 });
    expect((await correct({ amount: -80, submitId: randomUUID() })).body).toMatchObject({ credits: 0 });
    expect(codeOf(await correct({ submitId: randomUUID() }, moderator))).toBe('forbidden');
    expect((await correct({ reason: '' })).status).toBe(400);
    expect(await inbox(member)).toEqual(['Staff corrected your balance', 'Staff corrected your balance']);
    expect(await auditOf(member.profileId)).toMatchObject([
      ['credits.adjust', admin.username, { before: { credits: 50 }, after: { credits: 0 } }],
      ['credits.adjust', admin.username, { before: { credits: 0 }, after: { credits: 50 } }],
    ]);
  });
});
