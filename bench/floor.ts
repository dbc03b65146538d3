import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { familyCpuSeconds } from './processes.ts';
import type { Seeded } from './seeded.ts';

/** Name of the measurement, for `--only`. */
export const FLOOR = 'reply, bare statements';
const WRITERS = 8;
const WARM_UP_MS = 1000;

/** What storing a reply costs when nothing else is done: no request, no text, no job. */
export interface FloorResult {
  readonly perSecond: number;
  /** Milliseconds of CPU a reply: of the process that sends, and of the database's. */
  readonly clientCpuMs: number;
  readonly databaseCpuMs: number | null;
}

/** The rows that a reply without listeners needs: itself, the count, its writer's place, the event. */
const STATEMENT = `
  WITH parent AS (SELECT id FROM forum_posts WHERE id = $1 AND state = 'published' FOR NO KEY UPDATE),
  made AS (
    INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
    SELECT $2, id, $3, $4, $4, $4, 3, 'published', $5, $6 FROM parent RETURNING id
  ), counted AS (
    UPDATE forum_posts SET reply_count = reply_count + 1, last_reply_at = $6 WHERE id = $1 RETURNING reply_count
  ), reader AS (
    INSERT INTO post_readers (profile_id, post_id, watching, last_read_at, replies_read)
    SELECT $3, $1, true, $6, reply_count FROM counted
    ON CONFLICT (profile_id, post_id) DO UPDATE SET last_read_at = excluded.last_read_at
  ), numbered AS (
    INSERT INTO topics (topic, last_seq) VALUES ('forum-post:' || $1::text, 1)
    ON CONFLICT (topic) DO UPDATE SET last_seq = topics.last_seq + 1 RETURNING last_seq
  )
  INSERT INTO topic_events (topic, seq, type, data, created_at)
  SELECT 'forum-post:' || $1::text, last_seq, 'reply_created', jsonb_build_object('id', $2::uuid, 'authorId', $3::uuid), $6 FROM numbered`;

/**
 * Writes replies by the bare statements through `pg`, from eight connections, each to a post of its own: what no program
 * on these tables can go below.
 * @param database first process of the server
 */
export async function measureFloor(
  { databaseUrl, postIds }: Seeded,
  database: number | null,
  seconds: number,
): Promise<FloorResult> {
  const clients = Array.from(
    { length: WRITERS },
    () => new pg.Client({ connectionString: databaseUrl, pipeline: true }),
  );
  try {
    await Promise.all(clients.map((client) => client.connect()));
    let count = 0;
    const content = 'Moved the chair first, as you said. The hole at 50 Hz is gone and the low end holds together now.';
    const write = async (client: pg.Client, index: number, end: number): Promise<void> => {
      const author = randomUUID();
      const postId = postIds[index * 11]!;
      while (performance.now() < end) {
        const values = [postId, randomUUID(), author, content, randomUUID(), new Date()];
        await Promise.all([
          client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('floor:${author}', 0))`),
          client.query({ name: 'floor', text: STATEMENT, values }),
          client.query('COMMIT'),
        ]);
        count++;
      }
    };
    const run = (ms: number): Promise<unknown> => {
      const end = performance.now() + ms;
      return Promise.all(clients.map((client, index) => write(client, index, end)));
    };
    await run(WARM_UP_MS);
    count = 0;
    const before = { own: process.cpuUsage(), database: database === null ? null : familyCpuSeconds(database) };
    const started = performance.now();
    await run(seconds * 1000);
    const own = process.cpuUsage(before.own);
    const spent = database === null ? null : familyCpuSeconds(database);
    return {
      perSecond: (count * 1000) / (performance.now() - started),
      clientCpuMs: (own.user + own.system) / 1000 / count,
      databaseCpuMs: spent === null || before.database === null ? null : ((spent - before.database) * 1000) / count,
    };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
