import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The sign-in user. Property names are better-auth's own (its Drizzle adapter finds columns by them); what others see
 * of a member stands in `profiles`, and `name` only follows it.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** An address that waits for its confirmation link. */
    pendingEmail: text('pending_email'),
    /** Never written: a picture on another server would reveal the visitors of a page to it. */
    image: text('image'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** When a deletion that was asked for is due. */
    deletionAt: timestamptz('deletion_at'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_deletion_idx')
      .on(table.deletionAt)
      .where(sql`${table.deletionAt} IS NOT NULL`),
  ],
);

/** Where a member is signed in. The cookie holds the token with its signature: a token alone, read here, opens nothing. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Written at most every few minutes. */
    updatedAt: timestamptz('last_used_at').notNull(),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expires_idx').on(table.expiresAt)],
);

/** Ways to sign in: `credential` (the password's hash) or an outside provider. Providers' tokens are not stored. */
export const userAccounts = pgTable(
  'user_accounts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('user_accounts_provider_key').on(table.providerId, table.accountId),
    index('user_accounts_user_idx').on(table.userId),
  ],
);

/** Short-lived secrets of better-auth: hashed one-time codes, second-factor challenges, states of outside sign-ins. */
export const verifications = pgTable(
  'verifications',
  {
    /** No uuid: some of the library's rows are keyed by a hash, so that one of two at once fails. */
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('verifications_identifier_idx').on(table.identifier),
    index('verifications_expires_idx').on(table.expiresAt),
  ],
);

/** An authenticator app. Secret and recovery codes are encrypted with the site's secret. */
export const twoFactors = pgTable('two_factors', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code has confirmed it. */
  verified: boolean('verified').notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
  /** Time step (RFC 6238) of the last accepted code: no code of it or before is ever accepted again. */
  lastStep: integer('last_step').notNull().default(0),
});

/** One-time links. Only the hash of the mailed token is stored; using a link deletes its row. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', {
      // `verified`: a link of a sign-up that was used; it opens nothing, and its second press is distinguished from a made-up one.
      enum: ['verify', 'verified', 'change_email', 'undo_email', 'reset', 'setup'],
    }).notNull(),
    /** Null for the owner's setup link. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The address that the link proves. */
    email: text('email'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('account_links_user_idx').on(table.userId), index('account_links_expires_idx').on(table.expiresAt)],
);

/** Links with which one person each may sign up. Only the hash of the token is stored; what became of a link stays to be seen. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Where the link was mailed; with this address an outside provider can be used too. */
    email: text('email'),
    /** Profile of the admin; null for one of before this was stored. */
    invitedBy: uuid('invited_by'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
    usedAt: timestamptz('used_at'),
    /** Profile of who signed up; null where the address had an account already. */
    usedBy: uuid('used_by'),
  },
  (table) => [
    index('invitations_created_idx').on(table.createdAt, table.id),
    index('invitations_email_idx').on(table.email),
    index('invitations_used_by_idx').on(table.usedBy),
  ],
);

/** What happened to an account's security, for its member to see: bounded in number, for ninety days. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    about: text('about'),
    device: text('device'),
    address: text('address'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('security_events_user_idx').on(table.userId, table.id),
    index('security_events_created_idx').on(table.createdAt),
  ],
);

/** Copies of a member's data that were asked for; the files lie in the storage, for seven days. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['waiting', 'ready', 'failed'] }).notNull(),
    /** Of the archive. */
    bytes: bigint('bytes', { mode: 'number' }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('data_exports_user_idx').on(table.userId, table.id),
    index('data_exports_created_idx').on(table.createdAt),
  ],
);
