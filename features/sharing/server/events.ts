import type { Artwork } from '#content/media/contract/endpoints.ts';
import type { ItemSound } from '#features/sharing/contract/endpoints.ts';
import { defineQuery } from '#platform/server/events/event.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** What sounds of a thing, and the picture that comes with that; the smallest size first, empty without one. */
export interface FoundSound {
  readonly sound: ItemSound;
  readonly artwork: readonly Artwork[];
}

/** Sets whose sounds a reader hears. */
export interface SoundsOf {
  readonly viewer: Viewer | null;
  readonly setIds: readonly string[];
}

/** The first sounds of some sets with their pictures, by id, as far as this reader may hear what is in them. */
export const soundsOfSets = defineQuery<SoundsOf, ReadonlyMap<string, FoundSound>>('set.sounds');
