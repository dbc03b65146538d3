import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { ownPageKey, ownPageKeyMax } from '#site/contract/section-limits.ts';
import { legal as limits } from './limits.ts';
import { done, person, queryNumber, timestamp } from '#platform/contract/shapes.ts';

/** Of a legal text, or of an own page of the site. */
const key = z.string().regex(ownPageKey).max(ownPageKeyMax);
/** 0 is the default text, which comes with the program. */
const version = queryNumber(z.int().min(0).max(1_000_000));

export const legalVersion = z.object({
  version: z.int(),
  /** What is new in it, in the operator's words. */
  note: z.string(),
  /** Members had to accept it before they could write again. */
  needsAcceptance: z.boolean(),
  publishedAt: timestamp,
});

const legalText = z.object({
  key,
  title: z.string(),
  version: z.int(),
  /** The version in force. */
  current: z.int(),
  html: z.string(),
  /** Null of the default text. */
  publishedAt: timestamp.nullable(),
  /** Published versions, newest first. */
  versions: z.array(legalVersion),
});
export type LegalText = z.infer<typeof legalText>;

/** What a member has to accept before they can write. */
export const pendingTexts = z.object({
  /** What an acceptance names: all that is published up to here. */
  revision: z.int(),
  texts: z.array(z.object({ key, title: z.string(), version: z.int(), notes: z.array(z.string()) })),
});

/** A version, with who published it; null for the operator at the command line. */
export const staffLegalVersion = legalVersion.extend({ by: person.nullable() });

export const staffLegalText = z.object({
  key,
  title: z.string(),
  version: z.int(),
  current: z.int(),
  source: z.string(),
  versions: z.array(staffLegalVersion),
});
export type StaffLegalText = z.infer<typeof staffLegalText>;

const params = z.object({ key });

/** Terms, privacy policy, rules and own pages: public texts that the operator edits, and their acceptance by members. */
export const legalEndpoints = defineEndpoints({
  'GET /legal/texts/:key': {
    access: 'public',
    limit: 'read',
    summary: 'A text as it is in force, or one of its earlier versions.',
    params,
    query: z.object({ version: version.optional() }),
    reply: legalText,
    errors: ['not_found'],
  },
  'GET /legal/acceptance': {
    access: 'session',
    limit: 'read',
    summary: 'The texts whose newest version the member has not accepted yet; empty when nothing is asked of them.',
    reply: pendingTexts,
    errors: [],
  },
  'POST /legal/acceptance': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to accept the texts',
    summary: 'Accepts the texts as they were at a revision. What was published after it stays to be accepted.',
    body: z.object({ revision: z.int().min(0) }),
    reply: done,
    errors: [],
  },
  'GET /staff/legal/:key': {
    access: 'admin',
    limit: 'read',
    summary: 'The Markdown of a text or of one of its versions, and who published which version.',
    params,
    query: z.object({ version: version.optional() }),
    reply: staffLegalText,
    errors: ['not_found'],
  },
  'PUT /staff/legal/:key': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to publish the text',
    summary:
      'Publishes a new version of a text, made on top of the one in force. Where acceptance is needed, members cannot write until they have accepted it; reading goes on.',
    params,
    body: z.object({
      source: z.string().trim().min(1).max(limits.sourceMax),
      note: z.string().trim().max(limits.noteMax).default(''),
      needsAcceptance: z.boolean(),
      /** The version that was edited. */
      baseVersion: z.int().min(0),
    }),
    reply: staffLegalText,
    errors: ['not_found', 'edit_conflict', 'too_complex'],
    maxBody: 512 * 1024,
  },
});
