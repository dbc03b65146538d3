import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { type Postgres, startPostgres } from '#scripts/postgres/postgres.ts';
import { type Place, endSites } from './site-process.ts';

/** A data folder with members and two posts that one of them watches; no process runs on it. */
export interface CrashFixture {
  readonly place: Place;
  /** They have credits to tip with. */
  readonly writers: readonly FixtureMember[];
  /** They send files. */
  readonly senders: readonly FixtureMember[];
  /** Wrote the posts, and is tipped for them. */
  readonly author: FixtureMember;
  readonly staff: FixtureMember;
  /** Watches a post: notified of every reply. */
  readonly watcher: FixtureMember;
  readonly postIds: readonly string[];
  /** A database server that is not the site's own. */
  readonly postgres: Postgres | null;
  /** Opens the data in this process, where jobs are stored and not run. */
  open<T>(work: (ctx: Context) => Promise<T>, place?: Place): Promise<T>;
  /** As if minutes had passed since the last process was killed. No site may run: its jobs would seem lost. */
  letTimePass(): Promise<void>;
  /** Kills the sites that still run on its folder, and removes its database and folder. */
  clear(): Promise<void>;
}

/** Credits of a writer: more tips than any run sends. */
const CREDITS = 1_000_000;

/** The site's own server in its data folder, or another one; both make every commit durable. */
export type DatabaseKind = 'own' | 'server';

/** What a fixture is made on. */
interface FixtureOptions {
  readonly on: DatabaseKind;
  /** Is there, empty, and removed at the end; a temporary one when not given. */
  readonly folder?: string;
}

/**
 * Runs a scenario on a fixture of its own, and clears the fixture however the scenario ends.
 * @throws what the scenario throws; what the clearing throws only when the scenario has passed
 */
export async function withFixture<T>(
  options: FixtureOptions,
  scenario: (fixture: CrashFixture) => Promise<T>,
): Promise<T> {
  const fixture = await makeFixture(options);
  let result: T;
  try {
    result = await scenario(fixture);
  } catch (error) {
    // The first failure is the one to read: a failed clearing is often its consequence.
    await fixture.clear().catch(() => {});
    throw error;
  }
  await fixture.clear();
  return result;
}

async function makeFixture({ on, folder }: FixtureOptions): Promise<CrashFixture> {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'looproom-crash-')));
  const postgres = on === 'server' ? await startPostgres() : null;
  const place: Place = { dataDir, databaseUrl: postgres?.url ?? '' };
  const open: CrashFixture['open'] = async (work, at = place) => {
    const config = readConfig({ DATA_DIR: at.dataDir, DATABASE_URL: at.databaseUrl, PORT: '0' });
    const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false, start: false });
    try {
      return await work(site.ctx);
    } finally {
      await site.close();
    }
  };
  return await open(async (ctx) => {
    const createdAt = new Date(Date.now() - 30 * 86_400_000);
    const make = async (count: number): Promise<FixtureMember[]> => {
      const members: FixtureMember[] = [];
      while (members.length < count) members.push(await makeMember(ctx, { createdAt }));
      return members;
    };
    const writers = await make(6);
    const [author, watcher, ...senders] = (await make(4)) as [FixtureMember, FixtureMember, ...FixtureMember[]];
    const staff = await makeMember(ctx, { createdAt, admin: true });
    await ctx.db.tx(async (tx) => {
      for (const { profileId } of writers) await correct(ctx, tx, profileId, { xp: 0, credits: CREDITS }, 'crash');
    });
    for (const name of ['spamReplies', 'spamPosts'] as const) await setSiteSetting(ctx, name, 100_000);
    const postIds = [await makePost(ctx, author), await makePost(ctx, author)];
    for (const postId of postIds)
      await ctx.db.rows(
        sql`INSERT INTO post_readers (post_id, profile_id, watching) VALUES (${postId}, ${watcher.profileId}, true)`,
      );
    return {
      place,
      writers,
      senders,
      author,
      watcher,
      staff,
      postIds,
      postgres,
      open,
      async letTimePass() {
        await open(({ db }) =>
          db.rows(sql`
            UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '5 minutes',
              start_after = CASE WHEN state = 'retry' THEN now() ELSE start_after END`),
        );
      },
      async clear() {
        await endSites(place);
        postgres?.stop();
        // Backends of a killed server write until they notice.
        await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      },
    };
  });
}
