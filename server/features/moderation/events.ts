import type { Executor } from '#server/platform/db/database.ts';
import { defineQuery } from '#server/platform/events/event.ts';

/** Which of some contents an accepted copyright complaint hides now, by id. */
export const standingComplaints = defineQuery<
  { readonly db: Executor; readonly ids: readonly string[] },
  readonly string[]
>('content.standing-complaints');
