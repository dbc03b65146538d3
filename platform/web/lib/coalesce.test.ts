import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls of one key run one action, and each key has its own', async () => {
  const burst = coalesce(100);
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  burst.run('one', one);
  burst.run('one', one);
  burst.run('other', other);
  expect(one).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(one).toHaveBeenCalledOnce();
  expect(other).toHaveBeenCalledOnce();
  burst.run('one', one);
  await vi.advanceTimersByTimeAsync(100);
  expect(one).toHaveBeenCalledTimes(2);
});

test('an action that is called for while it runs, runs once more afterwards', async () => {
  const burst = coalesce(100);
  const answers: (() => void)[] = [];
  const action = vi.fn<() => Promise<void>>(() => new Promise((resolve) => void answers.push(resolve)));
  burst.now('one', action);
  expect(action).toHaveBeenCalledOnce();
  burst.run('one', action);
  burst.now('one', action);
  await vi.advanceTimersByTimeAsync(1000);
  expect(action).toHaveBeenCalledOnce();
  answers[0]!();
  await vi.advanceTimersByTimeAsync(100);
  expect(action).toHaveBeenCalledTimes(2);
  answers[1]!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(action).toHaveBeenCalledTimes(2);
});

test('after its end nothing is run', async () => {
  const burst = coalesce(100);
  const action = vi.fn<() => void>();
  let answer = () => {};
  burst.run('waiting', action);
  burst.now('running', () => new Promise<void>((resolve) => (answer = resolve)));
  burst.run('running', action);
  burst.stop();
  answer();
  burst.run('later', action);
  burst.now('now', action);
  await vi.advanceTimersByTimeAsync(1000);
  expect(action).not.toHaveBeenCalled();
});
