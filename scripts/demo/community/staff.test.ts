import { expect, test } from 'vitest';
import type { ContractKey } from '#site/contract/contract.ts';
import { readPeople } from '#scripts/demo/people.ts';
import { planDemo } from '#scripts/demo/plan.ts';
import { makeRandom } from '#scripts/demo/random.ts';
import { DAY } from '#scripts/demo/rhythm.ts';
import type { DemoSite } from '#scripts/demo/demo-site.ts';
import { moderation } from './staff.ts';
import { readThreads, someThreads } from '#scripts/demo/threads.ts';

const people = readPeople();
const all = readThreads(people);
const now = Date.UTC(2026, 5, 17, 4, 20);

test.each([1, 2, 8, 16])('nobody reports what is their own, with one in %i threads', async (every) => {
  const threads = someThreads(all, every);
  let reports = 0;
  for (let seed = 0; seed < 10; seed++) {
    const plan = planDemo(makeRandom(`plan ${seed}`), people, threads, now);
    const authors = new Map<string, string>();
    const postIds = new Map(threads.map((thread) => [thread, `post of ${thread.title}`]));
    const replyIds = new Map(
      threads.map((thread) => [thread, thread.replies.map((_, at) => `reply ${at} of ${thread.title}`)]),
    );
    for (const thread of threads) {
      authors.set(postIds.get(thread)!, thread.author);
      for (const [at, id] of replyIds.get(thread)!.entries()) authors.set(id, thread.replies[at]!.author);
    }
    const answers: Partial<Record<ContractKey, unknown>> = {
      'POST /forum/posts': { visibility: 'held' },
      'POST /forum/posts/:postId/replies': { reply: { id: 'spam' } },
      'GET /staff/queue': { items: [{ id: 'item' }] },
      'GET /staff/queue/:itemId': { version: 'read' },
    };
    const demo = {
      ctx: { clock: { now: () => new Date(now) } },
      postIds,
      replyIds,
      async call(key: ContractKey, input: { body?: { id?: string } }, username: string) {
        if (key === 'POST /reports') {
          reports++;
          expect(authors.get(input.body!.id!), `${username} reports, seed ${seed}`).not.toBe(username);
        }
        return answers[key];
      },
    } as unknown as DemoSite;
    for (const action of moderation(makeRandom(`staff ${seed}`), plan, now + DAY)) await action.run(demo);
  }
  expect(reports).toBeGreaterThan(0);
});
