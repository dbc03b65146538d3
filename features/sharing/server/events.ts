import type { Artwork } from '#content/media/contract/endpoints.ts';
import { defineQuery } from '#platform/server/events/event.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** Sets whose covers a reader sees. */
export interface CoversOf {
  readonly viewer: Viewer | null;
  readonly setIds: readonly string[];
}

/** Covers of some sets that have none of their own, by id: those of what is in them, as far as this reader may see it. */
export const coversOfSets = defineQuery<CoversOf, ReadonlyMap<string, readonly Artwork[]>>('set.covers');
