import { newId } from '#server/platform/ids.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

const categories = [
  {
    name: 'Mixing',
    description: 'Balance, space, loudness: getting it to sound right outside the room.',
    sortOrder: 10,
  },
  { name: 'Gear', description: 'Boxes, cables, instruments, and how to keep them alive.', sortOrder: 20 },
  { name: 'Video', description: 'Shooting, cutting and grading pictures for music.', sortOrder: 30 },
];
/** Who reports what; nobody can report what is their own. */
const reporters = { category: 'milo', reply: 'lune', quote: 'mirabel' };
/** The reply that is reported, by its place in its thread. */
const SHARP_REPLY = 1;
const bannedWords = ['buy followers', 'guaranteed streams'];

/** A telephone number of the range that Ofcom keeps for drama: it is nobody's. */
const heldPost = `Rehearsal room free on Thursdays, drums included

Our Thursday slot is free from next month because the drummer is moving. 40 square metres, a kit that has seen things, a PA that only hums in the left.

First come, first served. Text me on 0161 496 0142 and I'll send the door code.`;
const spamReply =
  'Slightly off topic: my new pack is out today, 64 pads and keys, half price until Sunday. See my profile.';

/** What staff do at the beginning: categories and banned words. */
export function opening(plan: Plan): Action[] {
  const admin = 'ada';
  const at = plan.joined.get(admin)! + 5 * MINUTE;
  return [
    ...categories.map((body, index) => ({
      at: at + index * MINUTE,
      async run(demo: Parameters<Action['run']>[0]) {
        const made = await demo.call('POST /staff/forum-categories', { body }, admin);
        demo.categoryIds.set(body.name.toLowerCase(), made.id);
      },
    })),
    ...bannedWords.map((word, index) => ({
      at: at + (10 + index) * MINUTE,
      run: (demo: Parameters<Action['run']>[0]) => demo.call('POST /staff/banned-words', { body: { word } }, admin),
    })),
  ];
}

type PlannedThread = Plan['threads'][number];

/** A post that its telephone number holds. */
function heldPostOf(now: number): Action {
  return {
    at: now - 5 * HOUR,
    async run(demo) {
      const body = { content: heldPost, category: 'marketplace', submitId: newId(demo.ctx.clock.now()) };
      const made = await demo.call('POST /forum/posts', { body }, 'tessaract');
      if (made.visibility !== 'held') throw new Error('The post with a telephone number was not held.');
    },
  };
}

/** A reply that advertises, and its removal by a moderator. */
function spamOf(spammed: PlannedThread): Action[] {
  let replyId = '';
  const at = spammed.replies.at(-1)! + 25 * MINUTE;
  return [
    {
      at,
      async run(demo) {
        const params = { postId: demo.postIds.get(spammed.thread)! };
        const made = await demo.call(
          'POST /forum/posts/:postId/replies',
          { params, body: { content: spamReply, submitId: newId(demo.ctx.clock.now()) } },
          'zephyrine',
        );
        replyId = made.reply.id;
      },
    },
    {
      at: at + 40 * MINUTE,
      run: (demo) =>
        demo.call(
          'DELETE /forum/replies/:replyId',
          { params: { replyId }, body: { reason: 'Advertising belongs in Marketplace.' } },
          'oskar_fold',
        ),
    },
  ];
}

/** A report of a post in the wrong category, which waits. */
function wrongCategoryOf(offer: PlannedThread, now: number): Action {
  return {
    at: now - 9 * HOUR,
    run: (demo) =>
      demo.call(
        'POST /reports',
        {
          body: {
            kind: 'forum_post',
            id: demo.postIds.get(offer.thread)!,
            reason: 'other',
            note: 'I think this belongs in Gear.',
          },
        },
        reporters.category,
      ),
  };
}

/** A report of a reply, which waits. */
function sharpReplyOf(sharp: PlannedThread, now: number): Action {
  return {
    at: now - 30 * HOUR,
    run: (demo) =>
      demo.call(
        'POST /reports',
        {
          body: {
            kind: 'post_reply',
            id: demo.replyIds.get(sharp.thread)![SHARP_REPLY]!,
            reason: 'abuse',
            note: 'A bit sharp for a beginner, no?',
          },
        },
        reporters.reply,
      ),
  };
}

/** A report that staff have decided. */
function settledReportOf(stored: PlannedThread): Action[] {
  const at = stored.replies.at(-1)! + 3 * HOUR;
  const id = (demo: Parameters<Action['run']>[0]): string => demo.postIds.get(stored.thread)!;
  return [
    {
      at,
      run: (demo) =>
        demo.call(
          'POST /reports',
          { body: { kind: 'forum_post', id: id(demo), reason: 'copyright', note: 'Is this quote too long?' } },
          reporters.quote,
        ),
    },
    {
      at: at + 5 * HOUR,
      async run(demo) {
        const { items } = await demo.call('GET /staff/queue', { query: { subject: id(demo) } }, 'renata_cuts');
        const params = { itemId: items[0]!.id };
        const { version } = await demo.call('GET /staff/queue/:itemId', { params }, 'renata_cuts');
        await demo.call(
          'POST /staff/queue/:itemId/decide',
          {
            params,
            body: { version, decision: 'keep', reason: 'Two sentences with their source are fine.' },
          },
          'renata_cuts',
        );
      },
    },
  ];
}

/** What keeps staff busy: a held post, reports (one of them decided), and a reply that a moderator has removed. */
export function moderation(random: Random, plan: Plan, now: number): Action[] {
  const settled = plan.threads.filter(
    ({ replies, at, thread }) => replies.length > 3 && at < now - 4 * DAY && thread.category !== 'nsfw',
  );
  const after = (name: string) => settled.filter(({ at }) => at > plan.joined.get(name)!);
  const [sharp] = random.some(
    settled.filter(({ thread }) => thread.replies[SHARP_REPLY]!.author !== reporters.reply),
    1,
  );
  const [spammed] = random.some(
    after('zephyrine').filter((one) => one !== sharp),
    1,
  );
  const [stored] = random.some(
    after(reporters.quote).filter((one) => one.thread.author !== reporters.quote && one !== sharp && one !== spammed),
    1,
  );
  const offer = plan.threads.findLast(
    ({ thread, at }) => thread.category === 'marketplace' && thread.author !== reporters.category && at < now - DAY,
  );
  return [
    heldPostOf(now),
    ...(spammed ? spamOf(spammed) : []),
    ...(offer ? [wrongCategoryOf(offer, now)] : []),
    ...(sharp ? [sharpReplyOf(sharp, now)] : []),
    ...(stored ? settledReportOf(stored) : []),
  ];
}
