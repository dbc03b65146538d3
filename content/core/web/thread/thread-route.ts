import { loadedHead } from '#platform/web/lib/page/private-head.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a part of an address can be an id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/**
 * What the routes of contents with answers share: the answer in the address that the page is opened at, and the head. Part
 * of the first script of every page, therefore small.
 * @param missing title where there is no such content
 */
export const threadRoute = <N extends 'reply' | 'comment'>(noun: N, missing: string) => ({
  validateSearch: (search: Record<string, unknown>) =>
    (isId(search[noun]) ? { [noun]: search[noun] } : {}) as { [K in N]?: string },
  loaderDeps: ({ search }: { search: { [K in N]?: string } }) => ({ around: search[noun] ?? '' }),
  head: loadedHead(missing),
  pendingMs: 200,
});
