import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forum } from '#features/forum/contract/limits.ts';
import { moderation } from '#content/moderation/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { activityVerbs } from '#features/customization/server/activity.ts';
import { sql } from '#platform/server/db/database.ts';
import { PAGE_BYTES } from '#platform/server/page-budget.ts';
import { type Answer, type World, openWorld } from '#site/testing/world.ts';
import { type Subject, chosenOf, elder, endpointsOf, paramOf, subjectsOf } from './testing/subjects.ts';
import { answersTo, contentType, contentTypes } from './type.ts';

const BANNED = 'wordthatnobodymaysay';
/** Versions of the greatest length in one history. */
const LONG_VERSIONS = 500;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.ok('POST /staff/banned-words', { body: { word: BANNED } }, await world.member({ admin: true }));
});
afterAll(() => world.close());

const subjects = subjectsOf(() => world);
const member = () => elder(world);
const idOf = (answer: Answer): string => {
  const body = answer.body as { id?: string; reply?: { id: string }; comment?: { id: string } };
  return body.id ?? body.reply?.id ?? body.comment?.id ?? '';
};

describe.for(chosenOf(subjects))('a %s', ([, subject]) => {
  const { edit, read } = endpointsOf(() => world, subject);

  it('is refused with banned words, when it is written and when it is edited', async () => {
    const author = await member();
    const parent = await subject.parent();
    const said = await subject.submit(author, parent, `Say ${BANNED} ${randomUUID()}`, randomUUID());
    expect(said.body).toMatchObject({ code: subject.banned ?? 'banned_words' });
    const id = await subject.make(author);
    expect((await edit(id, `Now ${BANNED}`, author)).body).toMatchObject({ code: subject.banned ?? 'banned_words' });
    expect((await read(id, author)).version).toBe(1);
  });

  it('is made once by a repeated submit, one after the other and at once', async () => {
    const author = await member();
    const parent = await subject.parent();
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
    const parent = await subject.parent();
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
  const [versions, bytes]: [number[], number[]] = [[], []];
  for (let after: string | null = ''; after !== null;) {
    const query = after === '' ? {} : { after };
    const answer = await world.call(`GET ${subject.path}/history`, { params: { [paramOf(subject)]: id }, query }, null);
    const page = answer.body as { items: { version: number; source: string }[]; next: string | null };
    versions.push(...page.items.map((item) => item.version));
    bytes.push(Buffer.byteLength(JSON.stringify(page)));
    after = page.next;
  }
  return { versions, bytes };
}

describe('a history', () => {
  it.for(chosenOf(subjects))('of a %s comes in pages, newest first, each version once', async ([, subject]) => {
    const author = await member();
    const id = await subject.make(author);
    await addVersions(id, author, 45, 10);
    const { versions, bytes } = await readHistory(subject, id);
    expect(versions).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
    expect(bytes).toHaveLength(3);
    for (const after of ['x', '1~2', '99999999999'])
      expect(
        (
          await world.call(
            `GET ${subject.path}/history`,
            { params: { [paramOf(subject)]: id }, query: { after } },
            null,
          )
        ).body,
      ).toMatchObject({ code: 'invalid' });
  });

  it('of many versions of the greatest length is read to its end, no page over the bytes of a page', async () => {
    const author = await member();
    const id = await subjects[0]!.make(author);
    await addVersions(id, author, LONG_VERSIONS, forum.contentMax);
    const { versions, bytes } = await readHistory(subjects[0]!, id);
    expect(versions).toEqual(Array.from({ length: LONG_VERSIONS }, (_, index) => LONG_VERSIONS - index));
    expect(bytes.length).toBeGreaterThan(5);
    expect(Math.max(...bytes)).toBeLessThan(PAGE_BYTES + 4096);
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

  it('reads the words of everything that can be reported, as staff do in the queue and when they try a word', async () => {
    for (const kind of moderation['POST /reports'].body.shape.kind.options)
      expect((await world.ctx.kinds.get(kind)?.texts?.(world.ctx, [randomUUID()])) ?? [], kind).toEqual([]);
  });

  it('finds types by kind, and the answers to a type', () => {
    expect(answersTo('forum_post')?.kind).toBe('post_reply');
    expect(answersTo('post_reply')).toBeUndefined();
    expect(contentType('nothing')).toBeUndefined();
  });
});
