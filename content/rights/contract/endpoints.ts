import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { rights as limits } from './limits.ts';
import { subjectKind } from '#content/moderation/contract/endpoints.ts';
import {
  cursor,
  done,
  id,
  mailAddress,
  pageOf,
  person,
  readVersion,
  timestamp,
  withScheme,
} from '#platform/contract/shapes.ts';

const name = z.string().trim().min(2).max(limits.nameMax);
const postalAddress = z.string().trim().min(10).max(limits.addressMax);
const phone = z.string().trim().max(limits.phoneMax).default('');
const reason = z.string().trim().max(limits.reasonMax);
const token = z.string().min(20).max(100);

/**
 * `unconfirmed`: its address is not proven yet, and staff do not see it. `open`: it waits for staff. `hidden`: accepted, the
 * content is hidden. `countered`: the member has answered, and the clock runs. `in_court`: the claimant has gone to court.
 */
export const complaintState = z.enum(['open', 'dismissed', 'hidden', 'countered', 'in_court', 'restored']);
export type ComplaintState = z.infer<typeof complaintState>;

/** The content that a complaint is about. */
export const complaintSubject = z.object({ kind: z.string(), id, title: z.string(), url: z.string() });

/** The member's answer to a complaint. */
export const counterNotice = z.object({
  statement: z.string(),
  at: timestamp,
  /** From when on the content may come back, and when it does by itself. */
  restoreFrom: timestamp,
  restoreBy: timestamp,
});

/** What both sides and staff read of a complaint. */
export const complaint = z.object({
  id,
  /** How mails and pages name it: `C-3F81A2C0`. */
  reference: z.string(),
  state: complaintState,
  subject: complaintSubject,
  claimantName: z.string(),
  onBehalfOf: z.string(),
  work: z.string(),
  workUrl: z.string(),
  receivedAt: timestamp,
  decidedAt: timestamp.nullable(),
  decisionReason: z.string(),
  /** Until when the member may answer; null where nothing was hidden. */
  counterUntil: timestamp.nullable(),
  counter: counterNotice.nullable(),
  restoredAt: timestamp.nullable(),
});

/** As staff see it, with what the law asks both sides for. */
export const staffComplaint = complaint.extend({
  version: readVersion,
  claimant: z.object({ email: z.string(), postalAddress: z.string(), phone: z.string(), signature: z.string() }),
  counterBy: z
    .object({ name: z.string(), postalAddress: z.string(), phone: z.string(), signature: z.string() })
    .nullable(),
  /** Who uploaded it; null where that is not known any more. */
  uploader: person.nullable(),
  /** Accepted complaints about the uploader in the time that counts, and how many make a repeat infringer. */
  strikes: z.object({ count: z.number(), of: z.number(), months: z.number() }),
  decidedBy: person.nullable(),
  /** The content as it is now. */
  visibility: z.enum(['published', 'held', 'removed', 'deleted']),
  courtNote: z.string(),
  can: z.object({ accept: z.boolean(), dismiss: z.boolean(), restore: z.boolean(), court: z.boolean() }),
});
export type StaffComplaint = z.infer<typeof staffComplaint>;

const complaintParams = z.object({ complaintId: id });

/** Copyright complaints: the public form, the member's answer, and what staff do. */
export const rightsEndpoints = defineEndpoints({
  'GET /legal/takedown/subject': {
    access: 'public',
    limit: 'read',
    summary: 'The address of something that a complaint can be about, by its kind and id.',
    query: z.object({ kind: subjectKind, id }),
    reply: z.object({ url: z.string() }),
    errors: ['not_found'],
  },
  'POST /legal/takedown': {
    access: 'public',
    limit: 'takedown',
    failure: 'Failed to send the complaint',
    summary: 'A copyright complaint. It counts once its mail address is confirmed by the link that is sent there.',
    body: z.object({
      /** Address of the page with the content, on this site. */
      url: z.string().trim().min(1).max(limits.linkMax),
      name,
      email: mailAddress,
      postalAddress,
      phone,
      /** Whose rights, where that is somebody else. */
      onBehalfOf: z.string().trim().max(limits.nameMax).default(''),
      work: z.string().trim().min(limits.workMin).max(limits.workMax),
      workUrl: z
        .string()
        .trim()
        .max(limits.linkMax)
        .transform(withScheme)
        .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]))
        .default(''),
      /** The claimant believes in good faith that the use is not allowed. */
      goodFaith: z.literal(true),
      /** What it says is accurate, and the claimant may speak for the owner; said under penalty of perjury. */
      accurate: z.literal(true),
      signature: name,
    }),
    reply: done,
    errors: ['complaint_subject_unknown', 'complaint_signature'],
  },
  'POST /legal/takedown/confirm': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to confirm the complaint',
    summary: 'Confirms the mail address of a complaint: it goes to staff now. The same link again answers the same.',
    body: z.object({ token }),
    reply: z.object({ reference: z.string() }),
    errors: ['complaint_link_unknown'],
  },
  'POST /legal/takedown/court': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to send the note',
    summary:
      'The claimant has gone to court after a counter-notice, by the link of its mail: the content stays hidden.',
    body: z.object({ token, note: z.string().trim().min(10).max(limits.reasonMax) }),
    reply: z.object({ reference: z.string() }),
    errors: ['complaint_link_unknown', 'complaint_closed'],
  },
  'GET /legal/complaints': {
    access: 'session',
    limit: 'read',
    summary: 'Accepted complaints about what one has made, newest first (at most 50).',
    reply: z.object({ items: z.array(complaint) }),
    errors: [],
  },
  'GET /legal/complaints/:complaintId': {
    access: 'session',
    limit: 'read',
    summary: 'A complaint about what one has made, once staff have accepted it. Suspended members too.',
    params: complaintParams,
    reply: complaint,
    errors: ['not_found'],
  },
  'POST /legal/complaints/:complaintId/counter-notice': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to send the counter-notice',
    summary:
      'Answers a complaint: the content comes back after 10 to 14 business days unless the claimant goes to court.',
    params: complaintParams,
    body: z.object({
      name,
      postalAddress,
      phone,
      statement: z.string().trim().min(limits.workMin).max(limits.statementMax),
      /** Removed by mistake or misidentification; said in good faith, under penalty of perjury. */
      goodFaith: z.literal(true),
      /** Accepts the courts of the place where they live, and papers from the claimant. */
      jurisdiction: z.literal(true),
      signature: name,
    }),
    reply: complaint,
    errors: ['not_found', 'counter_notice_late', 'complaint_closed', 'complaint_signature'],
  },
  'GET /legal/transparency': {
    access: 'public',
    limit: 'read',
    summary: 'Figures about complaints by year, without names.',
    reply: z.object({
      years: z.array(
        z.object({
          year: z.number(),
          received: z.number(),
          accepted: z.number(),
          dismissed: z.number(),
          waiting: z.number(),
          counterNotices: z.number(),
          restored: z.number(),
          /** Median hours from the confirmation to the decision; null where none was decided. */
          medianHours: z.number().nullable(),
        }),
      ),
    }),
    errors: [],
  },
  'GET /staff/complaints': {
    access: 'moderator',
    limit: 'read',
    summary: 'Complaints: those that wait oldest first, others newest first.',
    query: z.object({
      after: cursor.optional(),
      state: z.enum(['open', 'running', 'closed']).default('open'),
    }),
    reply: pageOf(staffComplaint).extend({ counts: z.object({ open: z.number(), running: z.number() }) }),
    errors: [],
  },
  'GET /staff/complaints/:complaintId': {
    access: 'moderator',
    limit: 'read',
    summary: 'One complaint.',
    params: complaintParams,
    reply: staffComplaint,
    errors: ['not_found'],
  },
  'POST /staff/complaints/:complaintId/accept': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to accept the complaint',
    summary: 'Accepts a complaint: the content is hidden, its uploader and the claimant are notified.',
    params: complaintParams,
    body: z.object({ version: readVersion, reason: reason.default('') }),
    reply: staffComplaint,
    errors: ['not_found', 'already_decided', 'decision_outdated', 'own_content', 'staff_protected'],
  },
  'POST /staff/complaints/:complaintId/dismiss': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to dismiss the complaint',
    summary: 'Dismisses a complaint with a reason, which the claimant reads.',
    params: complaintParams,
    body: z.object({ version: readVersion, reason: reason.min(1) }),
    reply: staffComplaint,
    errors: ['not_found', 'already_decided', 'decision_outdated', 'own_content'],
  },
  'POST /staff/complaints/:complaintId/restore': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to restore the content',
    summary:
      'Puts the content back: because the claimant has withdrawn, by mistake, or after a counter-notice once 10 business days have passed.',
    params: complaintParams,
    body: z.object({
      version: readVersion,
      because: z.enum(['withdrawn', 'mistake', 'counter_notice']),
      reason: reason.default(''),
    }),
    reply: staffComplaint,
    errors: ['not_found', 'complaint_closed', 'complaint_clock', 'decision_outdated', 'own_content', 'staff_protected'],
  },
  'POST /staff/complaints/:complaintId/court': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the note',
    summary: 'Notes that the claimant has gone to court: the clock stops, and the content stays hidden.',
    params: complaintParams,
    body: z.object({ version: readVersion, note: reason.min(1) }),
    reply: staffComplaint,
    errors: ['not_found', 'complaint_closed', 'decision_outdated', 'own_content'],
  },
});
