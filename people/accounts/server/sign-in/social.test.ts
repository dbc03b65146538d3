import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import type { ProviderName } from '#platform/server/config.ts';
import { socialCallback } from './social.ts';
import {
  type SocialStandIn,
  type StandInPerson,
  startSocialStandIn,
} from '#people/accounts/server/testing/social-stand-in.ts';
import type { Visitor } from '#people/accounts/server/testing/visitor.ts';
import {
  type People,
  type World,
  authenticatorCode,
  openWorld,
  tokenOf,
} from '#people/accounts/server/testing/world.ts';

let standIn: SocialStandIn;
let world: World;
let made = 0;

beforeAll(async () => {
  standIn = await startSocialStandIn();
  world = await openWorld({
    SOCIAL_STAND_IN_URL: standIn.url,
    DISCORD_CLIENT_ID: 'discord',
    DISCORD_CLIENT_SECRET: 'secret',
    SPOTIFY_CLIENT_ID: 'spotify',
    SPOTIFY_CLIENT_SECRET: 'secret',
  });
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});

function person(overrides: Partial<StandInPerson> = {}): StandInPerson {
  const id = `${process.pid}-${Date.now()}-${made++}`;
  return { id, name: 'Ada Strand', email: `ada-${id}@example.org`, verified: true, ...overrides };
}
beforeEach(() => {
  standIn.person = person();
});

/** The whole way: start, the provider's page, and back. @returns where the browser ends. */
async function walk(
  browser: Visitor,
  provider: ProviderName = 'discord',
  site: People = world,
  party?: string,
): Promise<string> {
  const { url } = await browser.call('POST /auth/providers/:provider/start', { params: { provider }, body: { party } });
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
  const answer = await browser.open(socialCallback, back, { provider });
  expect(answer.status).toBe(302);
  return answer.headers!['location']!.replace(site.ctx.siteUrl, '');
}

/** A member with two-factor sign-in, and the secret of the authenticator app. */
async function twoFactorMember() {
  const member = await world.member();
  const { secret } = await member.browser.call('POST /account/two-factor/start', {
    body: { password: member.password },
  });
  await member.browser.call('POST /account/two-factor/confirm', { body: { code: authenticatorCode(secret, -1) } });
  return { ...member, secret };
}

describe('signing in with an outside provider', () => {
  test('makes a verified member with a profile, and signs the same one in the next time', async () => {
    const browser = world.visitor();
    expect(await walk(browser)).toBe('/');
    const { viewer } = await browser.call('GET /session');
    expect(viewer).toMatchObject({ displayName: 'Ada Strand', verified: true, avatarUrl: null });
    expect(viewer?.username).toMatch(/^ada_strand/);
    const again = world.visitor();
    await walk(again);
    expect((await again.call('GET /session')).viewer?.id).toBe(viewer?.id);
    expect(await again.call('GET /account')).toMatchObject({ hasPassword: false, connected: ['discord'] });
  });

  test('keeps none of the provider’s tokens', async () => {
    await walk(world.visitor());
    const rows = await world.ctx.db.rows(
      sql`SELECT 1 FROM user_accounts WHERE provider_id = 'discord' AND (access_token IS NOT NULL OR refresh_token IS NOT NULL OR id_token IS NOT NULL)`,
    );
    expect(rows).toEqual([]);
  });

  test('joins an existing account only if the address is verified on both sides', async () => {
    const member = await world.member();
    standIn.person = person({ email: member.email });
    const browser = world.visitor();
    expect(await walk(browser)).toBe('/');
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  test('takes over no account by an address that the provider has not verified', async () => {
    const member = await world.member();
    for (const provider of ['discord', 'spotify'] as const) {
      standIn.person = person({ email: member.email, verified: provider === 'spotify' });
      const browser = world.visitor();
      expect(await walk(browser, provider)).toMatch(/^\/auth\?error=/);
      expect((await browser.call('GET /session')).viewer).toBeNull();
    }
  });

  test('does not join an account whose address was never proven here: somebody else may have made it', async () => {
    const intruder = await world.member({ verified: false });
    standIn.person = person({ email: intruder.email });
    const browser = world.visitor();
    expect(await walk(browser)).toMatch(/^\/auth\?error=/);
    expect((await browser.call('GET /session')).viewer).toBeNull();
  });

  test('an unverified address makes an unverified account, and is mailed our own link', async () => {
    const browser = world.visitor();
    expect(await walk(browser, 'spotify')).toBe('/');
    expect((await browser.call('GET /session')).viewer?.verified).toBe(false);
    const { email } = standIn.person!;
    await browser.call('POST /auth/verify', { body: { token: tokenOf((await world.mails(email))[0]) } });
    expect((await browser.call('GET /session')).viewer?.verified).toBe(true);
  });

  test('asks a two-factor member for the second factor, and opens no session before', async () => {
    const { secret, ...member } = await twoFactorMember();
    standIn.person = person({ email: member.email });
    const browser = world.visitor();
    expect(await walk(browser)).toBe('/auth?step=two-factor');
    expect((await browser.call('GET /session')).viewer).toBeNull();
    await browser.call('POST /auth/two-factor', { body: { kind: 'totp', code: authenticatorCode(secret) } });
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  describe('for who came to enter a party', () => {
    const party = '0199c1de-6a4b-7c3d-8e2f-1a2b3c4d5e6f';

    test('leads to the party', async () => {
      expect(await walk(world.visitor(), 'discord', world, party)).toBe(`/listening-party/${party}`);
      standIn.person = person();
      expect(await walk(world.visitor(), 'spotify', world, party)).toBe(`/listening-party/${party}`);
    });

    test('leads to the sign-in page of the party where it was cancelled, or makes no account', async () => {
      standIn.person = null;
      expect(await walk(world.visitor(), 'discord', world, party)).toBe(`/auth?party=${party}&error=access_denied`);
      const { email } = await world.member();
      standIn.person = person({ email, verified: false });
      const end = new URL(await walk(world.visitor(), 'discord', world, party), world.ctx.siteUrl);
      expect(end.pathname).toBe('/auth');
      expect(end.searchParams.get('party')).toBe(party);
      expect(end.searchParams.get('error')).not.toBeNull();
    });

    test('asks for the second factor on the way to the party', async () => {
      const member = await twoFactorMember();
      standIn.person = person({ email: member.email });
      expect(await walk(world.visitor(), 'discord', world, party)).toBe(`/auth?party=${party}&step=two-factor`);
    });

    test('leads nowhere else: only the id of a party is taken', async () => {
      const elsewhere = [
        'https://example.org/',
        '//example.org',
        '../profile',
        `${party}/../../profile`,
        `${party}?next=//example.org`,
        '',
      ];
      for (const text of elsewhere)
        expect(
          await world.visitor().refused('POST /auth/providers/:provider/start', {
            params: { provider: 'discord' },
            body: { party: text },
          }),
        ).toBe('invalid');
    });
  });

  test('works only in the browser that began it, and once', async () => {
    const browser = world.visitor();
    const { url } = await browser.call('POST /auth/providers/:provider/start', {
      params: { provider: 'discord' },
      body: {},
    });
    const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
    const victim = world.visitor();
    const refused = await victim.open(socialCallback, back, { provider: 'discord' });
    expect(refused.headers?.['location']).toContain('/auth?error=');
    expect((await victim.call('GET /session')).viewer).toBeNull();
  });

  test('cancelled at the provider, it leads back to the sign-in page', async () => {
    standIn.person = null;
    expect(await walk(world.visitor())).toBe('/auth?error=access_denied');
  });

  test('a provider that is not set up is refused', async () => {
    expect(
      await world
        .visitor()
        .refused('POST /auth/providers/:provider/start', { params: { provider: 'google' }, body: {} }),
    ).toBe('provider_off');
    expect((await world.visitor().call('GET /session')).site.providers).toEqual(['discord', 'spotify']);
  });

  test('a member without a password is mailed a link to set one', async () => {
    const browser = world.visitor();
    await walk(browser);
    const { email } = standIn.person!;
    await browser.call('PUT /account/password', { body: { current: 'anything', password: 'silver otter 9' } });
    const token = tokenOf((await world.mails(email))[0]);
    await browser.call('POST /auth/reset', { body: { token, password: 'silver otter 9' } });
    expect(
      await world.visitor().call('POST /auth/sign-in', { body: { email, password: 'silver otter 9' } }),
    ).toMatchObject({ status: 'signed_in' });
  });
});

describe.for(['closed', 'invitation'] as const)('while sign-up is %s, an outside provider', (signUp) => {
  let shut: People;
  const providers = ['discord', 'google', 'spotify'] as const;
  beforeAll(() => {
    const keys = providers.flatMap((name) => [
      [`${name.toUpperCase()}_CLIENT_ID`, name],
      [`${name.toUpperCase()}_CLIENT_SECRET`, 'secret'],
    ]);
    shut = world.under({ SIGN_UP: signUp, ...Object.fromEntries(keys) });
  });
  const newcomer = (overrides: Partial<StandInPerson> = {}) => person({ name: `Newcomer ${made}`, ...overrides });
  /** How many accounts there are of somebody, by address or name. */
  const count = async ({ email, name }: StandInPerson) =>
    (
      await shut.ctx.db.rows(
        sql`SELECT 1 FROM users WHERE email = ${email} UNION ALL SELECT 1 FROM profiles WHERE display_name = ${name}`,
      )
    ).length;

  test.for(providers)('makes no account: %s', async (provider) => {
    for (const verified of [true, false]) {
      standIn.person = newcomer({ verified });
      const browser = shut.visitor();
      expect(await walk(browser, provider, shut)).toMatch(/^\/auth\?error=/);
      expect((await browser.call('GET /session')).viewer).toBeNull();
      expect(await count(standIn.person)).toBe(0);
    }
  });

  test('signs members in', async () => {
    const member = await shut.member();
    standIn.person = person({ email: member.email });
    const browser = shut.visitor();
    await walk(browser, 'discord', shut);
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  const invitable = signUp === 'invitation' ? providers : [];
  test.for(invitable)('makes an account by an invitation that was mailed to that address: %s', async (provider) => {
    const admin = await shut.member({ admin: true });
    const invited = newcomer();
    const { id } = await admin.browser.call('POST /invitations', { body: { email: invited.email } });
    const state = async () => (await admin.browser.call('GET /invitations')).items.find((item) => item.id === id)!;

    // Not for another address, and not where the provider has not verified it: anybody could say that it is theirs.
    standIn.person = newcomer();
    await walk(shut.visitor(), provider, shut);
    expect(await count(standIn.person)).toBe(0);
    standIn.person = { ...invited, verified: false };
    await walk(shut.visitor(), provider, shut);
    expect(await count(invited)).toBe(0);
    expect((await state()).state).toBe('open');

    standIn.person = invited;
    const browser = shut.visitor();
    const end = await walk(browser, provider, shut);
    // Spotify never says that an address is verified: who comes from there signs up with the link.
    if (provider === 'spotify') {
      expect(end).toMatch(/^\/auth\?error=/);
      expect((await state()).state).toBe('open');
      return;
    }
    expect(end).toBe('/');
    const { viewer } = await browser.call('GET /session');
    expect(viewer?.verified).toBe(true);
    expect(await state()).toMatchObject({ state: 'used', joined: { id: viewer!.id } });
  });
});

test('sign-up that an admin closes while somebody is at the provider makes no account, and one opened again does', async () => {
  const admin = await world.member({ admin: true });
  const set = (value: string | null) =>
    admin.browser.call('PUT /staff/settings/:name', { params: { name: 'signUp' }, body: { value } });
  const browser = world.visitor();
  const { url } = await browser.call('POST /auth/providers/:provider/start', {
    params: { provider: 'discord' },
    body: {},
  });
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
  for (const mode of ['closed', 'invitation']) {
    await set(mode);
    expect(await walk(world.visitor())).toMatch(/^\/auth\?error=/);
  }
  const answer = await browser.open(socialCallback, back, { provider: 'discord' });
  expect(answer.headers!['location']).toContain('/auth?error=');
  expect((await browser.call('GET /session')).viewer).toBeNull();
  expect(await world.ctx.db.rows(sql`SELECT 1 FROM users WHERE email = ${standIn.person!.email}`)).toEqual([]);
  await set('open');
  expect(await walk(world.visitor())).toBe('/');
  await set(null);
});

test('without the stand-in, the browser goes to the provider itself and is sent back to us', async () => {
  const real = world.under({
    SOCIAL_STAND_IN_URL: '',
    DISCORD_CLIENT_ID: 'id-d',
    DISCORD_CLIENT_SECRET: 's',
    GOOGLE_CLIENT_ID: 'id-g',
    GOOGLE_CLIENT_SECRET: 's',
    SPOTIFY_CLIENT_ID: 'id-s',
    SPOTIFY_CLIENT_SECRET: 's',
  });
  const hosts = { discord: 'discord.com', google: 'accounts.google.com', spotify: 'accounts.spotify.com' } as const;
  for (const provider of ['discord', 'google', 'spotify'] as const) {
    const url = new URL(
      (await real.visitor().call('POST /auth/providers/:provider/start', { params: { provider }, body: {} })).url,
    );
    expect(url.host).toBe(hosts[provider]);
    expect(url.searchParams.get('redirect_uri')).toBe(`${real.ctx.siteUrl}/api/v1/auth/callback/${provider}`);
    expect(url.searchParams.get('state')).toMatch(/.{20,}/);
  }
});
