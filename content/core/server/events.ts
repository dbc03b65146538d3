import { defineQuery } from '#platform/server/events/event.ts';

/** A content that a secret link may open in addition to the one that it was made for. */
export interface AlongWith {
  /** The content that the link was made for. */
  readonly linked: { readonly kind: string; readonly id: string };
  readonly kind: string;
  readonly id: string;
}

/** Whether a link to one content also opens another one of the same author: a set, its tracks. */
export const opensAlong = defineQuery<AlongWith, boolean>('link.opens-along');
/** Ids of removed contents that must not be deleted for good yet. */
export const disputedContents = defineQuery<null, readonly string[]>('content.disputed');
