import { z } from 'zod';
import { accountSettingsEndpoints } from './settings.ts';
import { signIn } from './sign-in.ts';
import { defineTopics } from '#platform/contract/event.ts';

export * from './shapes.ts';

/** The endpoints of accounts. */
export const accounts = { ...signIn, ...accountSettingsEndpoints };

export const accountTopics = defineTopics({
  viewer: {
    pattern: 'viewer:{profileId}',
    access: 'own',
    events: {
      /** The name of the session event of part 1 §4 that other tabs should know of. */
      session: z.object({ event: z.enum(['signed_out', 'user_updated', 'password_recovery']) }),
      /** One more unread notification is in the member's inbox. */
      notified: z.object({ kind: z.string() }),
      /**
       * The inbox changed otherwise: read in another tab, grown, or withdrawn. Without a number: fetch the count again.
       */
      inbox: z.object({ unread: z.int().min(0).nullable() }),
      /** Friends, requests or blocks of the member are others now: read them again. */
      relations_changed: z.object({}),
      /** The member has reached a rank of the XP ladder for the first time: its key in `ranks.ts`. */
      rank_reached: z.object({ rank: z.string() }),
      /** What the member owns, or what it opens, is something else now: read it again. */
      rights_changed: z.object({}),
    },
  },
});
