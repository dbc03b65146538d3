import type { Logger } from 'pino';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { hasNoUsers } from '#people/accounts/server/store.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { challenges, joinings, visits } from './community/joining.ts';
import { galleryActions, listing, setting } from './community/listing.ts';
import { friendships, keeping, reactions, reading, showcases } from './community/marks.ts';
import { sharing } from './community/sharing.ts';
import { announcing, moderation, opening } from './community/staff.ts';
import { lockedCount, locking, tips, writing } from './community/writing.ts';
import { makeDemoSite } from './demo-site.ts';
import type { Thread } from './parse.ts';
import { readPeople } from './people.ts';
import { planDemo } from './plan.ts';
import { profileAppearances } from './profiles.ts';
import { makeRandom } from './random.ts';
import { openStudio } from './studio/studio.ts';
import { readThreads } from './threads.ts';
import { type DemoUpload, demoUploads } from './uploads.ts';

export interface DemoOptions {
  readonly log: Logger;
  /** The same seed and timestamp give the same history. */
  readonly seed?: string;
  /** End of the history. */
  readonly now?: Date;
  /** Others than those of `threads/`, for tests. */
  readonly threads?: readonly Thread[];
  /** Others than those of `uploads.ts`, for tests. */
  readonly uploads?: readonly DemoUpload[];
  /** Pictures in the gallery; all when not given. */
  readonly pictures?: number;
  /** Days at the end on which members come only to read; all when not given. */
  readonly readingDays?: number;
  /** Members whose pages are made their own; all when not given. */
  readonly appearances?: number;
  /** True: recordings and archives are left to the workers of the site that is started next. */
  readonly processLater?: boolean;
  /** Members who listen to the most popular upload; 14 when not given. */
  readonly plays?: number;
  /** Called with the whole community, before its site is closed. */
  onMade?(ctx: Context): Promise<void>;
  /** Reports the progress now and then: how many of all actions are done. */
  onProgress?(done: number, all: number): void;
}

/** The result of making the demo. */
export interface DemoSummary {
  readonly members: number;
  readonly posts: number;
  readonly replies: number;
  readonly actions: number;
}

/** The database holds members already. */
export class DemoError extends Error {
  override name = 'DemoError';
}

/**
 * Makes the demo community on the configured, empty database: sixty members, two months of posts and replies with all
 * that belongs to them, made through the product's own endpoints with its clock set back.
 * @throws {DemoError} when the site has accounts already.
 */
export async function makeDemo(config: Config, options: DemoOptions): Promise<DemoSummary> {
  const { log, seed = 'looproom', onProgress } = options;
  const now = (options.now ?? new Date()).getTime();
  const random = makeRandom(seed);
  const people = readPeople();
  const threads = options.threads ?? readThreads(people);
  const plan = planDemo(random.fork('plan'), people, threads, now);
  const uploads = options.uploads ?? demoUploads;
  const artists = new Set(uploads.filter(({ songs }) => songs !== undefined).map(({ by }) => by));
  const actions = [
    ...(await joinings(plan)),
    ...opening(plan),
    ...writing(random.fork('writing'), plan),
    ...visits(random.fork('visits'), plan, options.readingDays),
    ...challenges(random.fork('challenges'), plan),
    ...reactions(random.fork('reactions'), plan),
    ...keeping(random.fork('keeping'), plan),
    ...friendships(random.fork('friendships'), plan),
    ...galleryActions(random.fork('gallery'), plan, options.pictures),
    ...sharing(random.fork('sharing'), plan, options),
    ...listing(random.fork('listing'), plan, artists),
    ...setting(plan),
    ...announcing(plan),
    ...showcases(random.fork('showcases'), plan),
    ...reading(random.fork('reading'), plan),
    ...tips(random.fork('tips'), plan),
    ...locking(random.fork('locking'), plan),
    ...profileAppearances(random.fork('profiles'), plan, options.appearances),
    ...moderation(random.fork('moderation'), plan, now),
  ].toSorted((one, other) => one.at - other.at);
  let at = actions[0]!.at;
  const clock = { now: () => new Date(at) };
  // Its artists are invented.
  const offline = { ...config, spotifyLookup: false };
  const site = await openSite(offline, log, { clock, rateLimits: false, work: false, pages: false });
  const studio = openStudio();
  try {
    const { db } = site.ctx;
    /** On the site's own server: a making that is interrupted is thrown away, so that no commit need wait for the disk. */
    const setWaiting = async (change: SQL): Promise<void> => {
      if (config.databaseUrl) return;
      await db.rows(change);
      await db.rows(sql`SELECT pg_reload_conf()`);
    };
    if (!(await hasNoUsers(db))) throw new DemoError('The demo needs a database of its own: this one has accounts.');
    await setWaiting(sql`ALTER SYSTEM SET synchronous_commit = off`);
    const demo = makeDemoSite(site, studio, now, options.processLater);
    for (const order of actions.flatMap((action) => action.needs ?? [])) studio.order(order);
    for (const [index, action] of actions.entries()) {
      at = action.at;
      await action.run(demo);
      if (index % 100 === 99) onProgress?.(index + 1, actions.length);
    }
    onProgress?.(actions.length, actions.length);
    at = now;
    await demo.notifyGroups();
    await demo.processed();
    await options.onMade?.(site.ctx);
    // Nobody has a page open that could have missed them.
    await db.rows(sql`DELETE FROM topic_events`);
    await db.rows(sql`DELETE FROM account_links WHERE purpose = 'setup'`);
    await db.rows(sql`ANALYZE`);
    await setWaiting(sql`ALTER SYSTEM RESET synchronous_commit`);
    const replies = threads.reduce((sum, thread) => sum + thread.replies.length, 0);
    return { members: people.size, posts: threads.length + lockedCount, replies, actions: actions.length };
  } finally {
    studio.close();
    await site.close();
  }
}
