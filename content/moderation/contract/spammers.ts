import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { moderation as limits } from './limits.ts';
import { id, person, timestamp } from '#platform/contract/shapes.ts';

/** Why one of several things was not done: the code and the words of the refusal. */
export const partRefusal = z.object({ code: z.string(), detail: z.string() });

const profileIds = z.array(id).min(1).max(limits.manyMax);
/** What became of each account, in the order of the call. */
const reply = z.object({ items: z.array(z.object({ profileId: id, refusal: partRefusal.nullable() })) });

/** Accounts that do nothing but advertise: one decision about all that they have done lately. */
export const spammerEndpoints = defineEndpoints({
  'POST /staff/spammers': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to remove the spam',
    summary:
      'Suspends accounts without end, ends their sessions, and removes in a job what they made in the last days, whatever it is. One decision for each account, undone as one; the same again while it is in force changes nothing.',
    body: z.object({
      profileIds,
      days: z.int().min(1).max(limits.spamDaysMax).default(limits.spamDays),
      reason: z.string().trim().min(1).max(limits.reasonMax),
    }),
    reply,
    errors: [],
  },
  'POST /staff/spammers/undo': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to take the decision back',
    summary:
      'Takes these decisions back: the suspension is lifted, what it removed is restored in a job, and the items of the queue that it closed are open. What was removed before, or by somebody else since, stays removed.',
    body: z.object({ profileIds }),
    reply,
    errors: [],
  },
  'GET /staff/members/:profileId/spam': {
    access: 'moderator',
    limit: 'read',
    summary: 'The newest decision that a member is a spammer; null for none in the last 30 days.',
    params: z.object({ profileId: id }),
    reply: z.object({
      decision: z
        .object({
          id,
          /** `removing` and `restoring` while the job is at work. */
          state: z.enum(['removing', 'removed', 'restoring', 'restored']),
          /** Null for the operator. */
          by: person.nullable(),
          at: timestamp,
          reason: z.string(),
          /** Contents that it has removed and nobody has restored. */
          removed: z.int(),
        })
        .nullable(),
    }),
    errors: [],
  },
});
