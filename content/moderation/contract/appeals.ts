import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { moderation as limits } from './limits.ts';
import { id, timestamp } from '#platform/contract/shapes.ts';

/** A decision of staff about a member or what they made, as that member sees it. */
export const decisionAboutMe = z.object({
  /** Id of its line in the audit log. */
  id,
  kind: z.enum(['warning', 'silence', 'suspension', 'removal', 'rejection']),
  /** What was removed; null for decisions about the member. */
  title: z.string().nullable(),
  reason: z.string(),
  at: timestamp,
  /** End of a silence or suspension; null for none. */
  until: timestamp.nullable(),
  /** It is in force now; of a warning and a removal, that it was not taken back. */
  isInForce: z.boolean(),
  /** Until when it can be appealed; null where it cannot any more, or was already. */
  appealUntil: timestamp.nullable(),
  appeal: z
    .object({
      state: z.enum(['open', 'upheld', 'reversed']),
      statement: z.string(),
      at: timestamp,
      /** What staff answered. */
      answer: z.string(),
      answeredAt: timestamp.nullable(),
    })
    .nullable(),
});
export type DecisionAboutMe = z.infer<typeof decisionAboutMe>;

const params = z.object({ decisionId: id });

/** Appeals against decisions of staff. They work for members who are suspended or silenced too. */
export const appealEndpoints = defineEndpoints({
  'GET /decisions': {
    access: 'session',
    limit: 'read',
    summary: "The newest decisions about the member's account, and those that they appealed; newest first.",
    reply: z.object({ items: z.array(decisionAboutMe) }),
    errors: [],
  },
  'GET /decisions/:decisionId': {
    access: 'session',
    limit: 'read',
    summary:
      "A decision about the member or what they made, with their appeal, as the decision's notification leads to it.",
    params,
    reply: decisionAboutMe,
    errors: ['not_found'],
  },
  'POST /decisions/:decisionId/appeal': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to send the appeal',
    summary:
      'Appeals a decision, once. It becomes an item of the moderation queue, which somebody else than the first decider decides, where there is anybody else.',
    params,
    body: z.object({ statement: z.string().trim().min(limits.appealMin).max(limits.appealMax) }),
    reply: decisionAboutMe,
    errors: ['not_found', 'appealed_already', 'appeal_late', 'appeals_many'],
  },
});
