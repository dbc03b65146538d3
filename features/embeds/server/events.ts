import type { Artwork } from '#content/media/contract/endpoints.ts';
import { defineQuery } from '#platform/server/events/event.ts';

/** What oEmbed says of the frame of a thing. */
export interface Embeddable {
  readonly title: string;
  readonly by: string;
  /** Address of the frame below the site's root. */
  readonly framePath: string;
  /** Pixels of the frame, where a site asks for no smaller one. */
  readonly height: number;
  /** Its cover, the smallest size first; empty without one. */
  readonly artwork: readonly Artwork[];
}

/** The frame of what stands at a path of this site; null where it is none of the feature's, or not public. */
export const embeddableAt = defineQuery<string, Embeddable | null>('frame.at-path');
