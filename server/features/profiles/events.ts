import type { Executor } from '#server/platform/db/database.ts';
import { defineQuery } from '#server/platform/events/event.ts';
import type { Refusal } from '#server/platform/http/refusal.ts';

/** Finds what no name may contain: banned words and private information. Null where there is nothing. */
export type WordsCheck = (text: string) => Refusal | null;

/** The checks of names' words as they are now. `db` is the transaction, inside one. */
export const nameWords = defineQuery<{ readonly db: Executor }, WordsCheck>('name.words-check');
