import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import type { Crowd, Seeded } from './seeded.ts';
import type { RunningSite } from './server.ts';

/** Watchers of the busy post, beside the one who is notified last. */
const WATCHERS = 10_000;
const ROUNDS = 5;
const GIVE_UP_MS = 60_000;

/** One action that notifies thousands, in milliseconds. */
export interface CrowdResult {
  /** A reply where nobody watches, the median. */
  readonly aloneMs: number;
  /** A reply that notifies all of them, the median. */
  readonly crowdedMs: number;
  /** From sending it until the last one has it, the longest of all rounds. */
  readonly allNotifiedMs: number;
}

/** Makes members watch a post. Their ids come before every id of our own making, and so before `last`. */
export async function addCrowd(ctx: Context, postId: string, last: FixtureMember): Promise<Crowd> {
  await ctx.db.rows(sql`
    INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, created_at, updated_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 'crowd_' || n, 'crowd' || n, 'Crowd ' || n, 'crowd ' || n, now(), now()
    FROM generate_series(1, ${WATCHERS}::int) AS n`);
  await ctx.db.rows(sql`
    INSERT INTO post_readers (profile_id, post_id, watching)
    SELECT id, ${postId}::uuid, true FROM profiles WHERE username LIKE 'crowd\\_%' OR id = ${last.profileId}`);
  return { postId, lastCookie: last.cookie };
}

/** Replies to a quiet post and to the busy one by turns, and waits each time until the last watcher is notified. */
export async function notifyCrowd(site: RunningSite, { cookies, postIds, crowd }: Seeded): Promise<CrowdResult> {
  const api = `${site.address}/api/v1`;
  const reply = async (postId: string): Promise<number> => {
    const body = JSON.stringify({ content: 'A word to everybody who watches this.', submitId: randomUUID() });
    const headers = { cookie: cookies[0]!, 'content-type': 'application/json' };
    const started = performance.now();
    const answer = await fetch(`${api}/forum/posts/${postId}/replies`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A reply was answered with ${answer.status}.`);
    await answer.arrayBuffer();
    return performance.now() - started;
  };
  const unread = async (): Promise<number> => {
    const answer = await fetch(`${api}/notifications/unread`, { headers: { cookie: crowd.lastCookie } });
    return ((await answer.json()) as { unread: number }).unread;
  };
  // Pending notifications of the writers before are sent first: they do not belong to this measurement.
  for (const end = Date.now() + GIVE_UP_MS; (await jobsWaiting(site)) > 0; await sleep(200))
    if (Date.now() > end) throw new Error('The jobs of the writers were not done within a minute.');
  const [alone, crowded, notified]: [number[], number[], number[]] = [[], [], []];
  const quiet = postIds.find((id) => id !== crowd.postId)!;
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await reply(quiet));
    const before = await unread();
    const started = performance.now();
    crowded.push(await reply(crowd.postId));
    while ((await unread()) === before) {
      if (performance.now() - started > GIVE_UP_MS) throw new Error('The last watcher got no event within a minute.');
      await sleep(20);
    }
    notified.push(performance.now() - started);
  }
  return { aloneMs: median(alone), crowdedMs: median(crowded), allNotifiedMs: Math.max(...notified) };
}

/** How many jobs of a site wait. */
export async function jobsWaiting({ address }: RunningSite): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^jobs_waiting (\d+)$/m.exec(text)?.[1] ?? 0);
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
