import { expect, test } from 'vitest';
import { spam } from '#people/site-settings/contract/limits.ts';
import { readPeople } from './people.ts';
import { planDemo } from './plan.ts';
import { makeRandom } from './random.ts';
import { readThreads, someThreads } from './threads.ts';

const people = readPeople();
const threads = readThreads(people);
const now = Date.UTC(2026, 5, 17, 4, 20);
const plan = planDemo(makeRandom('a seed'), people, threads, now);
const actions = plan.threads.flatMap(({ thread, at, replies }) => [
  { name: thread.author, at },
  ...thread.replies.map((reply, index) => ({ name: reply.author, at: replies[index]! })),
]);

test('the same seed gives the same history, another seed another', () => {
  expect(planDemo(makeRandom('a seed'), people, threads, now)).toEqual(plan);
  expect(planDemo(makeRandom('b seed'), people, threads, now).threads[0]!.at).not.toBe(plan.threads[0]!.at);
});

test('every thread happens once, in the past, its replies one after the other', () => {
  expect(new Set(plan.threads.map(({ thread }) => thread.title)).size).toBe(threads.length);
  for (const { at, replies } of plan.threads) {
    const timestamps = [at, ...replies];
    expect(timestamps).toEqual(timestamps.toSorted((one, other) => one - other));
    expect(timestamps.at(-1)!).toBeLessThan(now);
    expect(now - at).toBeLessThan(62 * 86_400_000);
  }
});

test('nobody writes before they have joined, nor so fast that the spam check would refuse them', () => {
  for (const { name, at } of actions) expect(at, name).toBeGreaterThan(plan.joined.get(name)!);
  for (const [name, mine] of Map.groupBy(actions, (action) => action.name)) {
    for (const { at } of mine) {
      const near = mine.filter((other) => other.at <= at && other.at > at - spam.windowMinutes * 60_000);
      expect(near.length, name).toBeLessThanOrEqual(Math.floor(spam.replies / 2));
    }
  }
});

test('members join over the weeks, more is written by day than by night, and more lately than at first', () => {
  const joins = [...plan.joined.values()].toSorted((one, other) => one - other);
  expect(now - joins.at(-1)!).toBeLessThan(20 * 86_400_000);
  const hours = actions.map(({ at }) => new Date(at).getUTCHours());
  const within = (from: number, to: number) => hours.filter((hour) => hour >= from && hour < to).length;
  expect(within(18, 22)).toBeGreaterThan(5 * within(3, 7));
  const half = now - 30.5 * 86_400_000;
  expect(actions.filter(({ at }) => at > half).length).toBeGreaterThan(actions.length * 0.6);
});

test('the quick community has all pinned threads, every category, and an eighth of the others', () => {
  const some = someThreads(threads, 8);
  expect(some.filter(({ pinned }) => pinned)).toEqual(threads.filter(({ pinned }) => pinned));
  expect(new Set(some.map(({ category }) => category))).toEqual(new Set(threads.map(({ category }) => category)));
  expect(some.length).toBeGreaterThan(threads.length / 8);
  expect(some.length).toBeLessThan(threads.length / 5);
});
