import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from './limits.ts';
import { done, timestamp } from '#platform/contract/shapes.ts';
import {
  accountSettings,
  anyPassword,
  dataExport,
  digits,
  email,
  newPassword,
  securityEvent,
  sessionRow,
} from './shapes.ts';

/** A member's own account: settings, sessions, exports, deletion. */
export const accountSettingsEndpoints = defineEndpoints({
  'GET /account': {
    access: 'session',
    limit: 'read',
    summary: "The member's account settings.",
    reply: accountSettings,
    errors: [],
  },
  'PUT /account/username': {
    access: 'speaker',
    limit: 'write',
    summary: 'Changes the username.',
    body: z.object({
      username: z.string().trim().toLowerCase().regex(new RegExp(account.usernamePattern), fieldErrors.username),
    }),
    reply: z.object({ username: z.string() }),
    errors: ['username_taken', 'username_looks_alike', 'username_changed_often', 'banned_words', 'private_information'],
  },
  'PUT /account/password': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'codeEntry',
    summary:
      'Changes the password and ends the other sessions. A member without one (outside sign-in) is mailed a link instead.',
    body: z.object({ current: anyPassword, password: newPassword }),
    reply: done,
    errors: ['invalid_credentials', 'weak_password'],
  },
  'POST /account/email': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'mailRequest',
    summary:
      'Asks to change the address; a link goes to the new one, a notice to the old one. Once it is confirmed, other sessions end and the old address gets a link that undoes it.',
    body: z.object({ email, password: anyPassword }),
    reply: done,
    errors: ['invalid_credentials'],
  },
  'POST /account/two-factor/start': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'codeEntry',
    summary: 'Begins to set up two-factor sign-in; nothing changes until it is confirmed with a code.',
    body: z.object({ password: anyPassword }),
    reply: z.object({ uri: z.string(), secret: z.string() }),
    errors: ['invalid_credentials', 'two_factor_already_on'],
  },
  'POST /account/two-factor/confirm': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'codeEntry',
    summary: 'Turns two-factor sign-in on with a first code; answers the recovery codes, once.',
    body: z.object({ code: digits }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['code_wrong', 'two_factor_already_on'],
  },
  'POST /account/two-factor/off': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'codeEntry',
    summary: 'Turns two-factor sign-in off.',
    body: z.object({ password: anyPassword }),
    reply: done,
    errors: ['invalid_credentials', 'two_factor_off'],
  },
  'POST /account/two-factor/recovery-codes': {
    access: 'session',
    signIn: 'session_missing',
    limit: 'codeEntry',
    summary: 'Makes new recovery codes; the old ones stop working.',
    body: z.object({ password: anyPassword }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['invalid_credentials', 'two_factor_off'],
  },
  'GET /account/sessions': {
    access: 'session',
    limit: 'read',
    summary: 'Where the member is signed in.',
    reply: z.object({ items: z.array(sessionRow) }),
    errors: [],
  },
  'DELETE /account/sessions/:sessionId': {
    access: 'session',
    limit: 'write',
    summary: 'Ends one session.',
    params: z.object({ sessionId: z.string().min(1).max(100) }),
    reply: done,
    errors: ['not_found'],
  },
  'GET /account/security': {
    access: 'session',
    limit: 'read',
    summary:
      "What happened to the account's security in the last 90 days, newest first: a hundred events at most, and a hundred failed attempts.",
    reply: z.object({ items: z.array(securityEvent) }),
    errors: [],
  },
  'PUT /account/adult': {
    access: 'session',
    limit: 'write',
    summary: 'Says, or takes back, that the member is an adult.',
    body: z.object({ adult: z.boolean() }),
    reply: z.object({ adult: z.boolean() }),
    errors: [],
  },
  'GET /account/exports': {
    access: 'session',
    limit: 'read',
    summary: "The member's data exports, newest first.",
    reply: z.object({ items: z.array(dataExport) }),
    errors: [],
  },
  'POST /account/exports': {
    access: 'session',
    limit: 'heavy',
    summary: 'Asks for a copy of everything that the member made; it is ready after a short time.',
    reply: dataExport,
    errors: [],
  },
  'POST /account/deletion': {
    access: 'session',
    limit: 'codeEntry',
    summary: 'Asks to delete the account; carried out within a day, until then it can be taken back.',
    body: z.object({ password: anyPassword }),
    reply: z.object({ deletionAt: timestamp }),
    errors: ['invalid_credentials', 'last_admin'],
  },
  'DELETE /account/deletion': {
    access: 'session',
    limit: 'write',
    summary: 'Takes a deletion back.',
    reply: done,
    errors: [],
  },
});
