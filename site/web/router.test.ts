import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { type Transport, makeCall } from '#platform/web/lib/call.ts';
import { makeRouter } from './router.tsx';

// Its source runs in the page's head alone.
vi.mock('#site/web/shell/boot-script.ts', () => ({ bootScript: '' }));

const names = ['by', 'category', 'comment', 'compose', 'image', 'kind', 'mode', 'of', 'only', 'order', 'period', 'q'];
const more = ['reply', 'search', 'show', 'state', 'step', 'tab', 'tag', 'text', 'tier', 'token', 'type', 'version'];
const address = Object.fromEntries([...names, ...more, 'nothing'].map((name) => [name, `no-such-${name}`]));

const freeWords = ['q', 'search', 'tag', 'type', 'token', 'category', 'id', 'kind', 'tier', 'text'];

const router = makeRouter(makeCall(vi.fn<Transport>()));
router.update({ ...router.options, history: createMemoryHistory() });
const read = Object.values(router.routesById).filter(({ options }) => options.validateSearch);

describe('a route knows of its address what it understands, and nothing else', () => {
  it('is so for every route that reads its address', () => {
    expect(read.length).toBeGreaterThan(25);
  });

  it.each(read.map(({ fullPath }) => String(fullPath)))('%s', (path) => {
    const at = path.replaceAll(/\$\w+/g, 'x');
    const { search } = router.matchRoutes(router.buildLocation({ to: at, search: address } as never)).at(-1)!;
    // What is chosen among a few values is none of these; only words that members write themselves may be anything.
    const raw = Object.keys(address).filter((name) => search[name as keyof typeof search] === address[name]);
    const free = path === '/search' ? Object.keys(address) : freeWords;
    expect(raw.filter((name) => !free.includes(name))).toEqual([]);
    const { href } = router.buildLocation({ to: at, search: { after: 'cursor' } } as never);
    expect(
      router.matchRoutes(router.buildLocation({ to: at, search: { after: 'cursor' } } as never)).at(-1)!.search,
    ).toMatchObject({ after: 'cursor' });
    expect(href).toContain('after=cursor');
  });
});
