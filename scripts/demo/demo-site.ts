import { createHash } from 'node:crypto';
import type { ContractKey, Input, Reply } from '#contract/contract.ts';
import { features } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import type { RawInput } from '#server/platform/http/run-route.ts';
import { runRoute } from '#server/platform/http/run-route.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { Site } from '#server/site.ts';
import type { Thread } from './parse.ts';
import type { Order, Studio } from './studio/studio.ts';
import { sql } from '#server/platform/db/database.ts';

/** A clock that is set before each action. */
export interface DemoClock extends Clock {
  set(when: number): void;
}

/** The site that the demo's members use: through the product's endpoints, at times in the past. */
export interface DemoSite {
  readonly ctx: Context;
  /** Members who have joined, by username. */
  readonly viewers: Map<string, Viewer>;
  readonly postIds: Map<Thread, string>;
  readonly replyIds: Map<Thread, string[]>;
  /** Ids of the rows of `forum_categories` by name, in lower case. */
  readonly categoryIds: Map<string, string>;
  /** Calls an endpoint as a member, and runs the jobs that follow. @throws what the endpoint refuses */
  call<K extends ContractKey>(key: K, input: Input<K>, username: string): Promise<Reply<K>>;
  /** Runs the pending jobs of an action. */
  settle(): Promise<void>;
  /** Where files are made. */
  readonly studio: Studio;
  /** Runs the jobs that wait for more of their kind: notifications that grow with each reaction. */
  notifyGroups(): Promise<void>;
  /** Waits for the processing of files, which runs beside the actions. @throws the failure of the processing */
  processed(): Promise<void>;
}

/** One action of a member. */
export interface Action {
  /** Milliseconds. */
  readonly at: number;
  /** Files that are made ahead. */
  readonly needs?: readonly Order[];
  run(demo: DemoSite): Promise<unknown>;
}

/** @param start in milliseconds */
export function makeDemoClock(start: number): DemoClock {
  let now = start;
  return {
    now: () => new Date(now),
    set: (when) => {
      now = when;
    },
  };
}

/**
 * Jobs that count again what has happened so far, and take the timestamps from the rows: the last of several is enough.
 */
const growing = new Set(['content.notify-reactions']);
const processing = new Set(['media.process', 'media.process-picture', 'media.analyse-archive', 'media.analyse-sounds']);
/** Of them, those that a running site may do: pictures are judged by staff, who need to see them. */
const laterJobs = new Set(['media.process', 'media.list-archive', 'media.analyse-archive', 'media.analyse-sounds']);

/**
 * Opens the demo on a site without workers: jobs run right after what causes them, at the same time,
 * so that a notification is as old as its reply. Those that the next one replaces wait.
 * What begins after the end of the history is a job of the site that is started next.
 * @param end of the history, in milliseconds
 * @param processLater stores the processing of recordings and archives as jobs of the site, too
 */
export function makeDemoSite(site: Site, studio: Studio, end: number, processLater = false): DemoSite {
  const due: { job: Job<never>; payload: unknown }[] = [];
  const ctx: Context = {
    ...site.ctx,
    jobs: {
      ...site.ctx.jobs,
      enqueue: (tx, job, payload, options) => {
        const isLater = (options?.startAfter?.getTime() ?? 0) > end || (processLater && laterJobs.has(job.name));
        if (isLater) return site.ctx.jobs.enqueue(tx, job, payload, options);
        tx.afterCommit(() => void due.push({ job: job as unknown as Job<never>, payload }));
        return Promise.resolve();
      },
      enqueueWith: (job, payload, when) =>
        Promise.resolve({
          part: sql`SELECT 1 WHERE ${when}`,
          added: () => void due.push({ job: job as unknown as Job<never>, payload }),
        }),
    },
  };
  const viewers = new Map<string, Viewer>();
  const groups = new Map<string, (typeof due)[number]>();
  let pending = Promise.resolve();
  // What is enqueued may be a job's name and payload alone.
  const jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  const unknown = [...growing, ...processing, ...laterJobs].filter((name) => !jobs.has(name));
  if (unknown.length > 0) throw new Error(`No feature has the job ${unknown.join(', ')}.`);
  const work = async ({ job, payload }: (typeof due)[number]): Promise<unknown> =>
    await jobs.get(job.name)!.run(ctx, job.payload.parse(payload));
  const settle = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      const one = next;
      if (processing.has(one.job.name)) {
        pending = pending.then(() => work(one)).then(() => {});
        // Heard of at the end.
        pending.catch(() => {});
      } else if (growing.has(one.job.name)) groups.set(`${one.job.name} ${JSON.stringify(one.payload)}`, one);
      else await work(one);
    }
  };
  return {
    ctx,
    viewers,
    postIds: new Map(),
    replyIds: new Map(),
    categoryIds: new Map(),
    settle,
    studio,
    async notifyGroups() {
      for (const one of groups.values()) await work(one);
      groups.clear();
    },
    async processed() {
      await pending;
      // What processing has caused, such as looking for tempo and key.
      await settle();
      await pending;
    },
    async call(key, input, username) {
      const viewer = viewers.get(username);
      const route = site.routes.get(key);
      if (!viewer || !route) throw new Error(`${username} cannot go through ${key}.`);
      const caller = {
        viewer,
        address: addressOf(username),
        userAgent: '',
        requestId: 'demo',
        cookie: '',
        setHeader: () => {},
      };
      const reply = await runRoute(ctx, route, input as RawInput, caller);
      await settle();
      return reply as Reply<typeof key>;
    },
  };
}

/** Each member has an address of their own, of a network that is nobody's. */
export function addressOf(username: string): string {
  const digits = createHash('sha256').update(username).digest();
  return `10.${digits[0]}.${digits[1]}.${digits[2]}`;
}
