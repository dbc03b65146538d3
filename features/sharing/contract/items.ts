import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { chosenVisibility, submitId } from '#content/core/contract/shapes.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { sharing as limits } from './limits.ts';
import { cursor, pageOf } from '#platform/contract/shapes.ts';
import { shared, sharedItem, itemParams, seenErrors } from './shapes.ts';
import { formErrors, formOf, keysOf } from './form.ts';

/** The lists of one type, and its form, with `/:list` in the place of its path. */
export function listEndpoints(kind: SharingKind) {
  const { noun, nouns, types, isApproved, createFailure } = sharingTypes[kind];
  const first = isApproved ? 'Staff approve it before others see it.' : 'May be held for staff review, and says why.';
  const page = pageOf(sharedItem);
  return defineEndpoints({
    'GET /:list': {
      access: 'public',
      limit: 'read',
      failure: kind === 'song' ? 'Failed to load tracks' : undefined,
      summary: `The ${nouns} that the reader may see, newest or most liked first; the newest of members with listing priority before them.`,
      query: z.object({
        after: cursor.optional(),
        order: z.enum(['newest', 'most-liked']).default('newest'),
        type: (types ? keysOf(types) : z.string().max(0)).optional(),
        tag: z.string().trim().max(limits.tagMax).optional(),
        /** A part of title, artist, description or a tag. */
        search: z.string().trim().max(limits.searchMax).optional(),
        /** Those of one member, by username. */
        author: z.string().max(64).optional(),
      }),
      reply: page,
      errors: [],
    },
    'GET /:list/mine': {
      access: 'session',
      limit: 'read',
      summary: `The member's own ${nouns}, newest first; with \`waiting\` those that others do not see yet.`,
      query: z.object({ list: z.enum(['all', 'waiting']).default('all'), after: cursor.optional() }),
      reply: page,
      errors: [],
    },
    'POST /:list': {
      access: 'speaker',
      limit: 'write',
      signIn: 'sharing_sign_in',
      failure: createFailure,
      summary: `Shares a new ${noun}. ${first} The same submit again answers with the first one.`,
      body: formOf(kind).extend({
        isAdult: z.boolean().default(false),
        /** Read where its author may keep it back. */
        visibility: chosenVisibility.default('public'),
        submitId,
      }),
      reply: shared,
      errors: [...formErrors, 'duplicate_upload', 'post_cooldown', 'author_profile_missing'],
    },
  });
}

/** One thing of a type, and what is done with it. */
export function itemEndpoints(kind: SharingKind) {
  const { noun } = sharingTypes[kind];
  const seen = seenErrors(kind);
  const whole = contentEndpoints({ params: itemParams, noun, notFound: `${kind}_not_found` });
  return defineEndpoints({
    'GET /:list/:itemId': {
      access: 'public',
      limit: 'read',
      summary: `One ${noun}.`,
      params: itemParams,
      reply: sharedItem,
      errors: seen,
    },
    'PATCH /:list/:itemId': {
      access: 'speaker',
      limit: 'write',
      failure: `Failed to save the ${noun}`,
      summary: `Edits the ${noun}: every field, naming the version it started from.`,
      params: itemParams,
      body: formOf(kind).extend({ isAdult: z.boolean().optional(), baseVersion: z.int() }),
      reply: sharedItem,
      errors: [
        ...formErrors,
        `${kind}_not_found`,
        'forbidden',
        'staff_protected',
        'edit_conflict',
        'private_information',
      ],
    },
    'DELETE /:list/:itemId': whole.remove,
    'POST /:list/:itemId/restore': whole.restore,
    'GET /:list/:itemId/history': {
      ...whole.history,
      summary: 'Every version of all its fields as one text, newest first.',
    },
    'PUT /:list/:itemId/like': { ...whole.like, signIn: kind === 'song' ? 'track_like_sign_in' : 'item_like_sign_in' },
  });
}

/** The endpoint of types with downloads, likewise. */
export function downloadEndpoints(kind: SharingKind) {
  return defineEndpoints({
    'POST /:list/:itemId/download': {
      access: 'member',
      limit: 'write',
      failure: 'Failed to start the download',
      summary: `A member downloads the ${sharingTypes[kind].noun}: counted once, and not for its author. Answers where it is.`,
      params: itemParams,
      reply: z.object({ url: z.string(), downloadCount: z.number() }),
      errors: [`${kind}_not_found`, 'adults_only', 'not_bought'],
    },
  });
}
