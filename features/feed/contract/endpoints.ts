import { z } from 'zod';
import { defineTopics } from '#platform/contract/event.ts';
import { uploadComments } from './comments.ts';
import { uploadTracks } from './tracks.ts';
import { uploads } from './uploads.ts';
import { id } from '#platform/contract/shapes.ts';

export * from './shapes.ts';

/** The endpoints of the feed. */
export const feed = { ...uploads, ...uploadComments, ...uploadTracks };

export const feedTopics = defineTopics({
  /** Hints for an open feed: newer uploads can be fetched. */
  uploads: {
    pattern: 'uploads',
    access: 'public',
    events: { upload_created: z.object({ id, authorId: id }), upload_changed: z.object({ id }) },
  },
  /** An open upload. Comments come as their id and who wrote them. */
  upload: {
    pattern: 'upload:{uploadId}',
    access: 'decided by the feature',
    events: {
      comment_created: z.object({ id, authorId: id }),
      comment_changed: z.object({ id }),
      upload_changed: z.object({ id }),
      /** Hints, which may be missed. Who has voted, or for what, is in none. */
      likes_changed: z.object({ id, likeCount: z.number() }),
      votes_changed: z.object({ id }),
    },
  },
});
