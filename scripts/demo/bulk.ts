import { forum } from '#contract/limits/forum.ts';
import { ladder } from '#contract/ranks.ts';
import { asSeen } from '#server/features/moderation/rules/normalise.ts';
import type { Context } from '#server/context.ts';
import { usernameKeySql } from '#server/features/profiles/rules/skeleton.ts';
import { recountPeriods } from '#server/features/ledger/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { RENDERER_VERSION, excerpt, plainText, renderMarkdown } from '#server/platform/markdown/render.ts';
import { readPeople } from './people.ts';
import { readThreads } from './threads.ts';

export interface BulkOptions {
  readonly posts: number;
  /** 5 by default. */
  readonly repliesPerPost?: number;
  /** Members who write them; by default a fiftieth of the posts, at most 10,000. */
  readonly members?: number;
  /** The timestamp of the newest post. */
  readonly now: Date;
  onProgress?(done: number, all: number): void;
}

/** Posts in one statement. */
const CHUNK = 10_000;
/** Milliseconds between two posts: a million of them reach back two years. */
const STEP = 63_072;
const SUMMARY_CHARS = 300;
const REPLY_EXCERPT_CHARS = 140;

/** A key of version 7 made of a timestamp and a number (`kind` separates tables); `newId` makes them at random. */
const idOf = (kind: string, at: string, number: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${kind}' || ${number}), 1, 3)
    || '8' || substr(md5('${kind}' || ${number}), 4, 15))::uuid`;

/** Members in one statement. */
const MEMBERS_CHUNK = 20_000;
/** Few have much and most have little, between 10 and some 12,000. */
const XP = `(10 * (1 + floor(1200 * power((hashtextextended(i::text || 'xp', 0) & 1048575) / 1048576.0, 5))))::int`;
/** The rank that a total earns, null for the first. */
const RANK = `CASE ${ladder
  .toReversed()
  .map((step) => `WHEN xp >= ${step.xp} THEN ${step.xp === 0 ? 'NULL' : `'${step.rank}'`}`)
  .join(' ')} END`;

/**
 * Members without accounts' passwords: nobody signs in as them. Each has earned XP at once, some day of the last forty.
 */
async function addMembers(ctx: Context, count: number, now: Date): Promise<void> {
  const at = `($1::timestamptz - interval '800 days' + i * interval '1 minute')`;
  const earnedAt = `($1::timestamptz - (i % 40) * interval '1 day')`;
  for (let from = 1; from <= count; from += MEMBERS_CHUNK) {
    await ctx.db.pool.query(
      `WITH new AS MATERIALIZED (
          SELECT i, ${idOf('user', at, 'i')} AS user_id, ${idOf('profile', at, 'i')} AS profile_id, ${at} AS at, ${XP} AS xp FROM generate_series($2::int, $3::int) AS i),
        made AS (INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
          SELECT user_id, 'Member ' || i, 'bulk-' || i || '@example.com', true, at, at FROM new),
        earned AS (INSERT INTO ledger_entries (id, profile_id, currency, amount, kind, cause, created_at)
          SELECT ${idOf('entry', earnedAt, 'i')}, profile_id, 'xp', xp, 'correction', 'bulk', ${earnedAt} FROM new)
       INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, xp, custom_role, custom_role_source, created_at, updated_at)
       SELECT profile_id, user_id, 'bulk_' || i, ${usernameKeySql("'bulk_' || i")}, 'Member ' || i, 'member ' || i, xp, ${RANK}, 'xp', at, at FROM new`,
      [now, from, Math.min(count, from + MEMBERS_CHUNK - 1)],
    );
  }
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
    await recountPeriods(tx, now);
  });
}

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
  await addMembers(ctx, members, now);
  const pool = {
    title: bodies.map(({ title }) => title),
    body: bodies.map(({ body }) => body),
    html: bodies.map(({ body }) => render(body)),
    preview: bodies.map(({ body }) => excerpt(plainText(body), forum.previewChars)),
    summary: bodies.map(({ body }) => excerpt(plainText(body), SUMMARY_CHARS)),
    foldedTitle: bodies.map(({ title }) => folded(title)),
    foldedBody: bodies.map(({ body }) => folded(body)),
    reply: answers,
    replyHtml: answers.map(render),
    replyExcerpt: answers.map((text) => excerpt(plainText(text), REPLY_EXCERPT_CHARS)),
  };
  const author = `(SELECT ids[1 + (hashtextextended(i::text || 'author', 0) & 1048575)::int % array_length(ids, 1)] FROM members)`;
  const at = `($1::timestamptz - (i * ${STEP}::float8) * interval '1 millisecond')`;
  const replyAt = `(${at} + (k * k * ${Math.floor(STEP / 30)}) * interval '1 millisecond')`;
  const bulkMembers = `members AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids FROM profiles WHERE username LIKE 'bulk\\_%')`;
  for (let from = 1; from <= posts; from += CHUNK) {
    const to = Math.min(posts, from + CHUNK - 1);
    await ctx.db.tx(async (tx) => {
      await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
      await tx.client.query(
        `WITH ${bulkMembers}, pool AS MATERIALIZED (
           SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) WITH ORDINALITY
             AS p (title, body, html, preview, summary, folded_title, folded_body, place))
         INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, fingerprint, author_id, state, submit_id, created_at, reply_count, last_reply_at, category_name)
         SELECT ${idOf('post', at, 'i')}, p.title || ' · ' || i, p.title || ' · ' || i || E'\\n\\n' || p.body, p.html, p.preview, p.summary, ${RENDERER_VERSION},
           encode(sha256(convert_to(p.folded_title || ' · ' || i || ' ' || p.folded_body, 'UTF8')), 'hex'),
           ${author}, 'published', ${idOf('post-submit', at, 'i')}, ${at}, $11::int,
           CASE WHEN $11::int > 0 THEN (SELECT max(${replyAt}) FROM (VALUES ($11::int)) AS last (k)) END,
           CASE i % 4 WHEN 0 THEN 'music' WHEN 1 THEN 'marketplace' END
         FROM generate_series($2::int, $3::int) AS i JOIN pool p ON p.place = 1 + i % $12::int`,
        [
          now,
          from,
          to,
          pool.title,
          pool.body,
          pool.html,
          pool.preview,
          pool.summary,
          pool.foldedTitle,
          pool.foldedBody,
          repliesPerPost,
          bodies.length,
        ],
      );
    });
    for (let k = 1; k <= repliesPerPost; k++) {
      await ctx.db.tx(async (tx) => {
        await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
        await tx.client.query(
          `WITH ${bulkMembers}, pool AS MATERIALIZED (
             SELECT * FROM unnest($5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS p (content, html, excerpt, place))
           INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
           SELECT ${idOf('reply', replyAt, `(i::text || '/' || k)`)}, ${idOf('post', at, 'i')},
             (SELECT ids[1 + (hashtextextended(i::text || '/' || k, 0) & 1048575)::int % array_length(ids, 1)] FROM members),
             p.content, p.html, p.excerpt, ${RENDERER_VERSION}, 'published', ${idOf('reply-submit', replyAt, `(i::text || '/' || k)`)}, ${replyAt}
           FROM generate_series($2::int, $3::int) AS i CROSS JOIN (VALUES ($4::int)) AS turn (k)
           JOIN pool p ON p.place = 1 + (i * 7 + k * 13) % $8::int`,
          [now, from, to, k, pool.reply, pool.replyHtml, pool.replyExcerpt, answers.length],
        );
      });
    }
    onProgress?.(to, posts);
  }
  await ctx.db.rows(sql`
    UPDATE profiles p SET post_count = counted.posts FROM (SELECT author_id, count(*)::int AS posts FROM forum_posts WHERE state = 'published' GROUP BY author_id) AS counted
    WHERE counted.author_id = p.id AND p.post_count <> counted.posts`);
  await ctx.db.rows(sql`ANALYZE`);
}

/** What `contentFingerprint` makes of a part of a text, before it is hashed. */
function folded(text: string): string {
  return asSeen(text).toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
