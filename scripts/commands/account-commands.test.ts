import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { terminalOn } from './testing/terminal.ts';

let world: World;
let terminal: ReturnType<typeof terminalOn>;
beforeAll(async () => {
  world = await openWorld();
  terminal = terminalOn(world.ctx);
});
afterAll(() => world.close());

describe('account', () => {
  test('create makes a verified account whose printed password signs in', async () => {
    const made = await terminal.done('account', 'create', 'Nova@Example.org', '--display-name', 'Nova Lane');
    expect(made).toMatchObject({ email: 'nova@example.org', username: 'nova_lane', role: 'member' });
    const body = { email: 'nova@example.org', password: String(made['password']) };
    const signedIn = await world.ok('POST /auth/sign-in', { body });
    expect(signedIn).toMatchObject({ status: 'signed_in', viewer: { verified: true, isAdmin: false } });
    expect(await terminal.lastAudit()).toMatchObject({ actor: null, action: 'account.create', targetId: made['id'] });
    const again = await terminal.type('account', 'create', 'nova@example.org');
    expect(again).toMatchObject({ exit: 1, error: 'The address nova@example.org has an account already.' });
  });

  test('create takes a password on standard input and never prints it', async () => {
    const typed = terminalOn(world.ctx, 'quiet lamp 4711\n');
    const ended = await typed.type('account', 'create', 'lamp@example.org', '--password-stdin', '--role', 'moderator');
    expect(ended.exit).toBe(0);
    expect(ended.out).not.toContain('quiet lamp');
    const body = { email: 'lamp@example.org', password: 'quiet lamp 4711' };
    expect(await world.ok('POST /auth/sign-in', { body })).toMatchObject({ viewer: { isModerator: true } });
  });

  test('create refuses weak passwords, wrong addresses and taken names', async () => {
    const weak = await terminalOn(world.ctx, 'password1').type(
      'account',
      'create',
      'w@example.org',
      '--password-stdin',
    );
    expect(weak).toMatchObject({ exit: 1, error: expect.stringContaining('too common') });
    const short = await terminalOn(world.ctx, 'x').type('account', 'create', 'w@example.org', '--password-stdin');
    expect(short).toMatchObject({ exit: 2, error: 'The password must have 8 to 128 characters.' });
    expect(await terminal.type('account', 'create', 'nobody')).toMatchObject({
      exit: 2,
      error: 'EMAIL must be an email address; it is "nobody".',
    });
    const { username } = await world.member();
    expect(await terminal.type('account', 'create', 'w@example.org', '--username', username)).toMatchObject({
      exit: 1,
      error: 'That username is taken.',
    });
    expect(await terminal.type('account', 'show', 'w@example.org')).toMatchObject({ exit: 1 });
  });

  test('show and list find members by username and address; a stranger is named', async () => {
    const member = await world.member({ displayName: 'Quasar Findme' });
    for (const name of [member.username, member.username.toUpperCase(), `@${member.username}`, member.email])
      expect(await terminal.done('account', 'show', name)).toMatchObject({ id: member.profileId, openSessions: 1 });
    const found = await terminal.done('account', 'list', '--search', 'QUASAR FIND');
    expect(found).toMatchObject({ items: [{ username: member.username }], next: null });
    expect(await terminal.done('account', 'list', '--search', '%')).toMatchObject({ items: [] });
    expect(await terminal.type('account', 'show', 'nobody_here')).toMatchObject({
      exit: 1,
      error: 'There is no member "nobody_here".',
    });
  });

  test('list is paged by key', async () => {
    for (let index = 0; index < 52; index++) await world.member({ displayName: `Paged ${index}` });
    const first = (await terminal.done('account', 'list', '--search', 'paged ')) as unknown as Page;
    expect(first.items).toHaveLength(50);
    const second = await terminal.done('account', 'list', '--search', 'paged ', '--after', first.next!);
    expect((second as unknown as Page).items).toHaveLength(2);
    expect(await terminal.type('account', 'list', '--after', 'x')).toMatchObject({ exit: 2 });
  });

  test('verify-email opens what needs a verified address', async () => {
    const member = await world.member({ verified: false });
    const post = { body: { content: `Now I may\n\nspeak ${member.username}`, submitId: crypto.randomUUID() } };
    await world.refused('POST /forum/posts', post, member, 'verification_required');
    await terminal.done('account', 'verify-email', member.username);
    await world.ok('POST /forum/posts', post, member);
    expect(await terminal.lastAudit()).toMatchObject({ action: 'account.verify-email', targetId: member.profileId });
    expect((await terminal.type('account', 'verify-email', member.username)).out).toContain('verified already');
  });

  test('set-role makes and unmakes staff at once, and never takes the last admin away', async () => {
    const [one, other] = [await world.member(), await world.member()];
    await world.refused('GET /staff/audit', {}, one, 'forbidden');
    await terminal.done('account', 'set-role', one.username, 'admin', '--reason', 'owner');
    await world.ok('GET /staff/audit', {}, one);
    expect(await terminal.lastAudit()).toMatchObject({
      reason: 'owner',
      details: { before: { role: 'member' }, after: { role: 'admin' } },
    });
    const refused = await terminal.type('account', 'set-role', one.username, 'moderator');
    expect(refused).toMatchObject({ exit: 1, error: expect.stringContaining('without an admin') });
    expect(await terminal.type('account', 'delete', one.username, '--yes')).toMatchObject({ exit: 1 });
    await terminal.done('account', 'set-role', other.username, 'admin');
    await terminal.done('account', 'set-role', one.username, 'moderator');
    expect(await terminal.done('account', 'show', one.username)).toMatchObject({ role: 'moderator' });
    await terminal.done('account', 'set-role', one.username, 'member');
    await world.refused('GET /staff/audit', {}, one, 'forbidden');
  });

  test('reset-two-factor turns it off and mails the member; without it there is nothing to reset', async () => {
    const member = await world.member();
    expect(await terminal.type('account', 'reset-two-factor', member.username)).toMatchObject({
      exit: 1,
      error: 'This member does not use two-factor sign-in.',
    });
    await world.ctx.db.rows(sql`UPDATE users SET two_factor_enabled = true WHERE id = ${member.userId}`);
    await terminal.done('account', 'reset-two-factor', member.username);
    expect(await world.ok('GET /account', {}, member)).toMatchObject({ twoFactor: false });
    expect(await world.mails(member.email)).toHaveLength(1);
  });

  test('sign-out ends every session', async () => {
    const member = await world.member();
    expect(await terminal.done('account', 'sign-out', member.email)).toMatchObject({ ended: 1 });
    await world.refused('GET /account', {}, member, 'sign_in_required');
  });

  test('suspend, silence and their lifting work on the next request, with reason and end', async () => {
    const member = await world.member();
    const body = { content: 'A silent loop\n\nof tape', submitId: crypto.randomUUID() };
    await terminal.done('account', 'silence', member.username, '--reason', 'Cool down.', '--until', '2h');
    await world.refused('POST /forum/posts', { body }, member, 'silenced');
    await terminal.done('account', 'suspend', member.username, '--reason', 'Spam.');
    await world.refused('POST /forum/posts', { body }, member, 'suspended');
    expect(await terminal.done('account', 'restrictions', member.username)).toMatchObject({
      items: [
        { kind: 'suspension', reason: 'Spam.', until: null },
        { kind: 'silence', reason: 'Cool down.' },
      ],
    });
    await terminal.done('account', 'unsuspend', member.username);
    await terminal.done('account', 'unsilence', member.username);
    await world.ok('POST /forum/posts', { body }, member);
    expect(await terminal.lastAudit()).toMatchObject({ action: 'member.unsilence', actor: null });
    const past = await terminal.type('account', 'suspend', member.username, '--reason', 'x', '--until', '2020-01-01');
    expect(past).toMatchObject({ exit: 1, error: 'until: Must be in the future.' });
  });

  test('delete asks for --yes, plans the deletion as the endpoint does, and keep cancels it', async () => {
    const member = await world.member();
    expect(await terminal.type('account', 'delete', member.username)).toMatchObject({
      exit: 2,
      error: expect.stringContaining('--yes'),
    });
    const before = Date.now();
    const planned = await terminal.done('account', 'delete', member.username, '--yes');
    const hours = (Date.parse(String(planned['deletionAt'])) - before) / 3_600_000;
    expect(hours).toBeCloseTo(account.deletionHours, 1);
    expect((await world.mails(member.email))[0]?.subject).toMatch(/delet/i);
    expect(await terminal.done('account', 'keep', member.username)).toMatchObject({ deletionAt: null });
    expect((await terminal.type('account', 'keep', member.username)).out).toContain('No deletion');
  });
});

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

describe('entitlement', () => {
  test('grant opens the right at once, revoke closes it, and both are in the audit log', async () => {
    const member = await world.member();
    const params = { postId: await makePost(world.ctx, member) };
    const pin = { params, body: { on: true } };
    await world.refused('PUT /forum/posts/:postId/pin', pin, member, 'pin_not_allowed');
    await terminal.done('entitlement', 'grant', member.username, 'pin_own_post', '--until', '7d', '--reason', 'prize');
    await world.ok('PUT /forum/posts/:postId/pin', pin, member);
    const listed = await terminal.done('entitlement', 'list', member.username);
    expect(listed).toMatchObject({ items: [{ name: 'pin_own_post', source: 'operator' }] });
    await terminal.done('entitlement', 'revoke', member.username, 'pin_own_post');
    await world.refused('PUT /forum/posts/:postId/pin', pin, member, 'pin_not_allowed');
    expect(await terminal.lastAudit()).toMatchObject({
      action: 'entitlement.revoke',
      details: { before: { sources: ['operator'] }, after: null },
    });
    expect(await terminal.type('entitlement', 'revoke', member.username, 'pin_own_post')).toMatchObject({ exit: 1 });
  });
});

describe('ledger', () => {
  test('adjust writes an entry, never goes below zero, and says what was done', async () => {
    const member = await world.member();
    const adjust = (amount: string) =>
      terminal.done('credits', 'adjust', member.username, amount, '--reason', 'lost tip');
    expect(await adjust('120')).toMatchObject({ applied: 120, balance: 120 });
    expect(await adjust('-20')).toMatchObject({ applied: -20, balance: 100 });
    expect(await adjust('-500')).toMatchObject({ applied: -100, balance: 0 });
    expect(await terminal.lastAudit()).toMatchObject({
      reason: 'lost tip',
      details: { asked: -500, before: { credits: 100 }, after: { credits: 0 } },
    });
    expect(((await terminal.done('ledger', 'show', member.username)) as unknown as Page).items).toHaveLength(3);
    await terminal.done('xp', 'adjust', member.username, '100', '--reason', 'contest');
    expect(await terminal.done('account', 'show', member.username)).toMatchObject({ xp: 100, rank: 'explorer' });
  });
});
