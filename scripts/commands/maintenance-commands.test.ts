import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { features } from '#site/server/app.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { RENDERER_VERSION } from '#platform/server/markdown/render.ts';
import { startMailServer } from '#site/testing/mail-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { runCommandLine } from './run.ts';
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

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

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
    expect(await terminal.lastAudit()).toMatchObject({ action: 'decoration.activate' });
    expect(await shown()).toMatchObject({ isActive: true });
  });
});

describe('setting', () => {
  test('set is judged by the rules of the setting and takes effect; reset takes the default again', async () => {
    expect(await terminal.done('setting', 'set', 'spamPosts', '9')).toMatchObject({ value: 9, before: 5 });
    expect(await terminal.done('setting', 'get', 'spamPosts')).toMatchObject({ value: 9 });
    expect(await terminal.lastAudit()).toMatchObject({ action: 'setting.set', details: { before: 5, after: 9 } });
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
    await world.member();
    await terminal.done('job', 'run', 'community.count-statistics');
    await world.settle();
    expect((await world.ok('GET /community/statistics')).members).toBeGreaterThan(0);
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

describe('secret replace', () => {
  test('signs everybody out and names those whose second factor is lost, once it is confirmed', async () => {
    expect(await terminal.type('secret', 'replace')).toMatchObject({ exit: 2 });
    const member = await world.member();
    await world.ctx.db.rows(sql`UPDATE users SET two_factor_enabled = true WHERE id = ${member.userId} RETURNING id`);
    const { twoFactor } = await terminal.done('secret', 'replace', '--yes');
    expect(twoFactor).toEqual([member.username]);
    await world.refused('GET /account/sessions', {}, member, 'sign_in_required');
    await world.ctx.db.rows(sql`UPDATE users SET two_factor_enabled = false WHERE id = ${member.userId} RETURNING id`);
    expect((await terminal.type('secret', 'replace', '--yes')).out).toContain('Nobody used two-factor sign-in.');
  });
});

describe('recount', () => {
  test('finds and repairs every stored count that differs from the rows', async () => {
    expect(await terminal.done('recount')).toMatchObject({ differences: [] });
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    const watcher = await world.member();
    await world.ok('PUT /forum/posts/:postId/watch', { params: { postId: post }, body: { on: true } }, watcher);
    await makeReply(world.ctx, author, post);
    // The day's first visit is rewarded in its own time.
    await expect.poll(async () => (await terminal.done('account', 'show', author.username))['xp']).toBe(35);
    await world.ctx.db.rows(
      sql`UPDATE profiles SET xp = 7, credits = 900, post_count = 4 WHERE id = ${author.profileId}`,
    );
    await world.ctx.db.rows(sql`UPDATE forum_posts SET reply_count = 12, last_reply_at = NULL WHERE id = ${post}`);
    await world.settle();
    await world.ctx.db.rows(
      sql`UPDATE notifications SET others = 900 WHERE user_id = ${watcher.profileId} AND kind = 'watched'`,
    );
    const expected = [
      { what: 'xp', stored: 7, counted: 35 },
      { what: 'credits', stored: 900, counted: 5 },
      { what: 'posts', stored: 4, counted: 1 },
      { what: 'replies', stored: 12, counted: 1 },
      { what: 'replies in notifications', stored: 900, counted: 0 },
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

test('doctor --mail sends a test mail by the configured server, and says what that answers', async () => {
  const smtp = await startMailServer();
  const { dataDir, databaseUrl } = world.ctx.config;
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', PORT: '3999', SMTP_URL: smtp.url };
  const examine = async () => {
    let said = '';
    const say = (text: string): void => void (said += text);
    const shell = { environment, readInput: async () => '', out: say, error: say };
    await runCommandLine(['doctor', '--mail', 'ada@example.org', '--json'], shell);
    const { checks } = JSON.parse(said) as { checks: { name: string }[] };
    return checks.find(({ name }) => name === 'test-mail');
  };
  try {
    expect(await examine()).toMatchObject({
      state: 'fine',
      text: expect.stringContaining('on its way to ada@example.org'),
    });
    expect(smtp.taken).toEqual(['ada@example.org']);
    smtp.refusal = '550 no such mailbox';
    expect(await examine()).toMatchObject({
      state: 'problem',
      findings: [{ text: expect.stringContaining('550 no such mailbox'), remedy: expect.stringContaining('SMTP_URL') }],
    });
  } finally {
    await smtp.close();
  }
});
