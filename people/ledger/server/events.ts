import { defineEvent } from '#platform/server/events/event.ts';

/** A member's rights have changed. `endsAt`: when the granted one ends by itself; null for never, and for a revoked one. */
export const rightsChanged = defineEvent<{ readonly profileId: string; readonly endsAt: Date | null }>(
  'rights.changed',
);
