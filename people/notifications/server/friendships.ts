import type { Context } from '#platform/server/context.ts';
import type { RelationChange } from '#people/friends/server/events.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { notify } from './actions.ts';
import { noticeText } from './rules.ts';

/** The two kinds whose cause is a friendship. */
const requestCause = (from: string): string => `friend_request:${from}`;
const acceptedCause = (by: string): string => `friend_accepted:${by}`;

/** Notifies of a friend request. */
export async function notifyOfRequest(ctx: Context, tx: Tx, { by, other }: RelationChange): Promise<void> {
  await notify(ctx, tx, [other], {
    ...noticeText.friend_request(),
    url: '/friends?tab=pending',
    actorId: by,
    cause: requestCause(by),
  });
}

/** Notifies of an accepted request, whose own notification is removed. */
export async function notifyOfAcceptance(ctx: Context, tx: Tx, { by, other }: RelationChange): Promise<void> {
  await removeBetween(tx, by, other, requestCause);
  await notify(ctx, tx, [other], {
    ...noticeText.friend_accepted(),
    url: '/friends',
    actorId: by,
    cause: acceptedCause(by),
  });
}

/** A withdrawn request or an ended friendship leaves no notification behind. */
export async function removeFriendNotifications(_ctx: Context, tx: Tx, { by, other }: RelationChange): Promise<void> {
  await removeBetween(tx, by, other, requestCause);
  await removeBetween(tx, by, other, acceptedCause);
}

/** Removes the notifications of one kind that either of two members has because of the other. */
async function removeBetween(tx: Tx, by: string, other: string, causeOf: (from: string) => string): Promise<void> {
  await tx.rows(sql`
    DELETE FROM notifications WHERE (user_id = ${by} AND cause = ${causeOf(other)}) OR (user_id = ${other} AND cause = ${causeOf(by)})`);
}
