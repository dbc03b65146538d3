import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { tagOf } from '#platform/server/markdown/hashtags.ts';
import { usedTags } from '#features/feed/server/uploads-store.ts';

/** Milliseconds for which the trending tags are cached in memory; a change in another process shows up that much later. */
const TAGS_AGE_MS = 15_000;
const cache = new WeakMap<object, { at: number; tags: readonly { tag: string; count: number }[] }>();

/** The most used hashtags of the last 7 days. The same for everybody: 18+ uploads do not count. */
export async function trendingTags(ctx: Context): Promise<readonly { tag: string; count: number }[]> {
  const cached = cache.get(ctx.db);
  if (cached && performance.now() - cached.at < TAGS_AGE_MS) return cached.tags;
  const since = new Date(ctx.clock.now().getTime() - feed.trendingDays * 86_400_000);
  const tags = await usedTags(ctx.db, since, feed.trendingTags);
  cache.set(ctx.db, { at: performance.now(), tags });
  return tags;
}

/** Hashtags that begin with a text, for who writes one: most used first, without those of 18+ uploads. */
export async function tagsBeginning(ctx: Context, text: string): Promise<{ tag: string; count: number }[]> {
  const since = new Date(ctx.clock.now().getTime() - feed.knownTagDays * 86_400_000);
  return await usedTags(ctx.db, since, feed.trendingTags, tagOf(text));
}

/** Clears the cached tags, after one was written or removed. */
export function trendingChanged(ctx: Context): void {
  cache.delete(ctx.db);
}
