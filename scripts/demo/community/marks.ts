import type { ReactionKey } from '#content/core/contract/limits.ts';
import type { Thread } from '#scripts/demo/parse.ts';
import { rowsOf, signIns } from '#scripts/demo/people.ts';
import { type Plan, type TimedThread, readersAt } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type Action, type DemoSite, does } from '#scripts/demo/demo-site.ts';

/** Frequencies over the whole community. */
const BOOKMARKS = 160;
const WATCHES = 70;
/** Friendships of the whole community, and requests that milo has not answered. */
const FRIENDSHIPS = 110;
const WAITING = 3;
const ME = 'milo';

/** Likely reactions to a text. */
function weightsOf({ category }: Thread, author: string, text: string): Record<ReactionKey, number> {
  const heard = category === 'music' || category === 'leaks';
  const seen = category === 'video' || category === 'nsfw';
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

/** Reactions, a few hours after what they are for. */
export function reactions(random: Random, plan: Plan): Action[] {
  /** @param reply its place in the thread; null for the post */
  const given = ({ thread, at, replies }: TimedThread, reply: number | null, count: number): Action[] => {
    const when = reply === null ? at : replies[reply]!;
    const { author, text } = reply === null ? { author: thread.author, text: thread.body } : thread.replies[reply]!;
    return random.some(readersAt(plan, thread, author, when), count).flatMap((name): Action[] => {
      const later = whenAwake(random, when + Math.max(2, random.around(140, 1.5)) * MINUTE);
      if (later > plan.now) return [];
      const body = { reaction: random.weighted(weightsOf(thread, author, text)) };
      const action =
        reply === null
          ? does(later, name, 'PUT /forum/posts/:postId/reaction', ({ postIds }) => ({
              params: { postId: postIds.get(thread)! },
              body,
            }))
          : does(later, name, 'PUT /forum/replies/:replyId/reaction', ({ replyIds }) => ({
              params: { replyId: replyIds.get(thread)![reply]! },
              body,
            }));
      return [action];
    });
  };
  return plan.threads.flatMap((timed) => {
    const { replies } = timed;
    const liked = Math.min(16, Math.round(random.around(1.4 + replies.length * 0.16, 0.7)));
    return [
      ...given(timed, null, liked),
      ...replies.flatMap((_, index) => {
        const count = random.chance(0.07) ? random.int(3, 9) : random.chance(0.3) ? random.int(1, 2) : 0;
        return given(timed, index, count);
      }),
    ];
  });
}

/** Bookmarks and watched posts: long ones rather than short ones. */
export function keeping(random: Random, plan: Plan): Action[] {
  const worth = plan.threads.filter(({ thread }) => thread.body.length > 500 || thread.replies.length > 8);
  const markBy = (what: 'bookmark' | 'watch'): Action[] => {
    const { thread, at } = random.pick(worth);
    const when = whenAwake(random, at + random.around(20, 1.2) * HOUR);
    const readers = readersAt(plan, thread, thread.author, when);
    if (when > plan.now || readers.length === 0) return [];
    const name = random.chance(0.2) ? random.pick(signIns).username : random.pick(readers);
    if (!readers.includes(name)) return [];
    const input = ({ postIds }: DemoSite) => ({ params: { postId: postIds.get(thread)! }, body: { on: true } });
    return [does(when, name, `PUT /forum/posts/:postId/${what}`, input)];
  };
  return [
    ...Array.from({ length: BOOKMARKS }, () => markBy('bookmark')).flat(),
    ...Array.from({ length: WATCHES }, () => markBy('watch')).flat(),
  ];
}

/**
 * The members of the sign-ins have read most of the forum and their inbox, and were here last evening: what came since
 * is new.
 */
export function reading(random: Random, plan: Plan): Action[] {
  const last = plan.now - 15 * HOUR;
  return signIns.flatMap(({ username }) => {
    const seen = plan.threads.filter(
      ({ thread, at }) => at < last && readersAt(plan, thread, '', at).includes(username) && random.chance(0.75),
    );
    const reads = seen.map(({ thread, at, replies }) => {
      const latest = replies.findLast((reply) => reply < last) ?? at;
      const when = Math.min(last, latest + random.between(1, 20) * HOUR);
      return does(when, username, 'PUT /forum/posts/:postId/read', ({ postIds }) => ({
        params: { postId: postIds.get(thread)! },
      }));
    });
    const visits = [last - DAY, last].map((at) => does(at + 1, username, 'GET /forum/posts', () => ({})));
    const body = { until: new Date(last).toISOString() };
    const heard: Action = {
      at: last + 2,
      run: async (demo) => {
        await demo.notifyGroups();
        await demo.call('POST /notifications/read', { body }, username);
      },
    };
    return [...reads, ...visits, heard];
  });
}

/** Members befriend each other some days after both have joined; a few requests wait for the member of the sign-ins. */
export function friendships(random: Random, { joined, now }: Plan): Action[] {
  const names = [...joined.keys()];
  const pairs = new Set<string>();
  const profileId = ({ viewers }: DemoSite, name: string): string => viewers.get(name)!.profileId;
  const ask = (from: string, to: string, at: number): Action =>
    does(at, from, 'POST /friends', (demo) => ({ body: { profileId: profileId(demo, to) } }));
  const isNew = (one: string, other: string): boolean =>
    one !== other && pairs.size < pairs.add([one, other].toSorted().join(' ')).size;
  const friends = Array.from({ length: FRIENDSHIPS }, (): Action[] => {
    // Who is handed out as a sign-in has friends to show.
    const from = random.chance(0.15) ? random.pick(signIns).username : random.pick(names);
    const to = random.pick(names);
    if (!isNew(from, to)) return [];
    const met = Math.max(joined.get(from)!, joined.get(to)!);
    const at = whenAwake(random, met + random.between(0.5, 20) * DAY);
    const answered = whenAwake(random, at + random.between(0.5, 30) * HOUR);
    if (answered >= now || at <= met || answered <= at) return [];
    const accept = (demo: DemoSite) => ({ params: { profileId: profileId(demo, from) } });
    return [ask(from, to, at), does(answered, to, 'POST /friends/:profileId/accept', accept)];
  });
  const asking = names.filter((from) => joined.get(from)! < now - WAITING * 5 * HOUR && isNew(from, ME));
  const waiting = asking.slice(0, WAITING).map((from, index) => ask(from, ME, now - (index + 1) * 5 * HOUR));
  return [...friends.flat(), ...waiting];
}

/** Some members connect an artist who is nobody at Spotify: the demo asks it for nothing. */
export function showcases(random: Random, { joined, now }: Plan): Action[] {
  const typed = rowsOf('texts/showcases.tsv');
  return random.some([...joined.keys()], typed.length).map((username, index) => {
    const [followers, monthlyListeners, topTrackName = ''] = typed[index]!;
    const at = whenAwake(random, Math.min(now - DAY, joined.get(username)! + random.between(1, 9) * DAY));
    const artist = `spotify:artist:${String(index).padStart(22, '0')}`;
    const numbers = { followers: Number(followers), monthlyListeners: Number(monthlyListeners) };
    return does(at, username, 'PUT /showcases/mine', () => ({ body: { artist, ...numbers, topTrackName } }));
  });
}
