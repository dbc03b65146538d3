import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makeSequence } from './sequence.ts';

test('calls run one after the other, also behind one that fails, and each has its own result', async () => {
  const sequence = makeSequence();
  const seen: string[] = [];
  const call = (name: string, ms: number, fails = false) =>
    sequence.run(async () => {
      seen.push(`${name} begins`);
      await sleep(ms);
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = Promise.allSettled([call('slow', 20), call('failing', 5, true), call('quick', 0)]);
  expect(sequence.length).toBe(3);
  expect(await results).toMatchObject([{ value: 'slow' }, { reason: { message: 'failing' } }, { value: 'quick' }]);
  expect(seen).toEqual(['slow begins', 'slow ends', 'failing begins', 'failing ends', 'quick begins', 'quick ends']);
  expect(sequence.length).toBe(0);
});

test('what waits begins at once when the page is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const sequence = makeSequence();
  const first = Promise.withResolvers<string>();
  const results = [sequence.run(() => first.promise), sequence.run(async () => 'second')];
  await sleep(5);
  expect(sequence.length).toBe(2);
  page.dispatchEvent(new Event('pagehide'));
  expect(await results[1]).toBe('second');
  first.resolve('first');
  expect(await results[0]).toBe('first');
  vi.unstubAllGlobals();
});
