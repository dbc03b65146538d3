import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { upload } from '#features/feed/contract/endpoints.ts';
import { secretLinks as limits } from './limits.ts';
import { sharedItem } from '#features/sharing/contract/endpoints.ts';
import { cursor, done, id, pageOf, timestamp } from '#platform/contract/shapes.ts';

/** What a secret link can be made for. */
const linkedKind = z.enum(['upload', 'set']);

/** A link of the member's own. Its address is known when it is made, and never again. */
export const secretLink = z.object({
  id,
  kind: linkedKind,
  contentId: id,
  /** Title of what it opens; empty where that is gone. */
  title: z.string(),
  /** Address of what it opens, for its author. */
  path: z.string(),
  /** Whom it is for. */
  label: z.string(),
  /** Plays that counted and came through it. */
  playCount: z.number(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  hasExpired: z.boolean(),
});
export type SecretLink = z.infer<typeof secretLink>;

export const secretLinkEndpoints = defineEndpoints({
  'GET /secret-links': {
    access: 'session',
    limit: 'read',
    summary: "The member's own secret links, newest first: all, or those to one thing.",
    query: z.object({ contentId: id.optional(), after: cursor.optional() }),
    reply: pageOf(secretLink),
    errors: [],
  },
  'POST /secret-links': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to make the link',
    summary: 'Makes a secret link to an own track or set. Its address is in this answer alone.',
    body: z.object({
      kind: linkedKind,
      contentId: id,
      label: z.string().trim().max(limits.labelMax).default(''),
      /** Hours until it expires; null for never. */
      hours: z
        .int()
        .min(1)
        .max(24 * 366)
        .nullable(),
    }),
    reply: z.object({ link: secretLink, /** Path below the site's root. */ address: z.string() }),
    errors: ['upload_not_found', 'set_not_found', 'adults_only', 'forbidden', 'visibility_waits', 'links_many'],
  },
  'DELETE /secret-links/:linkId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to revoke the link',
    summary: 'Revokes a secret link: from now on it opens nothing. One that is gone is gone.',
    params: z.object({ linkId: id }),
    reply: done,
    errors: [],
  },
  'POST /secret-links/open': {
    access: 'public',
    limit: 'read',
    failure: 'Failed to open the link',
    summary: 'What a secret link opens, with addresses of its files that hold as long as the link does.',
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: z.object({ kind: linkedKind, upload: upload.nullable(), set: sharedItem.nullable() }),
    errors: ['secret_link_unknown', 'adults_only'],
  },
});
