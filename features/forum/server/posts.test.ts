import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost, makeReply } from './fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const post = (content: string, category = '') => ({ body: { content, category, submitId: randomUUID() } });

describe('a post', () => {
  it('takes its title from the first line and is read by a stranger', async () => {
    const author = await world.member();
    const made = await world.ok(
      'POST /forum/posts',
      post('# How I tune **808s**\n\nBy ear, then `by meter`.', 'music'),
      author,
    );
    expect(made).toMatchObject({ visibility: 'published', notice: null });
    const read = await world.ok('GET /forum/posts/:postId', { params: { postId: made.id } });
    expect(read.title).toBe('How I tune 808s');
    expect(read.html).toBe('<p>By ear, then <code>by meter</code>.</p>\n');
    expect(read.category).toEqual({ name: 'music', id: null, label: 'Music' });
    expect(read.source).toBeNull();
    expect(read.can).toEqual({
      edit: false,
      delete: false,
      restore: false,
      pin: false,
      pinLocked: false,
      reply: false,
      react: false,
      report: false,
      tip: false,
      unlock: false,
    });
  });

  it('is previewed as it would be shown, title apart; a reply has none', async () => {
    const member = await world.member();
    const body = { content: 'First **line**\n\nThen *more*.' };
    expect(await world.ok('POST /forum/preview', { body }, member)).toEqual({
      title: 'First line',
      html: '<p>Then <em>more</em>.</p>\n',
    });
    expect(await world.ok('POST /forum/preview', { body: { ...body, kind: 'reply' } }, member)).toEqual({
      title: '',
      html: '<p>First <strong>line</strong></p>\n<p>Then <em>more</em>.</p>\n',
    });
    expect(await world.ok('POST /forum/preview', { body: { content: ' ', kind: 'reply' } }, member)).toEqual({
      title: '',
      html: '',
    });
  });

  it('is not previewed any more once previews have taken the time of a member for this minute', async () => {
    const small = await openWorld({ environment: { RATES: 'rendering=20/60' }, rateLimits: true });
    try {
      const [one, other] = [await small.member(), await small.member()];
      const body = { content: '**Long** and _dull_.\n\n'.repeat(400) };
      const answers: (string | null)[] = [];
      for (let turn = 0; turn < 60; turn++)
        answers.push((await small.call('POST /forum/preview', { body }, one)).status === 200 ? null : 'refused');
      expect(answers[0]).toBeNull();
      expect(answers.at(-1)).toBe('refused');
      await small.refused('POST /forum/preview', { body }, one, 'rate_limited');
      expect((await small.call('POST /forum/preview', { body }, other)).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('stands in the list pinned first, then newest, with a preview of at most 120 characters', async () => {
    const author = await world.member();
    const staff = await world.member({ moderator: true });
    const first = await makePost(world.ctx, author, {
      content: `Older ${randomUUID()}\n\n${'long words '.repeat(40)}`,
    });
    const second = await makePost(world.ctx, author);
    await world.ok('PUT /forum/posts/:postId/pin', { params: { postId: first }, body: { on: true } }, staff);
    const list = await world.ok('GET /forum/posts', { query: {} });
    const ids = list.items.map((item) => item.id);
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
    const shown = list.items.find((item) => item.id === first)!;
    expect(shown.isPinned).toBe(true);
    expect(shown.preview.length).toBeLessThanOrEqual(120);
    await world.ok('PUT /forum/posts/:postId/pin', { params: { postId: first }, body: { on: false } }, staff);
  });

  it('is paged by key: every post once, and the end is next: null', async () => {
    const staff = await world.member({ moderator: true });
    const { id: categoryId } = await world.ok(
      'POST /staff/forum-categories',
      { body: { name: `Paging ${randomUUID().slice(0, 8)}` } },
      staff,
    );
    const author = await world.member();
    const first = await makePost(world.ctx, author, { category: categoryId });
    // As many as three pages, two of each timestamp, without the writing of each.
    const copies = await world.ctx.db.rows<{ id: string }>(sql`
      INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_id, submit_id, created_at)
      SELECT gen_random_uuid(), title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_id, gen_random_uuid(),
        created_at - n / 2 * interval '1 second'
      FROM forum_posts, generate_series(1, 45) n WHERE id = ${first} RETURNING id`);
    const made = new Set([first, ...copies.map(({ id }) => id)]);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { items: { id: string }[]; next: string | null } = await world.ok('GET /forum/posts', {
        query: { category: categoryId, ...(after !== null && { after }) },
      });
      seen.push(...page.items.map((item) => item.id));
      after = page.next;
    } while (after !== null);
    expect(seen).toHaveLength(46);
    expect(new Set(seen)).toEqual(made);
    await world.refused('GET /forum/posts', { query: { category: categoryId, after: 'nonsense' } }, null, 'invalid');
  });

  it('is made once, however often the form is sent', async () => {
    const author = await world.member();
    const input = post(`Sent twice ${randomUUID()}`);
    const [one, two] = await Promise.all([
      world.ok('POST /forum/posts', input, author),
      world.ok('POST /forum/posts', input, author),
    ]);
    expect(one.id).toBe(two.id);
    const third = await world.ok('POST /forum/posts', input, author);
    expect(third.id).toBe(one.id);
  });

  it('is refused empty, in an unknown category, nested too deeply and too large', async () => {
    const author = await world.member();
    await world.refused('POST /forum/posts', post('   \n'), author, 'nothing_to_upload');
    await world.refused('POST /forum/posts', post('x', randomUUID()), author, 'category_unknown');
    await world.refused('POST /forum/posts', post(`Deep\n\n${'> '.repeat(300)}x`), author, 'too_complex');
    await world.refused('POST /forum/posts', post('x'.repeat(50_001)), author, 'invalid');
    await world.refused('POST /forum/posts', post('x'.repeat(400_000)), author, 'too_large');
  });

  it('of the same text within the hour is a duplicate, whoever wrote it first', async () => {
    const [one, two] = [await world.member(), await world.member()];
    const text = `The very same words ${randomUUID()}`;
    await world.ok('POST /forum/posts', post(text), one);
    const problem = await world.refused('POST /forum/posts', post(`  ${text.toUpperCase()} `), two, 'duplicate_post');
    expect(problem).toMatchObject({
      title: 'Duplicate content detected',
      detail: "You've already posted this content in the past hour",
    });
  });

  it('is refused when its author posts too often, a new account sooner', async () => {
    const settled = await world.member({ createdAt: new Date(Date.now() - 90 * 86_400_000) });
    for (let at = 0; at < 5; at++) await makePost(world.ctx, settled);
    const problem = await world.refused('POST /forum/posts', post(`One more ${randomUUID()}`), settled, 'rate_limit');
    expect(problem).toMatchObject({
      title: 'Action Blocked',
      detail: expect.stringMatching(
        /^You are posting too frequently\. Please wait before posting again\. Try again in (a minute|\d+ minutes)\.$/,
      ),
    });
    expect(problem.meta!['minutes']).toBeGreaterThan(0);
    const fresh = await world.member();
    for (let at = 0; at < 2; at++) await makePost(world.ctx, fresh);
    await world.refused('POST /forum/posts', post(`One more ${randomUUID()}`), fresh, 'rate_limit');
    // How much sooner, and how long an account is new, is the operator's to say.
    for (const [name, value] of [
      ['newAccountPercent', 60],
      ['newAccountHours', 0],
    ] as const) {
      await setSiteSetting(world.ctx, name, value);
      await world.ok('POST /forum/posts', post(`One more ${randomUUID()}`), fresh);
      await setSiteSetting(world.ctx, name, null);
    }
  });

  it('with a banned word is refused, also by an edit', async () => {
    const staff = await world.member({ moderator: true });
    const author = await world.member();
    const word = `zz${randomUUID().slice(0, 6)}`;
    const id = await makePost(world.ctx, author);
    await world.ok('POST /staff/banned-words', { body: { word } }, staff);
    const problem = await world.refused(
      'POST /forum/posts',
      post(`This has ${word.toUpperCase()}!`),
      author,
      'banned_words',
    );
    expect(problem).toMatchObject({ title: 'Action Blocked', detail: 'Your content contains prohibited words.' });
    await world.refused(
      'PATCH /forum/posts/:postId',
      { params: { postId: id }, body: { content: `now ${word}`, baseVersion: 1 } },
      author,
      'banned_words',
    );
  });
});

describe('editing', () => {
  it('keeps every version, and the second of two editors gets a conflict and loses nothing', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author, { content: `First words ${randomUUID()}` });
    const edit = (content: string, baseVersion: number) => ({ params: { postId: id }, body: { content, baseVersion } });
    const edited = await world.ok('PATCH /forum/posts/:postId', edit('Second words', 1), author);
    expect(edited).toMatchObject({ title: 'Second words', version: 2 });
    const problem = await world.refused(
      'PATCH /forum/posts/:postId',
      edit('My own second words', 1),
      author,
      'edit_conflict',
    );
    expect(problem.meta).toMatchObject({ version: 2 });
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId: id } }, author)).source).toBe(
      'Second words',
    );
    const history = await world.ok('GET /forum/posts/:postId/history', { params: { postId: id } });
    expect(history.items.map((item) => item.version)).toEqual([2, 1]);
    expect(history.items[1]!.source).toContain('First words');
  });

  it('is for the author and staff; staff stand in the audit log', async () => {
    const [author, other, staff] = [
      await world.member(),
      await world.member(),
      await world.member({ moderator: true }),
    ];
    const id = await makePost(world.ctx, author);
    const edit = { params: { postId: id }, body: { content: `Changed ${randomUUID()}`, baseVersion: 1 } };
    await world.refused('PATCH /forum/posts/:postId', edit, other, 'forbidden');
    await world.ok('PATCH /forum/posts/:postId', edit, staff);
    const audit = await world.ok('GET /staff/audit', { query: { targetId: id } }, staff);
    expect(audit.items.map((item) => item.action)).toEqual(['forum_post.edit']);
  });
});

describe('removing', () => {
  it('hides a post with its replies, takes the reward back, and restoring pays it once again', async () => {
    const author = await world.member();
    const staff = await world.member({ moderator: true });
    const id = await makePost(world.ctx, author);
    const reply = await makeReply(world.ctx, await world.member(), id);
    const purse = async () => {
      const { viewer } = await world.ok('GET /session', {}, author);
      return { xp: viewer!.xp % 10 === 5 ? 25 : 0, credits: viewer!.credits };
    };
    await world.settle();
    expect(await purse()).toEqual({ xp: 25, credits: 5 });
    const at = { params: { postId: id } };
    for (let round = 0; round < 2; round++) {
      await world.ok('DELETE /forum/posts/:postId', { ...at, body: { reason: 'off topic' } }, staff);
      expect(await purse()).toEqual({ xp: 0, credits: 0 });
      await world.refused('GET /forum/posts/:postId', at, null, 'post_not_found');
      await world.refused('GET /forum/replies/:replyId', { params: { replyId: reply } }, null, 'reply_not_found');
      await world.refused('POST /forum/posts/:postId/restore', at, author, 'forbidden');
      await world.ok('POST /forum/posts/:postId/restore', at, staff);
      expect(await purse()).toEqual({ xp: 25, credits: 5 });
    }
    expect((await world.ok('GET /forum/posts/:postId', at)).replyCount).toBe(1);
  });

  it('by its author can be undone by its author', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    const at = { params: { postId: id } };
    await world.ok('DELETE /forum/posts/:postId', { ...at, body: {} }, author);
    await world.ok('POST /forum/posts/:postId/restore', at, author);
    await world.ok('GET /forum/posts/:postId', at);
  });
});

describe('marks', () => {
  it('reactions are one of six, one a member, and can be taken back', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const id = await makePost(world.ctx, author);
    const react = (reaction: string | null) => ({ params: { postId: id }, body: { reaction } });
    await world.ok('PUT /forum/posts/:postId/reaction', react('fire'), reader);
    const changed = await world.ok('PUT /forum/posts/:postId/reaction', react('like'), reader);
    expect(changed.reactions).toEqual([{ key: 'like', count: 1, mine: true }]);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId: id } })).reactions).toEqual([
      { key: 'like', count: 1, mine: false },
    ]);
    expect((await world.ok('PUT /forum/posts/:postId/reaction', react(null), reader)).reactions).toEqual([]);
    await world.refused('PUT /forum/posts/:postId/reaction', react('bomb'), reader, 'invalid');
  });

  it('bookmarks are listed last first and are nobody else’s', async () => {
    const reader = await world.member();
    const author = await world.member();
    const [one, two] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    for (const postId of [one, two])
      await world.ok('PUT /forum/posts/:postId/bookmark', { params: { postId }, body: { on: true } }, reader);
    expect((await world.ok('GET /forum/bookmarks', { query: {} }, reader)).items.map((item) => item.id)).toEqual([
      two,
      one,
    ]);
    expect((await world.ok('GET /forum/bookmarks', { query: {} }, author)).items).toEqual([]);
  });

  it('what came since the last reading is counted', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const id = await makePost(world.ctx, author);
    await world.ok('PUT /forum/posts/:postId/read', { params: { postId: id } }, reader);
    await makeReply(world.ctx, author, id);
    const list = await world.ok('GET /forum/posts', { query: {} }, reader);
    expect(list.items.find((item) => item.id === id)!.newReplies).toBe(1);
  });
});

describe('unknown and malformed', () => {
  it('ids, categories and bodies are refused with a stable code', async () => {
    const member = await world.member();
    await world.refused('GET /forum/posts/:postId', { params: { postId: randomUUID() } }, null, 'post_not_found');
    await world.refused('GET /forum/posts/:postId', { params: { postId: 'not-an-id' } }, null, 'invalid');
    await world.refused('GET /forum/posts', { query: { category: 'nowhere' } }, null, 'category_unknown');
    await world.refused('POST /forum/posts', { body: { content: 'x', submitId: 'x' } }, member, 'invalid');
  });
});
