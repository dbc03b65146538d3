import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { account } from '#contract/limits/accounts.ts';
import { features } from '#server/app.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { makeGalleryImage } from '#server/features/gallery/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import { RENDERER_VERSION } from '#server/platform/markdown/render.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { terminalOn } from './testing/terminal.ts';

let repaired = false;
let runs = 0;
/** Fails for good at once, until somebody mends the cause. */
const brittle = defineJob({
  name: 'test.brittle',
  payload: z.object({}),
  retries: 0,
  async run() {
    runs++;
    if (!repaired) throw new Error('the disk is full');
  },
});

let world: World;
let terminal: ReturnType<typeof terminalOn>;
beforeAll(async () => {
  world = await openWorld({ features: [...features, { name: 'test', jobs: [brittle] }] });
  terminal = terminalOn(world.ctx);
});
afterAll(() => world.close());

/** The newest line of the audit log. */
async function lastAudit() {
  const { items } = (await terminal.done('audit', 'list')) as unknown as {
    items: { actor: unknown; action: string; targetId: string; reason: string; details: Record<string, unknown> }[];
  };
  return items[0]!;
}

describe('account', () => {
  test('create makes a verified account whose printed password signs in', async () => {
    const made = await terminal.done('account', 'create', 'Nova@Example.org', '--display-name', 'Nova Lane');
    expect(made).toMatchObject({ email: 'nova@example.org', username: 'nova_lane', role: 'member' });
    const body = { email: 'nova@example.org', password: String(made['password']) };
    const signedIn = await world.ok('POST /auth/sign-in', { body });
    expect(signedIn).toMatchObject({ status: 'signed_in', viewer: { verified: true, isAdmin: false } });
    expect(await lastAudit()).toMatchObject({ actor: null, action: 'account.create', targetId: made['id'] });
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
      error: 'EMAIL must be an e-mail address; it is "nobody".',
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
    for (let made = 0; made < 52; made++) await world.member({ displayName: `Paged ${made}` });
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
    expect(await lastAudit()).toMatchObject({ action: 'account.verify-email', targetId: member.profileId });
    expect((await terminal.type('account', 'verify-email', member.username)).out).toContain('verified already');
  });

  test('set-role makes and unmakes staff at once, and never takes the last admin away', async () => {
    const [one, other] = [await world.member(), await world.member()];
    await world.refused('GET /staff/audit', {}, one, 'forbidden');
    await terminal.done('account', 'set-role', one.username, 'admin', '--reason', 'owner');
    await world.ok('GET /staff/audit', {}, one);
    expect(await lastAudit()).toMatchObject({
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
    expect(await lastAudit()).toMatchObject({ action: 'member.unsilence', actor: null });
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
    expect(await lastAudit()).toMatchObject({
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
    expect(await lastAudit()).toMatchObject({
      reason: 'lost tip',
      details: { asked: -500, before: { credits: 100 }, after: { credits: 0 } },
    });
    expect(((await terminal.done('ledger', 'show', member.username)) as unknown as Page).items).toHaveLength(3);
    await terminal.done('xp', 'adjust', member.username, '100', '--reason', 'contest');
    expect(await terminal.done('account', 'show', member.username)).toMatchObject({ xp: 100, rank: 'explorer' });
  });
});

describe('forum', () => {
  test('a category is added, renamed, switched off and on', async () => {
    const made = await terminal.done('category', 'add', 'Field Recording', '--order', '5', '--description', 'Outside.');
    expect(made).toMatchObject({ slug: 'field-recording', sortOrder: 5, isActive: true });
    await terminal.done('category', 'change', 'field-recording', '--name', 'Outside');
    const shown = async () => (await world.ok('GET /forum/categories')).items.map((one) => one.name);
    expect(await shown()).toContain('Outside');
    await terminal.done('category', 'off', 'field-recording');
    expect(await shown()).not.toContain('Outside');
    await terminal.done('category', 'on', 'field-recording');
    expect(await shown()).toContain('Outside');
    expect(await terminal.type('category', 'off', 'music')).toMatchObject({ exit: 1 });
    expect(await terminal.type('category', 'change', 'field-recording')).toMatchObject({ exit: 2 });
  });

  test('a post is shown, pinned, removed and restored; its author is notified with the reason', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    expect(await terminal.done('post', 'show', id)).toMatchObject({ state: 'published', author: author.username });
    expect(await terminal.done('post', 'pin', id)).toMatchObject({ isPinned: true });
    expect(await terminal.done('post', 'unpin', id)).toMatchObject({ isPinned: false });
    const generation = world.ctx.pages.generation;
    await terminal.done('post', 'remove', id, '--reason', 'Off topic.');
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    await world.refused('GET /forum/posts/:postId', { params: { postId: id } }, null, 'post_not_found');
    expect((await terminal.type('post', 'remove', id)).out).toContain('was removed already');
    expect(await terminal.type('post', 'pin', id)).toMatchObject({ exit: 1 });
    const notices = await world.ctx.db.rows<{ message: string }>(
      sql`SELECT message FROM notifications WHERE user_id = ${author.profileId} AND kind = 'removal'`,
    );
    expect(notices).toEqual([{ message: 'Off topic.' }]);
    await terminal.done('post', 'restore', id);
    await world.ok('GET /forum/posts/:postId', { params: { postId: id } });
    expect(await terminal.type('post', 'show', crypto.randomUUID())).toMatchObject({ exit: 1 });
  });

  test('a reply is removed and restored', async () => {
    const author = await world.member();
    const reply = await makeReply(world.ctx, author, await makePost(world.ctx, author));
    expect(await terminal.done('reply', 'remove', reply)).toMatchObject({ state: 'removed' });
    expect(await terminal.done('reply', 'restore', reply)).toMatchObject({ state: 'published' });
    expect(await terminal.type('reply', 'remove', crypto.randomUUID())).toMatchObject({ exit: 1 });
  });
});

describe('moderation', () => {
  test('a banned word is refused as soon as it is added, and allowed once it is removed', async () => {
    const member = await world.member();
    await terminal.done('banned-word', 'add', 'Grungleflop');
    const post = () => ({
      body: { content: `A grungleflop\n\nfor ${crypto.randomUUID()}`, submitId: crypto.randomUUID() },
    });
    await world.refused('POST /forum/posts', post(), member, 'banned_words');
    expect(await terminal.done('banned-word', 'list')).toMatchObject({ items: [{ word: 'grungleflop' }] });
    await terminal.done('banned-word', 'remove', 'GRUNGLEFLOP');
    await world.ok('POST /forum/posts', post(), member);
    expect(await terminal.type('banned-word', 'remove', 'grungleflop')).toMatchObject({ exit: 1 });
    expect(await terminal.type('banned-word', 'add', 'x')).toMatchObject({ exit: 2 });
  });

  /** The queue item of a post. */
  const queued = async (post: string): Promise<string> => {
    const { items } = (await terminal.done('queue', 'list')) as unknown as {
      items: { id: string; subject: { id: string } }[];
    };
    return items.find((item) => item.subject.id === post)!.id;
  };

  test('held posts are listed, approved and removed once', async () => {
    const author = await world.member();
    const held = async (): Promise<{ post: string; item: string }> => {
      const content = `Call me ${crypto.randomUUID()}\n\n+49 170 5550123`;
      const post = await makePost(world.ctx, author, { content });
      return { post, item: await queued(post) };
    };
    const good = await held();
    expect((await terminal.type('queue', 'list', '--cause', 'hold')).out).toContain('held: phone number');
    expect(await terminal.type('queue', 'keep', good.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'approve', good.item);
    await world.ok('GET /forum/posts/:postId', { params: { postId: good.post } });
    const bad = await held();
    expect(await terminal.type('queue', 'remove', bad.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'remove', bad.item, '--reason', 'A telephone number.');
    expect(await terminal.done('post', 'show', bad.post)).toMatchObject({ state: 'removed' });
    expect(await terminal.type('queue', 'approve', bad.item)).toMatchObject({
      exit: 1,
      error: 'That has been decided already.',
    });
  });

  test('what was reported is kept or removed', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const reported = async (): Promise<{ post: string; item: string }> => {
      const post = await makePost(world.ctx, author);
      await world.ok('POST /reports', { body: { kind: 'forum_post', id: post, reason: 'spam', note: 'Look' } }, reader);
      return { post, item: await queued(post) };
    };
    const fine = await reported();
    expect(await terminal.type('queue', 'approve', fine.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'keep', fine.item);
    expect(await terminal.done('post', 'show', fine.post)).toMatchObject({ state: 'published' });
    const spam = await reported();
    await terminal.done('queue', 'remove', spam.item, '--reason', 'Spam.');
    expect(await terminal.done('post', 'show', spam.post)).toMatchObject({ state: 'removed' });
    expect(await terminal.type('queue', 'remove', spam.item)).toMatchObject({ exit: 1 });
    expect(await terminal.type('queue', 'keep', crypto.randomUUID())).toMatchObject({ exit: 1 });
    expect((await terminal.type('queue', 'list', '--decided')).out).toContain('1 x spam');
    const shown = (await terminal.type('queue', 'show', spam.item)).out;
    expect(shown).toMatch(/report +\S+ +spam +Look/);
    expect(shown).toMatch(/decision +- +remove +Spam\./);
  });

  test('the audit log can be read for one target', async () => {
    const member = await world.member();
    await terminal.done('account', 'silence', member.username, '--reason', 'Alone in the log.');
    const page = (await terminal.done('audit', 'list', '--target', member.profileId)) as unknown as Page;
    expect(page.items).toMatchObject([{ action: 'member.silence', reason: 'Alone in the log.' }]);
    expect((await terminal.type('audit', 'list')).out).toContain('command line');
  });
});

describe('decoration', () => {
  test('deactivate takes one off every profile, list shows it, and activate brings it back', async () => {
    const shown = async () =>
      ((await terminal.done('decoration', 'list')) as { items: { key: string }[] }).items.find(
        (one) => one.key === 'stars',
      );
    expect(await shown()).toMatchObject({ isActive: true });
    expect(await terminal.done('decoration', 'deactivate', 'stars')).toMatchObject({ isActive: false });
    expect(await shown()).toMatchObject({ isActive: false });
    await terminal.done('decoration', 'activate', 'stars');
    expect(await lastAudit()).toMatchObject({ action: 'decoration.activate' });
    expect(await shown()).toMatchObject({ isActive: true });
  });
});

describe('setting', () => {
  test('set is judged by the rules of the setting and takes effect; reset takes the default again', async () => {
    expect(await terminal.done('setting', 'set', 'spamPosts', '9')).toMatchObject({ value: 9, before: 5 });
    expect(await terminal.done('setting', 'get', 'spamPosts')).toMatchObject({ value: 9 });
    expect(await lastAudit()).toMatchObject({ action: 'setting.set', details: { before: 5, after: 9 } });
    for (const wrong of ['0', '-3', 'many', '1.5', 'null', '{"a":1}']) {
      const ended = await terminal.type('setting', 'set', 'spamPosts', wrong);
      expect(ended, wrong).toMatchObject({ exit: 2, error: expect.stringContaining('spamPosts cannot be') });
    }
    expect(await terminal.done('setting', 'reset', 'spamPosts')).toMatchObject({ value: 5, before: 9 });
    expect((await terminal.type('setting', 'list')).out).toMatch(/spamPosts +5 +5/);
  });
});

describe('job', () => {
  test('run adds a scheduled job, which the site then does', async () => {
    await terminal.done('job', 'run', 'community.count-statistics');
    await world.settle();
    expect((await world.ok('GET /community/statistics')).members).toBeGreaterThan(10);
    expect(await terminal.type('job', 'run', 'forum.notify-post')).toMatchObject({
      exit: 1,
      error: expect.stringContaining('community.count-statistics'),
    });
  });

  test('dead jobs are listed with their errors, and retried', async () => {
    expect(await terminal.done('job', 'list')).toMatchObject({ dead: 0 });
    expect((await terminal.type('job', 'list', '--dead')).out).toBe('No dead jobs.');
    expect(await terminal.type('job', 'retry', crypto.randomUUID())).toMatchObject({ exit: 1 });
    repaired = false;
    await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, brittle, {}));
    await expect.poll(() => terminal.done('job', 'list'), { timeout: 10_000 }).toMatchObject({ dead: 1 });
    const { items } = (await terminal.done('job', 'list', '--dead')) as unknown as Page;
    expect(items).toMatchObject([{ name: 'test.brittle', error: expect.stringContaining('the disk is full') }]);
    repaired = true;
    await terminal.done('job', 'retry', String(items[0]!['id']));
    await world.settle();
    expect(await terminal.done('job', 'list')).toMatchObject({ dead: 0 });
    expect(runs).toBe(2);
  });
});

describe('gallery', () => {
  test('lists what waits, and approves, features, removes and restores it', async () => {
    const [owner, reader] = [await world.member(), await world.member()];
    const id = await makeGalleryImage(world.ctx, owner, { title: 'Tape wall', approved: false });
    expect(await terminal.done('gallery', 'list')).toMatchObject({ items: [{ id, title: 'Tape wall' }] });
    expect((await terminal.type('gallery', 'list')).out).toMatch(/64 x 48 +no +Tape wall/);
    const early = await terminal.type('gallery', 'feature', id);
    expect(early).toMatchObject({ exit: 1, error: 'Only an approved image can be featured.' });
    expect(await terminal.done('gallery', 'approve', id)).toEqual({ id, state: 'approved', isFeatured: false });
    expect(await lastAudit()).toMatchObject({ actor: null, action: 'gallery_image.approve', targetId: id });
    expect((await terminal.type('gallery', 'approve', id)).exit).toBe(1);
    expect(await terminal.done('gallery', 'feature', id)).toMatchObject({ isFeatured: true });
    expect(await terminal.done('gallery', 'unfeature', id)).toMatchObject({ isFeatured: false });
    await terminal.done('gallery', 'remove', id, '--reason', 'Asked for.');
    await world.refused('GET /gallery/images/:imageId', { params: { imageId: id } }, reader, 'image_not_found');
    expect(await terminal.done('gallery', 'restore', id)).toMatchObject({ state: 'approved' });
    expect(await world.ok('GET /gallery/images/:imageId', { params: { imageId: id } }, reader)).toMatchObject({ id });
    await world.ctx.db.rows(sql`UPDATE gallery_images SET like_count = 7 WHERE id = ${id}`);
    expect(await terminal.done('recount')).toMatchObject({
      differences: [{ what: 'image likes', id, name: 'Tape wall', stored: 7, counted: 0 }],
    });
  });

  test('rejects with a reason, and says so where there is nothing', async () => {
    const owner = await world.member();
    const id = await makeGalleryImage(world.ctx, owner, { approved: false });
    expect((await terminal.type('gallery', 'reject', id)).exit).toBe(2);
    expect(await terminal.done('gallery', 'reject', id, '--reason', 'Blurred.')).toMatchObject({ state: 'rejected' });
    expect(await terminal.done('gallery', 'list')).toMatchObject({ items: [] });
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(await terminal.type('gallery', 'approve', nobody)).toMatchObject({
      exit: 1,
      error: `There is no image ${nobody}.`,
    });
  });
});

describe('recount', () => {
  test('finds and repairs every stored count that differs from the rows', async () => {
    expect(await terminal.done('recount')).toMatchObject({ differences: [] });
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    await makeReply(world.ctx, author, post);
    // The day's first visit is rewarded in its own time.
    await expect.poll(async () => (await terminal.done('account', 'show', author.username))['xp']).toBe(35);
    await world.ctx.db.rows(
      sql`UPDATE profiles SET xp = 7, credits = 900, post_count = 4 WHERE id = ${author.profileId}`,
    );
    await world.ctx.db.rows(sql`UPDATE forum_posts SET reply_count = 12, last_reply_at = NULL WHERE id = ${post}`);
    const expected = [
      { what: 'xp', stored: 7, counted: 35 },
      { what: 'credits', stored: 900, counted: 5 },
      { what: 'posts', stored: 4, counted: 1 },
      { what: 'replies', stored: 12, counted: 1 },
    ];
    expect(await terminal.done('recount', '--check')).toMatchObject({ repaired: false, differences: expected });
    expect(await terminal.done('recount')).toMatchObject({ repaired: true, differences: expected });
    expect(await terminal.done('recount')).toMatchObject({ differences: [] });
    expect(await terminal.done('account', 'show', author.username)).toMatchObject({ xp: 35, credits: 5, posts: 1 });
  });
});

describe('search rebuild', () => {
  test('writes every document again', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    await world.ctx.db.rows(sql`DELETE FROM search_documents`);
    const { things } = await terminal.done('search', 'rebuild');
    expect(things).toBeGreaterThan(1);
    expect(await world.ctx.db.rows(sql`SELECT kind FROM search_documents WHERE id = ${postId}`)).toEqual([
      { kind: 'forum_post' },
    ]);
  });
});

describe('rerender', () => {
  test('renders the texts of an older renderer again, keeps edits, and shows a text that is refused today as it was typed', async () => {
    const author = await world.member();
    const posts = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const reply = await makeReply(world.ctx, author, posts[0]!, { content: `Hello @${author.username} **loud**` });
    const before = (await world.ok('GET /forum/replies/:replyId', { params: { replyId: reply } })).html;
    const tooDeep = `Deep\n\n${'> '.repeat(3000)}<b>x</b>`;
    await world.ctx.db.rows(
      sql`UPDATE forum_posts SET renderer = 1, html = 'old', title = 'old' WHERE id = ANY(${posts}::uuid[])`,
    );
    await world.ctx.db.rows(sql`UPDATE forum_posts SET content = ${tooDeep} WHERE id = ${posts[1]!}`);
    await world.ctx.db.rows(sql`UPDATE post_replies SET renderer = 1, html = 'old' WHERE id = ${reply}`);
    expect(await terminal.done('rerender')).toMatchObject({ started: true, texts: { forum_post: 2, post_reply: 1 } });
    await world.settle();
    const [whole, deep] = [
      await world.ok('GET /forum/posts/:postId', { params: { postId: posts[0]! } }),
      await world.ok('GET /forum/posts/:postId', { params: { postId: posts[1]! } }),
    ];
    expect(whole.html).toContain('<p>');
    expect(whole.title).not.toBe('old');
    expect(deep.html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(deep.html).not.toContain('<b>');
    expect((await world.ok('GET /forum/replies/:replyId', { params: { replyId: reply } })).html).toBe(before);
    expect(before).toContain(`@${author.username}</a>`);
    expect(await terminal.done('rerender')).toMatchObject({ started: false, texts: { forum_post: 0, post_reply: 0 } });
    const rows = await world.ctx.db.rows<{ renderer: number }>(sql`SELECT DISTINCT renderer FROM forum_posts`);
    expect(rows).toEqual([{ renderer: RENDERER_VERSION }]);
  });
});
