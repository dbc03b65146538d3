import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type FixtureMember, makeMember } from '#server/features/accounts/fixtures.ts';
import { makePost } from '#server/features/forum/fixtures.ts';
import { setSiteSetting } from '#server/features/site-settings/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { openSite } from '#server/site.ts';
import { startPostgres } from '#scripts/postgres.ts';
import type { Place } from './site-process.ts';

/** A data folder with members and two posts that one of them watches; no process runs on it. */
export interface Stage {
  readonly place: Place;
  readonly writers: readonly FixtureMember[];
  /** Watches a post: notified of every reply. */
  readonly watcher: FixtureMember;
  readonly postIds: readonly string[];
  /** Opens the data in this process, where jobs are stored and not run. */
  open<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /** As if minutes had passed since the last process was killed. Nothing to do where a start does not wait for them. */
  letTimePass(): Promise<void>;
  clear(): Promise<void>;
}

/** Makes a stage. @param on the embedded database, or a PostgreSQL of its own that makes every commit durable. */
export async function makeStage(on: 'embedded' | 'server'): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'looproom-crash-'));
  const postgres = on === 'server' ? await startPostgres() : null;
  const place: Place = { dataDir, databaseUrl: postgres?.url ?? '' };
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: place.databaseUrl, PORT: '0' });
  const open: Stage['open'] = async (work) => {
    const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false, start: false });
    try {
      return await work(site.ctx);
    } finally {
      await site.close();
    }
  };
  return await open(async (ctx) => {
    const createdAt = new Date(Date.now() - 30 * 86_400_000);
    const writers: FixtureMember[] = [];
    for (let made = 0; made < 6; made++) writers.push(await makeMember(ctx, { createdAt }));
    const watcher = await makeMember(ctx, { createdAt });
    for (const name of ['spamReplies', 'spamPosts'] as const) await setSiteSetting(ctx, name, 100_000);
    const postIds = [await makePost(ctx, writers[0]!), await makePost(ctx, writers[1]!)];
    for (const postId of postIds)
      await ctx.db.rows(
        sql`INSERT INTO post_readers (post_id, profile_id, watching) VALUES (${postId}, ${watcher.profileId}, true)`,
      );
    return {
      place,
      writers,
      watcher,
      postIds,
      open,
      async letTimePass() {
        if (postgres === null) return;
        const client = new pg.Client({ connectionString: postgres.url });
        await client.connect();
        await client.query(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '5 minutes'`);
        await client.end();
      },
      async clear() {
        postgres?.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  });
}
