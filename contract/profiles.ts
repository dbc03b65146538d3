import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { moment, person } from './shapes.ts';

/** A public profile. The people issue adds appearance, links and friends. */
export const profile = person.extend({
  bio: z.string(),
  joinedAt: moment,
  xp: z.number(),
  level: z.number(),
  postCount: z.number(),
  isOwn: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** A newly joined member, as lists show them. */
export const memberCard = person.extend({ xp: z.number(), joinedAt: moment });

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

export const community = defineEndpoints({
  'GET /community/statistics': {
    access: 'public',
    limit: 'read',
    summary: 'Site-wide counts, kept by a job.',
    reply: z.object({ members: z.number(), posts: z.number(), replies: z.number(), xp: z.number() }),
    errors: [],
  },
  'GET /community/newest-members': {
    access: 'public',
    limit: 'read',
    summary: 'The latest 12 members.',
    reply: z.object({ items: z.array(memberCard) }),
    errors: [],
  },
});
