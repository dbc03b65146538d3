import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const pageOf = (member: FixtureMember, as: FixtureMember | null = null) =>
  world.ok('GET /profiles/:username/page', { params: { username: member.username } }, as);
const cardOf = (of: string, as: FixtureMember | null = null) =>
  world.ok('GET /profile-cards/:of', { params: { of } }, as);
const store = (member: FixtureMember, columns: Record<string, unknown>) =>
  world.ctx.db.rows(
    sql`UPDATE profiles SET appearance_settings = ${JSON.stringify(columns)}::jsonb WHERE id = ${member.profileId}`,
  );

describe('a profile page', () => {
  it('of a member who chose nothing has the site’s own appearance, and shows the public facts', async () => {
    const member = await world.member({ displayName: 'Mina Loop' });
    const page = await pageOf(member);
    expect(page).toMatchObject({
      displayName: 'Mina Loop',
      isOwn: false,
      bannerUrl: null,
      bannerAlt: '',
      description: '',
      decorations: [],
      links: [],
      showsConnections: true,
      showsActivity: true,
      statusUrl: null,
      statistics: { posts: 0, replies: 0, uploads: 0, plays: 0 },
      appearance: {
        theme: null,
        font: null,
        backgroundImage: null,
        profileOpacity: 1,
        backgroundOpacity: 0.8,
        profileBlur: 0,
        cursorEffect: 'none',
        backgroundEffect: 'none',
        nameEffect: 'none',
        audioVisualizer: false,
      },
    });
    expect(JSON.stringify(page)).not.toContain(member.email);
    expect((await pageOf(member, member)).isOwn).toBe(true);
  });

  it('is not there for who is blocked, nor are card, activity and friends', async () => {
    const [owner, blocked] = [await world.member(), await world.member()];
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, owner);
    const params = { username: owner.username };
    await world.refused('GET /profiles/:username/page', { params }, blocked, 'profile_not_found');
    await world.refused('GET /profiles/:username/activity', { params }, blocked, 'profile_not_found');
    await world.refused('GET /profiles/:username/friends', { params }, blocked, 'profile_not_found');
    for (const name of [owner.username, owner.profileId])
      await world.refused('GET /profile-cards/:of', { params: { of: name } }, blocked, 'profile_not_found');
    await pageOf(owner, await world.member({ moderator: true }));
    // The other way the profile stays: it is where the block is lifted.
    expect((await pageOf(blocked, owner)).username).toBe(blocked.username);
  });

  it('lets nothing of a row into a style that is no colour, number, word or file of ours', async () => {
    const member = await world.member();
    await store(member, {
      primary_color: 'red;background:url(https://evil.example)',
      text_color: '#fff</style>',
      font_family: 'Comic Sans"; } body { display: none',
      background_image: 'https://evil.example/x.png',
      background_image_placeholder: 'data:text/html,<script>alert(1)</script>',
      background_video: 'javascript:alert(1)',
      background_audio: '/files/../../secret',
      custom_cursor: '/files/x.png), url(https://evil.example',
      cursor_effect: 'constructor',
      background_effects: '__proto__',
      profile_opacity: 'NaN',
      profile_blur: 1e9,
      background_opacity: -4,
      username_glow_enabled: true,
      username_glow_color: 'expression(alert(1))',
    });
    await world.ctx.db.rows(sql`
      UPDATE profiles SET banner_url = 'https://evil.example/banner.png', profile_theme = '{"accent_color":"url(x)","background_color":"#ABCDEF"}',
        name_style = '{"glow_color":"red;","effect":"marquee"}', discord_username = '"><script>' WHERE id = ${member.profileId}`);
    await world.ctx.db.rows(sql`
      INSERT INTO profile_links (id, profile_id, title, url, display_order) VALUES (gen_random_uuid(), ${member.profileId}, 'x', 'javascript:alert(1)', 0)`);
    const page = await pageOf(member);
    expect(page.appearance).toEqual({
      theme: { primary: '#ff6b35', secondary: '#00b4d8', background: '#abcdef', accent: '#ffd60a', text: null },
      font: null,
      backgroundImage: null,
      backgroundVideo: null,
      backgroundAudio: null,
      cursorUrl: null,
      profileOpacity: 1,
      profileBlur: 20,
      backgroundOpacity: 0,
      cursorEffect: 'none',
      backgroundEffect: 'none',
      audioVisualizer: false,
      nameEffect: 'none',
    });
    expect(page).toMatchObject({ bannerUrl: null, links: [], glow: null, statusUrl: null });
    expect(JSON.stringify(page)).not.toMatch(/evil|<|javascript/);
  });
});

describe('a hover card', () => {
  it('is found by id and by username in any case, and is small whatever the bio', async () => {
    const member = await world.member();
    await world.ctx.db.rows(sql`UPDATE profiles SET bio = ${'😀 music '.repeat(55)} WHERE id = ${member.profileId}`);
    const [one, other] = [await cardOf(member.profileId), await cardOf(member.username.toUpperCase())];
    expect(one).toEqual(other);
    expect(Buffer.byteLength(JSON.stringify(one))).toBeLessThan(2048);
    expect(one.bio).toMatch(/…$/);
    await world.refused('GET /profile-cards/:of', { params: { of: 'nobody_here' } }, null, 'profile_not_found');
  });
});
