import { z } from 'zod';
import { defineTopics } from '#platform/contract/event.ts';
import { badge, id, timestamp, person } from '#platform/contract/shapes.ts';

/** What everybody may know of a member; the page adds the appearance (`customization.ts`). */
export const profile = person.extend({
  /** The rank badge of profile surfaces; `badge` is the role badge (decisions §3). */
  rank: badge,
  bio: z.string(),
  joinedAt: timestamp,
  xp: z.number(),
  level: z.number(),
  postCount: z.number(),
  isOwn: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const profileTopics = defineTopics({
  /** An open profile page. Numbered; the page is fetched with the reader's own rights. */
  profile: {
    pattern: 'profile:{profileId}',
    access: 'decided by the feature',
    events: {
      /** Names, texts, pictures, links, appearance or the rights to them have changed. */
      profile_changed: z.object({ id }),
    },
  },
});
