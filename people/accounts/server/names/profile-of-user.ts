import { displayNameKey } from '#people/profiles/server/rules.ts';
import { nameSkeleton, usernameKey } from '#people/profiles/server/rules/skeleton.ts';
import { profiles } from '#people/profiles/server/tables.ts';
import { nameWordsCheck } from '#people/profiles/server/actions.ts';
import { skeletonsOf } from '#people/profiles/server/rules/reserved-names.ts';
import { holdNames, isLikeStaff, joinName } from '#people/profiles/server/store.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { emit } from '#platform/server/events/emit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { usernameCandidates } from '#people/accounts/server/rules.ts';
import { holdUsername } from './username-hold.ts';

/** What a new member's profile is made of. */
export interface NewProfile {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  /** Taken as it is; null when somebody else has it. Without one, the username is derived. */
  readonly username?: string | undefined;
  readonly isAdmin?: boolean;
  readonly at: Date;
}

/** What keeps a derived username from being taken: it comes from a name or an address that nobody has checked. */
async function forbidsUsername(ctx: Context, tx: Tx): Promise<(username: string) => boolean> {
  const check = await nameWordsCheck(ctx, tx);
  return (username) => check(username) !== null;
}

/**
 * Makes the profile of a new user, in the transaction that makes the user.
 * @returns null when the requested username is taken.
 */
export async function insertProfile(
  ctx: Context,
  tx: Tx,
  member: NewProfile,
): Promise<{ profileId: string; username: string } | null> {
  const requested = member.username;
  const candidates =
    requested !== undefined
      ? [requested]
      : usernameCandidates(member.displayName, member.email, {
          siteName: ctx.config.siteName,
          forbids: await forbidsUsername(ctx, tx),
          isStaff: member.isAdmin ?? false,
        });
  await holdNames(tx, [member.displayName]);
  for (const username of candidates) {
    // A derived name is never confusable with another; a requested one may be.
    if (requested === undefined && (await holdUsername(tx, username, member.at)) !== 'free') continue;
    if (requested === undefined && !member.isAdmin && (await isLikeStaff(tx, skeletonsOf(username), null))) continue;
    const profileId = newId(member.at);
    const [made] = await tx.orm
      .insert(profiles)
      .values({
        id: profileId,
        userId: member.userId,
        username,
        usernameKey: usernameKey(username),
        displayName: member.displayName,
        displayNameKey: displayNameKey(member.displayName),
        nameSkeleton: nameSkeleton(member.displayName),
        sharesName: await joinName(tx, profileId, member.displayName),
        isAdmin: member.isAdmin ?? false,
        createdAt: member.at,
        updatedAt: member.at,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (made) {
      await emit(ctx, tx, thingChanged, { kind: 'profile', ids: [profileId], isNew: true });
      return { profileId, username };
    }
  }
  if (requested !== undefined) return null;
  throw new Error('No free username among the candidates.');
}
