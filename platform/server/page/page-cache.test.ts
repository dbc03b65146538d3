import { beforeEach, describe, expect, test } from 'vitest';
import { makeTestClock } from '#site/testing/clock.ts';
import { encodePage } from './encoding.ts';
import { type PageCache, type RenderedPage, makePageCache } from './page-cache.ts';

let clock: ReturnType<typeof makeTestClock>;
let cache: PageCache;
/** Renders that were begun. */
let renders: number;
beforeEach(() => {
  clock = makeTestClock(new Date('2026-05-01T12:00:00Z'));
  cache = makePageCache(clock);
  renders = 0;
});

/** A page whose text is the number of its render. */
function pageOf(topics: readonly string[] | null, rest: Partial<RenderedPage> = {}): RenderedPage {
  const text = String(renders).padEnd(40);
  return { page: encodePage(200, {}, Buffer.from(text)), isCacheable: true, topics, ...rest };
}
const render =
  (topics: readonly string[] | null = ['forum'], rest?: Partial<RenderedPage>) =>
  async () => {
    renders++;
    return pageOf(topics, rest);
  };
/** Reads an address as the pages do. @returns the number of the render that made what the reader gets */
async function read(key: string, how = render()): Promise<number> {
  const page = cache.get(key, how) ?? (await cache.make(key, how));
  return Number(page.body('').body.toString());
}

describe('a cached page', () => {
  test('stays until one of its topics changes, and no other topic', async () => {
    expect(await read('/forum')).toBe(1);
    cache.outdate(['forum-post:a', 'uploads'], 'changed');
    expect(await read('/forum')).toBe(1);
    cache.outdate(['forum'], 'changed');
    expect(await read('/forum')).toBe(2);
    expect(cache.generation).toBe(2);
  });

  test('without topics goes with any change, and after five seconds', async () => {
    expect(await read('/ranks', render(null))).toBe(1);
    cache.outdate(['uploads'], 'changed');
    expect(await read('/ranks', render(null))).toBe(2);
    clock.advance(4999);
    expect(await read('/ranks', render(null))).toBe(2);
    clock.advance(1);
    expect(await read('/ranks', render(null))).toBe(3);
  });

  test('with topics lives for a minute, and goes with all pages', async () => {
    await read('/forum');
    clock.advance(59_999);
    expect(await read('/forum')).toBe(1);
    clock.advance(1);
    expect(await read('/forum')).toBe(2);
    cache.drop();
    expect(await read('/forum')).toBe(3);
  });

  test('that lacks what was added is served for a second more, while one render makes the next', async () => {
    await read('/forum');
    cache.outdate(['forum'], 'added');
    expect(cache.generation).toBe(0);
    expect([await read('/forum'), renders]).toEqual([1, 2]);
    await Promise.resolve();
    expect([await read('/forum'), renders]).toEqual([2, 2]);
    cache.outdate(['forum'], 'added');
    clock.advance(1000);
    expect([await read('/forum'), renders]).toEqual([3, 3]);
  });

  test('is none for a redirect and a refusal', async () => {
    expect(await read('/x', render(['forum'], { isCacheable: false }))).toBe(1);
    expect(await read('/x', render(['forum'], { isCacheable: false }))).toBe(2);
  });

  test('goes when all pages together take too much memory, the one that was not read for longest first', async () => {
    const large = async (): Promise<RenderedPage> => {
      renders++;
      return {
        ...pageOf(['forum']),
        page: {
          ...pageOf([]).page,
          bytes: 12 * 2 ** 20,
          body: () => ({ body: Buffer.from(String(renders)), encoding: null }),
        },
      };
    };
    for (const key of ['/a', '/b']) await cache.make(key, large);
    cache.get('/a', large);
    await cache.make('/c', large);
    expect(['/a', '/b', '/c'].map((key) => cache.get(key, large) !== null)).toEqual([true, false, true]);
  });
});

describe('a render', () => {
  /** A render that ends on request. */
  function slow(topics: readonly string[] = ['forum']) {
    const ends: (() => void)[] = [];
    const how = async (): Promise<RenderedPage> => {
      const number = ++renders;
      await new Promise<void>((resolve) => void ends.push(resolve));
      return { page: encodePage(200, {}, Buffer.from(String(number))), isCacheable: true, topics };
    };
    return { how, end: (at: number) => ends[at]!() };
  }
  const text = async (page: Promise<{ body(accepted: string): { body: Buffer } }>) =>
    (await page).body('').body.toString();

  test('is one for all who ask meanwhile', async () => {
    const { how, end } = slow();
    const readers = Array.from({ length: 32 }, () => text(cache.make('/forum', how)));
    end(0);
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['1']));
    expect(renders).toBe(1);
  });

  test('that began before a change is not cached, and not what a later reader gets', async () => {
    const { how, end } = slow();
    const before = text(cache.make('/forum', how));
    cache.outdate(['forum'], 'changed');
    const after = [text(cache.make('/forum', how)), text(cache.make('/forum', how))];
    end(0);
    expect(await before).toBe('1');
    await expect.poll(() => renders).toBe(2);
    end(1);
    expect(await Promise.all(after)).toEqual(['2', '2']);
    expect(cache.get('/forum', how)).not.toBeNull();
    expect(renders).toBe(2);
  });

  test('of another topic goes on, and is cached', async () => {
    const { how, end } = slow(['forum-post:a']);
    const first = text(cache.make('/forum/post/a', how));
    cache.outdate(['forum-post:b', 'forum'], 'changed');
    end(0);
    expect(await first).toBe('1');
    expect(cache.get('/forum/post/a', how)).not.toBeNull();
  });

  test('during which something was added is cached, and made again at the next reading', async () => {
    const { how, end } = slow();
    const first = text(cache.make('/forum', how));
    cache.outdate(['forum'], 'added');
    end(0);
    await first;
    expect(cache.get('/forum', how)).not.toBeNull();
    expect(renders).toBe(2);
    end(1);
  });

  test('that fails fails for those who wait, and leaves nothing', async () => {
    const broken = async (): Promise<RenderedPage> => await Promise.reject(new Error('away'));
    const both = await Promise.allSettled([cache.make('/forum', broken), cache.make('/forum', broken)]);
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(await read('/forum')).toBe(1);
  });
});
