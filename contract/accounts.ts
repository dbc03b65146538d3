import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { defineTopics } from './event.ts';
import { account } from './limits/accounts.ts';
import { badge, cursor, done, id, pageOf, person, timestamp } from './shapes.ts';

const email = z
  .email()
  .max(account.emailMax)
  .transform((value) => value.toLowerCase());
const newPassword = z.string().min(account.passwordMin).max(account.passwordMax);
const anyPassword = z.string().min(1).max(account.passwordMax);
const displayName = z.string().trim().max(account.displayNameMax);
const token = z.string().min(8).max(2000);
const digits = z
  .string()
  .trim()
  .regex(/^\d{6}$/);

/** The signed-in member, as every page knows them. */
export const viewer = z.object({
  id,
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  badge,
  xp: z.number(),
  level: z.number(),
  credits: z.number(),
  verified: z.boolean(),
  /** Has said in settings to be an adult. */
  adult: z.boolean(),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  /** Of the staff, but without the two-factor sign-in that this site asks of staff: no rights until it is set up. */
  twoFactorMissing: z.boolean(),
  suspendedUntil: timestamp.nullable(),
  silencedUntil: timestamp.nullable(),
});
export type Viewer = z.infer<typeof viewer>;

export const provider = z.enum(['discord', 'google', 'spotify']);

/** The viewer, and what the shell needs to know of the site. */
export const session = z.object({
  viewer: viewer.nullable(),
  /** Unread notifications, counted up to one above `notifications.badgeMax`. */
  unread: z.int().min(0),
  site: z.object({
    name: z.string(),
    url: z.string(),
    providers: z.array(provider),
    production: z.boolean(),
    /** The disk is full: everything can be read, and nothing saved. */
    readOnly: z.boolean(),
    /** Who may sign up: everybody, who has an invitation, or nobody. */
    signUp: z.enum(['open', 'invitation', 'closed']),
  }),
});
export type Session = z.infer<typeof session>;

const signedIn = z.object({ status: z.literal('signed_in'), viewer });
const signInReply = z.discriminatedUnion('status', [signedIn, z.object({ status: z.literal('two_factor') })]);

export const accountSettings = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** An address that waits for its confirmation link. */
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  adult: z.boolean(),
  createdAt: timestamp,
  /** When a deletion that was asked for will be carried out. */
  deletionAt: timestamp.nullable(),
  connected: z.array(provider),
});

export const sessionRow = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  /** Browser and system in words, from the user agent. */
  device: z.string(),
  address: z.string().nullable(),
});

/** What the security of an account knows of. */
const securityEventKind = z.enum([
  'signed_in',
  'sign_in_failed',
  'throttled',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_restored',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'session_ended',
  'sessions_ended',
  'rights_granted',
  'rights_revoked',
]);
export type SecurityEventKind = z.infer<typeof securityEventKind>;

export const securityEvent = z.object({
  id,
  kind: securityEventKind,
  /** The way of a sign-in (`password`, `email_code`, …), or the right that was granted. */
  about: z.string().nullable(),
  /** Browser and system in words; null where the site itself or its operator did it. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: timestamp,
});

export const dataExport = z.object({
  id,
  state: z.enum(['waiting', 'ready', 'failed']),
  createdAt: timestamp,
  bytes: z.number().nullable(),
  /** Where to load it, below the site's root, for its owner only; null until ready. */
  url: z.string().nullable(),
});

/** A link with which one person may sign up, and what became of it. The link itself is answered once, when it is made. */
export const invitation = z.object({
  id,
  /** Where it was mailed; null for one that whoever has the link may use. */
  email: z.string().nullable(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Null where that was not stored. */
  invitedBy: person.nullable(),
  /** Who signed up with it; null too where the address had an account already. */
  joined: person.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

export const accounts = defineEndpoints({
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
    summary: 'Creates an account and mails a verification link. Never reveals whether the address has one already.',
    body: z.object({
      email,
      password: newPassword,
      displayName: displayName.optional(),
      /** The token of an invitation's link, where the site asks for one. */
      invitation: token.optional(),
    }),
    reply: done,
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
  'POST /auth/sign-in': {
    access: 'public',
    limit: 'signIn',
    summary:
      'Signs in with e-mail and password, once the address is verified; a two-factor member is asked for a code next. With the right password of an unverified address the link is mailed again, and the answer is that of a wrong password.',
    body: z.object({ email, password: anyPassword }),
    reply: signInReply,
    errors: ['invalid_credentials'],
  },
  'POST /auth/two-factor': {
    access: 'public',
    limit: 'codeEntry',
    summary: 'Second step of a sign-in: a code of the authenticator app, or a recovery code.',
    body: z.object({ kind: z.enum(['totp', 'recovery']), code: z.string().trim().min(6).max(40) }),
    reply: signedIn,
    errors: ['code_wrong', 'sign_in_required'],
  },
  'POST /auth/sign-out': { access: 'session', limit: 'write', summary: 'Ends this session.', reply: done, errors: [] },
  'POST /auth/sign-out-everywhere': {
    access: 'session',
    limit: 'write',
    summary: 'Ends every session of the member, this one too.',
    reply: done,
    errors: [],
  },
  'POST /auth/verify': {
    access: 'public',
    limit: 'codeEntry',
    summary:
      'Confirms an e-mail address (sign-up or change) by the token of a mailed link. The link of a sign-up signs in a browser that is not signed in.',
    body: z.object({ token }),
    reply: z.object({
      ok: z.literal(true),
      email: z.string(),
      /** `opened`: this browser is signed in now. `two_factor`: the second factor is asked for next. `none`: as before. */
      session: z.enum(['opened', 'two_factor', 'none']),
    }),
    errors: ['link_expired'],
  },
  'POST /auth/resend-verification': {
    access: 'session',
    limit: 'mailRequest',
    summary: 'Mails the verification link again.',
    reply: done,
    errors: [],
  },
  'POST /auth/email-code': {
    access: 'public',
    limit: 'mailRequest',
    summary: 'Mails a one-time sign-in code, if the address has an account. Never reveals whether it has.',
    body: z.object({ email }),
    reply: done,
    errors: [],
  },
  'POST /auth/email-code/sign-in': {
    access: 'public',
    limit: 'codeEntry',
    summary: 'Signs in with a mailed one-time code; a two-factor member is asked for the second factor next.',
    body: z.object({ email, code: digits }),
    reply: signInReply,
    errors: ['code_wrong'],
  },
  'POST /auth/reset-request': {
    access: 'public',
    limit: 'mailRequest',
    summary: 'Mails a link to set a new password, if the address has an account. Never reveals whether it has.',
    body: z.object({ email }),
    reply: done,
    errors: [],
  },
  'POST /auth/reset': {
    access: 'public',
    limit: 'codeEntry',
    summary: 'Sets a new password by the token of a mailed link and ends every session.',
    body: z.object({ token, password: newPassword }),
    reply: done,
    errors: ['link_expired', 'weak_password'],
  },
  'POST /auth/undo-email': {
    access: 'public',
    limit: 'codeEntry',
    summary:
      'Gives an account its former address back, by the link that was mailed there. Sets a new password and ends every session.',
    body: z.object({ token, password: newPassword }),
    reply: z.object({ ok: z.literal(true), email: z.string() }),
    errors: ['link_expired', 'weak_password'],
  },
  'POST /invitations': {
    access: 'admin',
    limit: 'write',
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
    summary: 'Revokes an invitation that nobody has used: its link works no more.',
    params: z.object({ invitationId: id }),
    reply: done,
    errors: ['not_found', 'invitation_used'],
  },
  'POST /auth/providers/:provider/start': {
    access: 'public',
    limit: 'signIn',
    summary: 'Starts a sign-in with an outside provider; the browser goes to the answered address.',
    params: z.object({ provider }),
    reply: z.object({ url: z.string() }),
    errors: ['provider_off'],
  },
  'POST /setup': {
    access: 'public',
    limit: 'codeEntry',
    summary: "Creates the owner's account by the one-time link of the log, on a site without an admin.",
    body: z.object({ token, email, password: newPassword, displayName: displayName.optional() }),
    reply: signedIn,
    errors: ['setup_closed', 'link_expired', 'weak_password', 'setup_address_taken'],
  },

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
    body: z.object({ username: z.string().trim().toLowerCase().regex(new RegExp(account.usernamePattern)) }),
    reply: z.object({ username: z.string() }),
    errors: ['username_taken', 'username_looks_alike', 'username_changed_often', 'banned_words', 'private_information'],
  },
  'PUT /account/password': {
    access: 'session',
    limit: 'codeEntry',
    summary:
      'Changes the password and ends the other sessions. A member without one (outside sign-in) is mailed a link instead.',
    body: z.object({ current: anyPassword, password: newPassword }),
    reply: done,
    errors: ['invalid_credentials', 'weak_password'],
  },
  'POST /account/email': {
    access: 'session',
    limit: 'mailRequest',
    summary:
      'Asks to change the address; a link goes to the new one, a notice to the old one. Once it is confirmed, other sessions end and the old address gets a link that undoes it.',
    body: z.object({ email, password: anyPassword }),
    reply: done,
    errors: ['invalid_credentials'],
  },
  'POST /account/two-factor/start': {
    access: 'session',
    limit: 'codeEntry',
    summary: 'Begins to set up two-factor sign-in; nothing changes until it is confirmed with a code.',
    body: z.object({ password: anyPassword }),
    reply: z.object({ uri: z.string(), secret: z.string() }),
    errors: ['invalid_credentials', 'two_factor_already_on'],
  },
  'POST /account/two-factor/confirm': {
    access: 'session',
    limit: 'codeEntry',
    summary: 'Turns two-factor sign-in on with a first code; answers the recovery codes, once.',
    body: z.object({ code: digits }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['code_wrong', 'two_factor_already_on'],
  },
  'POST /account/two-factor/off': {
    access: 'session',
    limit: 'codeEntry',
    summary: 'Turns two-factor sign-in off.',
    body: z.object({ password: anyPassword }),
    reply: done,
    errors: ['invalid_credentials', 'two_factor_off'],
  },
  'POST /account/two-factor/recovery-codes': {
    access: 'session',
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

export const accountTopics = defineTopics({
  viewer: {
    pattern: 'viewer:{profileId}',
    access: 'own',
    events: {
      /** The name of the session event of part 1 §4 that other tabs should know of. */
      session: z.object({ event: z.enum(['signed_out', 'user_updated', 'password_recovery']) }),
      /** One more unread notification is in the member's inbox. */
      notified: z.object({ kind: z.string() }),
      /**
       * The inbox changed otherwise: read in another tab, grown, or withdrawn. Without a number: fetch the count again.
       */
      inbox: z.object({ unread: z.int().min(0).nullable() }),
      /** Friends, requests or blocks of the member are others now: read them again. */
      relations_changed: z.object({}),
      /** The member has reached a rank of the XP ladder for the first time: its key in `ranks.ts`. */
      rank_reached: z.object({ rank: z.string() }),
      /** What the member owns, or what it opens, is something else now: read it again. */
      rights_changed: z.object({}),
    },
  },
});
