import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input, Reply } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { hold } from '#content/moderation/server/actions.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { notifyReporters } from '#content/moderation/server/reporters.ts';

const NUMBER = 'call +49 170 5550123';

let world: World;
let admin: FixtureMember;
let moderator: FixtureMember;
let second: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.member({ admin: true });
  moderator = await world.member({ moderator: true });
  second = await world.member({ moderator: true });
});
afterAll(() => world.close());

type Reason = Input<'POST /reports'>['body']['reason'];
type Decision = Omit<Input<'POST /staff/queue/:itemId/decide'>['body'], 'version'> & { readonly version?: string };

const report = (id: string, by: FixtureMember, reason: Reason = 'spam', note = '') =>
  world.call('POST /reports', { body: { kind: 'forum_post', id, reason, note } }, by);
const edit = (postId: string, content: string, by: FixtureMember, baseVersion = 1) =>
  world.call('PATCH /forum/posts/:postId', { params: { postId }, body: { content, baseVersion } }, by);
const remove = (postId: string, by: FixtureMember) =>
  world.ok('DELETE /forum/posts/:postId', { params: { postId }, body: { reason: 'Enough' } }, by);
const restore = (postId: string, by: FixtureMember) =>
  world.ok('POST /forum/posts/:postId/restore', { params: { postId } }, by);
const decide = async (id: string, body: Decision, by: FixtureMember = moderator) =>
  world.call('POST /staff/queue/:itemId/decide', { params: await openItemOf(world.ctx, id), body }, by);
const itemsAbout = async (id: string, state: 'open' | 'decided' = 'open') =>
  (await world.ok('GET /staff/queue', { query: { subject: id, state } }, moderator)).items;
const read = (itemId: string): Promise<Reply<'GET /staff/queue/:itemId'>> =>
  world.ok('GET /staff/queue/:itemId', { params: { itemId } }, moderator);
const members = (count: number) => Promise.all(Array.from({ length: count }, () => world.member()));
const stateOf = async (id: string): Promise<string> =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM forum_posts WHERE id = ${id}`))[0]!.state;
const codesOf = (answers: readonly { body: unknown }[]) =>
  answers.flatMap(({ body }) => (body as { code?: string }).code ?? []);

describe('an item of the queue', () => {
  it('has all reports of a subject, and the urgency of the worst', async () => {
    const author = await world.member();
    const [harmful, spam] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const [one, two, three] = await members(3);
    await report(spam, one!);
    await report(harmful, one!, 'other');
    await report(harmful, two!, 'abuse', 'Look here');
    await report(harmful, three!, 'other');
    const [item, ...more] = await itemsAbout(harmful);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      priority: 1,
      subject: { kind: 'forum_post', visibility: 'published', url: `/forum/post/${harmful}` },
      author: { username: author.username },
      authorHistory: { open: 2, removed: 0, kept: 0, restrictions: 0 },
      reports: { count: 3, reasons: ['other', 'abuse'] },
      hold: null,
      decision: null,
    });
    expect(item!.reports.newest[1]).toMatchObject({ reporter: { username: two!.username }, note: 'Look here' });
    const { items } = await world.ok('GET /staff/queue', { query: { author: author.profileId } }, moderator);
    expect(items.map(({ subject }) => subject.id)).toEqual([harmful, spam]);
    expect((await decide(spam, { decision: 'keep' })).status).toBe(200);
    expect((await itemsAbout(harmful))[0]!.authorHistory).toMatchObject({ open: 1, kept: 1 });
  });

  it('is one for a text that was reported and is held then, and its history says so', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const id = await makePost(world.ctx, author);
    await report(id, reporter, 'abuse', 'Rude');
    expect((await edit(id, `Now with more, ${NUMBER}`, author)).status).toBe(200);
    const [item, ...more] = await itemsAbout(id);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      priority: 1,
      reports: { count: 1 },
      hold: { reasons: ['phone number'], editor: null },
      subject: { visibility: 'held' },
    });
    for (const cause of ['report', 'hold'] as const)
      expect((await world.ok('GET /staff/queue', { query: { cause, subject: id } }, moderator)).items).toHaveLength(1);
    expect(
      (await world.ok('GET /staff/queue', { query: { cause: 'approval', subject: id } }, moderator)).items,
    ).toEqual([]);
    expect((await decide(id, { decision: 'approve', reason: 'A number of a shop' })).status).toBe(200);
    expect(await stateOf(id)).toBe('published');
    const { history, decision } = await read(item!.id);
    expect(decision).toMatchObject({ decision: 'approve', by: { username: moderator.username } });
    expect(history).toMatchObject([
      { kind: 'decision', decision: 'approve', actor: { username: moderator.username }, note: 'A number of a shop' },
      { kind: 'hold', reasons: ['phone number'], source: 'private_information', actor: null },
      { kind: 'report', reasons: ['abuse'], note: 'Rude', actor: { username: reporter.username } },
    ]);
    // Decided: the same member does not report it again.
    expect((await report(id, reporter)).status).toBe(200);
    expect(await itemsAbout(id)).toEqual([]);
    await report(id, await world.member());
    const [later] = await itemsAbout(id);
    expect((await read(later!.id)).earlier).toMatchObject([{ id: item!.id, decision: { decision: 'approve' } }]);
  });

  it('is decided in a way that fits: what waits is approved or removed with a reason, all else kept or removed', async () => {
    const author = await world.member();
    const held = await makePost(world.ctx, author, { content: `Held, ${NUMBER}` });
    const reported = await makePost(world.ctx, author);
    await report(reported, await world.member());
    for (const [id, body, field] of [
      [held, { decision: 'keep' }, 'decision'],
      [held, { decision: 'remove', reason: ' ' }, 'reason'],
      [reported, { decision: 'approve' }, 'decision'],
    ] as const) {
      const answer = await decide(id, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field]);
    }
    expect([await stateOf(held), await stateOf(reported)]).toEqual(['held', 'published']);
    const nobody = { params: { itemId: newId(new Date()) }, body: { decision: 'keep' } } as const;
    await world.refused('POST /staff/queue/:itemId/decide', nobody, moderator, 'not_found');
    await world.refused('GET /staff/queue/:itemId', { params: nobody.params }, moderator, 'not_found');
    await world.refused('POST /staff/queue/:itemId/decide', nobody, author, 'forbidden');
    for (const after of ['x', '1~2', `decided~1~${randomUUID()}`, `1~x~${randomUUID()}`])
      await world.refused('GET /staff/queue', { query: { after } }, moderator, 'invalid');
  });

  it('is decided with the version that was read: not over new reasons, nor kept over reports that nobody has read', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    await report(id, await world.member());
    const [listed] = await itemsAbout(id);
    expect(listed!.version).toBeNull();
    const { items } = await world.ok('GET /staff/queue', { query: { subject: id, content: 'full' } }, moderator);
    const first = await read(listed!.id);
    expect(items[0]!.version).toBe(first.version);
    // Of reports that came since then, a removal need not know.
    await report(id, await world.member());
    const keep = { decision: 'keep' } as const;
    const removal = { decision: 'remove', reason: 'Spam' } as const;
    const outdated = { status: 409, body: { code: 'decision_outdated' } };
    expect(await decide(id, { ...keep, version: first.version })).toMatchObject(outdated);
    const later = await read(listed!.id);
    expect((await edit(id, `Now with more, ${NUMBER}`, author)).status).toBe(200);
    expect(await decide(id, { ...removal, version: later.version })).toMatchObject(outdated);
    const third = await read(listed!.id);
    expect((await edit(id, `Still with ${NUMBER}, and an insult`, author, 2)).status).toBe(200);
    expect(await decide(id, { decision: 'approve', version: third.version })).toMatchObject(outdated);
    expect(await stateOf(id)).toBe('held');
    const { version } = await read(listed!.id);
    await report(id, await world.member());
    const answer = await decide(id, { ...removal, version });
    expect(answer.status).toBe(200);
    // Who takes a decision back names the one that was read, not a later one.
    const undo = (of: unknown) =>
      world.call(
        'POST /staff/queue/:itemId/undo',
        { params: { itemId: listed!.id }, body: { version: of } },
        moderator,
      );
    const decided = (answer.body as { version: string }).version;
    expect(await undo(version)).toMatchObject(outdated);
    expect((await undo(decided)).status).toBe(200);
    world.clock?.advance(1);
    expect((await decide(id, removal)).status).toBe(200);
    expect(await undo(decided)).toMatchObject(outdated);
    expect(await stateOf(id)).toBe('removed');
  });

  it('keeps who of staff wrote the held words, whatever holds it later: they never release it', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    expect((await edit(id, `Staff write ${NUMBER}`, moderator)).status).toBe(200);
    const { itemId } = await openItemOf(world.ctx, id);
    for (const editorId of [null, second.profileId]) {
      const held = { kind: 'forum_post', id, authorId: author.profileId, editorId, reasons: ['link'], source: 'text' };
      await world.ctx.db.tx((tx) => hold(world.ctx, tx, held));
      expect((await read(itemId)).hold).toMatchObject({
        reasons: ['phone number'],
        editor: { username: moderator.username },
      });
      expect(codesOf([await decide(id, { decision: 'approve' })])).toEqual(['own_content']);
    }
    expect(await stateOf(id)).toBe('held');
    expect((await decide(id, { decision: 'approve' }, second)).status).toBe(200);
  });

  it('that a crowd has reported shows how many there are, and the newest of them', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const id = await makePost(world.ctx, author);
    await report(id, reporter, 'spam', 'The first');
    const { itemId } = await openItemOf(world.ctx, id);
    const crowd = 10_000;
    await world.ctx.db.rows(sql`
      INSERT INTO queue_entries (id, item_id, kind, actor_id, reasons, created_at)
      SELECT gen_random_uuid(), ${itemId}, 'report', gen_random_uuid(), '{spam}', ${new Date()}::timestamptz + n * interval '1 millisecond' FROM generate_series(1, ${crowd}::int) n`);
    await world.ctx.db.rows(sql`UPDATE queue_items SET report_count = report_count + ${crowd} WHERE id = ${itemId}`);
    const [item] = await itemsAbout(id);
    expect(item!.reports).toMatchObject({ count: crowd + 1, reasons: ['spam'] });
    expect(item!.reports.newest).toHaveLength(3);
    expect((await read(itemId)).history).toHaveLength(20);
    expect((await decide(id, { decision: 'remove', reason: 'Spam.' })).status).toBe(200);
    const { history } = await read(itemId);
    expect(history).toHaveLength(21);
    expect(history.filter(({ kind }) => kind === 'decision')).toHaveLength(1);
  });

  it('is not opened by a report of one’s own work, or of what is not there any more', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const [id, gone] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const input = (of: string) => ({ body: { kind: 'forum_post', id: of, reason: 'spam' } }) as const;
    await world.refused('POST /reports', input(id), author, 'own_report');
    await remove(gone, author);
    for (const subject of [gone, randomUUID()])
      await world.refused('POST /reports', input(subject), reporter, 'not_found');
    for (const subject of [id, gone]) expect(await itemsAbout(subject)).toEqual([]);
  });

  it('is decided for a crowd whose notifications fail on the way, and each of them reads it once', async () => {
    const [author, first] = [await world.member(), await world.member()];
    const reporters = [first, ...(await Promise.all([world.member(), world.member()]))];
    const id = await makePost(world.ctx, author);
    for (const reporter of reporters) await report(id, reporter);
    const { itemId } = await openItemOf(world.ctx, id);
    expect((await decide(id, { decision: 'keep' })).status).toBe(200);
    const [entry] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM queue_entries WHERE item_id = ${itemId} AND kind = 'decision'`,
    );
    const payload = { itemId, entryId: entry!.id, after: null };
    // It fails after its work, at the commit, and does all of it again; then it runs once more.
    const { db } = world.ctx;
    const broken = {
      ...world.ctx,
      db: Object.assign(Object.create(db) as typeof db, {
        tx: (work: Parameters<typeof db.tx>[0]) =>
          db.tx(async (tx) => {
            await work(tx);
            throw new Error('The connection was lost.');
          }),
      }),
    };
    await expect(notifyReporters.run(broken, payload)).rejects.toThrow('The connection was lost.');
    for (let run = 0; run < 2; run++) await notifyReporters.run(world.ctx, payload);
    await world.settle();
    for (const reporter of reporters) {
      const { items } = await world.ok('GET /notifications', {}, reporter);
      expect(items.map((one) => one.title)).toEqual(['Your report was reviewed']);
    }
  });

  it('is on one page of the queue, whatever is decided between two pages', async () => {
    const author = await world.member();
    const ids = Array.from({ length: 33 }, () => newId(new Date()));
    await world.ctx.db.rows(sql`
      INSERT INTO queue_items (id, content_kind, content_id, thread_id, author_id, priority, report_count, created_at)
      SELECT gen_random_uuid(), 'forum_post', id, id, ${author.profileId}, 1 + place % 3, 1, ${new Date()}::timestamptz + place * interval '1 millisecond'
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS made (id, place)`);
    const query = { author: author.profileId };
    const first = await world.ok('GET /staff/queue', { query }, moderator);
    expect(first.items).toHaveLength(30);
    expect((await decide(first.items.at(-1)!.subject.id, { decision: 'keep' })).status).toBe(200);
    const next = await world.ok('GET /staff/queue', { query: { ...query, after: first.next! } }, moderator);
    expect(next.next).toBeNull();
    expect(new Set([...first.items, ...next.items].map(({ subject }) => subject.id))).toEqual(new Set(ids));
    for (const { subject } of next.items) await decide(subject.id, { decision: 'keep' });
    const decided = await world.ok('GET /staff/queue', { query: { ...query, state: 'decided' } }, moderator);
    // The last decision first.
    expect(decided.items.map(({ subject }) => subject.id)).toEqual([
      ...next.items.map(({ subject }) => subject.id).toReversed(),
      first.items.at(-1)!.subject.id,
    ]);
  });
});

describe('at once', () => {
  it('two of staff decide: one does, the other learns that it was decided, and the author is notified once', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author, { content: `Held ${randomUUID()}, ${NUMBER}` });
    const { itemId } = await openItemOf(world.ctx, id);
    const bodies: Decision[] = [{ decision: 'approve' }, { decision: 'remove', reason: 'No.' }];
    const answers = await Promise.all(
      [moderator, second, admin].flatMap((by) =>
        bodies.map((body) => world.call('POST /staff/queue/:itemId/decide', { params: { itemId }, body }, by)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codesOf(answers)).toEqual(Array.from({ length: 5 }, () => 'already_decided'));
    await world.settle();
    const { items: log } = await world.ok('GET /staff/audit', { query: { targetId: id } }, moderator);
    expect(log).toHaveLength(1);
    const { items } = await world.ok('GET /notifications', {}, author);
    expect(items.filter(({ kind }) => kind === 'approval' || kind === 'rejection')).toHaveLength(1);
  });

  it('members report what is being removed: it is not in the queue afterwards', async () => {
    const id = await makePost(world.ctx, await world.member());
    const reporters = await members(6);
    await report(id, reporters[0]!);
    const { itemId } = await openItemOf(world.ctx, id);
    const body = { decision: 'remove', reason: 'Spam.' } as const;
    const [decision, ...answers] = await Promise.all([
      world.call('POST /staff/queue/:itemId/decide', { params: { itemId }, body }, moderator),
      ...reporters.slice(1).map((by) => report(id, by)),
    ]);
    expect(decision.status).toBe(200);
    expect(codesOf(answers).filter((code) => code !== 'not_found')).toEqual([]);
    expect(await itemsAbout(id)).toEqual([]);
    const [item] = await itemsAbout(id, 'decided');
    expect(item!.reports.count).toBe(1 + answers.filter(({ status }) => status === 200).length);
  });

  it('a text is held and reported: it is one item', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    const reporters = await members(5);
    const answers = await Promise.all([
      ...reporters.slice(0, 2).map((by) => report(id, by)),
      edit(id, `Changed, ${NUMBER}`, author),
      ...reporters.slice(2).map((by) => report(id, by)),
    ]);
    expect(codesOf(answers).filter((code) => code !== 'not_found')).toEqual([]);
    const [item, ...more] = await itemsAbout(id);
    expect(more).toEqual([]);
    expect(item!.hold).toMatchObject({ reasons: ['phone number'] });
    expect(item!.reports.count).toBe(answers.filter(({ status }) => status === 200).length - 1);
  });
});

describe('a subject that is removed by other ways', () => {
  it('needs no review any more when its author removes it, and needs it again once it is restored', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author, { content: `Held ${randomUUID()}, ${NUMBER}` });
    const { itemId } = await openItemOf(world.ctx, id);
    await remove(id, author);
    expect(await itemsAbout(id)).toEqual([]);
    expect(await read(itemId)).toMatchObject({
      state: 'decided',
      decision: { decision: 'obsolete', by: { username: author.username } },
    });
    await restore(id, author);
    expect(await itemsAbout(id)).toMatchObject([{ hold: { reasons: ['restored before its review'] } }]);
  });

  it('stays with staff when its author removes what was reported, and staff’s removal stands', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    await report(id, await world.member());
    await remove(id, author);
    const [item] = await itemsAbout(id);
    expect(item).toMatchObject({ reports: { count: 1 }, subject: { visibility: 'removed' } });
    expect((await read(item!.id)).history).toMatchObject([
      { kind: 'removal', actor: { username: author.username } },
      { kind: 'report' },
    ]);
    expect((await decide(id, { decision: 'remove', reason: 'Spam.' })).status).toBe(200);
    await world.refused('POST /forum/posts/:postId/restore', { params: { postId: id } }, author, 'forbidden');
    await restore(id, moderator);
  });

  it('is decided when staff remove it where it stands', async () => {
    const [author, staff] = [await world.member(), await world.member({ moderator: true })];
    const [id, own] = [await makePost(world.ctx, author), await makePost(world.ctx, staff)];
    for (const one of [id, own]) await report(one, await world.member());
    await remove(id, moderator);
    expect(await itemsAbout(id)).toEqual([]);
    expect(await itemsAbout(id, 'decided')).toMatchObject([
      { decision: { decision: 'remove', by: { username: moderator.username }, reason: 'Enough' } },
    ]);
    // Nobody decides about themselves this way.
    await remove(own, staff);
    expect(await itemsAbout(own)).toHaveLength(1);
  });

  it('is out of the queue when it is gone for good, with its replies, and so is a member who leaves', async () => {
    const [author, leaving, reporter] = [await world.member(), await world.member(), await world.member()];
    const [id, theirs] = [await makePost(world.ctx, author), await makePost(world.ctx, leaving)];
    const reply = await makeReply(world.ctx, leaving, id);
    await report(id, reporter);
    await report(theirs, reporter, 'other', 'Words of the reporter');
    for (const [kind, one] of [
      ['post_reply', reply],
      ['profile', leaving.profileId],
    ] as const)
      await world.ok('POST /reports', { body: { kind, id: one, reason: 'abuse' } }, reporter);
    await remove(id, author);
    await purgeRemoved(world.ctx, new Date(Date.now() + 1000));
    for (const one of [id, reply]) {
      expect(await itemsAbout(one)).toEqual([]);
      expect(await itemsAbout(one, 'decided')).toMatchObject([
        { decision: { decision: 'obsolete', by: null }, subject: { title: 'Deleted', visibility: 'deleted' } },
      ]);
    }
    const erase = (member: FixtureMember) =>
      world.ctx.db.tx(async (tx) => {
        for (const data of world.ctx.personal) await data.erase(world.ctx, tx, member.profileId);
      });
    await erase(leaving);
    for (const one of [theirs, leaving.profileId]) expect(await itemsAbout(one)).toEqual([]);
    const exported = async () => {
      for (const data of world.ctx.personal) {
        const { reports } = await data.exportOf(world.ctx, reporter.profileId);
        if (reports) return reports;
      }
      return [];
    };
    expect(await exported()).toHaveLength(4);
    expect(await exported()).toContainEqual(
      expect.objectContaining({
        content_kind: 'forum_post',
        content_id: theirs,
        reason: 'other',
        note: 'Words of the reporter',
      }),
    );
    await erase(reporter);
    expect(JSON.stringify(await exported())).not.toContain('Words of the reporter');
  });
});

describe('reports of an account in its first day', () => {
  it('are ten an hour; an older account may report more', async () => {
    const limited = await openWorld({ clock: new Date('2026-06-01T12:00:00Z'), rateLimits: true, work: false });
    try {
      const posts: string[] = [];
      for (let made = 0; made < 12; made++) posts.push(await makePost(limited.ctx, await limited.member()));
      const [fresh, old] = [await limited.member(), await limited.member()];
      const aged = new Date('2026-05-30T12:00:00Z');
      await limited.ctx.db.rows(sql`UPDATE profiles SET created_at = ${aged} WHERE id = ${old.profileId}`);
      await limited.ctx.db.rows(sql`UPDATE users SET created_at = ${aged} WHERE id = ${old.userId}`);
      const reportAll = async (by: FixtureMember): Promise<number[]> => {
        const statuses: number[] = [];
        for (const id of posts)
          statuses.push(
            (await limited.call('POST /reports', { body: { kind: 'forum_post', id, reason: 'spam' } }, by)).status,
          );
        return statuses;
      };
      expect(await reportAll(fresh)).toEqual([...Array<number>(10).fill(200), 429, 429]);
      expect(await reportAll(old)).toEqual(Array<number>(12).fill(200));
    } finally {
      await limited.close();
    }
  });
});

describe('what staff read with an item', () => {
  it('what a reply answers, what stands around it, where the number is, and who wrote it', async () => {
    const [author, other] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, other, { content: 'Which mixer?\n\nFor a small room.' });
    const first = await makeReply(world.ctx, other, postId, { content: 'The small one' });
    await makeReply(world.ctx, other, postId, { content: 'The large one' });
    const body = { content: `I sell one, ${NUMBER}!`, inReplyTo: first, submitId: randomUUID() };
    await world.call('POST /forum/posts/:postId/replies', { params: { postId }, body }, author);
    await makeReply(world.ctx, other, postId, { content: 'No thanks' });
    const { items } = await world.ok('GET /staff/queue', { query: { author: author.profileId } }, moderator);
    const item = await read(items[0]!.id);
    expect(item.around).toMatchObject({
      above: { author: { username: other.username }, text: 'The small one' },
      before: [{ text: 'The small one' }, { text: 'The large one' }],
      after: [{ text: 'No thanks' }],
    });
    expect(item.marks.map(({ from, to, what }) => [item.content!.text.slice(from, to), what])).toEqual([
      ['+49 170 5550123', 'phone number'],
    ]);
    expect(item.authorFacts).toMatchObject({ posts: 0 });
    const post = await makePost(world.ctx, author);
    await report(post, other);
    expect((await read((await itemsAbout(post))[0]!.id)).around).toBeNull();
  });

  it('banned words are marked where they stand, whole words and phrases', async () => {
    for (const word of ['zorkmid', 'quick flux cash'])
      await world.ok('POST /staff/banned-words', { body: { word, action: 'mark' } }, moderator);
    const content = 'We pay in (Z0rkmid), not zorkmids.\n\nGet "quick flux\ncash" or zork-mid today';
    const author = await world.member();
    const made = await world.ok('POST /forum/posts', { body: { content, submitId: randomUUID() } }, author);
    const item = await read((await itemsAbout(made.id))[0]!.id);
    expect(item.marks.map(({ from, to, what }) => [item.content!.text.slice(from, to), what])).toEqual([
      ['Z0rkmid', 'banned word: zorkmid'],
      ['quick flux\ncash', 'banned word: quick flux cash'],
      ['zork-mid', 'banned word: zorkmid'],
    ]);
  });
});

describe('what is offered is what the server takes', () => {
  type Can = Reply<'GET /staff/queue/:itemId'>['can'];
  interface Case {
    readonly title: string;
    readonly as: () => FixtureMember;
    /** @returns id of the item */
    make(): Promise<string>;
    readonly offers: Partial<Can>;
  }
  const itemOf = async (id: string): Promise<string> => (await openItemOf(world.ctx, id)).itemId;
  const reportedBy = async (author: FixtureMember, content?: string): Promise<string> => {
    const id = await makePost(world.ctx, author, content === undefined ? {} : { content });
    if (content === undefined) await report(id, await world.member());
    return await itemOf(id);
  };
  const pass = { keep: true, remove: true, approve: false, hold: true, escalate: true, restrict: true };
  const cases: readonly Case[] = [
    { title: 'a report', as: () => moderator, make: async () => reportedBy(await world.member()), offers: pass },
    {
      title: 'a held text',
      as: () => moderator,
      make: async () => reportedBy(await world.member(), NUMBER),
      offers: { approve: true, keep: false, remove: true, hold: false },
    },
    {
      title: "an admin's, for a moderator",
      as: () => moderator,
      make: async () => reportedBy(await world.member({ admin: true })),
      offers: { keep: true, remove: false, hold: false, restrict: false },
    },
    {
      title: 'their own held text',
      as: () => moderator,
      make: async () => reportedBy(moderator, `Own ${NUMBER}`),
      offers: { approve: false, remove: true, restrict: false },
    },
    {
      title: 'what was reported of their own',
      as: () => moderator,
      make: async () => reportedBy(moderator),
      offers: { keep: false, remove: false },
    },
    {
      title: 'what was handed to admins, for a moderator',
      as: () => moderator,
      async make() {
        const itemId = await reportedBy(await world.member());
        await world.ok('POST /staff/queue/:itemId/escalate', { params: { itemId }, body: { reason: 'Hard' } }, second);
        return itemId;
      },
      offers: { keep: false, remove: false, hold: false, escalate: false, restrict: true },
    },
    {
      title: 'a profile',
      as: () => moderator,
      async make() {
        const { profileId: id } = await world.member();
        await world.ok('POST /reports', { body: { kind: 'profile', id, reason: 'adult' } }, second);
        return await itemOf(id);
      },
      offers: { ...pass, hold: false },
    },
    {
      title: 'what an admin decided, for a moderator',
      as: () => moderator,
      async make() {
        const itemId = await reportedBy(await world.member());
        const body = { decision: 'remove', reason: 'Spam' } as const;
        await world.ok('POST /staff/queue/:itemId/decide', { params: { itemId }, body }, admin);
        return itemId;
      },
      offers: { keep: false, remove: false, undo: false },
    },
    {
      title: 'what they decided themselves',
      as: () => moderator,
      async make() {
        const itemId = await reportedBy(await world.member());
        await world.ok(
          'POST /staff/queue/:itemId/decide',
          { params: { itemId }, body: { decision: 'keep' } },
          moderator,
        );
        return itemId;
      },
      offers: { keep: false, remove: false, undo: true },
    },
  ];
  it.each(cases)('$title', async ({ as, make, offers }) => {
    const itemId = await make();
    const { can } = await world.ok('GET /staff/queue/:itemId', { params: { itemId } }, as());
    expect(can).toMatchObject(offers);
    // Nothing was decided by asking; what is not offered is refused.
    for (const decision of ['approve', 'keep', 'remove'] as const) {
      if (can[decision]) continue;
      const input = { params: { itemId }, body: { decision, reason: 'Because' } };
      expect((await world.call('POST /staff/queue/:itemId/decide', input, as())).status, decision).toBeGreaterThan(399);
    }
    for (const decision of ['keep', 'approve', 'remove'] as const) {
      if (!can[decision]) continue;
      const input = { params: { itemId }, body: { decision, reason: 'Because' } };
      expect((await world.call('POST /staff/queue/:itemId/decide', input, as())).status, decision).toBe(200);
      break;
    }
    if (can.undo)
      expect((await world.call('POST /staff/queue/:itemId/undo', { params: { itemId } }, as())).status).toBe(200);
  });
});

describe('several items', () => {
  const readItem = async (id: string) => {
    const { id: itemId, version } = await read((await itemsAbout(id))[0]!.id);
    return { id: itemId, version };
  };
  it('are decided at once with one reason; what is refused of one does not keep the others; all are taken back', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const reported = await makePost(world.ctx, author);
    await report(reported, reporter);
    const held = await makePost(world.ctx, await world.member(), { content: `Several, ${NUMBER}` });
    const ofAdmin = await makePost(world.ctx, admin);
    await report(ofAdmin, reporter);
    const items = [];
    for (const id of [reported, held, ofAdmin]) items.push({ ...(await readItem(id)), decision: 'remove' as const });
    const { items: results } = await world.ok(
      'POST /staff/queue/decisions',
      { body: { items: [...items, { ...items[0]! }], reason: 'Spam' } },
      moderator,
    );
    expect(results.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      null,
      null,
      'staff_protected',
      'already_decided',
    ]);
    expect([await stateOf(reported), await stateOf(held), await stateOf(ofAdmin)]).toEqual([
      'removed',
      'removed',
      'published',
    ]);
    const taken = results.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
    await world.ok('POST /staff/queue/decisions/undo', { body: { items: taken } }, moderator);
    expect([await stateOf(reported), await stateOf(held)]).toEqual(['published', 'held']);
    for (const { id } of taken) expect((await read(id)).state).toBe('open');
  });

  it('are at most 30, each with the version that was read', async () => {
    const id = await makePost(world.ctx, await world.member());
    await report(id, await world.member());
    const item = { ...(await readItem(id)), decision: 'keep' as const };
    const many = { body: { items: Array.from({ length: 31 }, () => item) } };
    await world.refused('POST /staff/queue/decisions', many, moderator, 'invalid');
    await report(id, await world.member());
    const { items } = await world.ok('POST /staff/queue/decisions', { body: { items: [item] } }, moderator);
    expect(items).toMatchObject([{ version: null, refusal: { code: 'decision_outdated' } }]);
    await world.refused('POST /staff/queue/decisions', { body: { items: [item] } }, await world.member(), 'forbidden');
  });
});

it('the audit log names what something was done to, with its address, and no 18+ title', async () => {
  const author = await world.member({ displayName: 'Nora Named' });
  const plain = await makePost(world.ctx, author, { content: 'A named loop' });
  const adult = await makePost(world.ctx, await world.member(), { content: 'An adult loop' });
  for (const id of [plain, adult]) await remove(id, moderator);
  await world.ctx.db.rows(sql`UPDATE forum_posts SET is_adult = true WHERE id = ${adult}`);
  const params = { profileId: author.profileId };
  await world.ok('POST /staff/members/:profileId/warnings', { params, body: { reason: 'Twice' } }, moderator);
  const targetOf = async (targetId: string) =>
    (await world.ok('GET /staff/audit', { query: { targetId } }, moderator)).items[0]!.target;
  expect(await targetOf(plain)).toEqual({ name: 'A named loop', url: `/forum/post/${plain}` });
  expect(await targetOf(adult)).toEqual({ name: '18+', url: `/forum/post/${adult}` });
  expect(await targetOf(author.profileId)).toMatchObject({ url: `/admin/users/${author.profileId}` });
  await world.ctx.db.rows(sql`DELETE FROM forum_posts WHERE id = ${plain}`);
  expect(await targetOf(plain)).toBeNull();
});

describe('reports of trusted members', () => {
  const old = (overrides = {}) =>
    world.member({ createdAt: new Date(world.ctx.clock.now().getTime() - 8 * 86_400_000), ...overrides });
  const reporters = (count: number, make: () => Promise<FixtureMember> = old) =>
    Promise.all(Array.from({ length: count }, make));
  const visibleTo = async (id: string, as: FixtureMember | null) =>
    (await world.call('GET /forum/posts/:postId', { params: { postId: id } }, as)).status === 200;
  beforeAll(() => setSiteSetting(world.ctx, 'hideAfterReports', 3));
  afterAll(() => setSiteSetting(world.ctx, 'hideAfterReports', null));

  it('hide a post until staff have looked, and not again what they keep', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    const [one, two, three, ...more] = await reporters(6);
    await report(id, one!);
    await report(id, two!);
    expect(await visibleTo(id, null)).toBe(true);
    // Two at once are counted one after the other.
    await Promise.all([report(id, three!), report(id, three!)]);
    expect([await visibleTo(id, null), await visibleTo(id, author), await visibleTo(id, moderator)]).toEqual([
      false,
      true,
      true,
    ]);
    const post = await world.ok('GET /forum/posts/:postId', { params: { postId: id } }, author);
    expect(post.notice).toContain('several members have reported it');
    // The author does not get round it by an edit.
    await edit(id, 'Quite another text\n\nof mine', author);
    expect(await visibleTo(id, null)).toBe(false);
    expect((await itemsAbout(id)).map((item) => item.reports.count)).toEqual([3]);
    await decide(id, { decision: 'approve', reason: '' });
    expect(await visibleTo(id, null)).toBe(true);
    for (const member of more) await report(id, member);
    expect(await visibleTo(id, null)).toBe(true);
  });

  it.each([
    ['new accounts', () => world.member(), () => world.member()],
    ['suspended members', () => world.member(), () => old()],
    ['a post of staff', () => world.member({ moderator: true }), () => old()],
    ['members whose reports were not followed', () => world.member(), () => old()],
  ])('do not count: %s', async (what, makeAuthor, makeReporter) => {
    const id = await makePost(world.ctx, await makeAuthor());
    const chosen = await reporters(3, makeReporter);
    if (what.startsWith('members whose')) {
      const kept = await makePost(world.ctx, await world.member());
      await report(kept, chosen[0]!);
      await decide(kept, { decision: 'keep', reason: '' });
    }
    await report(id, chosen[0]!);
    await report(id, chosen[1]!);
    if (what === 'suspended members')
      await world.ctx.db.rows(
        sql`UPDATE profiles SET suspended_until = ${new Date(Date.now() + 1e9)} WHERE id = ${chosen[0]!.profileId}`,
      );
    await report(id, chosen[2]!);
    expect(await visibleTo(id, null)).toBe(true);
  });

  it('hide nothing where the setting is off', async () => {
    await setSiteSetting(world.ctx, 'hideAfterReports', 0);
    const id = await makePost(world.ctx, await world.member());
    for (const member of await reporters(4)) await report(id, member);
    expect(await visibleTo(id, null)).toBe(true);
    await setSiteSetting(world.ctx, 'hideAfterReports', 3);
  });
});
