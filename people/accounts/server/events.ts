import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { emit } from '#platform/server/events/emit.ts';
import { defineEvent, defineQuery } from '#platform/server/events/event.ts';
import { signUpsTotal } from '#platform/server/monitoring/metrics.ts';

/** A visit on a UTC day, as `2026-05-13`. */
export interface Visit {
  readonly profileId: string;
  readonly day: string;
}

/**
 * A member's first visit of a UTC day (`profiles.last_visit_day` is another day), off the request's path. Who handles it
 * sets `last_visit_day`; until then it may be emitted again, also by other processes.
 */
export const firstVisitOfDay = defineEvent<Visit>('visit.first-of-day');

/**
 * Somebody has made themselves an account, by the form or by an outside sign-in. Emitted in the transaction that makes it;
 * the address may not be verified yet.
 */
export const memberJoined = defineEvent<{ readonly profileId: string }>('member.joined');

/** Emits `memberJoined`, and counts the sign-up once it is committed. */
export async function noteSignUp(ctx: Context, tx: Tx, profileId: string, by: 'form' | 'provider'): Promise<void> {
  await emit(ctx, tx, memberJoined, { profileId });
  tx.afterCommit(() => signUpsTotal.inc({ by }));
}

/** A member has become staff, or staff of another kind. */
export const staffGranted = defineEvent<{ readonly profileId: string }>('staff.granted');

/** An admin has made or revoked an invitation. */
export const invitationChanged = defineEvent<{
  readonly action: 'invitation.make' | 'invitation.revoke';
  readonly invitationId: string;
  /** Profile of the admin. */
  readonly by: string;
}>('invitation.changed');

/** How many members ask for a member's friendship. */
export const requestCount = defineQuery<Viewer, number>('relation.request-count');

/** How many notifications a member has not read. */
export const unreadCount = defineQuery<Viewer, number>('inbox.unread-count');
