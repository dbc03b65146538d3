import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { setStaff } from '#people/accounts/server/actions.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { nameSkeletonsJob } from '#people/profiles/server/jobs.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Answer, type World, openWorld } from '#site/testing/world.ts';

let world: World;
let member: FixtureMember;
let admin: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.member({ admin: true, displayName: 'Ada Strand', username: 'ada_strand' });
  await banWord(world.ctx, null, { word: 'grimspam', action: 'refuse' });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.member();
  await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, 'role_badge_text', 'test', null));
});

const settings = () => world.ok('GET /profile-settings', {}, member);
const rename = async (displayName: string, as = member): Promise<Answer> => {
  const { profile } = await world.ok('GET /profile-settings', {}, as);
  return await world.call('PUT /profile-settings/profile', { body: { ...profile, displayName } }, as);
};
const signUp = (displayName: string): Promise<Answer> =>
  world.call('POST /auth/sign-up', {
    body: { email: `${randomUUID()}@example.org`, password: 'plum violet 88', displayName },
  });
const takeUsername = (username: string): Promise<Answer> =>
  world.call('PUT /account/username', { body: { username } }, member);

/** Every endpoint that takes a name which people read. */
const named: Readonly<Record<string, (name: string) => Promise<Answer>>> = {
  'a display name at sign-up': signUp,
  'a display name': (name) => rename(name),
  'the title of a link': async (title) =>
    world.call(
      'PUT /profile-settings/links',
      { body: { ...(await settings()).links, links: [{ title, url: 'https://example.org', isActive: true }] } },
      member,
    ),
  'the text of a badge': async (badgeText) =>
    world.call('PUT /profile-settings/premium', { body: { ...(await settings()).premium, badgeText } }, member),
  'the name of a category': (name) =>
    world.call('POST /staff/forum-categories', { body: { name, description: '', sortOrder: 1 } }, admin),
  'the new name of a category': async (name) => {
    const body = { name: `Loops ${randomUUID().slice(0, 8)}`, description: '', sortOrder: 1 };
    const { id } = await world.ok('POST /staff/forum-categories', { body }, admin);
    return await world.call(
      'PATCH /staff/forum-categories/:categoryId',
      { params: { categoryId: id }, body: { name } },
      admin,
    );
  },
};
const codeOf = (answer: Answer): unknown => (answer.body as { code?: unknown }).code;

describe.for(Object.entries(named))('%s', ([, give]) => {
  test.for<[string, ErrorCode]>([
    ['Mi\u200bna', 'name_unreadable'],
    ['Mina\u202enimdA', 'name_unreadable'],
    ['Mi\nna', 'name_unreadable'],
    ['\u3164', 'name_unreadable'],
    ['grimspam', 'banned_words'],
    ['g r i m s p a m', 'banned_words'],
    ['+49 170 1234567', 'private_information'],
  ])('is not %j', async ([name, code]) => {
    expect(codeOf(await give(name))).toBe(code);
  });

  it('is stored in its normal form', async () => {
    expect((await give(`𝓛oop\u00a0${randomUUID().slice(0, 8)}`)).status).toBe(200);
  });
});

test('an option of a poll is one line that is seen, and no two are the same', async () => {
  const share = (options: string[]) =>
    world.call(
      'POST /uploads',
      { body: { poll: { question: `Which ${randomUUID()}?`, options, days: 1 }, submitId: randomUUID() } },
      member,
    );
  expect(codeOf(await share(['A\u202e', 'B']))).toBe('name_unreadable');
  expect(codeOf(await share(['\u2800', 'B']))).toBe('name_unreadable');
  expect(codeOf(await share(['Ａ', 'a']))).toBe('invalid');
  const made = await share(['Ｏne', 'Two']);
  const uploadId = (made.body as { id: string }).id;
  const { poll } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
  expect(poll!.options.map((option) => option.label)).toEqual(['One', 'Two']);
});

test('a username holds no banned word and no private information, and is not derived from them', async () => {
  expect(codeOf(await takeUsername('grim_grimspam'))).toBe('banned_words');
  const derived = await world.member({ email: `grimspam@example.org`, displayName: 'Anonymous User' });
  expect(derived.username).toMatch(/^member/);
});

describe('a name like that of a member of staff', () => {
  it('is nobody’s, in whatever letters, at sign-up and later, as display name and as username', async () => {
    for (const name of [
      'Ada Strand',
      'Аda Ѕtrand',
      'ada_strand',
      'A d a  S t r a n d',
      '𝓐𝓭𝓪 𝓢𝓽𝓻𝓪𝓷𝓭',
      'The Real Ada Strand',
      'Ada Strand ✓',
    ]) {
      expect(codeOf(await signUp(name)), name).toBe('name_refused');
      expect(codeOf(await rename(name)), name).toBe('name_refused');
    }
    for (const name of ['adastrand', 'real_ada_strand'])
      expect(codeOf(await takeUsername(name)), name).toBe('username_looks_alike');
    const moderator = await world.member({ moderator: true });
    expect(codeOf(await rename('Ada Strand', moderator))).toBe('name_refused');
  });

  it('is still theirs, and free when they are staff no more', async () => {
    expect((await rename('Ada  Strand', admin)).status).toBe(200);
    const milo = await world.member({ moderator: true, displayName: 'Milo Keys' });
    expect(codeOf(await rename('Milo Keys'))).toBe('name_refused');
    await world.ctx.db.tx((tx) => setStaff(world.ctx, tx, milo.profileId, { moderator: false }, world.ctx.clock.now()));
    expect((await rename('Milo Keys')).status).toBe(200);
  });

  it('that somebody has already is notified to admins when its owner becomes staff, or is called so', async () => {
    const notices = async () =>
      (await world.ok('GET /notifications', {}, admin)).items.filter((item) =>
        item.title.startsWith('Names that look like'),
      );
    const twin = await world.member({ displayName: 'Nova Tides' });
    const nova = await world.member({ displayName: 'Nоva Tides' });
    await world.ctx.db.tx((tx) => setStaff(world.ctx, tx, nova.profileId, { moderator: true }, world.ctx.clock.now()));
    const [first] = await notices();
    expect(first!.message).toContain(`Nova Tides (@${twin.username})`);
    const other = await world.member({ displayName: 'Orla Vale' });
    expect((await rename('Orla Vale', nova)).status).toBe(200);
    expect((await notices())[0]!.message).toContain(`@${other.username}`);
    expect(await notices()).toHaveLength(2);
  });
});

describe('a display name that two members have', () => {
  const shares = async (of: FixtureMember): Promise<boolean> =>
    (await world.ok('GET /profile-cards/:of', { params: { of: of.profileId } })).sharesName;

  it('shows the usernames of both, until one has another', async () => {
    const [one, two, three] = [await world.member(), await world.member(), await world.member()];
    expect([await shares(one), await shares(two)]).toEqual([false, false]);
    await rename('Juno Waves', one);
    await rename('Junо  waves', two);
    expect([await shares(one), await shares(two), await shares(three)]).toEqual([true, true, false]);
    await rename('Juno Waves', three);
    await rename('Somebody else', one);
    expect([await shares(one), await shares(two), await shares(three)]).toEqual([false, true, true]);
    await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(0)} WHERE id = ${three.userId}`);
    await eraseJob.run(world.ctx, { userId: three.userId });
    expect(await shares(two)).toBe(false);
  });

  it('is counted right, however many take it and leave it at once', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => world.member()));
    const all = async () => Promise.all(members.map(shares));
    await Promise.all(members.map((one) => rename('Rush Hour', one)));
    expect(await all()).toEqual(members.map(() => true));
    await Promise.all(members.map((one, at) => rename(at < 2 ? 'Late Hour' : at < 7 ? `Own ${at}` : 'Rush Hour', one)));
    expect(await all()).toEqual([true, true, false, false, false, false, false, false]);
  });

  it('is found by a job where the skeleton was never made', async () => {
    const members = await Promise.all(['Kite', 'Kitе', 'Comet'].map((displayName) => world.member({ displayName })));
    const ids = members.map((one) => one.profileId);
    await world.ctx.db.rows(
      sql`UPDATE profiles SET name_skeleton = NULL, shares_name = false WHERE id = ANY(${ids}::uuid[])`,
    );
    await nameSkeletonsJob.run(world.ctx, {});
    expect(await Promise.all(members.map(shares))).toEqual([true, true, false]);
    const left = await world.ctx.db.rows(
      sql`SELECT 1 FROM profiles WHERE name_skeleton IS NULL AND user_id IS NOT NULL`,
    );
    expect(left).toEqual([]);
  });
});
