import { readFileSync } from 'node:fs';
import path from 'node:path';
import { forum } from '#features/forum/contract/limits.ts';
import { ladder } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { recountPeriods } from '#people/ledger/server/store.ts';
import { asSeen } from '#content/moderation/server/rules/normalise.ts';
import { usernameKeySql } from '#people/profiles/server/rules/skeleton.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { RENDERER_VERSION, excerpt, plainText, renderMarkdown } from '#platform/server/markdown/render.ts';
import { readPeople } from './people.ts';
import { readThreads } from './threads.ts';

/** The counts to add. */
interface BulkOptions {
  readonly posts: number;
  /** 5 by default. */
  readonly repliesPerPost?: number;
  /** Members who write them; by default a fiftieth of the posts, at most 10,000. */
  readonly members?: number;
  /** The timestamp of the newest post. */
  readonly now: Date;
  onProgress?(done: number, all: number): void;
}

/** Posts, and members, in one statement. */
const CHUNK = 10_000;
/** Milliseconds between two posts: a million of them reach back two years. */
const STEP = 63_072;
const SUMMARY_CHARS = 300;
const REPLY_EXCERPT_CHARS = 140;

/** A statement of the folder `bulk`. */
const statement = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'bulk', `${name}.sql`), 'utf8').replace(
    '{username_key}',
    usernameKeySql("'bulk_' || i"),
  );

/** The normalized form of a text in `contentFingerprint`, before it is hashed. */
const folded = (text: string): string => asSeen(text).toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * Adds many posts with replies by plain inserts, for benchmarks: texts of the demo's threads with a number in the
 * title, their HTML, counts, fingerprints and keys as the endpoints would have made them. No rewards for posts, jobs or
 * notifications.
 */
export async function bulkLoad(ctx: Context, options: BulkOptions): Promise<void> {
  const { posts, repliesPerPost = 5, now, onProgress } = options;
  const members = options.members ?? Math.max(20, Math.min(10_000, Math.floor(posts / 50)));
  const threads = readThreads(readPeople());
  const bodies = threads.map(({ title, body }) => ({ title: title.slice(0, forum.titleMax - 12), body }));
  const answers = threads.flatMap((thread) => thread.replies.map((reply) => reply.text));
  const render = (text: string): string =>
    renderMarkdown(text, { knownUsernames: new Set(), siteUrl: ctx.siteUrl }).html;
  const postTexts = [
    bodies.map(({ title }) => title),
    bodies.map(({ body }) => body),
    bodies.map(({ body }) => render(body)),
    bodies.map(({ body }) => excerpt(plainText(body), forum.previewChars)),
    bodies.map(({ body }) => excerpt(plainText(body), SUMMARY_CHARS)),
    bodies.map(({ title }) => folded(title)),
    bodies.map(({ body }) => folded(body)),
  ];
  const replyExcerpts = answers.map((text) => excerpt(plainText(text), REPLY_EXCERPT_CHARS));
  const replyTexts = [answers, answers.map(render), replyExcerpts];
  const patiently = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    ctx.db.tx(async (tx) => {
      await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
      return await work(tx);
    });
  /** Runs a statement for each part of the numbers up to `count`. */
  const inParts = async (name: string, from: number, to: number, values: readonly unknown[]): Promise<void> =>
    await patiently(async (tx) => {
      const [{ made } = { made: false }] = await tx.rows<{ made: boolean }>(
        sql`SELECT to_regproc('pg_temp.bulk_id') IS NOT NULL AS made`,
      );
      if (!made) await tx.client.query(statement('ids'));
      await tx.client.query(statement(name), [now, from, to, ...values]);
    });
  for (let from = 1; from <= members; from += CHUNK) {
    const ranks = ladder.map(({ rank, xp }) => (xp === 0 ? null : rank));
    await inParts('members', from, Math.min(members, from + CHUNK - 1), [ranks, ladder.map(({ xp }) => xp)]);
  }
  await patiently((tx) => recountPeriods(tx, now));
  for (let from = 1; from <= posts; from += CHUNK) {
    const to = Math.min(posts, from + CHUNK - 1);
    await inParts('posts', from, to, [repliesPerPost, STEP, RENDERER_VERSION, ...postTexts]);
    for (let reply = 1; reply <= repliesPerPost; reply++)
      await inParts('replies', from, to, [reply, STEP, RENDERER_VERSION, ...replyTexts]);
    onProgress?.(to, posts);
  }
  await ctx.db.rows(sql`
    UPDATE profiles p SET post_count = counted.posts FROM (SELECT author_id, count(*)::int AS posts FROM forum_posts WHERE state = 'published' GROUP BY author_id) AS counted
    WHERE counted.author_id = p.id AND p.post_count <> counted.posts`);
  await ctx.db.rows(sql`ANALYZE`);
}
