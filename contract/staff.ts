import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

/** What waits behind the tabs of the admin panel, each counted up to one above `staff.countMax`. */
export const staffCounts = z.object({
  pendingPosts: z.int(),
  pendingImages: z.int(),
  /** Those that the tab lists. */
  forumPosts: z.int(),
});
export type StaffCounts = z.infer<typeof staffCounts>;

/** The endpoints of the admin panel that belong to no other feature. */
export const staff = defineEndpoints({
  'GET /staff/counts': {
    access: 'moderator',
    limit: 'read',
    summary: 'The numbers on the tabs of the admin panel.',
    reply: staffCounts,
    errors: [],
  },
});
