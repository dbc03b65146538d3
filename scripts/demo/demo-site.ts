import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContractKey, Input, Reply } from '#site/contract/contract.ts';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import { features } from '#site/server/app.ts';
import type { Context } from '#platform/server/context.ts';
import { appendToTransfer, finishTransfer, startTransfer } from '#content/media/server/transfers/transfers.ts';
import { transferById } from '#content/media/server/transfers/transfers-store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { RawInput } from '#platform/server/http/run-route.ts';
import { runRoute } from '#platform/server/http/run-route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import type { Site } from '#site/server/site.ts';
import type { Thread } from './parse.ts';
import type { Order, Studio } from './studio/studio.ts';

/** The site that the demo's members use: through the product's endpoints, at times in the past. */
export interface DemoSite {
  readonly ctx: Context;
  /** Members who have joined, by username. */
  readonly viewers: Map<string, Viewer>;
  readonly postIds: Map<Thread, string>;
  readonly replyIds: Map<Thread, string[]>;
  /** Ids of the rows of `forum_categories` by name, in lower case. */
  readonly categoryIds: Map<string, string>;
  /** Where files are made. */
  readonly studio: Studio;
  /** Calls an endpoint as a member, and runs the jobs that follow. @throws what the endpoint refuses */
  call<K extends ContractKey>(key: K, input: Input<K>, username: string): Promise<Reply<K>>;
  /** Transfers a file as a browser does; it is processed while the community goes on. @returns its id */
  send(username: string, order: Order, name: string, purpose: FilePurpose): Promise<string>;
  /** Runs the pending jobs of an action. */
  settle(): Promise<void>;
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

/** A member calls an endpoint. @param input is asked for when it happens */
export const does = <K extends ContractKey>(
  at: number,
  username: string,
  key: K,
  input: (demo: DemoSite) => Input<K>,
): Action => ({ at, run: (demo) => demo.call(key, input(demo), username) });

/** The id of a form that is sent now. */
export const submitIdOf = (demo: Pick<DemoSite, 'ctx'>): string => newId(demo.ctx.clock.now());

/** A file's name as its author would have given it. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-+|-+$/g, '')}.${ending}`;
}

/** @throws when a text of the demo was held back. */
export function published({ visibility }: { readonly visibility: string }, place: string): void {
  if (visibility !== 'published') throw new Error(`${place} was not published, but ${visibility}.`);
}

/** Jobs that count again what has happened so far, and take the timestamps from the rows: the last of several is enough. */
const growing = new Set(['content.notify-reactions']);
const processing = new Set(['media.process', 'media.process-picture', 'media.analyse-archive', 'media.analyse-sounds']);
/** Those that a running site may do: pictures are judged by staff, who need to see them. */
const laterJobs = new Set(['media.process', 'media.list-archive', 'media.analyse-archive', 'media.analyse-sounds']);

interface Due {
  readonly job: { readonly name: string };
  readonly payload: unknown;
}

/**
 * Opens the demo on a site without workers: jobs run right after what causes them, at the same time,
 * so that a notification is as old as its reply. Those that the next one replaces wait.
 * What begins after the end of the history is a job of the site that is started next.
 * @param end of the history, in milliseconds
 * @param processLater stores the processing of recordings and archives as jobs of the site, too
 */
export function makeDemoSite(site: Site, studio: Studio, end: number, processLater = false): DemoSite {
  const due: Due[] = [];
  const ctx: Context = {
    ...site.ctx,
    jobs: {
      ...site.ctx.jobs,
      enqueue: (tx, job, payload, options) => {
        const isLater = (options?.startAfter?.getTime() ?? 0) > end || (processLater && laterJobs.has(job.name));
        if (isLater) return site.ctx.jobs.enqueue(tx, job, payload, options);
        tx.afterCommit(() => void due.push({ job, payload }));
        return Promise.resolve();
      },
      enqueueWith: (job, payload, when) =>
        Promise.resolve({ part: sql`SELECT 1 WHERE ${when}`, added: () => void due.push({ job, payload }) }),
    },
  };
  // What is enqueued may be a job's name and payload alone.
  const jobs = new Map(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, job]));
  const unknown = [...growing, ...processing, ...laterJobs].filter((name) => !jobs.has(name));
  if (unknown.length > 0) throw new Error(`No feature has the job ${unknown.join(', ')}.`);
  const work = async ({ job: { name }, payload }: Due): Promise<unknown> =>
    await jobs.get(name)!.run(ctx, jobs.get(name)!.payload.parse(payload));
  const groups = new Map<string, Due>();
  let pending: Promise<unknown> = Promise.resolve();
  const demo: DemoSite = {
    ctx,
    studio,
    viewers: new Map(),
    postIds: new Map(),
    replyIds: new Map(),
    categoryIds: new Map(),
    async settle() {
      for (let next = due.shift(); next; next = due.shift()) {
        const order = next;
        const { name } = order.job;
        if (processing.has(name)) {
          pending = pending.then(() => work(order));
          // Heard of at the end.
          pending.catch(() => {});
        } else if (growing.has(name)) groups.set(`${name} ${JSON.stringify(order.payload)}`, order);
        else await work(order);
      }
    },
    async notifyGroups() {
      for (const order of groups.values()) await work(order);
      groups.clear();
    },
    async processed() {
      await pending;
      // What processing has caused, such as looking for tempo and key.
      await demo.settle();
      await pending;
    },
    async call(key, input, username) {
      const viewer = demo.viewers.get(username);
      const route = site.routes.get(key);
      if (!viewer || !route) throw new Error(`${username} cannot go through ${key}.`);
      const request = { address: addressOf(username), userAgent: '', requestId: 'demo', cookie: '', setHeader() {} };
      const reply = await runRoute(ctx, route, input as RawInput, { viewer, ...request });
      await demo.settle();
      return reply as Reply<typeof key>;
    },
    async send(username, order, name, purpose) {
      const content = await studio.take(order);
      const id = newId(ctx.clock.now());
      await startTransfer(ctx, demo.viewers.get(username)!, id, { length: content.length, name, purpose });
      await appendToTransfer(ctx, (await transferById(ctx.db, id))!, Readable.from([content]), 0);
      await finishTransfer(ctx, id);
      await demo.settle();
      return id;
    },
  };
  return demo;
}

/** Each member has an address of their own, of a network that is nobody's. */
export function addressOf(username: string): string {
  const digits = createHash('sha256').update(username).digest();
  return `10.${digits[0]}.${digits[1]}.${digits[2]}`;
}
