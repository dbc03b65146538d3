import { z } from 'zod';
import { content as contentLimits } from '#content/core/contract/limits.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { submitId } from '#content/core/contract/shapes.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { defineTopics } from '#platform/contract/event.ts';
import { gallery as limits } from './limits.ts';
import { mediaFile } from '#content/media/contract/endpoints.ts';
import { cursor, done, id, timestamp, pageOf, person, readVersion } from '#platform/contract/shapes.ts';

/**
 * `pending` waits for staff and is seen by its owner and staff alone, as is what staff rejected and what was removed;
 * both are purged after some days.
 */
export const galleryState = z.enum(['pending', 'approved', 'rejected', 'removed']);

/** What the reader may do with an image. */
export const imageRights = z.object({
  like: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  report: z.boolean(),
  /** Approve or reject it. */
  decide: z.boolean(),
  feature: z.boolean(),
});

export const galleryImage = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** Without an address until it has been processed. */
  file: mediaFile,
  uploader: person,
  state: galleryState,
  /** What its owner and staff see of an image that is not in the gallery. */
  notice: z.string().nullable(),
  isFeatured: z.boolean(),
  isAdult: z.boolean(),
  likeCount: z.number(),
  /** The viewer's own like. */
  liked: z.boolean(),
  createdAt: timestamp,
  can: imageRights,
});
export type GalleryImage = z.infer<typeof galleryImage>;
/** One that waits for approval, as staff read it before they decide. */
export const pendingImage = galleryImage.extend({ version: readVersion });
export type PendingImage = z.infer<typeof pendingImage>;

const imageParams = z.object({ imageId: id });
const whole = contentEndpoints({ params: imageParams, noun: 'image', notFound: 'image_not_found' });

export const gallery = defineEndpoints({
  'GET /gallery/images': {
    access: 'public',
    limit: 'read',
    summary: 'Approved images, featured first, then newest; or newest first. 20 a page.',
    query: z.object({
      after: cursor.optional(),
      order: z.enum(['featured', 'newest']).default('featured'),
      /** A part of title or description, whatever its case. */
      search: z.string().trim().max(limits.searchMax).optional(),
      /** Images of one member, by username. */
      author: z.string().min(1).max(64).optional(),
    }),
    reply: pageOf(galleryImage),
    errors: [],
  },
  'GET /gallery/mine': {
    access: 'session',
    limit: 'read',
    summary: "The member's own images, newest first; with `unapproved` those that wait for staff or were rejected.",
    query: z.object({ list: z.enum(['all', 'unapproved']).default('all'), after: cursor.optional() }),
    reply: pageOf(galleryImage),
    errors: [],
  },
  'POST /gallery/images': {
    access: 'speaker',
    limit: 'write',
    failure: 'Upload failed',
    summary:
      'Uploads an image from a staged file; staff approve it before others see it. The same submit again answers with the first one.',
    body: z.object({
      fileId: id,
      /** 'Untitled' when empty. */
      title: z.string().trim().max(limits.titleMax).default(''),
      description: z.string().trim().max(limits.descriptionMax).default(''),
      isAdult: z.boolean().default(false),
      submitId,
    }),
    reply: galleryImage,
    errors: [
      'profile_not_found',
      'file_not_usable',
      'file_type_refused',
      'upload_cooldown',
      'content_blocked',
      'adults_only',
    ],
  },
  'GET /gallery/images/:imageId': {
    access: 'public',
    limit: 'read',
    summary: 'One image.',
    params: imageParams,
    reply: galleryImage,
    errors: ['image_not_found', 'adults_only'],
  },
  'DELETE /gallery/images/:imageId': {
    ...whole.remove,
    summary: 'Removes an image, by its owner or staff; its reward is taken back.',
  },
  'POST /gallery/images/:imageId/restore': {
    ...whole.restore,
    summary: 'Brings a removed image back to where it was; its owner only what they removed themselves.',
    reply: galleryImage,
  },
  'PUT /gallery/images/:imageId/like': { ...whole.like, signIn: 'like_sign_in' },
  'GET /staff/gallery': {
    access: 'moderator',
    limit: 'read',
    summary: 'Images that wait for approval, oldest first.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(pendingImage),
    errors: [],
  },
  'POST /staff/gallery/:imageId/approve': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to approve image',
    summary: 'Approves an image: everybody sees it, its owner is notified and gets 1 credit.',
    params: imageParams,
    body: z.object({ version: readVersion }),
    reply: galleryImage,
    errors: [
      'image_not_found',
      'already_decided',
      'decision_outdated',
      'image_not_ready',
      'own_content',
      'staff_protected',
      'with_admins',
    ],
  },
  'POST /staff/gallery/:imageId/reject': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to reject image',
    summary: 'Rejects an image; its owner is notified with the reason.',
    params: imageParams,
    body: z.object({ version: readVersion, reason: z.string().trim().min(1).max(contentLimits.reasonMax) }),
    reply: done,
    errors: ['image_not_found', 'already_decided', 'decision_outdated', 'staff_protected', 'with_admins'],
  },
  'PUT /staff/gallery/:imageId/featured': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to update featured status',
    summary: 'Features an approved image, or no longer.',
    params: imageParams,
    body: z.object({ on: z.boolean() }),
    reply: galleryImage,
    errors: ['image_not_found', 'not_approved', 'own_content', 'staff_protected'],
  },
});

export const galleryTopics = defineTopics({
  /** Hints for open galleries. */
  gallery: {
    pattern: 'gallery',
    access: 'public',
    events: {
      image_approved: z.object({ id }),
      /** Featured or not, removed or restored. */
      image_changed: z.object({ id }),
    },
  },
  /** News of one's own images. */
  galleryMine: {
    pattern: 'gallery:{profileId}',
    access: 'own',
    events: {
      /** Approved, rejected, removed or restored. */
      image_decided: z.object({ id, state: galleryState }),
    },
  },
});
