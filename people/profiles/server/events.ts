import type { Executor } from '#platform/server/db/database.ts';
import { defineEvent, defineQuery } from '#platform/server/events/event.ts';
import type { Refusal } from '#platform/server/http/refusal.ts';

/** Finds what no name may contain: banned words and private information. Null where there is nothing. */
export type WordsCheck = (text: string) => Refusal | null;

/** The checks of names' words as they are now. `db` is the transaction, inside one. */
export const nameWords = defineQuery<{ readonly db: Executor }, WordsCheck>('name.words-check');

/**
 * A thing of a kind is shown otherwise than before, or not any more: made, edited, published, removed, restored, deleted.
 * Emitted in the transaction that changes it, after its rows were written; a profile is of the kind `profile`.
 */
export const thingChanged = defineEvent<{
  readonly kind: string;
  readonly ids: readonly string[];
  /** It was not there before. */
  readonly isNew?: boolean;
}>('thing.changed');
