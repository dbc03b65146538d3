import type { Input } from '#site/contract/contract.ts';
import type { AnnouncementType } from '#features/announcements/contract/limits.ts';
import { readData } from '#scripts/demo/parse.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE } from '#scripts/demo/rhythm.ts';
import { type Action, type DemoSite, does, submitIdOf } from '#scripts/demo/demo-site.ts';
import { decide } from './listing.ts';

/** Who reports what; nobody can report what is their own. */
const reporters = { category: 'milo', reply: 'lune', quote: 'mirabel' };
/** The reply that is reported, by its place in its thread. */
const SHARP_REPLY = 1;
const bannedWords = ['buy followers', 'guaranteed streams'];

/** Categories, a post whose telephone number (Ofcom keeps it for drama) holds it, and a reply that advertises. */
const texts = Map.groupBy(
  readData<{ readonly sortOrder: number }>('texts/staff.txt', {
    '=== category': 'sortOrder',
    '=== held': '',
    '=== spam': '',
  }),
  ({ kind }) => kind,
);
const textOf = (kind: string): string => texts.get(kind)![0]!.text;

/** What staff do at the beginning: categories and banned words. */
export function opening({ joined }: Plan): Action[] {
  const at = joined.get('ada')! + 5 * MINUTE;
  const categories = texts.get('category')!.map(({ title: name, body: description, sortOrder }, index): Action => {
    const body = { name, description, sortOrder };
    const run = async (demo: DemoSite): Promise<void> => {
      const { id } = await demo.call('POST /staff/forum-categories', { body }, 'ada');
      demo.categoryIds.set(name.toLowerCase(), id);
    };
    return { at: at + index * MINUTE, run };
  });
  const banned = bannedWords.map((word, index) =>
    does(at + (10 + index) * MINUTE, 'ada', 'POST /staff/banned-words', () => ({ body: { word } })),
  );
  return [...categories, ...banned];
}

const announcements = readData<{
  readonly by: string;
  readonly daysAgo: number;
  readonly type: AnnouncementType;
  readonly priority: number;
  readonly pinned?: true;
  /** From now on. */
  readonly daysLeft?: number;
}>('texts/announcements.txt', { '=== announcement': 'by daysAgo type priority pinned! daysLeft' });

/** The announcements of staff; one is pinned, one has an end. */
export function announcing({ now }: Plan): Action[] {
  return announcements.flatMap(({ by, daysAgo, pinned, daysLeft, title, body: content, type, priority }) => {
    const at = now - daysAgo * DAY;
    const expiresAt = daysLeft === undefined ? null : new Date(now + daysLeft * DAY + HOUR).toISOString();
    let announcement = { id: '', version: 0 };
    const run = async (demo: DemoSite): Promise<void> => {
      const body = { title, content, type, priority, expiresAt, submitId: submitIdOf(demo) };
      announcement = await demo.call('POST /announcements', { body }, by);
    };
    const pin = does(at + MINUTE, by, 'PATCH /announcements/:announcementId', () => ({
      params: { announcementId: announcement.id },
      body: { isPinned: true, baseVersion: announcement.version },
    }));
    return [{ at, run }, ...(pinned ? [pin] : [])];
  });
}

type Report = Input<'POST /reports'>['body'];
type PlannedThread = Plan['threads'][number];

const idOf = (demo: DemoSite, { thread }: PlannedThread): string => demo.postIds.get(thread)!;

/** A post that its telephone number holds. */
function heldPostOf(now: number): Action {
  const run = async (demo: DemoSite): Promise<void> => {
    const body = { content: textOf('held'), category: 'marketplace', submitId: submitIdOf(demo) };
    const { visibility } = await demo.call('POST /forum/posts', { body }, 'tessaract');
    if (visibility !== 'held') throw new Error('The post with a telephone number was not held.');
  };
  return { at: now - 5 * HOUR, run };
}

/** A reply that advertises, and its removal by a moderator. */
function spamOf(spammed: PlannedThread): Action[] {
  let replyId = '';
  const at = spammed.replies.at(-1)! + 25 * MINUTE;
  const run = async (demo: DemoSite): Promise<void> => {
    const input = {
      params: { postId: idOf(demo, spammed) },
      body: { content: textOf('spam'), submitId: submitIdOf(demo) },
    };
    replyId = (await demo.call('POST /forum/posts/:postId/replies', input, 'zephyrine')).reply.id;
  };
  const reason = 'Advertising belongs in Marketplace.';
  const remove = () => ({ params: { replyId }, body: { reason } });
  return [{ at, run }, does(at + 40 * MINUTE, 'oskar_fold', 'DELETE /forum/replies/:replyId', remove)];
}

/** What keeps staff busy: a held post, reports (one of them decided), and a reply that a moderator has removed. */
export function moderation(random: Random, plan: Plan, now: number): Action[] {
  const settled = plan.threads.filter(
    ({ replies, at, thread }) => replies.length > 3 && at < now - 4 * DAY && thread.category !== 'nsfw',
  );
  const after = (name: string) => settled.filter(({ at }) => at > plan.joined.get(name)!);
  const pickThread = (threads: readonly PlannedThread[]): PlannedThread | undefined => random.some(threads, 1)[0];
  const sharp = pickThread(settled.filter(({ thread }) => thread.replies[SHARP_REPLY]!.author !== reporters.reply));
  const spammed = pickThread(after('zephyrine').filter((other) => other !== sharp));
  const stored = pickThread(
    after(reporters.quote).filter(
      (other) => other.thread.author !== reporters.quote && other !== sharp && other !== spammed,
    ),
  );
  const offer = plan.threads.findLast(
    ({ thread, at }) => thread.category === 'marketplace' && thread.author !== reporters.category && at < now - DAY,
  );
  const actions = [heldPostOf(now), ...(spammed ? spamOf(spammed) : [])];
  const report = (at: number, name: string, note: string, what: (demo: DemoSite) => Omit<Report, 'note'>): void =>
    void actions.push(does(at, name, 'POST /reports', (demo) => ({ body: { note, ...what(demo) } })));
  if (offer)
    report(now - 9 * HOUR, reporters.category, 'I think this belongs in Gear.', (demo) => ({
      kind: 'forum_post',
      id: idOf(demo, offer),
      reason: 'other',
    }));
  if (sharp)
    report(now - 30 * HOUR, reporters.reply, 'A bit sharp for a beginner, no?', ({ replyIds }) => ({
      kind: 'post_reply',
      id: replyIds.get(sharp.thread)![SHARP_REPLY]!,
      reason: 'abuse',
    }));
  if (!stored) return actions;
  // A report that staff have decided.
  const at = stored.replies.at(-1)! + 3 * HOUR;
  const reason = 'Two sentences with their source are fine.';
  report(at, reporters.quote, 'Is this quote too long?', (demo) => ({
    kind: 'forum_post',
    id: idOf(demo, stored),
    reason: 'copyright',
  }));
  return [
    ...actions,
    { at: at + 5 * HOUR, run: (demo) => decide(demo, idOf(demo, stored), 'renata_cuts', { decision: 'keep', reason }) },
  ];
}
