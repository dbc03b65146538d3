import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '#platform/web/lib/call.ts';
import { contentCache, findInLists } from './content-cache.ts';

interface Thing {
  readonly id: string;
  readonly title: string;
}

const cache = contentCache<Thing>({
  one: (id) => ['things', 'one', id],
  lists: ['things', 'list'],
  gone: ['post_not_found'],
});
const [first, second] = [
  { id: 'a', title: 'First' },
  { id: 'b', title: 'Second' },
];
const refusal = (code: 'post_not_found' | 'network') =>
  Promise.reject(new CallError({ code, title: '', detail: '', status: 404 }));

let client: QueryClient;
const shown = (list: string) =>
  client.getQueryData<{ pages: { items: Thing[] }[] }>(['things', 'list', list])?.pages.map(({ items }) => items);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(['things', 'one', 'a'], first);
  client.setQueryData(['things', 'list', 'all'], { pages: [{ items: [first] }, { items: [second] }], pageParams: [] });
  client.setQueryData(['things', 'list', 'own'], { pages: [{ items: [first] }], pageParams: [] });
});

describe('a cached content', () => {
  it('changes on its page and in every list', () => {
    cache.put(client, { ...first, title: 'Changed' });
    expect(client.getQueryData(['things', 'one', 'a'])).toEqual({ id: 'a', title: 'Changed' });
    expect(shown('all')).toEqual([[{ id: 'a', title: 'Changed' }], [second]]);
    expect(shown('own')).toEqual([[{ id: 'a', title: 'Changed' }]]);
  });
  it('leaves the lists, and not its page, where it is gone', async () => {
    await cache.take(client, 'a', refusal('post_not_found'));
    expect(shown('all')).toEqual([[], [second]]);
    expect(client.getQueryData(['things', 'one', 'a'])).toEqual(first);
  });
  it('stays where reading it failed', async () => {
    await cache.take(client, 'a', refusal('network'));
    expect(shown('own')).toEqual([[first]]);
  });
  it('is read again on its own page where it is gone', async () => {
    await cache.takeShown(client, 'a', refusal('post_not_found'));
    expect(client.getQueryState(['things', 'one', 'a'])?.isInvalidated).toBe(true);
    expect(shown('own')).toEqual([[first]]);
  });
  it('makes no entry for what is not cached', () => {
    cache.put(client, second);
    expect(client.getQueryData(['things', 'one', 'b'])).toBeUndefined();
  });
  it('is found in the page that has it', () => {
    expect(findInLists(client, ['things', 'list'], 'b')).toEqual(second);
    expect(findInLists(client, ['things', 'list'], 'c')).toBeUndefined();
  });
});
