import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { migrationsFolder } from '#server/platform/db/migrate.ts';
import { newId } from '#server/platform/ids.ts';
import { type World, openWorld } from '#server/testing/world.ts';

let world: World;
let moderator: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.member({ moderator: true });
});
afterAll(() => world.close());

/** Brings back the tables that the migration finds. */
async function makeOldTables(): Promise<void> {
  for (const text of [
    'DROP TABLE queue_entries, queue_items',
    `CREATE TABLE holds (id uuid PRIMARY KEY, content_kind text NOT NULL, content_id uuid NOT NULL, author_id uuid NOT NULL, editor_id uuid, reasons text[] NOT NULL,
      source text NOT NULL, state text NOT NULL DEFAULT 'open', decided_by uuid, decided_at timestamptz, decision_reason text, created_at timestamptz NOT NULL)`,
    `CREATE TABLE reports (id uuid PRIMARY KEY, content_kind text NOT NULL, content_id uuid NOT NULL, reporter_id uuid NOT NULL, reason text NOT NULL,
      note text NOT NULL DEFAULT '', state text NOT NULL DEFAULT 'open', decision text, decided_by uuid, decided_at timestamptz, created_at timestamptz NOT NULL)`,
  ])
    await world.ctx.db.rows(sql.raw(text));
}

/** The text of a migration, by the end of its name. */
function migration(name: string): string {
  const folder = migrationsFolder(world.ctx.config);
  return readFileSync(
    path.join(
      folder,
      readdirSync(folder).find((file) => file.endsWith(name))!,
    ),
    'utf8',
  );
}

/** Runs the migration as a start does: one text in a transaction. */
async function migrate(): Promise<void> {
  const text = migration('_moderation_queue.sql');
  const threads = migration('_banned_word_actions.sql')
    .split('\n')
    .filter((line) => line.includes('queue_items'));
  const client = await world.ctx.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(text);
    // What later migrations added.
    await client.query(
      'ALTER TABLE queue_items ADD thread_id uuid, ADD escalated_at timestamptz, ADD opened_by uuid, ADD opened_at timestamptz',
    );
    await client.query(threads.join('\n'));
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));

interface OldHold {
  readonly kind: string;
  readonly id: string;
  readonly author: FixtureMember;
  readonly editor?: FixtureMember;
  readonly state: 'open' | 'released' | 'rejected';
  readonly by?: FixtureMember;
  readonly reason?: string;
  readonly at: Date;
}

async function oldHold(hold: OldHold): Promise<string> {
  const id = newId(hold.at);
  const decidedAt = hold.state === 'open' ? null : new Date(hold.at.getTime() + 3_600_000);
  await world.ctx.db.rows(sql`
    INSERT INTO holds VALUES (${id}, ${hold.kind}, ${hold.id}, ${hold.author.profileId}, ${hold.editor?.profileId ?? null}, '{phone number}', 'private_information',
      ${hold.state}, ${hold.by?.profileId ?? null}, ${decidedAt}, ${hold.reason ?? null}, ${hold.at})`);
  return id;
}

interface OldReport {
  readonly kind: string;
  readonly id: string;
  readonly by: FixtureMember;
  readonly reason: string;
  readonly note?: string;
  readonly at: Date;
  readonly decided?: { readonly decision: 'keep' | 'remove'; readonly at: Date; readonly said: string };
}

async function oldReport(report: OldReport): Promise<string> {
  const id = newId(report.at);
  const { decided } = report;
  await world.ctx.db.rows(sql`
    INSERT INTO reports VALUES (${id}, ${report.kind}, ${report.id}, ${report.by.profileId}, ${report.reason}, ${report.note ?? ''}, ${decided ? 'resolved' : 'open'},
      ${decided?.decision ?? null}, ${decided ? moderator.profileId : null}, ${decided?.at ?? null}, ${report.at})`);
  if (decided)
    await world.ctx.db.rows(sql`
      INSERT INTO audit_log (id, actor_id, action, target_kind, target_id, reason, details, created_at)
      VALUES (${newId(decided.at)}, ${moderator.profileId}, ${`report.${decided.decision}`}, ${report.kind}, ${report.id}, ${decided.said}, ${JSON.stringify({ reportId: id })}::jsonb, ${decided.at})`);
  return id;
}

const itemsAbout = async (id: string, state: 'open' | 'decided') =>
  (await world.ok('GET /staff/queue', { query: { subject: id, state } }, moderator)).items;
const read = (itemId: string) => world.ok('GET /staff/queue/:itemId', { params: { itemId } }, moderator);

it('reports and holds of before are in the queue after the migration, with their history, and go on from there', async () => {
  const [author, one, two, three] = [
    await world.member({ createdAt: new Date('2020-01-01') }),
    await world.member(),
    await world.member(),
    await world.member(),
  ];
  const content = 'Held: call me at +49 170 1234567 please';
  const [both, kept, left] = [
    await makePost(world.ctx, author, { content }),
    await makePost(world.ctx, author),
    await makePost(world.ctx, author),
  ];
  const reply = await makeReply(world.ctx, author, kept);
  await makeOldTables();

  // A text that was reported, then held by an edit of staff: one item.
  const first = await oldReport({ kind: 'forum_post', id: both, by: one, reason: 'spam', note: 'Mine', at: day(1) });
  await oldReport({ kind: 'forum_post', id: both, by: two, reason: 'abuse', at: day(3) });
  await oldHold({ kind: 'forum_post', id: both, author, editor: moderator, state: 'open', at: day(2) });
  // Reports that were decided, one by one, and one that came later.
  const keep = { decision: 'keep', at: day(5), said: 'It is fine' } as const;
  const removed = { decision: 'remove', at: day(6), said: 'No, it is not' } as const;
  await oldReport({ kind: 'post_reply', id: reply, by: one, reason: 'other', at: day(1), decided: keep });
  await oldReport({ kind: 'post_reply', id: reply, by: two, reason: 'adult', at: day(2), decided: removed });
  await oldReport({ kind: 'post_reply', id: reply, by: three, reason: 'other', at: day(7) });
  await oldReport({ kind: 'profile', id: author.profileId, by: one, reason: 'copyright', at: day(1) });
  // Holds that were decided, or ended by themselves.
  await oldHold({ kind: 'forum_post', id: kept, author, state: 'released', by: moderator, reason: '', at: day(1) });
  await oldHold({
    kind: 'forum_post',
    id: kept,
    author,
    state: 'released',
    reason: 'no longer in question',
    at: day(2),
  });
  await oldHold({ kind: 'forum_post', id: kept, author, state: 'rejected', by: moderator, reason: 'Bad', at: day(3) });
  await oldHold({ kind: 'forum_post', id: left, author, state: 'released', reason: '', at: day(1) });
  const gone = newId(day(1));
  await oldReport({ kind: 'upload', id: gone, by: one, reason: 'spam', at: day(1) });
  await migrate();

  const [item, ...more] = await itemsAbout(both, 'open');
  expect(more).toEqual([]);
  expect(item).toMatchObject({
    id: first,
    priority: 1,
    author: { username: author.username },
    reports: { count: 2, reasons: ['abuse', 'spam'], newest: [{ reason: 'abuse' }, { reason: 'spam', note: 'Mine' }] },
    hold: { reasons: ['phone number'], editor: { username: moderator.username } },
    createdAt: day(1).toISOString(),
  });
  expect((await read(item!.id)).history.map(({ kind }) => kind)).toEqual(['report', 'hold', 'report']);

  const [decided] = await itemsAbout(reply, 'decided');
  expect(decided).toMatchObject({
    priority: 2,
    author: { username: author.username },
    reports: { count: 2, reasons: ['adult', 'other'] },
    decision: { decision: 'remove', reason: 'No, it is not', by: { username: moderator.username } },
  });
  const lines = (await read(decided!.id)).history.filter(({ kind }) => kind === 'decision');
  expect(lines.map(({ decision, note }) => [decision, note])).toEqual([
    ['remove', 'No, it is not'],
    ['keep', 'It is fine'],
  ]);
  for (const { id, createdAt } of lines)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(createdAt));
  expect(await itemsAbout(reply, 'open')).toMatchObject([{ reports: { count: 1 }, priority: 3 }]);
  expect(await itemsAbout(author.profileId, 'open')).toMatchObject([
    { priority: 2, author: { username: author.username } },
  ]);
  expect((await itemsAbout(kept, 'decided')).map(({ decision }) => [decision!.decision, decision!.reason])).toEqual([
    ['remove', 'Bad'],
    ['obsolete', ''],
    ['approve', ''],
  ]);
  expect(await itemsAbout(left, 'decided')).toMatchObject([{ decision: { decision: 'approve', by: null } }]);
  expect(await itemsAbout(gone, 'open')).toMatchObject([{ subject: { visibility: 'deleted' }, author: { id: null } }]);

  // Views by thread have what was in the queue before threads were stored.
  const thread = await world.ok('GET /staff/queue', { query: { thread: kept, state: 'decided' } }, moderator);
  expect(new Set(thread.items.map(({ subject }) => subject.id))).toEqual(new Set([kept, reply]));

  // The rules go on: one report of each member, nobody's own words.
  const again = { body: { kind: 'post_reply', id: reply, reason: 'spam' } } as const;
  await world.ok('POST /reports', again, one);
  expect(await itemsAbout(reply, 'open')).toMatchObject([{ reports: { count: 1 } }]);
  const approve = { params: { itemId: item!.id }, body: { decision: 'approve' } } as const;
  await world.refused('POST /staff/queue/:itemId/decide', approve, moderator, 'own_content');
  await world.ok('POST /staff/queue/:itemId/decide', approve, await world.member({ admin: true }));
  await world.ok('GET /forum/posts/:postId', { params: { postId: both } });
});
