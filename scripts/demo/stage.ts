import type { ContractKey, Input, Reply } from '#contract/contract.ts';
import type { Context } from '#server/context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import type { RawInput } from '#server/platform/http/run-door.ts';
import { runDoor } from '#server/platform/http/run-door.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { Site } from '#server/site.ts';
import type { Thread } from './parse.ts';
import type { Order, Studio } from './studio.ts';

/** A clock that is set from act to act. */
export interface StageClock extends Clock {
  set(moment: number): void;
}

/** Where the demo's members act: through the product's doors, at moments of the past. */
export interface Stage {
  readonly ctx: Context;
  /** Members who have joined, by username. */
  readonly viewers: Map<string, Viewer>;
  readonly postIds: Map<Thread, string>;
  readonly replyIds: Map<Thread, string[]>;
  /** Ids of the rows of `forum_categories` by name, in lower case. */
  readonly categoryIds: Map<string, string>;
  /** Calls a door as a member, and runs the jobs that come of it. @throws what the door refuses */
  call<K extends ContractKey>(key: K, input: Input<K>, username: string): Promise<Reply<K>>;
  /** Runs what an act has left to do. */
  settle(): Promise<void>;
  /** Where files are made. */
  readonly studio: Studio;
  /** Ends with what waits for more of its kind: notices that grow with each reaction. */
  tellGroups(): Promise<void>;
  /** Waits for the examination of files, which goes on beside the acts. @throws what went wrong in it */
  examined(): Promise<void>;
}

/** Something that somebody does. */
export interface Act {
  /** Milliseconds. */
  readonly at: number;
  /** Files that are made ahead. */
  readonly needs?: readonly Order[];
  run(stage: Stage): Promise<unknown>;
}

/** @param start in milliseconds */
export function makeStageClock(start: number): StageClock {
  let now = start;
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = moment;
    },
  };
}

/** Jobs that count anew what has happened so far, and take its moments from the rows: the last of several says it all. */
const growing = new Set(['forum.notify-reactions', 'feed.notify-like']);
const examining = new Set(['media.process', 'media.process-picture']);

/**
 * Sets the stage on an open site that works on no jobs: here they run right after what causes them, at the same moment,
 * so that a notification is as old as its reply. Those that would say less than the next one wait.
 */
export function makeStage(site: Site, studio: Studio): Stage {
  const due: { job: Job<never>; payload: unknown }[] = [];
  const ctx: Context = {
    ...site.ctx,
    jobs: {
      ...site.ctx.jobs,
      enqueue: (tx, job, payload) => {
        tx.afterCommit(() => void due.push({ job: job as unknown as Job<never>, payload }));
        return Promise.resolve();
      },
    },
  };
  const viewers = new Map<string, Viewer>();
  const groups = new Map<string, (typeof due)[number]>();
  let examinations = Promise.resolve();
  const work = ({ job, payload }: (typeof due)[number]): Promise<unknown> => job.run(ctx, job.payload.parse(payload));
  const settle = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      const one = next;
      if (examining.has(one.job.name)) {
        examinations = examinations.then(() => work(one)).then(() => {});
        // Heard of at the end.
        examinations.catch(() => {});
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
    async tellGroups() {
      for (const one of groups.values()) await work(one);
      groups.clear();
    },
    examined: () => examinations,
    async call(key, input, username) {
      const viewer = viewers.get(username);
      const door = site.doors.get(key);
      if (!viewer || !door) throw new Error(`${username} cannot go through ${key}.`);
      const caller = {
        viewer,
        address: '127.0.0.1',
        userAgent: '',
        requestId: 'demo',
        cookie: '',
        setHeader: () => {},
      };
      const reply = await runDoor(ctx, door, input as RawInput, caller);
      await settle();
      return reply as Reply<typeof key>;
    },
  };
}
