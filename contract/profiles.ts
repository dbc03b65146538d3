import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { badge, moment, person } from './shapes.ts';

/** A public profile. The people issue adds appearance, links and friends. */
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

export const profiles = defineEndpoints({
  'GET /profiles/:username': {
    access: 'public',
    limit: 'read',
    summary: 'A public profile by username (any case).',
    params: z.object({ username: z.string().min(1).max(64) }),
    reply: profile,
    errors: ['profile_not_found'],
  },
});
