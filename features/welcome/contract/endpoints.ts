import { z } from 'zod';
import { makeTag } from '#people/site-settings/contract/limits.ts';
import { knownPerson } from '#people/friends/contract/endpoints.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { done } from '#platform/contract/shapes.ts';
import { welcome as limits, welcomeSteps } from './limits.ts';

const step = z.enum(welcomeSteps);
const makes = z.array(z.string().min(1).max(makeTag.max)).max(limits.makesMax);

const introduction = z.object({
  text: z.string(),
  /** Where a first post belongs: a fixed key or the id of a row as `GET /forum/posts` takes it; null for General. */
  category: z.string().nullable(),
});

export const welcomeState = z.object({
  /** Steps that the member has done or passed by `PUT /welcome/steps/:step`. */
  done: z.array(step),
  /** They have finished it, or have put it away. Also for who was a member before there was a welcome. */
  isFinished: z.boolean(),
  /** They have written a post that others may see or staff read. */
  hasPosted: z.boolean(),
  /** The operator's words over the first step, and beside the way to a first post. */
  text: z.string(),
  introduction,
  makes,
  /** What may be chosen. */
  allMakes: z.array(z.string()),
});
export type WelcomeState = z.infer<typeof welcomeState>;

export const welcomeEndpoints = defineEndpoints({
  'GET /welcome': {
    access: 'session',
    limit: 'read',
    summary: 'How far the member is in the welcome, and the words of the operator.',
    reply: welcomeState,
    errors: [],
  },
  'GET /welcome/hint': {
    access: 'session',
    limit: 'read',
    summary:
      'What a new member has before them, for the home page; nothing for who was here before there was a welcome.',
    reply: z.object({
      /** Steps of the welcome; 0 once it is finished. */
      stepsLeft: z.int().min(0),
      /** Null once they have written a post. */
      introduction: introduction.nullable(),
    }),
    errors: [],
  },
  'GET /welcome/suggestions': {
    access: 'session',
    limit: 'read',
    summary: 'People and categories with public activity in the last days: whom the member may follow.',
    reply: z.object({
      /** Who makes something the same as the member first, then the most active. Nobody who is followed already. */
      people: z.array(z.object({ person: knownPerson, makes: z.array(z.string()) })),
      categories: z.array(
        z.object({
          /** As `PUT /forum/categories/:category/follow` takes it. */
          category: z.string(),
          label: z.string(),
          description: z.string(),
          /** Posts that were written or answered in these days. */
          posts: z.number(),
          isFollowing: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
  'PUT /welcome/steps/:step': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to save the step',
    summary: 'Notes that a step is done; again changes nothing.',
    params: z.object({ step }),
    reply: done,
    errors: [],
  },
  'PUT /welcome/finished': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to finish the welcome',
    summary: 'Ends the welcome, whatever steps are left. Its page stays.',
    reply: done,
    errors: [],
  },
  'PUT /welcome/makes': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save what you make',
    summary: 'Chooses what the member makes, of the list of the site; their profile shows it.',
    body: z.object({ makes }),
    reply: z.object({ makes }),
    errors: [],
  },
});
