import { describe, expect, it, test } from 'vitest';
import { ConfigError, readConfig } from '#platform/server/config.ts';
import { contentSecurityPolicy } from '#platform/server/http/security-headers.ts';
import { beginning, fileAddress, isOpenAddress, appearanceOf, linkIconOf, nameStyleOf, revisionOf } from './rules.ts';

describe('the address of status cards', () => {
  test.each([
    'http://status.example.org/{username}.png',
    'https://status.example.org/card.png',
    'https://{username}.example.org/card.png',
    'https://name@status.example.org/{username}',
    'javascript:{username}',
    'status.example.org/{username}',
  ])('cannot be %s: the site does not start', (address) => {
    expect(() => readConfig({ CHAT_STATUS_URL: address })).toThrow(ConfigError);
  });
  it('is one more host of pictures, and of nothing else', () => {
    const { chatStatusUrl } = readConfig({ CHAT_STATUS_URL: 'https://status.example.org:8443/{username}.png?x=1' });
    const policy = contentSecurityPolicy([], 'https://site.example.org', new URL(chatStatusUrl!).origin);
    expect(policy).toContain("img-src 'self' data: blob: https://status.example.org:8443;");
    expect(policy.split('status.example.org')).toHaveLength(2);
    expect(contentSecurityPolicy([], 'https://site.example.org')).toContain("img-src 'self' data: blob:;");
  });
  it('of the chat server is https too', () => {
    expect(() => readConfig({ CHAT_SERVER_URL: 'http://chat.example.org' })).toThrow(ConfigError);
    expect(readConfig({}).chatServerUrl).toBeNull();
  });
});

describe('an appearance', () => {
  const nothing = {
    display_name: 'x',
    bio: '',
    discord_username: null,
    appearance_settings: {},
    profile_theme: {},
    profile_customization: {},
    avatar_decorations: [],
    name_style: null,
  };
  it('of values of any kind is one that can be drawn', () => {
    const odd = [null, 0, -1, 1e308, '', 'x', '#12345', [], {}, true, '__proto__', '#123456;color:red'];
    for (const value of odd) {
      const names = [
        'primary_color',
        'font_family',
        'background_image',
        'background_video_poster',
        'background_opacity',
      ];
      const more = ['profile_opacity', 'profile_blur', 'cursor_effect', 'background_effects', 'audio_visualizer'];
      const settings = Object.fromEntries(
        [...names, ...more, 'custom_cursor', 'text_color'].map((name) => [name, value]),
      );
      const appearance = appearanceOf({ ...nothing, appearance_settings: settings });
      expect(appearance).toMatchObject({ theme: null, font: null, backgroundImage: null, cursorUrl: null });
      expect(appearance.profileOpacity).toBeGreaterThanOrEqual(0.1);
      expect(appearance.profileOpacity).toBeLessThanOrEqual(1);
      expect(appearance.profileBlur).toBeLessThanOrEqual(20);
      expect(appearance.backgroundOpacity).toBeLessThanOrEqual(1);
    }
  });
  it('takes files of this site alone', () => {
    expect(fileAddress('/files/profile-assets/u/avatar_1_x/square.webp')).not.toBeNull();
    for (const address of [
      '//evil.example/x',
      '/files/../x',
      '/files/a b',
      "/files/x')",
      'https://x/files/a',
      '/files/x%00',
    ])
      expect(fileAddress(address), address).toBeNull();
  });
  it('shows of a name what there is a right to', () => {
    const settings = {
      username_glow_enabled: true,
      username_glow_color: '#ABCDEF',
      badge_text: 'Beats',
      name_effect: 'wave',
    };
    const all = { nameGlow: true, badgeText: true, nameEffect: true };
    expect(nameStyleOf(settings, all, 'Looproom')).toEqual({
      glow_color: '#abcdef',
      glow_intensity: 5,
      badge_text: 'Beats',
      effect: 'wave',
    });
    expect(nameStyleOf(settings, { nameGlow: false, badgeText: false, nameEffect: false }, 'Looproom')).toBeNull();
    expect(nameStyleOf({ badge_text: 'Admin' }, all, 'Looproom')).toBeNull();
  });
});

test('a revision is the same for the same values, and another for any other', () => {
  expect(revisionOf({ a: 1 })).toBe(revisionOf({ a: 1 }));
  expect(revisionOf({ a: 1 })).not.toBe(revisionOf({ a: '1' }));
});

test('a link knows the places that have a mark', () => {
  expect(linkIconOf('https://www.youtube.com/@mina')).toBe('youtube');
  expect(linkIconOf('https://mina.bandcamp.com/')).toBe('bandcamp');
  expect(linkIconOf('https://notyoutube.com/')).toBeNull();
  expect(isOpenAddress('https://example.org/')).toBe(true);
  expect(isOpenAddress('https://a:b@example.org/')).toBe(false);
  expect(isOpenAddress(7)).toBe(false);
});

test('the beginning of a text ends at a word', () => {
  expect(beginning('one two', 20)).toBe('one two');
  expect(beginning('one two three four five six', 20)).toBe('one two three four…');
  expect([...beginning('😀'.repeat(50), 10)]).toHaveLength(10);
});
