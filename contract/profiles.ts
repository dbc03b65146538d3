import { z } from 'zod';
import { badge, moment, person } from './shapes.ts';

/** What everybody may know of a member; the page adds how it looks (`customization.ts`). */
export const profile = person.extend({
  /** The rank badge of profile surfaces; `badge` is the role badge (decisions §3). */
  rank: badge,
  bio: z.string(),
  joinedAt: moment,
  xp: z.number(),
  level: z.number(),
  postCount: z.number(),
  isOwn: z.boolean(),
});
export type Profile = z.infer<typeof profile>;
