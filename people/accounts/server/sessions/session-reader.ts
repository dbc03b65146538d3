import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { requiredRevision } from '#people/legal/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readSignedCookie } from './cookies.ts';
import { noteUse, noteVisit } from './session-notes.ts';

const DAY_MS = 86_400_000;
/** How old a session's "last used" may get before a request updates it. */
const LAST_USED_MS = 5 * 60_000;

interface MemberRow {
  readonly user_id: string;
  readonly email_verified: boolean;
  readonly two_factor_enabled: boolean;
  readonly profile_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly avatar_url: string | null;
  readonly custom_role: string | null;
  readonly is_admin: boolean;
  readonly is_moderator: boolean;
  readonly is_adult: boolean;
  readonly has_blocks: boolean;
  readonly joined_in_burst: boolean;
  readonly xp: number;
  readonly credits: number;
  readonly created_at: Date;
  readonly last_visit_day: string | null;
  readonly suspended_until: Date | null;
  readonly silenced_until: Date | null;
  readonly legal_revision: number;
  readonly event_seq: number;
}

interface Row extends MemberRow {
  readonly session_id: string;
  readonly expires_at: Date;
  readonly last_used_at: Date;
  readonly session_created_at: Date;
}

/** What is known of a member by the rows `u` of users and `p` of profiles. */
const MEMBER = `u.id AS user_id, u.email_verified, u.two_factor_enabled, p.id AS profile_id,
  p.username, p.display_name, p.avatar_url, p.custom_role, p.is_admin, p.is_moderator, p.is_adult, p.has_blocks, p.joined_in_burst, p.xp, p.credits,
  p.created_at, p.last_visit_day::text AS last_visit_day, p.suspended_until, p.silenced_until, p.legal_revision,
  coalesce((SELECT t.last_seq FROM topics t WHERE t.topic = 'viewer:' || p.id), 0)::float8 AS event_seq`;

/** One statement with a constant text, so that every connection keeps its plan; it runs at each request of a member. */
const QUERY = `SELECT s.id AS session_id, s.expires_at, s.last_used_at, s.created_at AS session_created_at, ${MEMBER}
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN profiles p ON p.user_id = u.id WHERE s.token = $1`;

/**
 * Who is signed in, from a raw `cookie` header: one query by the session's token, and none without a cookie that we
 * have signed. Null for visitors, ended and expired sessions. Prolongs a session in use and notes its last use, both
 * after the answer and rarely.
 */
export async function resolveViewer(ctx: Context, cookie: string): Promise<Viewer | null> {
  const token = readSignedCookie(ctx, cookie, 'session_token');
  if (token === null) return null;
  const { rows } = await ctx.db.pool.query<Row>(QUERY, [token]);
  const row = rows[0];
  if (!row) return null;
  const now = ctx.clock.now();
  if (row.expires_at <= now || endOf(row) <= now) return null;
  const twoFactorMissing = ctx.config.staffTwoFactor && (row.is_admin || row.is_moderator) && !row.two_factor_enabled;
  const viewer = await viewerOf(ctx, row, row.session_id, twoFactorMissing);
  noteRow(ctx, row, now);
  return viewer;
}

/** No session: the nil UUID (RFC 9562). */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * A member as the operator acts for them at the command line, without a session. The second factor guards signing in,
 * so it is not asked for here; everything else that restricts the member counts.
 */
export async function viewerAtCommandLine(ctx: Context, profileId: string): Promise<Viewer | null> {
  const { rows } = await ctx.db.pool.query<MemberRow>(
    `SELECT ${MEMBER} FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = $1`,
    [profileId],
  );
  return rows[0] ? await viewerOf(ctx, rows[0], NO_SESSION, false) : null;
}

async function viewerOf(ctx: Context, row: MemberRow, sessionId: string, twoFactorMissing: boolean): Promise<Viewer> {
  const now = ctx.clock.now();
  return {
    profileId: row.profile_id,
    userId: row.user_id,
    sessionId,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    customRole: row.custom_role,
    // Staff by name alone until the second factor is there.
    isAdmin: row.is_admin && !twoFactorMissing,
    isModerator: row.is_moderator && !twoFactorMissing,
    twoFactorMissing,
    verified: row.email_verified,
    adult: row.is_adult,
    hasBlocks: row.has_blocks,
    joinedInBurst: row.joined_in_burst,
    xp: row.xp,
    credits: row.credits,
    createdAt: row.created_at,
    suspendedUntil: row.suspended_until && row.suspended_until > now ? row.suspended_until : null,
    silencedUntil: row.silenced_until && row.silenced_until > now ? row.silenced_until : null,
    legalPending: row.legal_revision < (await requiredRevision(ctx)),
    eventSeq: row.event_seq,
  };
}

/** When a session ends, however much it is used. */
function endOf(row: Row): Date {
  return new Date(row.session_created_at.getTime() + account.sessionMaxDays * DAY_MS);
}

function noteRow(ctx: Context, row: Row, now: Date): void {
  const expiresAt = new Date(Math.min(now.getTime() + ctx.config.sessionDays * DAY_MS, endOf(row).getTime()));
  const stale = now.getTime() - row.last_used_at.getTime() >= LAST_USED_MS;
  const prolong = expiresAt.getTime() - row.expires_at.getTime() >= DAY_MS;
  if (stale || prolong) noteUse(ctx, row.session_id, { at: now, expiresAt: prolong ? expiresAt : row.expires_at });
  const today = now.toISOString().slice(0, 10);
  if (row.last_visit_day !== today) noteVisit(ctx, row.profile_id, today);
}
