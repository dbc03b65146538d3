import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { prices } from '#people/ledger/contract/limits.ts';
import { countsOf, wrongCounts } from '#content/core/server/maintenance/recount.ts';
import { forumPost, postReply } from '#features/forum/server/types.ts';
import { wrongBalances } from '#people/ledger/server/store.ts';
import { fileById } from '#content/media/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { SiteProcess } from './site-process.ts';
import type { CrashFixture } from './fixture.ts';
import { type Transfer, fileIdOf, isDone } from './transfers.ts';
import { type Sent, send } from './writers.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
/**
 * How many of the newest things that were acknowledged are sent again: those whose loss a kill is most likely to cause.
 */
const NEWEST = 50;

export const isAcknowledged = ({ status }: Sent): boolean => status === 200;

/** Sends again, as a form does, what got no answer, and what was acknowledged last: this is answered with the same id. */
export async function sendAgain(site: SiteProcess, sent: readonly Sent[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const written = sent.filter(({ kind }) => kind !== 'sign-up');
  const newest = new Set(written.filter(isAcknowledged).slice(-NEWEST));
  await Promise.all(
    written
      .filter((one) => !isAcknowledged(one) || newest.has(one))
      .map(async (one) => {
        const before = one.id;
        // A busy site asks to try again.
        for (let refusal = await send(agent, site.address!, one); refusal?.status === 503;) {
          await sleep(100);
          refusal = await send(agent, site.address!, one);
        }
        assert.equal(one.status, 200, `${one.path} is answered when it is sent again`);
        if (before !== null) assert.equal(one.id, before, `${one.path} was made once`);
      }),
  );
  agent.destroy();
}

/** The number of a gauge or counter of the site; the sum over all values of its labels. */
export async function metric(site: SiteProcess, name: string): Promise<number> {
  const text = await (await fetch(`${site.address}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^looproom_${name}(?:\\{.*\\})? (\\d+)$`, 'gm'));
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

const sorted = (lines: readonly string[]): string[] => lines.toSorted();

/** Sums of the site are those of what they count, and no job has failed for good. */
export async function checkSums({ db, jobs }: Context): Promise<void> {
  for (const counted of [...countsOf(forumPost), ...countsOf(postReply)])
    assert.deepEqual((await wrongCounts(db, counted, FIRST, 1000)).wrong, []);
  assert.deepEqual((await wrongBalances(db, FIRST, 1000)).wrong, []);
  const [tips] = await db.rows<{ sum: number }>(
    sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entries WHERE kind = 'tip'`,
  );
  assert.equal(tips!.sum, 0, 'every tip that was paid was received');
  assert.deepEqual(await jobs.dead(), []);
}

/** The submits of tips, once for each entry that pays one and once for each that receives it. */
export async function paidTips({ db }: Context): Promise<{ paid: string[]; received: string[] }> {
  const rows = await db.rows<{ submit_id: string; amount: number }>(
    sql`SELECT split_part(cause, ':', 4) AS submit_id, amount FROM ledger_entries WHERE kind = 'tip'`,
  );
  for (const { amount } of rows) assert.equal(Math.abs(amount), prices.tip);
  const of = (wanted: (amount: number) => boolean): string[] =>
    rows.filter(({ amount }) => wanted(amount)).map((row) => row.submit_id);
  return { paid: of((amount) => amount < 0), received: of((amount) => amount > 0) };
}

/** The stored bytes of every file have its checksum. @returns ids and checksums */
export async function storedFiles({ db, storage }: Context): Promise<Map<string, string>> {
  const ids = await db.rows<{ id: string }>(sql`SELECT id FROM files ORDER BY id`);
  const found = new Map<string, string>();
  for (const { id } of ids) {
    const { key, sha256, bytes } = (await fileById(db, id))!;
    const stored = await storage.read(key);
    assert.ok(stored, `the bytes of the file ${id} are stored`);
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of stored.body) {
      hash.update(piece as Buffer);
      size += (piece as Buffer).length;
    }
    assert.deepEqual([size, hash.digest('hex')], [bytes, sha256], `the file ${id} is whole`);
    found.set(id, sha256);
  }
  return found;
}

/** Everything that was acknowledged is there, whole and once, with all that follows from it. */
export async function checkAll(
  fixture: CrashFixture,
  sent: readonly Sent[],
  transfers: readonly Transfer[],
): Promise<void> {
  await fixture.open(async (ctx) => {
    const { db, mail } = ctx;
    const rows = await db.rows<{ id: string; submit_id: string }>(sql`SELECT id, submit_id FROM post_replies`);
    const of = (kind: Sent['kind']): readonly Sent[] => sent.filter((one) => one.kind === kind);
    assert.deepEqual(
      sorted(rows.map((row) => `${row.submit_id} ${row.id}`)),
      sorted(of('reply').map(({ body, id }) => `${body['submitId']} ${id}`)),
    );
    // One notification of each watched post counts its replies.
    const watched = await db.rows<{ post: string; replies: number; notified: number }>(sql`
      SELECT t.post_id AS post, count(*)::int AS replies, coalesce((SELECT sum(n.others + 1)::int FROM notifications n
        WHERE n.cause = 'watched:' || t.post_id AND n.user_id = ${fixture.watcher.profileId}), 0) AS notified
      FROM post_replies t GROUP BY t.post_id`);
    assert.deepEqual(
      watched.map(({ post, notified }) => `${post}: ${notified}`),
      watched.map(({ post, replies }) => `${post}: ${replies}`),
    );
    const postRows = await db.rows<{ id: string; submit_id: string }>(
      sql`SELECT id, submit_id FROM forum_posts WHERE NOT id = ANY(${fixture.postIds}::uuid[])`,
    );
    assert.deepEqual(
      sorted(postRows.map((row) => `${row.submit_id} ${row.id}`)),
      sorted(of('post').map(({ body, id }) => `${body['submitId']} ${id}`)),
    );
    const tips = sorted(of('tip').map(({ body }) => body['submitId']!));
    const { paid, received } = await paidTips(ctx);
    assert.deepEqual([sorted(paid), sorted(received)], [tips, tips]);
    await checkSums(ctx);

    assert.ok(transfers.every(isDone));
    assert.deepEqual(
      await storedFiles(ctx),
      new Map(transfers.map((one) => [fileIdOf(one), one.sha256] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );

    const accounts = new Set(
      (await db.rows<{ email: string }>(sql`SELECT email FROM users`)).map(({ email }) => email),
    );
    const mails = (await mail.outbox!.list(100_000))
      .filter(({ subject }) => !subject.startsWith('The disk of'))
      .map(({ to }) => to);
    for (const { status, body } of of('sign-up')) {
      const email = body['email']!;
      if (status === 200) assert.ok(accounts.has(email));
      // A mail that was being sent at the time of the kill is sent again: at least once, never lost. Whoever was refused
      // after the account was made signs up again, and is mailed of that.
      const count = mails.filter((to) => to === email).length;
      if (accounts.has(email)) assert.ok(count >= 1 && count <= 3, `${count} mails to an account`);
      else assert.equal(count, 0);
    }
    assert.ok(mails.length - new Set(mails).size <= Math.max(3, sent.length / 100));
  });
}
