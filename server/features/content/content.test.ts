import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forum } from '#contract/limits/forum.ts';
import { moderation } from '#contract/moderation.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { activityVerbs } from '#server/features/customization/activity.ts';
import { makeComment, makeUpload } from '#server/features/feed/fixtures.ts';
import { eraseJob } from '#server/features/accounts/leaving/deletion.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { replyKindOf, sharingTypes } from '#contract/limits/sharing.ts';
import { makeItem, makeReplyTo, sampleAddress } from '#server/features/sharing/fixtures.ts';
import { openItemOf } from '#server/features/moderation/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { PAGE_BYTES } from '#server/platform/page-budget.ts';
import { type Answer, type As, type World, openWorld } from '#server/testing/world.ts';
import { purgeRemoved } from './purge.ts';
import { answersTo, contentType, contentTypes } from './type.ts';

const NUMBER = 'call +49 170 5550123';
const BANNED = 'wordthatnobodymaysay';

let world: World;
let staff: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.member({ admin: true });
  await world.ok('POST /staff/banned-words', { body: { word: BANNED } }, staff);
});
afterAll(() => world.close());

/** A content type with its endpoints: what is true of one is true of all. */
interface Subject {
  readonly kind: string;
  /** Path of one content, and what it stands below where it is an answer. */
  readonly path: string;
  make(by: FixtureMember, content?: string): Promise<string>;
  /** Submits a new one by hand. @returns its id */
  submit(by: FixtureMember, parentId: string, content: string, submitId: string): Promise<Answer>;
  parent(by: FixtureMember): Promise<string>;
  /** The fields of an edit to a text; `content` when not given. */
  fields?(content: string): object;
  /** What it says of banned words; `banned_words` when not given. */
  readonly banned?: string;
}

const idOf = (answer: Answer): string => {
  const body = answer.body as { id?: string; reply?: { id: string }; comment?: { id: string } };
  return body.id ?? body.reply?.id ?? body.comment?.id ?? '';
};

const withContent = (content: string | undefined) => (content === undefined ? {} : { content });

const subjects: readonly Subject[] = [
  {
    kind: 'forum_post',
    path: '/forum/posts/:postId',
    make: (by, content) => makePost(world.ctx, by, withContent(content)),
    parent: async () => '',
    submit: (by, _, content, submitId) =>
      world.call('POST /forum/posts', { body: { content, fileIds: [], category: '', submitId } }, by),
  },
  {
    kind: 'post_reply',
    path: '/forum/replies/:replyId',
    make: async (by, content) =>
      makeReply(world.ctx, by, await makePost(world.ctx, await member()), withContent(content)),
    parent: async () => makePost(world.ctx, await member()),
    submit: (by, postId, content, submitId) =>
      world.call('POST /forum/posts/:postId/replies', { params: { postId }, body: { content, submitId } }, by),
  },
  {
    kind: 'upload',
    path: '/uploads/:uploadId',
    make: (by, content) => makeUpload(world.ctx, by, withContent(content)),
    parent: async () => '',
    submit: (by, _, content, submitId) => world.call('POST /uploads', { body: { content, submitId } }, by),
  },
  {
    kind: 'upload_comment',
    path: '/uploads/comments/:commentId',
    make: async (by, content) =>
      makeComment(world.ctx, by, await makeUpload(world.ctx, await member()), withContent(content)),
    parent: async () => makeUpload(world.ctx, await member()),
    submit: (by, uploadId, content, submitId) =>
      world.call('POST /uploads/:uploadId/comments', { params: { uploadId }, body: { content, submitId } }, by),
  },
  ...(['song', 'drumkit', 'editing_pack', 'leak', 'set'] as const).flatMap((kind): Subject[] => {
    const { path } = sharingTypes[kind];
    const url = sampleAddress(kind);
    const parent = async () => makeItem(world.ctx, kind, await member());
    return [
      {
        kind,
        path: `${path}/:itemId`,
        make: (by, content) => makeItem(world.ctx, kind, by, content === undefined ? {} : { description: content }),
        parent: async () => '',
        submit: (by, _, description, submitId) =>
          world.call(`POST ${path}`, { body: { title: 'A title', url, description, rights: true, submitId } }, by),
        fields: (description) => ({ title: 'A title', url, description }),
        banned: 'content_blocked',
      },
      {
        kind: replyKindOf(kind),
        path: `${path}/replies/:replyId`,
        make: async (by, content) => makeReplyTo(world.ctx, kind, by, await parent(), content),
        parent,
        submit: (by, itemId, content, submitId) =>
          world.call(`POST ${path}/:itemId/replies`, { params: { itemId }, body: { content, submitId } }, by),
      },
    ];
  }),
];

/**
 * The types of the tests below. On the embedded engine, where a server runs all of them too (decision 0033), `song` and its
 * reply stand for those of `sharing`: the same code writes their statements, and each statement is planned there.
 */
const alike = ['drumkit', 'editing_pack', 'leak', 'set'] as const;
const repeated = new Set<string>([...alike, ...alike.map(replyKindOf)]);
const chosenSubjects = subjects.filter(({ kind }) => process.env['TEST_EMBEDDED'] !== 'chosen' || !repeated.has(kind));

const member = () => world.member({ createdAt: new Date('2020-01-01') });
const openHolds = async (id: string): Promise<number> =>
  (
    await world.ctx.db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM queue_items WHERE content_id = ${id} AND state = 'open' AND hold_reasons IS NOT NULL`,
    )
  )[0]!.count;

describe.for(chosenSubjects.map((subject) => [subject.kind, subject] as const))('a %s', ([, subject]) => {
  const param = /:(\w+)$/.exec(subject.path)![1]!;
  const call = (method: string, id: string, as: As | null, body?: object, rest = '') =>
    world.call(`${method} ${subject.path}${rest}`, { params: { [param]: id }, ...(body && { body }) }, as);
  const edit = (id: string, content: string, as: As, baseVersion = 1) =>
    call('PATCH', id, as, { ...(subject.fields?.(content) ?? { content }), baseVersion });
  const read = async (id: string, as: As | null) =>
    (await call('GET', id, as)).body as { visibility: string; html: string; version: number };

  it('is refused with banned words, when it is written and when it is edited', async () => {
    const author = await member();
    const parent = await subject.parent(author);
    const said = await subject.submit(author, parent, `Say ${BANNED} ${randomUUID()}`, randomUUID());
    expect(said.body).toMatchObject({ code: subject.banned ?? 'banned_words' });
    const id = await subject.make(author);
    expect((await edit(id, `Now ${BANNED}`, author)).body).toMatchObject({ code: subject.banned ?? 'banned_words' });
    expect((await read(id, author)).version).toBe(1);
  });

  it('goes back to staff when an edit puts private information into it, and nobody else reads it', async () => {
    const author = await member();
    const id = await subject.make(author);
    expect((await edit(id, `Please ${NUMBER}`, author)).status).toBe(200);
    expect((await read(id, author)).visibility).toBe('held');
    expect(await openHolds(id)).toBe(1);
    expect((await call('GET', id, await member())).status).toBe(404);
    expect((await call('GET', id, null)).status).toBe(404);
  });

  it('leaves the queue when it is removed, and waits again when it is restored', async () => {
    const author = await member();
    const id = await subject.make(author, `Please ${NUMBER} ${randomUUID()}`);
    expect(await openHolds(id)).toBe(1);
    expect((await call('DELETE', id, author, { reason: '' })).status).toBe(200);
    expect(await openHolds(id)).toBe(0);
    // Deleting twice is deleting.
    expect((await call('DELETE', id, author, { reason: '' })).status).toBe(200);
    expect((await call('POST', id, author, undefined, '/restore')).status).toBe(200);
    expect((await read(id, author)).visibility).toBe('held');
    expect(await openHolds(id)).toBe(1);
  });

  it('is made once by a repeated submit, one after the other and at once', async () => {
    const author = await member();
    const parent = await subject.parent(author);
    const [content, submitId] = [`The same words ${randomUUID()}`, randomUUID()];
    const first = await subject.submit(author, parent, content, submitId);
    expect(first.status).toBe(200);
    expect(idOf(await subject.submit(author, parent, content, submitId))).toBe(idOf(first));
    const [other, twice] = [`Other words ${randomUUID()}`, randomUUID()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => subject.submit(author, parent, other, twice)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const { table, authorColumn } = contentType(subject.kind)!;
    const [row] = await world.ctx.db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${sql.raw(table)} WHERE ${sql.raw(authorColumn)} = ${author.profileId}`,
    );
    expect(row!.count).toBe(2);
  });

  it('answers a refused submit with nothing of another member who has used its submit id', async () => {
    const [author, other] = [await member(), await member()];
    const parent = await subject.parent(author);
    const submitId = randomUUID();
    expect((await subject.submit(author, parent, `Words ${randomUUID()}`, submitId)).status).toBe(200);
    const answer = await subject.submit(other, parent, `Say ${BANNED}`, submitId);
    expect(answer.body).toMatchObject({ code: subject.banned ?? 'banned_words' });
  });

  it('keeps the edit of who was faster', async () => {
    const author = await member();
    const id = await subject.make(author);
    const answers = await Promise.all([edit(id, 'First words', author), edit(id, 'Second words', author)]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'edit_conflict' });
    expect((await read(id, author)).version).toBe(2);
  });

  it('keeps who may not from editing, removing and restoring it', async () => {
    const [author, stranger] = [await member(), await member()];
    const id = await subject.make(author);
    expect((await edit(id, 'Mine now', stranger)).body).toMatchObject({ code: 'forbidden' });
    expect((await call('DELETE', id, stranger, { reason: '' })).body).toMatchObject({ code: 'forbidden' });
    expect((await call('DELETE', id, staff, { reason: 'No' })).status).toBe(200);
    expect((await call('POST', id, author, undefined, '/restore')).body).toMatchObject({ code: 'forbidden' });
    expect((await call('POST', id, staff, undefined, '/restore')).status).toBe(200);
    expect((await read(id, null)).visibility).toBe('published');
  });

  it('that was handed to admins is removed where it stands by an admin or its author, and by no moderator', async () => {
    const [author, moderator] = [await member(), await world.member({ moderator: true })];
    const [id, own] = [await subject.make(author), await subject.make(author)];
    for (const one of [id, own]) {
      const report = { kind: subject.kind as 'forum_post', id: one, reason: 'abuse', note: '' } as const;
      await world.ok('POST /reports', { body: report }, await member());
      const { itemId } = await openItemOf(world.ctx, one);
      const handed = { params: { itemId }, body: { reason: 'Over my head' } };
      await world.ok('POST /staff/queue/:itemId/escalate', handed, moderator);
    }
    const refused = await call('DELETE', id, moderator, { reason: 'No' });
    expect(refused.body).toMatchObject({ code: 'with_admins' });
    expect((await read(id, null)).visibility).toBe('published');
    expect((await call('DELETE', own, author, { reason: '' })).status).toBe(200);
    expect((await call('DELETE', id, staff, { reason: 'No' })).status).toBe(200);
  });
});

/** Adds versions of one text, by SQL: `count` of them, each `letters` long and with its number in front. */
async function addVersions(id: string, by: FixtureMember, count: number, letters: number): Promise<void> {
  await world.ctx.db.rows(sql`
    INSERT INTO content_versions (content_id, version, content, editor_id, is_private, is_locked, created_at)
    SELECT ${id}::uuid, n, rpad(n || ' ', ${letters}, '漢'), ${by.profileId}::uuid, false, false, now() + n * interval '1 second'
    FROM generate_series(1, ${count}) AS n`);
}

/** Reads a history to its end. @returns numbers of the versions, and bytes of each page */
async function readHistory(subject: Subject, id: string): Promise<{ versions: number[]; bytes: number[] }> {
  const param = /:(\w+)$/.exec(subject.path)![1]!;
  const [versions, bytes]: [number[], number[]] = [[], []];
  for (let after: string | null = ''; after !== null;) {
    const query = after === '' ? {} : { after };
    const answer = await world.call(`GET ${subject.path}/history`, { params: { [param]: id }, query }, null);
    const page = answer.body as { items: { version: number; source: string }[]; next: string | null };
    versions.push(...page.items.map((item) => item.version));
    bytes.push(Buffer.byteLength(JSON.stringify(page)));
    after = page.next;
  }
  return { versions, bytes };
}

describe('a history', () => {
  it.for(chosenSubjects.map((subject) => [subject.kind, subject] as const))(
    'of a %s comes in pages, newest first, each version once',
    async ([, subject]) => {
      const author = await member();
      const id = await subject.make(author);
      await addVersions(id, author, 45, 10);
      const { versions, bytes } = await readHistory(subject, id);
      expect(versions).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
      expect(bytes).toHaveLength(3);
      const param = /:(\w+)$/.exec(subject.path)![1]!;
      for (const after of ['x', '1~2', '99999999999'])
        expect(
          (await world.call(`GET ${subject.path}/history`, { params: { [param]: id }, query: { after } }, null)).body,
        ).toMatchObject({ code: 'invalid' });
    },
  );

  it('of 500 versions of the greatest length is read to its end, no page over the bytes of a page', async () => {
    const author = await member();
    const id = await subjects[0]!.make(author);
    await addVersions(id, author, 500, forum.contentMax);
    const { versions, bytes } = await readHistory(subjects[0]!, id);
    expect(versions).toHaveLength(500);
    expect(new Set(versions).size).toBe(500);
    expect(Math.max(...bytes)).toBeLessThan(PAGE_BYTES + 4096);
  });
});

/** The most rows of some authors that are gone after one transaction, while something runs. */
async function mostGoneAtOnce(
  authors: readonly FixtureMember[],
  work: () => Promise<void>,
  table = 'forum_posts',
): Promise<number> {
  const count = async (): Promise<number> =>
    (
      await world.ctx.db.rows<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM ${sql.raw(table)} WHERE author_id = ANY(${authors.map(({ profileId }) => profileId)}::uuid[])`,
      )
    )[0]!.count;
  const tx = world.ctx.db.tx.bind(world.ctx.db);
  let most = 0;
  vi.spyOn(world.ctx.db, 'tx').mockImplementation(async (run) => {
    const before = await count();
    const result = await tx(run);
    most = Math.max(most, before - (await count()));
    return result;
  });
  await work();
  vi.restoreAllMocks();
  return most;
}

describe('the purge', () => {
  it('removes more than a batch for good, at most 100 in one transaction, with all that hangs on it, and leaves the rest', async () => {
    const author = await member();
    const stays = await makePost(world.ctx, author);
    const gone = await makePost(world.ctx, author);
    const reply = await makeReply(world.ctx, author, gone);
    await world.ok(
      'PUT /forum/posts/:postId/reaction',
      { params: { postId: gone }, body: { reaction: 'fire' } },
      author,
    );
    const clones = 230;
    await world.ctx.db.rows(sql`
      INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, submit_id, created_at)
      SELECT gen_random_uuid(), title, content, html, preview, summary, renderer, author_id, state, fingerprint, gen_random_uuid(), created_at
      FROM forum_posts, generate_series(1, ${clones}) WHERE id = ${gone}`);
    await world.ctx.db.rows(sql`
      UPDATE forum_posts SET state = 'removed', state_before = 'published', removed_at = now() - interval '40 days'
      WHERE author_id = ${author.profileId} AND id <> ${stays}`);
    const most = await mostGoneAtOnce([author], () => purgeRemoved(world.ctx, new Date(Date.now() - 30 * 86_400_000)));
    expect(most).toBe(100);
    const left = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM forum_posts WHERE author_id = ${author.profileId}`,
    );
    expect(left.map(({ id }) => id)).toEqual([stays]);
    const hanging = await world.ctx.db.rows(sql`
      SELECT 1 FROM post_replies WHERE id = ${reply} UNION ALL SELECT 1 FROM content_reactions WHERE content_id = ${gone}
      UNION ALL SELECT 1 FROM post_readers WHERE post_id = ${gone} UNION ALL SELECT 1 FROM topics WHERE topic = ${`forum-post:${gone}`}`);
    expect(hanging).toEqual([]);
  });

  it('removes the replies of a post with many of them at most 100 in one transaction, before the post', async () => {
    const author = await member();
    const post = await makePost(world.ctx, await member());
    const reply = await makeReply(world.ctx, author, post);
    await world.ctx.db.rows(sql`
      INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
      SELECT gen_random_uuid(), post_id, author_id, content, html, excerpt, renderer, state, gen_random_uuid(), created_at
      FROM post_replies, generate_series(1, 229) WHERE id = ${reply}`);
    await world.ctx.db.rows(sql`
      UPDATE forum_posts SET state = 'removed', state_before = 'published', removed_at = now() - interval '40 days' WHERE id = ${post}`);
    const before = new Date(Date.now() - 30 * 86_400_000);
    expect(await mostGoneAtOnce([author], () => purgeRemoved(world.ctx, before), 'post_replies')).toBe(100);
    const left = await world.ctx.db.rows(sql`
      SELECT 1 FROM forum_posts WHERE id = ${post} UNION ALL SELECT 1 FROM post_replies WHERE post_id = ${post}`);
    expect(left).toEqual([]);
  });

  it('goes the same way at the end of an account: at most 100 own replies, and 100 answers to an own post, in one transaction', async () => {
    const leaving = await member();
    const post = await makePost(world.ctx, leaving);
    const theirs = await makePost(world.ctx, await member());
    const other = await member();
    for (const [author, below] of [
      [other, post],
      [leaving, theirs],
    ] as const) {
      const reply = await makeReply(world.ctx, author, below);
      await world.ctx.db.rows(sql`
        INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
        SELECT gen_random_uuid(), post_id, author_id, content, html, excerpt, renderer, state, gen_random_uuid(), created_at
        FROM post_replies, generate_series(1, 229) WHERE id = ${reply}`);
    }
    await world.ctx.db.rows(sql`
      UPDATE post_replies SET state = 'removed', state_before = 'published', removed_at = now() WHERE author_id = ${leaving.profileId}`);
    await world.ctx.db.rows(sql`
      UPDATE forum_posts SET state = 'removed', state_before = 'published', removed_at = now() WHERE id = ${post}`);
    await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(0)} WHERE id = ${leaving.userId}`);
    const most = await mostGoneAtOnce(
      [leaving, other],
      () => eraseJob.run(world.ctx, { userId: leaving.userId }),
      'post_replies',
    );
    expect(most).toBe(100);
    const left = await world.ctx.db.rows(sql`
      SELECT 1 FROM post_replies WHERE post_id = ${post} OR author_id = ${leaving.profileId}
      UNION ALL SELECT 1 FROM forum_posts WHERE id = ${post} UNION ALL SELECT 1 FROM users WHERE id = ${leaving.userId}`);
    expect(left).toEqual([]);
  });
});

describe('the registry', () => {
  // Types with rules of their own, which have tests of their own.
  const apart = [
    'gallery_image',
    'self_promotion_post',
    'self_promotion_post_reply',
    'listening_party',
    'chat_message',
  ];

  it('has every type in the tests of this file, or in those of its feature', () => {
    const tested = [...subjects.map(({ kind }) => kind), ...apart];
    expect(
      contentTypes()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(tested.toSorted());
  });

  it('has no type that cannot be reported, or whose activity has no words', () => {
    const reported: readonly string[] = moderation['POST /reports'].body.shape.kind.options;
    for (const { kind, activity } of contentTypes()) {
      expect(reported).toContain(kind);
      if (activity) expect(Object.keys(activityVerbs)).toContain(kind);
    }
  });

  it('finds types by kind, and the answers to a type', () => {
    expect(answersTo('forum_post')?.kind).toBe('post_reply');
    expect(answersTo('post_reply')).toBeUndefined();
    expect(contentType('nothing')).toBeUndefined();
  });
});
