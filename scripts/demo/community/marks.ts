import type { ReactionKey } from '#contract/limits/forum.ts';
import type { Thread } from '#scripts/demo/parse.ts';
import { signIns } from '#scripts/demo/people.ts';
import type { Plan, TimedThread } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';

/** How often, over the whole community. */
const BOOKMARKS = 160;
const WATCHES = 70;

/** What a text is likely to be given. */
function weightsOf(thread: Thread, author: string, text: string): Record<ReactionKey, number> {
  const heard = thread.category === 'music' || thread.category === 'leaks';
  const seen = thread.category === 'video' || thread.category === 'nsfw';
  const long = text.length > 320;
  const joke = author === 'deadpan' || text.length < 90;
  return {
    like: 4,
    fire: heard || seen ? 4 : 1,
    headphones: heard ? 5 : 0.4,
    idea: long ? 3.5 : 1,
    laugh: joke ? 3 : 0.5,
    thanks: long ? 4 : 1,
  };
}

/**
 * Who may react to, bookmark or watch something at a given time: who has joined, is no author of it, and may see it.
 */
export function readersAt(
  plan: Plan,
  adults: ReadonlySet<string>,
  thread: Thread,
  author: string,
  at: number,
): string[] {
  return [...plan.joined]
    .filter(([name, joined]) => joined < at && name !== author && (thread.category !== 'nsfw' || adults.has(name)))
    .map(([name]) => name);
}

/** Reactions, a few hours after what they are for. */
export function reactions(random: Random, plan: Plan, adults: ReadonlySet<string>, now: number): Action[] {
  const given = (
    timed: TimedThread,
    author: string,
    text: string,
    at: number,
    count: number,
    target: (demo: DemoSite) => { key: string; id: string },
  ): Action[] =>
    random.some(readersAt(plan, adults, timed.thread, author, at), count).flatMap((name) => {
      const when = whenAwake(random, at + Math.max(2, random.around(140, 1.5)) * MINUTE);
      if (when > now) return [];
      const reaction = random.weighted(weightsOf(timed.thread, author, text));
      const run = (demo: DemoSite): Promise<unknown> => {
        const { key, id } = target(demo);
        return key === 'post'
          ? demo.call('PUT /forum/posts/:postId/reaction', { params: { postId: id }, body: { reaction } }, name)
          : demo.call('PUT /forum/replies/:replyId/reaction', { params: { replyId: id }, body: { reaction } }, name);
      };
      return [{ at: when, run }];
    });
  return plan.threads.flatMap((timed) => {
    const { thread, at, replies } = timed;
    const liked = Math.min(16, Math.round(random.around(1.4 + replies.length * 0.16, 0.7)));
    return [
      ...given(timed, thread.author, thread.body, at, liked, (demo) => ({
        key: 'post',
        id: demo.postIds.get(thread)!,
      })),
      ...thread.replies.flatMap((reply, index) => {
        const count = random.chance(0.07) ? random.int(3, 9) : random.chance(0.3) ? random.int(1, 2) : 0;
        return given(timed, reply.author, reply.text, replies[index]!, count, (demo) => ({
          key: 'reply',
          id: demo.replyIds.get(thread)![index]!,
        }));
      }),
    ];
  });
}

/** Bookmarks and watched posts: long ones rather than short ones. */
export function keeping(random: Random, plan: Plan, adults: ReadonlySet<string>, now: number): Action[] {
  const worth = plan.threads.filter(({ thread }) => thread.body.length > 500 || thread.replies.length > 8);
  const one = (what: 'bookmark' | 'watch'): Action[] => {
    const { thread, at } = random.pick(worth);
    const when = whenAwake(random, at + random.around(20, 1.2) * HOUR);
    const readers = readersAt(plan, adults, thread, thread.author, when);
    if (when > now || readers.length === 0) return [];
    const name = random.chance(0.2) ? random.pick(signIns).username : random.pick(readers);
    if (!readers.includes(name)) return [];
    return [
      {
        at: when,
        run: (demo) =>
          demo.call(
            `PUT /forum/posts/:postId/${what}`,
            { params: { postId: demo.postIds.get(thread)! }, body: { on: true } },
            name,
          ),
      },
    ];
  };
  return [
    ...Array.from({ length: BOOKMARKS }, () => one('bookmark')).flat(),
    ...Array.from({ length: WATCHES }, () => one('watch')).flat(),
  ];
}

/**
 * The members of the sign-ins have read most of the forum and their inbox, and were here last evening: what came since
 * is new.
 */
export function reading(random: Random, plan: Plan, adults: ReadonlySet<string>, now: number): Action[] {
  const last = now - 15 * HOUR;
  return signIns.flatMap(({ username }) => {
    const seen = plan.threads.filter(
      ({ thread, at }) =>
        at < last && readersAt(plan, adults, thread, '', at).includes(username) && random.chance(0.75),
    );
    const reads = seen.map(({ thread, at, replies }) => {
      const latest = replies.findLast((reply) => reply < last) ?? at;
      const when = Math.min(last, latest + random.between(1, 20) * HOUR);
      return {
        at: when,
        run: (demo: DemoSite) =>
          demo.call('PUT /forum/posts/:postId/read', { params: { postId: demo.postIds.get(thread)! } }, username),
      };
    });
    const visits = [last - DAY, last].map((at) => ({
      at: at + 1,
      run: (demo: DemoSite) => demo.call('GET /forum/posts', {}, username),
    }));
    const heard: Action = {
      at: last + 2,
      run: async (demo) => {
        await demo.notifyGroups();
        await demo.call('POST /notifications/read', { body: { until: new Date(last).toISOString() } }, username);
      },
    };
    return [...reads, ...visits, heard];
  });
}
