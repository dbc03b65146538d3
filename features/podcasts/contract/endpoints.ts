import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { id, timestamp } from '#platform/contract/shapes.ts';
import { podcastChoices, podcasts as limits } from './limits.ts';

export const podcastSettings = z.object({
  choice: z.enum(podcastChoices),
  /** The chosen tracks that may be in it now. */
  trackIds: z.array(id),
  /** The feed names the member's email address, once it is verified. */
  showsMail: z.boolean(),
  /** Address of the feed: it stays when the username changes. */
  feedUrl: z.string(),
  /** What may be chosen, newest first, up to the length of the feed. */
  tracks: z.array(z.object({ id, title: z.string(), createdAt: timestamp })),
});
export type PodcastSettings = z.infer<typeof podcastSettings>;

export const podcastEndpoints = defineEndpoints({
  'GET /podcast-settings': {
    access: 'session',
    limit: 'read',
    summary: "What is in the member's own podcast.",
    reply: podcastSettings,
    errors: [],
  },
  'PUT /podcast-settings': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to save the podcast',
    summary: "Chooses what is in the member's own podcast: its tracks, and whether it names the email address.",
    body: z.object({
      choice: z.enum(podcastChoices),
      /** Own tracks, where they are chosen singly. */
      trackIds: z.array(id).max(limits.episodes).default([]),
      showsMail: z.boolean(),
    }),
    reply: podcastSettings,
    errors: ['track_not_found'],
  },
});
