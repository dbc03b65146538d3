import type { Executor } from '#platform/server/db/database.ts';
import { defineQuery } from '#platform/server/events/event.ts';

/** Which of some contents an accepted copyright complaint hides now, by id. */
export const standingComplaints = defineQuery<
  { readonly db: Executor; readonly ids: readonly string[] },
  readonly string[]
>('content.standing-complaints');
