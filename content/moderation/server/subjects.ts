import type { Context } from '#platform/server/context.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';

/** Loads contents of several kinds, one query a kind; by kind and id with a space between. */
export async function loadContents(
  ctx: Context,
  refs: readonly { kind: string; id: string }[],
): Promise<Map<string, ContentItem>> {
  const byKind = Map.groupBy(refs, (ref) => ref.kind);
  const loaded = await Promise.all(
    [...byKind].map(
      async ([kind, group]) =>
        (await ctx.kinds.get(kind)?.load?.(
          ctx,
          group.map((ref) => ref.id),
        )) ?? [],
    ),
  );
  return new Map(loaded.flat().map((item) => [`${item.kind} ${item.id}`, item]));
}
