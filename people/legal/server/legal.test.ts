import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Published = { needsAcceptance?: boolean; source?: string; note?: string };

/** Publishes a version of the terms on top of the one in force. */
async function publish(
  admin: Awaited<ReturnType<World['member']>>,
  key: 'terms' | 'privacy' | 'rules',
  { needsAcceptance = true, source = `New ${key}`, note = '' }: Published = {},
): Promise<number> {
  const { current } = await world.ok('GET /staff/legal/:key', { params: { key } }, admin);
  const body = { source, note, needsAcceptance, baseVersion: current };
  return (await world.ok('PUT /staff/legal/:key', { params: { key }, body }, admin)).current;
}

const accepted = (profileId: string) =>
  world.ctx.db.rows<{ key: string; version: number }>(
    sql`SELECT key, version FROM legal_acceptances WHERE profile_id = ${profileId} ORDER BY key, version`,
  );

describe("the operator's texts", () => {
  it('have default texts that say what the operator must fill in, until a version is published', async () => {
    for (const key of ['terms', 'privacy', 'rules'] as const) {
      const text = await world.ok('GET /legal/texts/:key', { params: { key } });
      expect(text).toMatchObject({ version: 0, current: 0, publishedAt: null, versions: [] });
      expect(text.html).toMatch(/\[Operator: .*\]/s);
    }
  });

  it('block writing, not reading, until a member has accepted a version that needs it', async () => {
    const admin = await world.member({ admin: true });
    const member = await world.member();
    const post = { content: 'Something about a mix', submitId: crypto.randomUUID() };
    const before = await publish(admin, 'terms', { source: '# Terms\n\nBe kind.', note: 'Kindness is new.' });
    await world.refused('POST /forum/posts', { body: post }, member, 'terms_acceptance_required');
    expect((await world.ok('GET /session', {}, member)).viewer).toMatchObject({ legalPending: true });
    await world.ok('GET /forum/posts', {}, member);
    await world.ok('GET /notifications', {}, member);

    const pending = await world.ok('GET /legal/acceptance', {}, member);
    expect(pending.texts).toEqual([
      { key: 'terms', title: 'Terms of use', version: before, notes: ['Kindness is new.'] },
    ]);
    // What comes between reading and accepting stays to be accepted.
    await publish(admin, 'rules');
    await world.ok('POST /legal/acceptance', { body: { revision: pending.revision } }, member);
    const rest = await world.ok('GET /legal/acceptance', {}, member);
    expect(rest.texts.map((text) => text.key)).toEqual(['rules']);
    await world.refused('POST /forum/posts', { body: post }, member, 'terms_acceptance_required');
    await world.ok('POST /legal/acceptance', { body: { revision: rest.revision } }, member);
    await world.ok('POST /forum/posts', { body: post }, member);
    expect(await accepted(member.profileId)).toContainEqual({ key: 'terms', version: before });
  });

  it('ask nobody again for a version that needs no acceptance, nor who publishes it', async () => {
    const admin = await world.member({ admin: true });
    const member = await world.member();
    await world.ok('POST /legal/acceptance', { body: { revision: 1_000_000 } }, member);
    await publish(admin, 'privacy', { needsAcceptance: false });
    expect((await world.ok('GET /session', {}, member)).viewer?.legalPending).toBe(false);
    await publish(admin, 'privacy');
    expect((await world.ok('GET /session', {}, member)).viewer?.legalPending).toBe(true);
    expect((await world.ok('GET /session', {}, admin)).viewer?.legalPending).toBe(false);
  });

  it('are accepted with their versions by who signs up', async () => {
    const admin = await world.member({ admin: true });
    const version = await publish(admin, 'terms');
    const body = { email: 'accepts@example.org', password: 'seven blue kettles' };
    await world.ok('POST /auth/sign-up', { body });
    const [profile] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT p.id FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ${body.email}`,
    );
    const rows = await accepted(profile!.id);
    expect(rows.map((row) => row.key)).toEqual(['privacy', 'rules', 'terms']);
    expect(rows).toContainEqual({ key: 'terms', version });
  });

  it('keep every version, are edited on top of the newest alone, and leave a line in the audit log', async () => {
    const admin = await world.member({ admin: true });
    const params = { key: 'rules' } as const;
    const version = await publish(admin, 'rules', { source: 'First **rules**' });
    await publish(admin, 'rules', { source: 'Second' });
    const late = { source: 'Third', note: '', needsAcceptance: false, baseVersion: version };
    await world.refused('PUT /staff/legal/:key', { params, body: late }, admin, 'edit_conflict');
    const old = await world.ok('GET /legal/texts/:key', { params, query: { version } });
    expect(old).toMatchObject({ version, current: version + 1 });
    expect(old.html).toContain('First <strong>rules</strong>');
    expect((await world.ok('GET /staff/legal/:key', { params, query: { version } }, admin)).source).toBe(
      'First **rules**',
    );
    const { items } = await world.ok('GET /staff/audit', { query: { targetId: 'rules' } }, admin);
    expect(items[0]).toMatchObject({
      action: 'legal.publish',
      details: { before: { version }, after: { version: version + 1, needsAcceptance: true } },
    });
    await world.refused('GET /legal/texts/:key', { params, query: { version: 999 } }, null, 'not_found');
  });

  it('are published by admins alone, in formatting that can be shown', async () => {
    const moderator = await world.member({ moderator: true });
    const admin = await world.member({ admin: true });
    const body = { source: 'Mine', note: '', needsAcceptance: false, baseVersion: 0 };
    await world.refused('PUT /staff/legal/:key', { params: { key: 'terms' }, body }, moderator, 'forbidden');
    const { current } = await world.ok('GET /staff/legal/:key', { params: { key: 'terms' } }, admin);
    const deep = { ...body, source: '> '.repeat(200), baseVersion: current };
    await world.refused('PUT /staff/legal/:key', { params: { key: 'terms' }, body: deep }, admin, 'too_complex');
  });

  it('are joined by own pages, which have versions, ask nobody to accept them, and go with their setting', async () => {
    const admin = await world.member({ admin: true });
    const member = await world.member();
    await world.ok('POST /legal/acceptance', { body: { revision: 1_000_000 } }, member);
    const params = { key: 'imprint' };
    const body = { source: 'Jane Doe', note: '', needsAcceptance: true, baseVersion: 0 };
    await world.refused('PUT /staff/legal/:key', { params, body }, admin, 'not_found');
    const set = (value: string) =>
      world.call('PUT /staff/settings/:name', { params: { name: 'ownPages' }, body: { value } }, admin);
    for (const wrong of ['terms: Terms', 'Imprint', 'imprint:', 'Im print: Imprint', '../x: X', `x: ${'y'.repeat(41)}`])
      expect((await set(wrong)).body, wrong).toMatchObject({ code: 'invalid' });
    expect((await set('imprint: Imprint, about: About us')).status).toBe(200);
    expect((await world.ok('GET /session', {})).site.sections?.pages).toEqual([
      { key: 'imprint', title: 'Imprint' },
      { key: 'about', title: 'About us' },
    ]);
    expect(await world.ok('GET /legal/texts/:key', { params })).toMatchObject({
      title: 'Imprint',
      version: 0,
      html: '',
    });
    await world.ok('PUT /staff/legal/:key', { params, body }, admin);
    await world.ok('PUT /staff/legal/:key', { params, body: { ...body, source: 'Joe', baseVersion: 1 } }, admin);
    expect(await world.ok('GET /legal/texts/:key', { params })).toMatchObject({
      html: expect.stringContaining('Joe'),
      versions: [{ version: 2, needsAcceptance: false }, { version: 1 }],
    });
    expect((await world.ok('GET /session', {}, member)).viewer?.legalPending).toBe(false);
    await set('about: About us');
    await world.refused('GET /legal/texts/:key', { params }, null, 'not_found');
    // The text comes back with its title.
    await set('imprint: Legal notice');
    expect(await world.ok('GET /legal/texts/:key', { params })).toMatchObject({ title: 'Legal notice', version: 2 });
  });
});
