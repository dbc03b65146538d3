import { prices } from '#contract/limits/ledger.ts';
import { sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type LockedPost, lockedPosts } from './locked-posts.ts';
import { readersAt } from './marks.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';
import { choiceOf, published } from './writing.ts';

/** How many members mean to tip; who has too little does not. */
const TIPS = 60;
/** How many unlock each locked post, where so many can pay. */
const UNLOCKS = 3;

/** Members who can pay the price at that time, with credits that rest no longer, the richest first. */
export async function whoCanPay({ ctx }: DemoSite, credits: number): Promise<string[]> {
  const rows = await ctx.db.rows<{ username: string }>(sql`
    SELECT p.username FROM profiles p
    WHERE p.credits - coalesce((
      SELECT sum(r.credits) FROM resting_credits r WHERE r.profile_id = p.id AND r.until > ${ctx.clock.now()}), 0) >= ${credits}
    ORDER BY p.credits DESC, p.username`);
  return rows.map((row) => row.username);
}

/** Tips for posts, hours after they were written. */
export function tips(random: Random, plan: Plan, adults: ReadonlySet<string>, now: number): Action[] {
  return Array.from({ length: TIPS }, () => {
    const { thread, at } = random.pick(plan.threads);
    const when = whenAwake(random, at + random.around(9, 1.1) * HOUR);
    const readers = readersAt(plan, adults, thread, thread.author, when);
    if (when > now || readers.length === 0) return [];
    const name = random.pick(readers);
    const run = async (demo: DemoSite): Promise<void> => {
      if (!(await whoCanPay(demo, prices.tip)).includes(name)) return;
      const params = { postId: demo.postIds.get(thread)! };
      await demo.call(
        'POST /forum/posts/:postId/tip',
        { params, body: { submitId: newId(demo.ctx.clock.now()) } },
        name,
      );
    };
    return [{ at: when, run }];
  }).flat();
}

/** Posts behind an unlock, who pays for them, and what the first of these says. */
export function locking(random: Random, plan: Plan, now: number): Action[] {
  return lockedPosts.flatMap((post) => sold(random, plan, post, now));
}

function sold(random: Random, plan: Plan, post: LockedPost, now: number): Action[] {
  const wanted = now - post.daysAgo * DAY + random.between(-5, 5) * HOUR;
  const at = whenAwake(random, Math.max(wanted, plan.joined.get(post.author)! + HOUR));
  let id = '';
  let paid = 0;
  const write = async (demo: DemoSite): Promise<void> => {
    const category = choiceOf(demo, post.category);
    const body = { content: post.text, category, isLocked: true, submitId: newId(demo.ctx.clock.now()) };
    const made = await demo.call('POST /forum/posts', { body }, post.author);
    published(made, `the locked post of ${post.author}`);
    ({ id } = made);
  };
  const unlock = async (demo: DemoSite): Promise<void> => {
    const able = (await whoCanPay(demo, prices.unlock)).filter((name) => name !== post.author);
    const name = able[paid];
    if (name === undefined) return;
    await demo.call('POST /forum/posts/:postId/unlock', { params: { postId: id } }, name);
    if (paid++ > 0) return;
    const body = { content: post.answer, submitId: newId(demo.ctx.clock.now()) };
    await demo.call('POST /forum/posts/:postId/replies', { params: { postId: id }, body }, name);
  };
  const timestamps = Array.from({ length: UNLOCKS }, (_, index) => at + (index + 1) * random.between(2, 14) * HOUR);
  return [
    { at, run: write },
    ...timestamps.filter((when) => when < now - 5 * MINUTE).map((when) => ({ at: when, run: unlock })),
  ];
}
