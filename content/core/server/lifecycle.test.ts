import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { purgeRemoved } from './maintenance/purge.ts';
import { chosenOf, elder, endpointsOf, subjectsOf } from './testing/subjects.ts';

const NUMBER = 'call +49 170 5550123';

let world: World;
let staff: FixtureMember;
let moderator: FixtureMember;
/** Somebody who reads and reports, and writes nothing. */
let reader: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.member({ admin: true });
  moderator = await world.member({ moderator: true });
  reader = await world.member();
});
afterAll(() => world.close());

const member = () => elder(world);
const openHolds = async (id: string): Promise<number> =>
  (
    await world.ctx.db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM queue_items WHERE content_id = ${id} AND state = 'open' AND hold_reasons IS NOT NULL`,
    )
  )[0]!.count;

describe.for(chosenOf(subjectsOf(() => world)))('a %s', ([, subject]) => {
  const { call, edit, read } = endpointsOf(() => world, subject);
  const editAgain = async (id: string, content: string, by: FixtureMember) =>
    await edit(id, content, by, (await read(id, by)).version);

  it('goes back to staff when an edit puts private information into it, and nobody else reads it', async () => {
    const author = await member();
    const id = await subject.make(author);
    expect((await edit(id, `Please ${NUMBER}`, author)).status).toBe(200);
    expect((await read(id, author)).visibility).toBe('held');
    expect(await openHolds(id)).toBe(1);
    expect((await call('GET', id, reader)).status).toBe(404);
    expect((await call('GET', id, null)).status).toBe(404);
  });

  it('that is held is published when its author takes out what held it, and the queue has nothing of it', async () => {
    const author = await member();
    const written = await subject.make(author, `Please ${NUMBER} ${randomUUID()}`);
    const edited = await subject.make(author);
    await edit(edited, `Please ${NUMBER} ${randomUUID()}`, author);
    const restored = await subject.make(author, `Please ${NUMBER} ${randomUUID()}`);
    await call('DELETE', restored, author, { reason: '' });
    await call('POST', restored, author, undefined, '/restore');
    for (const id of [written, edited, restored]) {
      await editAgain(id, `Still ${NUMBER.replace('5550', '55&#53;0')} ${randomUUID()}`, author);
      expect((await read(id, author)).visibility).toBe('held');
      expect((await editAgain(id, `Write to me here ${randomUUID()}`, author)).status).toBe(200);
      expect(await read(id, author)).toMatchObject({ visibility: 'published', notice: null });
      expect((await call('GET', id, null)).status).toBe(200);
      expect(await openHolds(id)).toBe(0);
    }
  });

  it('that is held for more than its words, or is cleaned by staff, waits for a decision', async () => {
    const author = await member();
    const clean = () => `Write to me here ${randomUUID()}`;
    const byStaff = await subject.make(author, `Please ${NUMBER} ${randomUUID()}`);
    expect((await edit(byStaff, clean(), staff)).status).toBe(200);
    const escalated = await subject.make(author, `Please ${NUMBER} ${randomUUID()}`);
    const { itemId } = await openItemOf(world.ctx, escalated);
    await world.ok('POST /staff/queue/:itemId/escalate', { params: { itemId }, body: { reason: 'Look' } }, moderator);
    const held = await subject.make(author);
    const report = { kind: subject.kind as 'forum_post', id: held, reason: 'abuse', note: '' } as const;
    await world.ok('POST /reports', { body: report }, reader);
    const reported = await openItemOf(world.ctx, held);
    const params = { itemId: reported.itemId };
    await world.ok('POST /staff/queue/:itemId/hold', { params, body: { reason: '' } }, staff);
    for (const id of [escalated, held]) expect((await edit(id, clean(), author)).status).toBe(200);
    for (const id of [byStaff, escalated, held]) {
      expect((await read(id, author)).visibility).toBe('held');
      expect(await openHolds(id)).toBe(1);
    }
  });

  it('that was reported and is held for an edit is published when that is taken back, and its reports stay', async () => {
    const author = await member();
    const id = await subject.make(author);
    const report = { kind: subject.kind as 'forum_post', id, reason: 'abuse', note: '' } as const;
    await world.ok('POST /reports', { body: report }, reader);
    await edit(id, `Please ${NUMBER} ${randomUUID()}`, author);
    expect(await openHolds(id)).toBe(1);
    await editAgain(id, `Write to me here ${randomUUID()}`, author);
    expect((await read(id, null)).visibility).toBe('published');
    expect(await openHolds(id)).toBe(0);
    expect((await openItemOf(world.ctx, id)).itemId).toBeDefined();
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

  it('keeps who may not from editing, removing and restoring it', async () => {
    const author = await member();
    const id = await subject.make(author);
    expect((await edit(id, 'Mine now', reader)).body).toMatchObject({ code: 'forbidden' });
    expect((await call('DELETE', id, reader, { reason: '' })).body).toMatchObject({ code: 'forbidden' });
    expect((await call('DELETE', id, staff, { reason: 'No' })).status).toBe(200);
    expect((await call('POST', id, author, undefined, '/restore')).body).toMatchObject({ code: 'forbidden' });
    expect((await call('POST', id, staff, undefined, '/restore')).status).toBe(200);
    expect((await read(id, null)).visibility).toBe('published');
  });

  it('that was handed to admins is removed where it stands by an admin or its author, and by no moderator', async () => {
    const author = await member();
    const [id, own] = [await subject.make(author), await subject.make(author)];
    for (const one of [id, own]) {
      const report = { kind: subject.kind as 'forum_post', id: one, reason: 'abuse', note: '' } as const;
      await world.ok('POST /reports', { body: report }, reader);
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

/** The most rows of some authors that are gone after one transaction, while something runs. */
async function mostGoneAtOnce(
  authors: readonly FixtureMember[],
  work: () => Promise<void>,
  table = 'forum_posts',
): Promise<number> {
  const ids = authors.map(({ profileId }) => profileId);
  const count = async (on: Tx): Promise<number> =>
    (
      await on.rows<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM ${sql.raw(table)} WHERE author_id = ANY(${ids}::uuid[])`,
      )
    )[0]!.count;
  const tx = world.ctx.db.tx.bind(world.ctx.db);
  let most = 0;
  // Counted inside: another transaction, which waited for its turn, has not seen several go.
  vi.spyOn(world.ctx.db, 'tx').mockImplementation((run) =>
    tx(async (on) => {
      const before = await count(on);
      const result = await run(on);
      most = Math.max(most, before - (await count(on)));
      return result;
    }),
  );
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

  /** 230 replies of one member below a post: more than two batches. */
  async function makeManyReplies(author: FixtureMember, post: string): Promise<void> {
    const reply = await makeReply(world.ctx, author, post);
    await world.ctx.db.rows(sql`
      INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
      SELECT gen_random_uuid(), post_id, author_id, content, html, excerpt, renderer, state, gen_random_uuid(), created_at
      FROM post_replies, generate_series(1, 229) WHERE id = ${reply}`);
  }

  it('removes the replies of a post with many of them at most 100 in one transaction, before the post', async () => {
    const author = await member();
    const post = await makePost(world.ctx, await member());
    await makeManyReplies(author, post);
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
    await makeManyReplies(other, post);
    await makeManyReplies(leaving, theirs);
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
