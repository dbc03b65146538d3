import { defineEvent } from '#platform/server/events/event.ts';

/** A balance of no XP has grown: the first of a member, or the first after all was taken back. */
export const firstXp = defineEvent<{ readonly profileId: string; readonly xp: number }>('xp.first');

/** A member's rights have changed. `endsAt`: when the granted one ends by itself; null for never, and for a revoked one. */
export const rightsChanged = defineEvent<{ readonly profileId: string; readonly endsAt: Date | null }>(
  'rights.changed',
);
