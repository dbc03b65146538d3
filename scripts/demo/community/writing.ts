import { prices } from '#people/ledger/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Thread, type ThreadCategory, readData } from '#scripts/demo/parse.ts';
import { type Plan, readersAt } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type Action, type DemoSite, does, published, submitIdOf } from '#scripts/demo/demo-site.ts';

/** Edited posts and replies, and posts that a moderator moved to their category. */
const EDITED_POSTS = 16;
const EDITED_REPLIES = 14;
const MOVED_POSTS = 3;
/** How many members mean to tip; who has too little does not. And how many unlock each locked post, where they can pay. */
const TIPS = 60;
const UNLOCKS = 3;

/** A text before its author edited it: without its end, or with two letters of a long word swapped. */
const withoutEnd = (text: string): string => text.slice(0, text.lastIndexOf('\n\n'));
function withTypo(text: string): string {
  const word = /\b[a-z]{7,}\b/.exec(text)?.[0];
  return word === undefined
    ? `${text} .`
    : text.replace(word, word[0]! + word[1]! + word[3]! + word[2]! + word.slice(4));
}

/** The choice of a category as the composer sends it. */
const choiceOf = (demo: DemoSite, category: ThreadCategory): string =>
  category === 'general' ? '' : (demo.categoryIds.get(category) ?? category);

const idOf = (demo: DemoSite, thread: Thread): { postId: string } => ({ postId: demo.postIds.get(thread)! });

function postActions(
  thread: Thread,
  at: number,
  how: { before: string; editAt: number | null; mover: string | null },
): Action[] {
  const { author, title, body } = thread;
  const actions: Action[] = [
    {
      at,
      async run(demo) {
        const category = choiceOf(demo, how.mover === null ? thread.category : 'general');
        const form = { content: `${title}\n\n${how.before}`, category, submitId: submitIdOf(demo) };
        const created = await demo.call('POST /forum/posts', { body: form }, author);
        published(created, thread.place);
        demo.postIds.set(thread, created.id);
        demo.replyIds.set(thread, []);
      },
    },
  ];
  if (how.editAt !== null)
    actions.push(
      does(how.editAt, how.mover ?? author, 'PATCH /forum/posts/:postId', (demo) => {
        const category = how.mover === null ? undefined : choiceOf(demo, thread.category);
        return { params: idOf(demo, thread), body: { content: `${title}\n\n${body}`, baseVersion: 1, category } };
      }),
    );
  if (thread.pinned)
    actions.push(
      does(at + 2 * MINUTE, author, 'PUT /forum/posts/:postId/pin', (demo) => ({
        params: idOf(demo, thread),
        body: { on: true },
      })),
    );
  return actions;
}

function replyActions(thread: Thread, index: number, at: number, editAt: number | null): Action[] {
  const { author, to, text } = thread.replies[index]!;
  const write: Action = {
    at,
    async run(demo) {
      const ids = demo.replyIds.get(thread)!;
      const inReplyTo = to === null ? undefined : ids[to]!;
      const body = { content: editAt === null ? text : withTypo(text), submitId: submitIdOf(demo), inReplyTo };
      const params = idOf(demo, thread);
      const created = await demo.call('POST /forum/posts/:postId/replies', { params, body }, author);
      published(created.reply, `reply ${index + 1} of ${thread.place}`);
      ids[index] = created.reply.id;
    },
  };
  if (editAt === null) return [write];
  const edit = does(editAt, author, 'PATCH /forum/replies/:replyId', (demo) => ({
    params: { replyId: demo.replyIds.get(thread)![index]! },
    body: { content: text, baseVersion: 1 },
  }));
  return [write, edit];
}

/** Everything that is written: posts, replies, their edits, pins, and what moderators moved. */
export function writing(random: Random, { people, threads, now }: Plan): Action[] {
  const editable = threads.filter(({ at, thread }) => at < now - 120 * MINUTE && !thread.pinned);
  const rows = editable.filter(
    ({ thread }) =>
      people.get(thread.author)!.role === 'member' && ['mixing', 'gear', 'video'].includes(thread.category),
  );
  const moved = new Set(random.some(rows, MOVED_POSTS));
  const unmoved = editable.filter((post) => !moved.has(post));
  const edited = new Set(random.some(unmoved, EDITED_POSTS));
  const moderators = [...people.values()].filter(({ role }) => role === 'moderator');
  const old = editable.flatMap(({ thread, replies }) =>
    thread.replies.filter((_, index) => replies[index]! < now - 60 * MINUTE),
  );
  const retouched = new Set(random.some(old, EDITED_REPLIES));
  return threads.flatMap((timed) => {
    const { thread, at, replies } = timed;
    const mover = moved.has(timed) ? random.pick(moderators).username : null;
    const first = thread.body.split('\n\n').length > 2 && random.chance(0.6) ? withoutEnd : withTypo;
    const how = edited.has(timed)
      ? { before: first(thread.body), editAt: at + random.between(3, 50) * MINUTE, mover }
      : { before: thread.body, editAt: mover === null ? null : at + random.between(9, 70) * MINUTE, mover };
    return [
      ...postActions(thread, at, how),
      ...thread.replies.flatMap((reply, index) => {
        const when = replies[index]!;
        return replyActions(thread, index, when, retouched.has(reply) ? when + random.between(1, 20) * MINUTE : null);
      }),
    ];
  });
}

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
export function tips(random: Random, plan: Plan): Action[] {
  return Array.from({ length: TIPS }, (): Action[] => {
    const { thread, at } = random.pick(plan.threads);
    const when = whenAwake(random, at + random.around(9, 1.1) * HOUR);
    const readers = readersAt(plan, thread, thread.author, when);
    if (when > plan.now || readers.length === 0) return [];
    const name = random.pick(readers);
    const run = async (demo: DemoSite): Promise<void> => {
      if (!(await whoCanPay(demo, prices.tip)).includes(name)) return;
      const input = { params: idOf(demo, thread), body: { submitId: submitIdOf(demo) } };
      await demo.call('POST /forum/posts/:postId/tip', input, name);
    };
    return [{ at: when, run }];
  }).flat();
}

/** Posts that their authors sell: a recipe, a script and a template. */
const lockedPosts = readData<{
  readonly by: string;
  readonly category: ThreadCategory;
  readonly daysAgo: number;
  /** What the first who has paid says. */
  readonly answers: readonly { readonly text: string }[];
}>('texts/locked.txt', { '=== post': 'by category daysAgo', '--- answer': '' });
/** Number of posts behind an unlock. */
export const lockedCount = lockedPosts.length;

/** Posts behind an unlock, who pays for them, and what the first of these says. */
export function locking(random: Random, { joined, now }: Plan): Action[] {
  return lockedPosts.flatMap((post): Action[] => {
    const wanted = now - post.daysAgo * DAY + random.between(-5, 5) * HOUR;
    const at = whenAwake(random, Math.max(wanted, joined.get(post.by)! + HOUR));
    let postId = '';
    let paid = 0;
    const write = async (demo: DemoSite): Promise<void> => {
      const category = choiceOf(demo, post.category);
      const body = { content: post.text, category, isLocked: true, submitId: submitIdOf(demo) };
      const created = await demo.call('POST /forum/posts', { body }, post.by);
      published(created, `the locked post of ${post.by}`);
      postId = created.id;
    };
    const unlock = async (demo: DemoSite): Promise<void> => {
      const able = (await whoCanPay(demo, prices.unlock)).filter((name) => name !== post.by);
      const name = able[paid];
      if (name === undefined) return;
      const params = { postId };
      await demo.call('POST /forum/posts/:postId/unlock', { params }, name);
      if (paid++ > 0) return;
      const body = { content: post.answers[0]!.text, submitId: submitIdOf(demo) };
      await demo.call('POST /forum/posts/:postId/replies', { params, body }, name);
    };
    const times = Array.from({ length: UNLOCKS }, (_, index) => at + (index + 1) * random.between(2, 14) * HOUR);
    const paying = times.filter((when) => when < now - 5 * MINUTE).map((when) => ({ at: when, run: unlock }));
    return [{ at, run: write }, ...paying];
  });
}
