import { displayNameKey } from '#server/features/profiles/rules.ts';
import { usernameKey } from '#server/features/profiles/rules/look-alikes.ts';
import { profiles } from '#server/features/profiles/tables.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { usernameCandidates } from './rules.ts';
import { holdUsername } from './username-hold.ts';

/** What a new member's profile is made of. */
export interface NewProfile {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  /** Taken as it is; null when somebody else has it. Without one, the username is derived. */
  readonly username?: string | undefined;
  readonly isAdmin?: boolean;
  readonly siteName: string;
  readonly at: Date;
}

/**
 * Makes the profile of a new user, in the transaction that makes the user.
 * @returns null when the wished username is taken.
 */
export async function insertProfile(
  tx: Tx,
  member: NewProfile,
): Promise<{ profileId: string; username: string } | null> {
  const isWished = member.username !== undefined;
  const candidates = isWished
    ? [member.username!]
    : usernameCandidates(member.displayName, member.email, member.siteName);
  for (const username of candidates) {
    // A name that is derived is like nobody's; one that somebody insists on is free to look like another.
    if (!isWished && (await holdUsername(tx, username, member.at)) !== 'free') continue;
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
        isAdmin: member.isAdmin ?? false,
        createdAt: member.at,
        updatedAt: member.at,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (made) return { profileId, username };
  }
  if (isWished) return null;
  throw new Error('No free username among the candidates.');
}
