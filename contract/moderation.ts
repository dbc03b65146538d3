import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { sharingKinds, sharingReplyKinds } from './limits/sharing.ts';
import { cursor, done, id, timestamp, pageOf, person } from './shapes.ts';

const reason = z.string().trim().min(1).max(1000);
const contentKind = z.enum([
  'forum_post',
  'post_reply',
  'upload',
  'upload_comment',
  'gallery_image',
  ...sharingKinds,
  ...sharingReplyKinds,
  'spotify_showcase',
  'listening_party',
  'chat_message',
  'profile',
]);

const subject = z.object({
  kind: z.string(),
  id,
  title: z.string(),
  excerpt: z.string(),
  url: z.string(),
  author: person,
});

export const hold = z.object({ id, subject, reasons: z.array(z.string()), source: z.string(), createdAt: timestamp });
export const report = z.object({
  id,
  subject: subject.nullable(),
  reporter: person,
  reason: z.string(),
  note: z.string(),
  state: z.enum(['open', 'resolved']),
  createdAt: timestamp,
});
export const restriction = z.object({
  id,
  kind: z.enum(['suspension', 'silence']),
  reason: z.string(),
  until: timestamp.nullable(),
  createdAt: timestamp,
});
export const auditEntry = z.object({
  id,
  actor: person.nullable(),
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
});
export const bannedWord = z.object({ id, word: z.string(), createdAt: timestamp });

const memberParams = z.object({ profileId: id });
const restrict = z.object({ reason, until: timestamp.nullable() });

/** Reporting, and the endpoints of staff for content. */
export const moderation = defineEndpoints({
  'POST /reports': {
    access: 'member',
    limit: 'write',
    summary:
      'Reports something to staff. Reporting the same thing twice keeps one report; a profile that staff have decided about may be reported again.',
    body: z.object({
      kind: contentKind,
      id,
      reason: z.enum(['spam', 'abuse', 'private_information', 'adult', 'copyright', 'other']),
      note: z.string().trim().max(1000).default(''),
    }),
    reply: done,
    errors: ['not_found', 'own_profile'],
  },
  'GET /staff/reports': {
    access: 'moderator',
    limit: 'read',
    summary: 'Open reports, oldest first.',
    query: z.object({ after: cursor.optional(), state: z.enum(['open', 'resolved']).default('open') }),
    reply: pageOf(report),
    errors: [],
  },
  'POST /staff/reports/:reportId/resolve': {
    access: 'moderator',
    limit: 'write',
    summary:
      'Closes a report, keeping or removing what was reported: of a profile its pictures, sound, texts and links, for good.',
    params: z.object({ reportId: id }),
    body: z.object({ decision: z.enum(['keep', 'remove']), reason: z.string().trim().max(1000).default('') }),
    reply: done,
    errors: ['not_found', 'already_decided', 'staff_protected'],
  },
  'GET /staff/holds': {
    access: 'moderator',
    limit: 'read',
    summary: 'What is held for review, oldest first.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(hold),
    errors: [],
  },
  'POST /staff/holds/:holdId/release': {
    access: 'moderator',
    limit: 'write',
    summary: 'Publishes what was held; nobody their own words.',
    params: z.object({ holdId: id }),
    reply: done,
    errors: ['not_found', 'already_decided', 'own_content'],
  },
  'POST /staff/holds/:holdId/reject': {
    access: 'moderator',
    limit: 'write',
    summary: 'Removes what was held; its author is notified with the reason.',
    params: z.object({ holdId: id }),
    body: z.object({ reason }),
    reply: done,
    errors: ['not_found', 'already_decided', 'staff_protected'],
  },
  'GET /staff/members/:profileId/restrictions': {
    access: 'moderator',
    limit: 'read',
    summary: "A member's suspensions and silences, newest first.",
    params: memberParams,
    reply: z.object({ items: z.array(restriction) }),
    errors: ['profile_not_found'],
  },
  'PUT /staff/members/:profileId/suspension': {
    access: 'moderator',
    limit: 'write',
    summary: 'Suspends a member until a time, or without end (null).',
    params: memberParams,
    body: restrict,
    reply: restriction,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'DELETE /staff/members/:profileId/suspension': {
    access: 'moderator',
    limit: 'write',
    summary: 'Lifts a suspension.',
    params: memberParams,
    reply: done,
    errors: ['profile_not_found'],
  },
  'PUT /staff/members/:profileId/silence': {
    access: 'moderator',
    limit: 'write',
    summary: 'Silences a member until a time, or without end (null): they read, but do not post.',
    params: memberParams,
    body: restrict,
    reply: restriction,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'DELETE /staff/members/:profileId/silence': {
    access: 'moderator',
    limit: 'write',
    summary: 'Lifts a silence.',
    params: memberParams,
    reply: done,
    errors: ['profile_not_found'],
  },
  'GET /staff/banned-words': {
    access: 'moderator',
    limit: 'read',
    summary: 'The banned words.',
    reply: z.object({ items: z.array(bannedWord) }),
    errors: [],
  },
  'POST /staff/banned-words': {
    access: 'moderator',
    limit: 'write',
    summary: 'Bans a word or phrase; matched as whole words, any case.',
    body: z.object({ word: z.string().trim().min(2).max(80) }),
    reply: bannedWord,
    errors: [],
  },
  'DELETE /staff/banned-words/:wordId': {
    access: 'moderator',
    limit: 'write',
    summary: 'Allows a banned word again.',
    params: z.object({ wordId: id }),
    reply: done,
    errors: ['not_found'],
  },
  'GET /staff/audit': {
    access: 'moderator',
    limit: 'read',
    summary: 'What staff did: who, what, when, why; newest first.',
    query: z.object({ after: cursor.optional(), targetId: z.string().max(100).optional() }),
    reply: pageOf(auditEntry),
    errors: [],
  },
});
