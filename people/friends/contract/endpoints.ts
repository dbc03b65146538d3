import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { friends } from '#people/friends/contract/limits.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { cursor, done, id, timestamp, pageOf, person } from '#platform/contract/shapes.ts';

/** How a member stands to another: nothing, asked, being asked, friends, or blocked by the viewer. */
export const relation = z.enum(['none', 'sent', 'received', 'friends', 'blocked']);
export type Relation = z.infer<typeof relation>;

/** A member whose account is there. */
export const knownPerson = person.extend({ id });

/** One line of a list: the other party, and since when (friends, asked or blocked). */
export const relationLine = z.object({ person: knownPerson, since: timestamp });
export type RelationLine = z.infer<typeof relationLine>;

/** How many follow a member and whom they follow, and whether the viewer does; null for visitors and oneself. */
export const follow = z.object({
  isFollowing: z.boolean().nullable(),
  followers: z.number(),
  following: z.number(),
});
export type Follow = z.infer<typeof follow>;

const other = z.object({ profileId: id });
const stands = z.object({ relation });

export const friendEndpoints = defineEndpoints({
  'GET /friends': {
    access: 'session',
    limit: 'read',
    summary:
      'One list of the member: friends, requests to them, requests by them, or members they block; newest first.',
    query: z.object({ list: z.enum(['friends', 'pending', 'sent', 'blocked']), after: cursor.optional() }),
    reply: pageOf(relationLine),
    errors: [],
  },
  'GET /friends/counts': {
    access: 'session',
    limit: 'read',
    summary: 'How many lines each of the lists has.',
    reply: z.object({ friends: z.number(), pending: z.number(), sent: z.number(), blocked: z.number() }),
    errors: [],
  },
  'GET /friends/search': {
    access: 'member',
    limit: 'read',
    summary:
      'At most 10 members to befriend whose username or display name has the text in it; of fewer than 3 characters, begins so. Who is a friend, asked or blocked is left out.',
    query: z.object({ q: z.string().trim().min(1).max(account.displayNameMax) }),
    reply: z.object({ items: z.array(knownPerson) }),
    errors: [],
  },
  'GET /friends/mentions': {
    access: 'member',
    limit: 'search',
    summary: `At most ${friends.mentions} members whose username or display name begins with the text, of friends and \`near\` a word of it too: friends first, then \`near\`, then all others. Of an empty text, only the first two. Who is blocked, either way, is left out.`,
    query: z.object({
      q: z.string().max(account.displayNameMax),
      /** Ids with commas between: members of a thread that the reader has seen. */
      near: z
        .string()
        .max(37 * friends.mentionsNear)
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(z.array(id).max(friends.mentionsNear))
        .default([]),
    }),
    reply: z.object({ items: z.array(knownPerson) }),
    errors: [],
  },
  'GET /profiles/:username/friends': {
    access: 'public',
    limit: 'read',
    summary: 'A member’s friends (8 of them) and their number, and how the viewer stands to the member.',
    params: z.object({ username: z.string().min(1).max(64) }),
    reply: z.object({
      /** Null for visitors and on the viewer's own profile. */
      relation: relation.nullable(),
      count: z.number(),
      follow,
      items: z.array(knownPerson),
    }),
    errors: ['profile_not_found'],
  },
  'POST /friends': {
    access: 'member',
    limit: 'friendRequest',
    failure: 'Failed to send friend request',
    summary: 'Asks a member to be friends. Who asks the one who has asked accepts; asking twice asks once.',
    body: other,
    reply: stands,
    errors: ['profile_not_found', 'own_profile', 'member_blocked'],
  },
  'POST /friends/:profileId/accept': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to accept friend request',
    summary: 'Accepts a request.',
    params: other,
    reply: stands,
    errors: ['request_not_found'],
  },
  'POST /friends/:profileId/decline': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to decline friend request',
    summary: 'Declines a request: it is gone, and its sender is not notified.',
    params: other,
    reply: stands,
    errors: ['request_not_found'],
  },
  'POST /friends/:profileId/cancel': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to cancel friend request',
    summary: 'Takes a sent request back.',
    params: other,
    reply: stands,
    errors: ['request_not_found'],
  },
  'DELETE /friends/:profileId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to remove friend',
    summary: 'Ends a friendship.',
    params: other,
    reply: stands,
    errors: ['friend_not_found'],
  },
  'GET /following': {
    access: 'session',
    limit: 'read',
    summary: 'Whom the member follows, the newest first.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(relationLine),
    errors: [],
  },
  'GET /following/:profileId': {
    access: 'public',
    limit: 'read',
    summary: 'How many follow a member, and whether the viewer does.',
    params: other,
    reply: follow,
    errors: ['profile_not_found'],
  },
  'PUT /following/:profileId': {
    access: 'member',
    limit: 'friendRequest',
    failure: 'Failed to follow',
    summary: 'Follows a member, without asking them. Following twice follows once.',
    params: other,
    reply: follow,
    errors: ['profile_not_found', 'own_profile', 'member_blocked', 'following_many'],
  },
  'DELETE /following/:profileId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to unfollow',
    summary: 'Follows a member no more.',
    params: other,
    reply: follow,
    errors: [],
  },
  'PUT /blocks/:profileId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to block the member',
    summary: 'Blocks a member: ends friendship and requests; neither reaches the other nor sees their posts.',
    params: other,
    reply: done,
    errors: ['profile_not_found', 'own_profile'],
  },
  'DELETE /blocks/:profileId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to unblock the member',
    summary: 'Lifts a block; what it ended does not come back.',
    params: other,
    reply: done,
    errors: [],
  },
});
