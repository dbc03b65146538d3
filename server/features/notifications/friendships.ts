import type { Context } from '#server/context.ts';
import type { RelationEvent } from '#server/features/friends/actions.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { notify } from './actions.ts';
import { noticeText } from './rules.ts';

/** The two kinds whose cause is a friendship. */
const requestCause = (from: string): string => `friend_request:${from}`;
const acceptedCause = (by: string): string => `friend_accepted:${by}`;

/** Notifies of a friend request and of its acceptance; a withdrawn request leaves no notification behind. */
export async function notifyOfFriendship(ctx: Context, tx: Tx, event: RelationEvent): Promise<void> {
  const { by, other } = event;
  if (event.kind !== 'asked') {
    await tx.rows(sql`
      DELETE FROM notifications WHERE (user_id = ${by} AND cause = ${requestCause(other)}) OR (user_id = ${other} AND cause = ${requestCause(by)})`);
  }
  if (event.kind === 'ended') {
    await tx.rows(sql`
      DELETE FROM notifications WHERE (user_id = ${by} AND cause = ${acceptedCause(other)}) OR (user_id = ${other} AND cause = ${acceptedCause(by)})`);
    return;
  }
  const asked = event.kind === 'asked';
  await notify(ctx, tx, [other], {
    ...(asked ? noticeText.friend_request() : noticeText.friend_accepted()),
    url: asked ? '/friends?tab=pending' : '/friends',
    actorId: by,
    cause: asked ? requestCause(by) : acceptedCause(by),
  });
}
