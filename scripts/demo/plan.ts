import type { Thread } from './parse.ts';
import type { DemoMember } from './people.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, replyTimes, whenAwake } from './rhythm.ts';

/** A thread with its timestamps, in milliseconds. */
export interface TimedThread {
  readonly thread: Thread;
  readonly at: number;
  readonly replies: readonly number[];
}

/** When everybody joins and writes. */
export interface Plan {
  readonly threads: readonly TimedThread[];
  readonly people: ReadonlyMap<string, DemoMember>;
  /** Timestamp of joining by username. */
  readonly joined: ReadonlyMap<string, number>;
  /** Members who have confirmed to be adults: authors of adult threads, staff, and some of the others. */
  readonly adults: ReadonlySet<string>;
  /** End of the history, in milliseconds. */
  readonly now: number;
}

/** The community's age. */
const DAYS = 61;
/** Least time between two texts of one member: nobody types faster, and no spam threshold is met. */
const BREATH = 2.6 * MINUTE;
/** The youngest post is this old, so that its replies are in the past. */
const NEWEST = 34 * MINUTE;
/** Members who come late, and the part of all threads that is written before the last of them. */
const LATE_MEMBERS = 12;
const LATEST_PART = 0.85;

/** Everybody who writes in a thread, once for each text. */
const writersOf = (thread: Thread): string[] => [thread.author, ...thread.replies.map(({ author }) => author)];

/**
 * The order in which threads are written: by their place in their file, a little mixed, and not before the late members
 * in them have come.
 */
function inOrder(random: Random, threads: readonly Thread[], people: ReadonlyMap<string, DemoMember>): Thread[] {
  const texts = Map.groupBy(threads.flatMap(writersOf), (name) => name);
  const late = [...texts]
    .filter(([name]) => people.get(name)?.role === 'member' && name !== 'milo')
    .toSorted(([a, x], [b, y]) => x.length - y.length || a.localeCompare(b))
    .slice(0, LATE_MEMBERS);
  const comes = new Map(late.map(([name], index) => [name, (LATEST_PART * (index + 1)) / LATE_MEMBERS]));
  const files = Map.groupBy(threads, (thread) => thread.place.split(':')[0]);
  const keyed = [...files.values()].flatMap((file) =>
    file.map((thread, index) => {
      const earliest = Math.max(0, ...writersOf(thread).map((name) => comes.get(name) ?? 0));
      const place = thread.pinned ? 0 : index / file.length + random.between(-0.04, 0.04);
      return { thread, key: earliest + (1 - earliest) * place };
    }),
  );
  return keyed.toSorted((one, other) => one.key - other.key).map(({ thread }) => thread);
}

/** Timestamps of the posts, oldest first: few at first, more as the community grows, by day more than by night. */
function postTimes(random: Random, count: number, now: number): number[] {
  const start = now - DAYS * DAY;
  const times = Array.from({ length: count }, (_, index) => {
    const part = ((index + 0.5) / count) ** (1 / 1.7);
    const rough = start + part * DAYS * DAY + random.between(-0.4, 0.4) * DAY;
    return whenAwake(random, Math.min(Math.max(rough, start), now - NEWEST - random.between(0, 9) * HOUR));
  });
  return times.map((at) => Math.min(at, now - NEWEST * random.between(1, 6))).toSorted((one, other) => one - other);
}

/** Gives each timestamp a thread that has ended by now, close to the given order. */
function assign(random: Random, ordered: readonly Thread[], times: readonly number[], now: number): TimedThread[] {
  const left = [...ordered];
  const planned: TimedThread[] = [];
  for (const at of times.toReversed()) {
    let chosen: TimedThread | null = null;
    for (let index = left.length - 1; index >= 0 && !chosen; index--) {
      const thread = left[index]!;
      const replies = replyTimes(random.fork(thread.title), thread, at);
      if ((replies.at(-1) ?? at) > now - 2 * MINUTE) continue;
      left.splice(index, 1);
      chosen = { thread, at, replies };
    }
    if (!chosen) throw new Error('Every thread of the demo is too long for its moment.');
    planned.push(chosen);
  }
  return planned.toReversed();
}

/** Moves texts apart so that no member writes two at once; replies keep their order. */
function breathe(threads: readonly TimedThread[], now: number): TimedThread[] {
  const taken = new Map<string, number[]>();
  const place = (name: string, wanted: number, latest: number): number => {
    const mine = taken.get(name) ?? [];
    let at = wanted;
    while (mine.some((other) => Math.abs(other - at) < BREATH) && at + BREATH / 2 < latest) at += BREATH / 2;
    taken.set(name, [...mine, at]);
    return at;
  };
  return threads.map(({ thread, at, replies }) => {
    const post = place(thread.author, at, now);
    let last = post;
    const moved = replies.map((reply, index) => {
      last = place(thread.replies[index]!.author, Math.max(reply, last + 20_000), now);
      return last;
    });
    return { thread, at: post, replies: moved };
  });
}

/**
 * Plans two months of a community, up to now. The same random generator, texts and timestamp give the same plan.
 * @param now in milliseconds
 */
export function planDemo(
  random: Random,
  people: ReadonlyMap<string, DemoMember>,
  threads: readonly Thread[],
  now: number,
): Plan {
  const ordered = inOrder(random.fork('order'), threads, people);
  const times = postTimes(random.fork('posts'), threads.length, now);
  const timed = breathe(assign(random.fork('replies'), ordered, times, now), now);
  const first = new Map<string, number>();
  const sees = (name: string, at: number): void => void first.set(name, Math.min(first.get(name) ?? Infinity, at));
  for (const { thread, at, replies } of timed) {
    const texts = [{ author: thread.author, text: `${thread.title} ${thread.body}` }, ...thread.replies];
    for (const [index, { author, text }] of texts.entries()) {
      const when = index === 0 ? at : replies[index - 1]!;
      sees(author, when);
      // Whoever is mentioned by name is there already.
      for (const [, name] of text.matchAll(/@(\w+)/g)) if (people.has(name!)) sees(name!, when);
    }
  }
  const joins = random.fork('joins');
  const start = now - (DAYS + 2) * DAY;
  const joined = new Map(
    [...people.values()].map(({ username, role }) => {
      // Staff are there before anybody else.
      if (role !== 'member') return [username, start + (role === 'admin' ? 0 : 2 * HOUR)];
      const lead = Math.min(3 * DAY, joins.around(5 * HOUR, 1.4)) + 5 * MINUTE;
      return [username, Math.max(start + 4 * HOUR, (first.get(username) ?? now - DAYS * DAY) - lead)];
    }),
  );
  return { threads: timed, people, joined, adults: adultsOf(random.fork('adults'), people, threads), now };
}

function adultsOf(random: Random, people: Plan['people'], threads: readonly Thread[]): Set<string> {
  const needed = threads.filter(({ category }) => category === 'nsfw').flatMap(writersOf);
  const others = [...people.values()].filter(({ role }) => role !== 'member' || random.chance(0.5));
  return new Set([...needed, ...others.map(({ username }) => username)]);
}

/**
 * Who may react to, bookmark or watch something at a given time: who has joined, is no author of it, and may see it.
 */
export function readersAt({ joined, adults }: Plan, thread: Thread, author: string, at: number): string[] {
  return [...joined]
    .filter(([name, since]) => since < at && name !== author && (thread.category !== 'nsfw' || adults.has(name)))
    .map(([name]) => name);
}
