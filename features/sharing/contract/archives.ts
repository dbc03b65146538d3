import { z } from 'zod';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { foundMusic, statedMusic } from '#content/media/contract/endpoints.ts';
import { archivePage, archiveVersion, newArchiveVersion } from '#content/media/contract/archives.ts';
import { archive as limits, entryKinds } from '#platform/contract/archive-limits.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { cursor, done, id, queryNumber } from '#platform/contract/shapes.ts';
import { itemParams } from './shapes.ts';

const seconds = queryNumber(z.number().min(0).max(86_400));
const soundParams = itemParams.extend({ fileId: id, position: queryNumber(z.int().min(0).max(999_999)) });
const tempo = queryNumber(z.number().min(0).max(1000));

/** The endpoints of types with archives, with `/:list` in the place of their path. @param item the shape of a thing */
export function archiveEndpoints<Item extends z.ZodType>(kind: SharingKind, item: Item) {
  const { noun } = sharingTypes[kind];
  const notFound = `${kind}_not_found` as const;
  return defineEndpoints({
    'GET /:list/:itemId/archive': {
      access: 'public',
      limit: 'read',
      summary: `The files in the archive of the ${noun}, folder by folder; of its newest version, or of another.`,
      params: itemParams,
      query: z.object({
        version: queryNumber(z.int().min(1).max(100_000)).optional(),
        after: cursor.optional(),
        kind: z.enum(entryKinds).optional(),
        /** A part of a path. */
        search: z.string().trim().max(limits.searchMax).optional(),
        minSeconds: seconds.optional(),
        maxSeconds: seconds.optional(),
        minTempo: tempo.optional(),
        maxTempo: tempo.optional(),
        key: z.string().max(3).optional(),
      }),
      reply: archivePage,
      errors: [notFound, 'adults_only', 'not_found', 'archive_not_ready'],
    },
    'GET /:list/:itemId/archive/:fileId/:position/details': {
      access: 'session',
      limit: 'read',
      summary: `Tempo and key of a sound in an archive of the ${noun}: as its author has corrected them, and as they were found. For its author.`,
      params: soundParams,
      reply: z.object({ stated: statedMusic, found: foundMusic }),
      errors: [notFound, 'adults_only', 'forbidden', 'not_found'],
    },
    'PUT /:list/:itemId/archive/:fileId/:position/details': {
      access: 'speaker',
      limit: 'write',
      failure: 'Failed to save the details',
      summary: `Corrects tempo and key of a sound in an archive of the ${noun}, also for the same sound in later versions; null brings back what was found.`,
      params: soundParams,
      body: statedMusic,
      reply: done,
      errors: [notFound, 'adults_only', 'forbidden', 'not_found'],
    },
    'GET /:list/:itemId/versions': {
      access: 'public',
      limit: 'read',
      summary: `Every version of the archive of the ${noun}, newest first, with what is new in it.`,
      params: itemParams,
      reply: z.object({ items: z.array(archiveVersion) }),
      errors: [notFound, 'adults_only'],
    },
    'POST /:list/:itemId/versions': {
      access: 'speaker',
      limit: 'write',
      failure: 'Failed to add the version',
      summary: `Adds an archive to the ${noun}, as its newest version; older ones stay. Its author alone.`,
      params: itemParams,
      body: newArchiveVersion,
      reply: item,
      errors: [
        notFound,
        'adults_only',
        'forbidden',
        'rights_required',
        'file_not_usable',
        'file_failed',
        'too_many_versions',
        'banned_words',
        'content_blocked',
      ],
    },
    'POST /:list/:itemId/buy': {
      access: 'member',
      limit: 'pay',
      failure: { title: 'Purchase Failed', text: 'Something went wrong with your purchase' },
      summary: `Pays the price of the ${noun} to its author, once; the archive then stays open to the member.`,
      params: itemParams,
      body: z.object({
        /** The price as the member has read it. */
        price: z.int(),
      }),
      reply: z.object({ item, credits: z.number() }),
      errors: [
        notFound,
        'adults_only',
        'own_item',
        'not_for_sale',
        'already_owned',
        'price_changed',
        'author_gone',
        'insufficient_credits',
        'credits_resting',
      ],
    },
  });
}
