import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { defineTopics } from '#platform/contract/event.ts';
import { type AnnouncementType, announcementTypes, announcements as limits } from './limits.ts';
import { cursor, done, id, timestamp, pageOf, person } from '#platform/contract/shapes.ts';

const type = z.enum(announcementTypes.map((each) => each.key) as [AnnouncementType, ...AnnouncementType[]]);

/** One announcement of staff. */
export const announcement = z.object({
  id,
  title: z.string(),
  /** Sanitised HTML of its text. */
  html: z.string(),
  /** The Markdown source: only for staff. */
  source: z.string().nullable(),
  type,
  /** 1 to 5; above 3 it is marked 'High Priority'. */
  priority: z.number(),
  isPinned: z.boolean(),
  /** False: hidden by staff, who alone see it. */
  isPublished: z.boolean(),
  /** Staff alone see it until then; it is published at that time. Null for what is published, or hidden without a time. */
  publishAt: timestamp.nullable(),
  /** Readers have seen it: it can be hidden, and waits for no time any more. */
  wasPublished: z.boolean(),
  /** From then on readers do not see it any more. */
  expiresAt: timestamp.nullable(),
  isExpired: z.boolean(),
  author: person,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  version: z.number(),
  /** The reader may change and remove it: staff, but no moderator what an admin has announced. */
  canManage: z.boolean(),
});
export type Announcement = z.infer<typeof announcement>;

const title = z.string().trim().max(limits.titleMax);
const content = z.string().trim().max(limits.contentMax);
/** What is no number counts as 1 (part 1 §5). */
const priority = z.preprocess(
  (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : limits.priorityMin),
  z.int().min(limits.priorityMin).max(limits.priorityMax),
);
const params = z.object({ announcementId: id });

export const announcementEndpoints = defineEndpoints({
  'GET /announcements': {
    access: 'public',
    limit: 'read',
    summary: 'What is published and has not expired: pinned first, then higher priority, then newest.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(announcement),
    errors: [],
  },
  'GET /staff/announcements': {
    access: 'moderator',
    limit: 'read',
    summary: 'Every announcement, hidden, scheduled and expired ones too, in the same order.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(announcement),
    errors: [],
  },
  'POST /announcements': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to create announcement',
    summary:
      'Publishes an announcement, at once or at a time, and notifies every member; for staff, others get an error that says so.',
    body: z.object({
      title: title.default(''),
      content: content.default(''),
      type: type.default('general'),
      priority: priority.default(limits.priorityMin),
      /** ISO 8601, or null for a permanent announcement. */
      expiresAt: timestamp.nullable().default(null),
      /** ISO 8601: published then, and members are notified then. Null: at once. */
      publishAt: timestamp.nullable().default(null),
      submitId: id,
    }),
    reply: announcement,
    errors: [
      'author_profile_missing',
      'announcements_denied',
      'missing_information',
      'expiry_passed',
      'publish_passed',
      'too_complex',
      'banned_words',
      'private_information',
    ],
    maxBody: 96 * 1024,
  },
  'PATCH /announcements/:announcementId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the announcement',
    summary:
      'Changes an announcement: its words, mark, end, pin, or whether readers see it. Names the version it started from.',
    params,
    body: z.object({
      title: title.optional(),
      content: content.optional(),
      type: type.optional(),
      priority: priority.optional(),
      expiresAt: timestamp.nullable().optional(),
      /** Of one that is not published yet: another time, or null for none. */
      publishAt: timestamp.nullable().optional(),
      isPinned: z.boolean().optional(),
      isPublished: z.boolean().optional(),
      baseVersion: z.int(),
    }),
    reply: announcement,
    errors: [
      'announcement_not_found',
      'missing_information',
      'expiry_passed',
      'publish_passed',
      'announcement_published',
      'own_content',
      'edit_conflict',
      'too_complex',
      'banned_words',
      'private_information',
      'staff_protected',
    ],
    maxBody: 96 * 1024,
  },
  'DELETE /announcements/:announcementId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to delete the announcement',
    summary: 'Removes an announcement for good, with its notifications.',
    params,
    reply: done,
    errors: ['announcement_not_found', 'staff_protected'],
  },
});

export const announcementTopics = defineTopics({
  /** Hints for an open list. */
  announcements: {
    pattern: 'announcements',
    access: 'public',
    events: { announcements_changed: z.object({ id }) },
  },
});
