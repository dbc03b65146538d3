import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { cursor, done, id, pageOf, timestamp } from '#platform/contract/shapes.ts';
import {
  anyPassword,
  digits,
  displayName,
  email,
  invitation,
  newPassword,
  provider,
  session,
  signInReply,
  signedIn,
  token,
} from './shapes.ts';

/** Signing up, in and out, invitations, and the setup of a site. */
/** What a mailed link has opened. `opened`: this browser is signed in now. `two_factor`: the second factor is asked for next. `none`: as before. */
const linkSession = z.enum(['opened', 'two_factor', 'none']);

export const signIn = defineEndpoints({
  'GET /session': {
    access: 'public',
    limit: 'read',
    summary: 'Who is signed in, and the site.',
    reply: session,
    errors: [],
  },

  'POST /auth/sign-up': {
    access: 'public',
    limit: 'signUp',
    failure: { title: 'Sign up failed', text: 'Please try again.' },
    summary:
      'Creates an account, which accepts the terms, the privacy policy and the rules as they are, and mails a verification link. Never reveals whether the address has one already.',
    body: z.object({
      email,
      password: newPassword,
      displayName: displayName.optional(),
      /** The token of an invitation's link, where the site asks for one. */
      invitation: token.optional(),
    }),
    /** `ticket`: with it the page asks whether the link was opened. */
    reply: z.object({ ok: z.literal(true), ticket: z.string() }),
    errors: [
      'sign_up_closed',
      'invitation_required',
      'link_expired',
      'weak_password',
      'name_refused',
      'name_unreadable',
      'banned_words',
      'private_information',
    ],
  },
  'POST /auth/sign-up/mail': {
    access: 'public',
    limit: 'mailRequest',
    failure: 'Failed to send the link',
    summary:
      'Mails the verification link again, if the address waits for its verification. Never reveals whether it does.',
    body: z.object({ email }),
    reply: done,
    errors: [],
  },
  'POST /auth/sign-up/state': {
    access: 'public',
    limit: 'read',
    failure: 'Failed to ask for the state of the sign-up',
    summary:
      'Whether the address of a sign-up is verified by now, by the ticket of that sign-up. Where the address had an account before, it never is.',
    body: z.object({ ticket: z.string().max(200) }),
    reply: z.object({ verified: z.boolean() }),
    errors: [],
  },
  'POST /auth/sign-in': {
    access: 'public',
    limit: 'signIn',
    failure: { title: 'Sign in failed', text: 'Please try again.' },
    summary:
      'Signs in with email and password, once the address is verified; a two-factor member is asked for a code next. With the right password of an unverified address the link is mailed again, and the answer is that of a wrong password.',
    body: z.object({ email, password: anyPassword }),
    reply: signInReply,
    errors: ['invalid_credentials'],
  },
  'POST /auth/two-factor': {
    access: 'public',
    limit: 'codeEntry',
    failure: { title: 'Sign in failed', text: 'Please try again.' },
    summary: 'Second step of a sign-in: a code of the authenticator app, or a recovery code.',
    body: z.object({ kind: z.enum(['totp', 'recovery']), code: z.string().trim().min(6).max(40) }),
    reply: signedIn,
    errors: ['code_wrong', 'sign_in_required'],
  },
  'POST /auth/sign-out': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to log out',
    summary: 'Ends this session.',
    reply: done,
    errors: [],
  },
  'POST /auth/sign-out-everywhere': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to log out',
    summary: 'Ends every session of the member, this one too.',
    reply: done,
    errors: [],
  },
  'POST /auth/verify': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to verify the address',
    summary:
      'Confirms an email address (sign-up or change) by the token of a mailed link. The link of a sign-up signs in a browser that is not signed in.',
    body: z.object({ token }),
    reply: z.object({
      ok: z.literal(true),
      email: z.string(),
      session: linkSession,
    }),
    errors: ['link_expired', 'already_verified'],
  },
  'POST /auth/resend-verification': {
    access: 'session',
    limit: 'mailRequest',
    failure: 'Failed to send the link',
    summary: 'Mails the verification link again.',
    reply: done,
    errors: [],
  },
  'POST /auth/email-code': {
    access: 'public',
    limit: 'mailRequest',
    failure: { title: 'Sign in failed', text: 'Please try again.' },
    summary: 'Mails a one-time sign-in code, if the address has an account. Never reveals whether it has.',
    body: z.object({ email }),
    reply: done,
    errors: [],
  },
  'POST /auth/email-code/sign-in': {
    access: 'public',
    limit: 'codeEntry',
    failure: { title: 'Sign in failed', text: 'Please try again.' },
    summary: 'Signs in with a mailed one-time code; a two-factor member is asked for the second factor next.',
    body: z.object({ email, code: digits }),
    reply: signInReply,
    errors: ['code_wrong'],
  },
  'POST /auth/reset-request': {
    access: 'public',
    limit: 'mailRequest',
    failure: 'Failed to send the reset email',
    summary: 'Mails a link to set a new password, if the address has an account. Never reveals whether it has.',
    body: z.object({ email }),
    reply: done,
    errors: [],
  },
  'POST /auth/reset': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to set the new password',
    summary:
      'Sets a new password by the token of a mailed link and ends every session. Signs the browser in that opened the link, unless another member is signed in there.',
    body: z.object({ token, password: newPassword }),
    reply: z.object({ ok: z.literal(true), session: linkSession }),
    errors: ['link_expired', 'weak_password'],
  },
  'POST /auth/undo-email': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to restore the address',
    summary:
      'Gives an account its former address back, by the link that was mailed there. Sets a new password and ends every session.',
    body: z.object({ token, password: newPassword }),
    reply: z.object({ ok: z.literal(true), email: z.string() }),
    errors: ['link_expired', 'weak_password'],
  },
  'POST /invitations': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to make the invitation',
    summary: 'Makes a link with which one person may sign up, and mails it where an address is given.',
    body: z.object({ email: email.optional() }),
    reply: z.object({ id, url: z.string(), expiresAt: timestamp }),
    errors: ['sign_up_closed', 'invitations_many'],
  },
  'GET /invitations': {
    access: 'admin',
    limit: 'read',
    summary: 'Invitations, newest first: whom they were mailed to, what became of them, and who joined.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(invitation),
    errors: [],
  },
  'DELETE /invitations/:invitationId': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to revoke the invitation',
    summary: 'Revokes an invitation that nobody has used: its link works no more.',
    params: z.object({ invitationId: id }),
    reply: done,
    errors: ['not_found', 'invitation_used'],
  },
  'POST /auth/providers/:provider/start': {
    access: 'public',
    limit: 'signIn',
    failure: { title: 'Sign in failed', text: 'Please try again.' },
    summary: 'Starts a sign-in with an outside provider; the browser goes to the answered address.',
    params: z.object({ provider }),
    body: z.object({
      /** The party that is entered afterwards. */
      party: id.optional(),
    }),
    reply: z.object({ url: z.string() }),
    errors: ['provider_off'],
  },
  'POST /setup': {
    access: 'public',
    limit: 'codeEntry',
    failure: 'Failed to create the owner',
    summary: "Creates the owner's account by the one-time link of the log, on a site without an admin.",
    body: z.object({ token, email, password: newPassword, displayName: displayName.optional() }),
    reply: signedIn,
    errors: ['setup_closed', 'link_expired', 'weak_password', 'setup_address_taken'],
  },
});
