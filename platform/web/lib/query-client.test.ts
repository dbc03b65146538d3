import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readFirstPage } from './page/first-page.ts';
import { makeQueryClient, readAgain } from './query-client.ts';

test('news that come while a further page of a list loads wait for it', async () => {
  const client = makeQueryClient();
  let version = 1;
  let held: PromiseWithResolvers<void> | null = null;
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      const read = `${pageParam} of ${version}`;
      if (pageParam === 2) await held?.promise;
      return read;
    },
    initialPageParam: 1,
    getNextPageParam: (_last, _pages, page) => page + 1,
  });
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual(['1 of 1']);

  held = Promise.withResolvers();
  const more = list.fetchNextPage();
  version = 2;
  const again = readAgain(client, ['list']);
  held.resolve();
  await Promise.all([more, again]);
  expect(list.getCurrentResult().data?.pages).toEqual(['1 of 2', '2 of 2']);
  stop();
});

test('what is read for the first time while news come is read once more', async () => {
  const client = makeQueryClient();
  let version = 1;
  const held = Promise.withResolvers<void>();
  const query = {
    queryKey: ['thing'],
    queryFn: async () => {
      const read = version;
      if (read === 1) await held.promise;
      return read;
    },
  };
  const list = new QueryObserver(client, query);
  const stop = list.subscribe(() => {});
  version = 2;
  const again = readAgain(client, ['thing']);
  held.resolve();
  await again;
  expect(list.getCurrentResult().data).toBe(2);
  stop();
});

test('a list that was read on begins again with its first page alone', async () => {
  const client = makeQueryClient();
  let version = 1;
  const query = {
    queryKey: ['list'],
    queryFn: async ({ pageParam }: { pageParam: number }) => `${pageParam} of ${version}`,
    initialPageParam: 1,
    getNextPageParam: (_last: string, _pages: string[], page: number) => page + 1,
  };
  const list = new InfiniteQueryObserver(client, query);
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual(['1 of 1']);
  await list.fetchNextPage();
  await list.fetchNextPage();
  // Under way while the reader asks for the top.
  void list.refetch();
  version = 2;
  await readFirstPage(client, query);
  expect(list.getCurrentResult().data?.pages).toEqual(['1 of 2']);
  await list.fetchNextPage();
  expect(list.getCurrentResult().data?.pages).toEqual(['1 of 2', '2 of 2']);
  stop();
});
