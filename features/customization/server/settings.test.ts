import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

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
const store = (member: FixtureMember, columns: Record<string, unknown>) =>
  world.ctx.db.rows(
    sql`UPDATE profiles SET appearance_settings = ${JSON.stringify(columns)}::jsonb WHERE id = ${member.profileId}`,
  );

const theme = { primary: '#FF0000', secondary: '#00ff00', background: '#0000ff', accent: '#ffffff', text: null };
const glow = { isOn: true, color: '#12AB34', intensity: 9 };

describe('a section of the settings', () => {
  it('is saved by who began with what is stored; the second device overwrites nothing', async () => {
    const member = await world.member();
    const { profile } = await settingsOf(member);
    const body = { ...profile, displayName: 'First Device', bio: 'One\ntwo', description: 'Long text' };
    const saved = await world.ok('PUT /profile-settings/profile', { body }, member);
    await world.refused(
      'PUT /profile-settings/profile',
      { body: { ...body, displayName: 'Second Device' } },
      member,
      'settings_changed',
    );
    expect(await pageOf(member)).toMatchObject({ displayName: 'First Device', description: 'Long text' });
    await world.ok(
      'PUT /profile-settings/profile',
      { body: { ...body, displayName: 'Third Device', revision: saved.revision } },
      member,
    );
    const after = await settingsOf(member);
    expect(after.profile.displayName).toBe('Third Device');
    // Other sections did not change.
    await world.ok('PUT /profile-settings/font', { body: { ...after.font, font: 'Georgia' } }, member);
    expect((await pageOf(member)).appearance.font).toBe('Georgia');
  });

  it('that ten devices save at once is saved by one of them', async () => {
    const member = await world.member();
    const { layout, links } = await settingsOf(member);
    const blurs = Array.from({ length: 10 }, (_, at) => at + 1);
    const answers = await Promise.all(
      blurs.map((profileBlur) =>
        world.call('PUT /profile-settings/layout', { body: { ...layout, profileBlur } }, member),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9);
    const winner = blurs[answers.findIndex((answer) => answer.status === 200)]!;
    expect((await pageOf(member)).appearance.profileBlur).toBe(winner);
    const link = { title: 'Site', url: 'https://example.org/', isActive: true };
    const lists = await Promise.all(
      blurs.map(() => world.call('PUT /profile-settings/links', { body: { ...links, links: [link] } }, member)),
    );
    expect(lists.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await pageOf(member)).links).toHaveLength(1);
  });

  it('takes no value out of its limits', async () => {
    const member = await world.member();
    const { colors, font, layout, premium, profile } = await settingsOf(member);
    const refused = async (section: string, body: unknown) =>
      expect(await world.call(`PUT /profile-settings/${section}`, { body }, member), section).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    for (const color of ['red', '#fff', '#12345g', '#123456;', 'url(x)', '#ff000000'])
      await refused('colors', { ...colors, theme: { ...theme, accent: color } });
    await refused('colors', { ...colors, glow: { ...glow, intensity: 21 } });
    await refused('font', { ...font, font: 'Papyrus' });
    await refused('layout', { ...layout, profileOpacity: 0.05 });
    await refused('layout', { ...layout, profileBlur: 2.5 });
    await refused('layout', { ...layout, cursorEffect: 'snow' });
    await refused('premium', { ...premium, nameEffect: 'blink' });
    await refused('profile', { ...profile, chatName: 'a b' });
    await refused('profile', { ...profile, description: 'x'.repeat(2001) });
    await refused('profile', { ...profile, displayName: ' ' });
  });

  it('keeps unknown values, and a newly chosen theme wins', async () => {
    const member = await world.member();
    await store(member, { theme: 'dark', primary_color: '#111111' });
    const { colors } = await settingsOf(member);
    expect(colors.theme?.primary).toBe('#111111');
    await world.ok('PUT /profile-settings/colors', { body: { ...colors, theme } }, member);
    expect((await pageOf(member)).appearance.theme).toEqual({ ...theme, primary: '#ff0000' });
    const [row] = await world.ctx.db.rows<{ appearance: Record<string, unknown>; theme: unknown }>(
      sql`SELECT appearance_settings AS appearance, profile_theme AS theme FROM profiles WHERE id = ${member.profileId}`,
    );
    expect(row!.appearance).toMatchObject({ theme: 'dark' });
    expect(row!.appearance).not.toHaveProperty('primary_color');
    expect(row!.theme).toEqual({
      primary_color: '#ff0000',
      secondary_color: '#00ff00',
      background_color: '#0000ff',
      accent_color: '#ffffff',
    });
  });

  it('refuses private information, banned words and names of staff', async () => {
    const [member, staff] = [await world.member(), await world.member({ moderator: true })];
    await world.ok('POST /staff/banned-words', { body: { word: 'grimspam' } }, staff);
    const { profile, links } = await settingsOf(member);
    const save = (more: object, code: 'private_information' | 'banned_words' | 'name_refused') =>
      world.refused('PUT /profile-settings/profile', { body: { ...profile, ...more } }, member, code);
    await save({ bio: 'call me: +49 170 1234567' }, 'private_information');
    await save({ description: 'GRIMSPAM here' }, 'banned_words');
    for (const displayName of ['Admin', 'М0derator', 'Looproom Team', 'Ａdmin Mina', 'ѕtaff', 'a d m i n', 'Adm1n!'])
      await save({ displayName }, 'name_refused');
    await world.refused(
      'PUT /profile-settings/links',
      { body: { ...links, links: [{ title: 'grimspam', url: 'https://example.org', isActive: true }] } },
      member,
      'banned_words',
    );
    for (const displayName of ['Badminton Club', 'Mod Wheel', 'Stage Owner', 'Modest Mouse Fan'])
      expect(
        await world.call(
          'PUT /profile-settings/profile',
          { body: { ...(await settingsOf(member)).profile, displayName } },
          member,
        ),
        displayName,
      ).toMatchObject({ status: 200 });
  });

  it('is not for the silenced where others read it', async () => {
    const member = await world.member({ silencedUntil: new Date(Date.now() + 86_400_000) });
    const { profile, font } = await settingsOf(member);
    await world.refused('PUT /profile-settings/profile', { body: profile }, member, 'silenced');
    await world.ok('PUT /profile-settings/font', { body: font }, member);
  });
});

describe('links', () => {
  const save = async (member: FixtureMember, links: unknown[]) =>
    world.call('PUT /profile-settings/links', { body: { ...(await settingsOf(member)).links, links } }, member);

  it('keep their order and ids, and hide what is switched off', async () => {
    const [member, other] = [await world.member(), await world.member()];
    await save(member, [
      { title: 'A', url: 'https://soundcloud.com/mina', isActive: true },
      { title: 'B', url: 'http://example.org', isActive: false },
    ]);
    const first = (await settingsOf(member)).links.links;
    expect(first.map((link) => link.title)).toEqual(['A', 'B']);
    expect((await pageOf(member)).links).toEqual([
      { id: first[0]!.id, title: 'A', url: 'https://soundcloud.com/mina', icon: 'soundcloud' },
    ]);
    await save(other, [{ id: first[0]!.id, title: 'Mine now', url: 'https://example.org', isActive: true }]);
    await save(member, [{ ...first[1]!, isActive: true }, first[0]!, { ...first[0]!, title: 'Twin' }]);
    const second = (await settingsOf(member)).links.links;
    expect(second.map((link) => link.title)).toEqual(['B', 'A', 'Twin']);
    expect(second.slice(0, 2).map((link) => link.id)).toEqual([first[1]!.id, first[0]!.id]);
    expect(new Set(second.map((link) => link.id)).size).toBe(3);
    expect((await settingsOf(other)).links.links[0]!.id).not.toBe(first[0]!.id);
  });

  it('are given the https:// that people leave out', async () => {
    const member = await world.member();
    await save(
      member,
      ['example.org', ' soundcloud.com/mina ', 'example.org:8080/a'].map((url) => ({
        title: 'x',
        url,
        isActive: true,
      })),
    );
    expect((await settingsOf(member)).links.links.map((link) => link.url)).toEqual([
      'https://example.org/',
      'https://soundcloud.com/mina',
      'https://example.org:8080/a',
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://user:pass@example.org',
    'https://example.org@evil.example',
    '//example.org',
    'example',
    'mina@example.org',
    ' ',
    'https://',
    `https://example.org/${'x'.repeat(500)}`,
  ])('never lead to %s', async (url) => {
    const member = await world.member();
    expect(await save(member, [{ title: 'x', url, isActive: true }])).toMatchObject({ status: 400 });
  });

  it('and friends are not shown where their owner does not show them', async () => {
    const member = await world.member();
    await save(member, [{ title: 'A', url: 'https://example.org', isActive: true }]);
    const friend = await world.member();
    await world.ok('POST /friends', { body: { profileId: friend.profileId } }, member);
    await world.ok('POST /friends', { body: { profileId: member.profileId } }, friend);
    const { profile } = await settingsOf(member);
    await world.ok('PUT /profile-settings/profile', { body: { ...profile, showsConnections: false } }, member);
    expect(await pageOf(member, friend)).toMatchObject({ links: [], showsConnections: false });
    expect(
      await world.ok('GET /profiles/:username/friends', { params: { username: member.username } }, friend),
    ).toMatchObject({ relation: 'friends', count: 0, items: [] });
    expect((await pageOf(member, member)).links).toHaveLength(1);
    expect(
      (await world.ok('GET /profiles/:username/friends', { params: { username: member.username } }, member)).count,
    ).toBe(1);
  });
});

describe('the chat-server card', () => {
  it('shows where its owner wants it: to members only, or to everybody', async () => {
    const member = await world.member();
    const save = async (more: object) =>
      world.ok('PUT /profile-settings/profile', { body: { ...(await settingsOf(member)).profile, ...more } }, member);
    await save({ chatName: 'mina.loop' });
    expect((await pageOf(member, member)).statusUrl).toBeNull();
    await save({ showsChatStatus: true });
    expect((await pageOf(member)).statusUrl).toBeNull();
    const address = 'https://status.example.org/card/mina.loop.png';
    expect((await pageOf(member, await world.member())).statusUrl).toBe(address);
    await save({ showsMutualServers: false });
    expect((await pageOf(member)).statusUrl).toBe(address);
    expect(await settingsOf(member)).toMatchObject({
      hasStatusCards: true,
      chatServerUrl: 'https://chat.example.org/join',
    });
  });
});
