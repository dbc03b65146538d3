import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { pngOf } from '#site/testing/png.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let moderator: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.member({ moderator: true });
});
afterAll(() => world.close());

const reportOf = (member: FixtureMember, note = '') =>
  ({ kind: 'profile', id: member.profileId, reason: 'abuse', note }) as const;
const send = (member: FixtureMember, as: FixtureMember, note = '') =>
  world.ok('POST /reports', { body: reportOf(member, note) }, as);
const itemsAbout = async (member: FixtureMember, state: 'open' | 'decided' = 'open') =>
  (await world.ok('GET /staff/queue', { query: { state, subject: member.profileId } }, moderator)).items;
const pageOf = (member: FixtureMember) =>
  world.ok('GET /profiles/:username/page', { params: { username: member.username } });

/** A member with something in most places of their profile. */
async function dressed(overrides: Parameters<World['member']>[0] = {}): Promise<FixtureMember> {
  const member = await world.member({ displayName: 'Mina Loop', ...overrides });
  await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, 'role_badge_text', 'test', null));
  const now = await world.ok('GET /profile-settings', {}, member);
  await world.ok(
    'PUT /profile-settings/profile',
    { body: { ...now.profile, bio: 'A bad bio', description: 'More of it', chatName: 'mina' } },
    member,
  );
  await world.ok(
    'PUT /profile-settings/links',
    { body: { ...now.links, links: [{ title: 'Bad place', url: 'https://bad.example/', isActive: true }] } },
    member,
  );
  await world.ok('PUT /profile-settings/font', { body: { ...now.font, font: 'Georgia' } }, member);
  await world.ok('PUT /profile-settings/premium', { body: { ...now.premium, badgeText: 'Bad' } }, member);
  for (const [place, purpose] of [
    ['avatar', 'avatar'],
    ['banner', 'profile_banner'],
    ['backgrounds/image', 'background'],
    ['cursor', 'cursor'],
  ] as const) {
    const fileId = await makeFile(world.ctx, member, await pngOf('coral'), { name: 'a.png', purpose });
    expect(await world.call(`PUT /profile-settings/${place}`, { body: { fileId } }, member)).toMatchObject({
      status: 200,
    });
  }
  await world.settle();
  return member;
}

describe('a report of a profile', () => {
  it('shows staff whose it is, what is on it, and where', async () => {
    const [member, reporter] = [await dressed(), await world.member()];
    await send(member, reporter, 'The banner');
    expect(await itemsAbout(member)).toMatchObject([
      {
        reports: {
          count: 1,
          reasons: ['abuse'],
          newest: [{ reason: 'abuse', note: 'The banner', reporter: { username: reporter.username } }],
        },
        author: { username: member.username },
        subject: {
          kind: 'profile',
          title: `Profile of Mina Loop (@${member.username})`,
          excerpt:
            'Shows: avatar, banner, cursor, background picture. · A bad bio · More of it · Bad place: https://bad.example/',
          url: `/profile/${member.username}`,
          visibility: 'published',
        },
      },
    ]);
    const [item] = await itemsAbout(member);
    const { content } = await world.ok('GET /staff/queue/:itemId', { params: { itemId: item!.id } }, moderator);
    expect(content!.text).toBe('A bad bio\n\nMore of it\n\nBad place: https://bad.example/');
    expect(content!.files).toHaveLength(4);
    expect(content!.files.map(({ kind, url }) => [kind, url !== null])).toEqual(
      content!.files.map(() => ['image', true]),
    );
  });

  it('is one for each member, and open again when the profile is reported after a decision', async () => {
    const [member, reporter] = [await world.member(), await world.member()];
    await send(member, reporter, 'First');
    await send(member, reporter, 'Second');
    const [first] = await itemsAbout(member);
    expect(first!.reports).toMatchObject({ count: 1, newest: [{ note: 'First' }] });
    await send(member, await world.member());
    expect(await itemsAbout(member)).toMatchObject([{ id: first!.id, reports: { count: 2 } }]);
    await world.ok(
      'POST /staff/queue/:itemId/decide',
      { params: { itemId: first!.id }, body: { decision: 'keep' } },
      moderator,
    );
    expect(await itemsAbout(member, 'decided')).toMatchObject([{ id: first!.id }]);
    await send(member, reporter, 'Again');
    expect(await itemsAbout(member)).toMatchObject([{ reports: { count: 1, newest: [{ note: 'Again' }] } }]);
  });

  it('is no matter of visitors, of oneself, of who is blocked, nor of who may not write', async () => {
    const [member, blocked] = [await world.member(), await world.member()];
    const body = reportOf(member);
    await world.refused('POST /reports', { body }, null, 'sign_in_required');
    await world.refused('POST /reports', { body }, await world.member({ verified: false }), 'verification_required');
    await world.refused('POST /reports', { body }, member, 'own_profile');
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, member);
    await world.refused('POST /reports', { body }, blocked, 'not_found');
    const nobody = { ...body, id: '00000000-0000-7000-8000-000000000000' };
    await world.refused('POST /reports', { body: nobody }, blocked, 'not_found');
    expect(await itemsAbout(member)).toEqual([]);
    // Who blocks may say why.
    await send(blocked, member);
    expect(await itemsAbout(blocked)).toHaveLength(1);
    await world.refused('GET /staff/queue', {}, member, 'forbidden');
  });
});

describe('the removal of a reported profile', () => {
  it('removes every picture, text and link, keeps what is the site’s own, and notifies the member once', async () => {
    const member = await dressed();
    await send(member, await world.member());
    const [found] = await itemsAbout(member);
    const before = await pageOf(member);
    expect(before).toMatchObject({ bio: 'A bad bio', badge: { label: 'Bad' } });
    const files = [
      before.avatarUrl,
      before.bannerUrl,
      before.appearance.backgroundImage?.url,
      before.appearance.cursorUrl,
    ];
    expect(files).not.toContain(null);
    const input = { params: { itemId: found!.id }, body: { decision: 'remove', reason: 'Not here' } } as const;
    await world.refused('POST /staff/queue/:itemId/decide', input, member, 'forbidden');
    await world.ok('POST /staff/queue/:itemId/decide', input, moderator);
    await world.refused('POST /staff/queue/:itemId/decide', input, moderator, 'already_decided');
    const after = await pageOf(member);
    expect(after).toMatchObject({
      displayName: 'Mina Loop',
      bio: '',
      description: '',
      avatarUrl: null,
      bannerUrl: null,
      links: [],
      appearance: { font: 'Georgia', backgroundImage: null, cursorUrl: null },
    });
    expect(JSON.stringify(after)).not.toContain('Bad');
    for (const url of files) expect(await world.get(url!)).toMatchObject({ status: 404 });
    await world.settle();
    const { items } = await world.ok('GET /notifications', {}, member);
    expect(items.filter(({ kind }) => kind === 'removal')).toMatchObject([
      {
        title: 'What you put on your profile was removed',
        message: 'Not here',
        // Where it can be appealed.
        url: expect.stringMatching(/^\/decisions\/[0-9a-f-]{36}$/) as string,
      },
    ]);
    const { items: log } = await world.ok('GET /staff/audit', { query: { targetId: member.profileId } }, moderator);
    expect(log).toMatchObject([{ action: 'queue.remove', targetKind: 'profile', reason: 'Not here' }]);
  });

  it('sends no notification to a member whose profile is empty already', async () => {
    const member = await world.member();
    await send(member, await world.member());
    const [found] = await itemsAbout(member);
    await world.ok(
      'POST /staff/queue/:itemId/decide',
      { params: { itemId: found!.id }, body: { decision: 'remove' } },
      moderator,
    );
    await world.settle();
    expect((await world.ok('GET /notifications', {}, member)).items).toEqual([]);
  });

  it('is for admins alone where staff are reported, and never of oneself', async () => {
    const [staff, admin] = [await dressed({ moderator: true }), await world.member({ admin: true })];
    await send(staff, await world.member());
    const [found] = await itemsAbout(staff);
    const input = { params: { itemId: found!.id }, body: { decision: 'remove' } } as const;
    await world.refused('POST /staff/queue/:itemId/decide', input, moderator, 'staff_protected');
    await world.refused('POST /staff/queue/:itemId/decide', input, staff, 'own_content');
    expect((await pageOf(staff)).bio).toBe('A bad bio');
    expect(await itemsAbout(staff)).toHaveLength(1);
    await world.ok('POST /staff/queue/:itemId/decide', input, admin);
    expect((await pageOf(staff)).bio).toBe('');
  });
});
