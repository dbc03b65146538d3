import { newId } from '#server/platform/ids.ts';
import type { Thread, ThreadCategory } from '#scripts/demo/parse.ts';
import type { DemoMember } from '#scripts/demo/people.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { MINUTE } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';

/** Edited posts and replies, and posts that a moderator moved to their category. */
const EDITED_POSTS = 16;
const EDITED_REPLIES = 14;
const MOVED_POSTS = 3;

/** A text before its author edited it. */
type FirstVersion = (text: string) => string;

const withoutEnd: FirstVersion = (text) => text.slice(0, text.lastIndexOf('\n\n'));
/** Swaps two letters of a long word. */
const withTypo: FirstVersion = (text) => {
  const word = /\b[a-z]{7,}\b/.exec(text)?.[0];
  return word === undefined
    ? `${text} .`
    : text.replace(word, word[0]! + word[1]! + word[3]! + word[2]! + word.slice(4));
};

/** The choice of a category as the composer sends it. */
export function choiceOf(demo: DemoSite, category: ThreadCategory): string {
  return category === 'general' ? '' : (demo.categoryIds.get(category) ?? category);
}

/** @throws when a text of the demo was held back. */
export function published(made: { visibility: string }, place: string): void {
  if (made.visibility !== 'published') throw new Error(`${place} was not published, but ${made.visibility}.`);
}

function postActions(
  thread: Thread,
  at: number,
  how: { before: string; editAt: number | null; mover: string | null },
): Action[] {
  const whole = `${thread.title}\n\n${thread.body}`;
  const edit = async (demo: DemoSite, by: string, category: string | undefined): Promise<void> => {
    const params = { postId: demo.postIds.get(thread)! };
    await demo.call('PATCH /forum/posts/:postId', { params, body: { content: whole, baseVersion: 1, category } }, by);
  };
  const actions: Action[] = [
    {
      at,
      async run(demo) {
        const category = choiceOf(demo, how.mover === null ? thread.category : 'general');
        const body = { content: `${thread.title}\n\n${how.before}`, category, submitId: newId(demo.ctx.clock.now()) };
        const made = await demo.call('POST /forum/posts', { body }, thread.author);
        published(made, thread.place);
        demo.postIds.set(thread, made.id);
        demo.replyIds.set(thread, []);
      },
    },
  ];
  if (how.editAt !== null) {
    const category = how.mover === null ? undefined : thread.category;
    actions.push({
      at: how.editAt,
      run: (demo) => edit(demo, how.mover ?? thread.author, category && choiceOf(demo, category)),
    });
  }
  if (thread.pinned) {
    actions.push({
      at: at + 2 * MINUTE,
      run: (demo) =>
        demo.call(
          'PUT /forum/posts/:postId/pin',
          { params: { postId: demo.postIds.get(thread)! }, body: { on: true } },
          thread.author,
        ),
    });
  }
  return actions;
}

function replyActions(thread: Thread, index: number, at: number, editAt: number | null): Action[] {
  const { author, to, text } = thread.replies[index]!;
  const actions: Action[] = [
    {
      at,
      async run(demo) {
        const ids = demo.replyIds.get(thread)!;
        const content = editAt === null ? text : withTypo(text);
        const made = await demo.call(
          'POST /forum/posts/:postId/replies',
          {
            params: { postId: demo.postIds.get(thread)! },
            body: { content, submitId: newId(demo.ctx.clock.now()), inReplyTo: to === null ? undefined : ids[to]! },
          },
          author,
        );
        published(made.reply, `reply ${index + 1} of ${thread.place}`);
        ids[index] = made.reply.id;
      },
    },
  ];
  if (editAt !== null) {
    actions.push({
      at: editAt,
      run: (demo) =>
        demo.call(
          'PATCH /forum/replies/:replyId',
          { params: { replyId: demo.replyIds.get(thread)![index]! }, body: { content: text, baseVersion: 1 } },
          author,
        ),
    });
  }
  return actions;
}

/** Everything that is written: posts, replies, their edits, pins, and what moderators moved. */
export function writing(random: Random, people: ReadonlyMap<string, DemoMember>, plan: Plan, now: number): Action[] {
  const editable = plan.threads.filter(({ at, thread }) => at < now - 120 * MINUTE && !thread.pinned);
  const members = editable.filter(({ thread }) => people.get(thread.author)!.role === 'member');
  const rows = members.filter(({ thread }) => ['mixing', 'gear', 'video'].includes(thread.category));
  const moved = new Set(random.some(rows, MOVED_POSTS));
  const edited = new Set(
    random.some(
      editable.filter((one) => !moved.has(one)),
      EDITED_POSTS,
    ),
  );
  const moderators = [...people.values()].filter(({ role }) => role === 'moderator');
  const everyReply = editable.flatMap(({ thread, replies }) =>
    thread.replies.map((_, index) => ({ thread, index, at: replies[index]! })),
  );
  const retouched = new Set(
    random
      .some(
        everyReply.filter(({ at }) => at < now - 60 * MINUTE),
        EDITED_REPLIES,
      )
      .map(({ thread, index }) => `${thread.title} ${index}`),
  );
  return plan.threads.flatMap((timed) => {
    const { thread, at, replies } = timed;
    const mover = moved.has(timed) ? random.pick(moderators).username : null;
    const first = thread.body.split('\n\n').length > 2 && random.chance(0.6) ? withoutEnd : withTypo;
    const how = edited.has(timed)
      ? { before: first(thread.body), editAt: at + random.between(3, 50) * MINUTE, mover }
      : { before: thread.body, editAt: mover === null ? null : at + random.between(9, 70) * MINUTE, mover };
    return [
      ...postActions(thread, at, how),
      ...replies.flatMap((when, index) => {
        const again = retouched.has(`${thread.title} ${index}`);
        return replyActions(thread, index, when, again ? when + random.between(1, 20) * MINUTE : null);
      }),
    ];
  });
}
