import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { createAnswer } from '#content/core/server/answers/answers.ts';
import { removeBy } from '#content/core/server/moderation.ts';
import { canRemove, forbid, requirePublished, requireSeen } from '#content/core/server/policies.ts';
import { type ReactionCount, react, reactionsOf } from '#content/core/server/reactions/reactions.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { claimFiles } from '#content/media/server/actions.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { fitting } from '#platform/server/page-budget.ts';
import { placeCursor, readPlaceCursor } from '#platform/server/paging.ts';
import type { PlacedRow } from '#platform/server/placed-page.ts';
import { NO_WORDS, messagesById, newMessage } from './messages.ts';
import { requireJoined, requireReader, requireRoom, standingOf } from '#features/parties/server/party.ts';
import { publishToParty } from '#features/parties/server/publish.ts';
import { opensUntil } from '#features/parties/server/rules.ts';
import { membershipOf } from '#features/parties/server/store.ts';
import { chatMessage, listeningParty } from '#features/parties/server/types.ts';

/**
 * One page of a chat, oldest first: back from the newest or from a cursor, or forward from a time. Held messages are for
 * their author and staff; removed ones keep their place.
 * @throws {Refusal} as `requireReader`
 */
export async function readMessages(
  ctx: Context,
  viewer: Viewer | null,
  partyId: string,
  query: { before?: string | undefined; since?: string | undefined; after?: string | undefined },
): Promise<{ items: ChatMessage[]; next: string | null }> {
  await requireReader(ctx.db, partyId, viewer);
  const isForward = query.since !== undefined || query.after !== undefined;
  const place = readPlaceCursor(isForward ? query.after : query.before);
  const since = isForward && query.since !== undefined ? sql`AND created_at >= ${new Date(query.since)}` : sql``;
  const own = isStaff(viewer)
    ? sql``
    : sql` AND (state <> 'held' OR author_id = ${viewer?.profileId ?? null}::uuid)${unblockedOnly(viewer, sql`author_id`)}`;
  const placed = await ctx.db.rows<PlacedRow>(sql`
    SELECT id, place, octet_length(html) AS bytes FROM chat_messages WHERE party_id = ${partyId}${own}
      ${place === null ? sql`` : sql`AND place ${isForward ? sql`>` : sql`<`} ${place}`} ${since}
    ORDER BY ${isForward ? sql`place` : sql`place DESC`} LIMIT ${limits.messagesPerPage + 1}`);
  const page = placed.slice(0, Math.min(limits.messagesPerPage, fitting(placed)));
  const last = placed.length > page.length ? page.at(-1) : undefined;
  const items = await messagesById(
    ctx.db,
    page.map((row) => row.id),
    viewer?.profileId ?? null,
  );
  return {
    items: isForward ? items : items.toReversed(),
    next: last ? placeCursor(Number(last.place)) : null,
  };
}

/** SQL condition on the party `o` for writing in its room; `checkChat` says why it fails. */
function mayWrite(viewer: Viewer, now: Date): SQL {
  // Slow mode asks for a time on both sides: what was written before the clock was set back does not count for hours.
  const me = sql`${viewer.profileId}::uuid`;
  return sql` AND o.ended_at IS NULL AND (o.starts_at IS NULL OR o.starts_at <= ${opensUntil(now)})
    AND EXISTS (SELECT FROM listening_party_participants m
      WHERE m.party_id = o.id AND m.participant_id = ${me} AND m.left_at IS NULL AND m.removed_at IS NULL
        AND (${isStaff(viewer)} OR o.host_id = ${me} OR m.is_moderator OR (NOT o.chat_is_off AND (o.slow_seconds = 0 OR NOT EXISTS (
          SELECT FROM chat_messages s WHERE s.author_id = ${me} AND s.party_id = o.id
            AND s.created_at > ${now}::timestamptz - o.slow_seconds * interval '1 second'
            AND s.created_at < ${now}::timestamptz + o.slow_seconds * interval '1 second')))))`;
}

/**
 * Whether a member may write in a room now; `mayWrite` is the same in one statement.
 * @throws {Refusal} `not_joined`; `chat_off`, `slow_mode` for everybody but who has a say in the room; as `requireRoom`
 */
async function checkChat(ctx: Context, db: Executor, viewer: Viewer, partyId: string): Promise<void> {
  const { authorId } = await requireRoom(ctx, db, partyId, viewer);
  const member = await requireJoined(db, partyId, viewer);
  if (standingOf(viewer, { authorId, authorIsAdmin: false, endedAt: null }, member).canModerate) return;
  const [party] = await db.rows<{ chat_is_off: boolean; slow_seconds: number }>(
    sql`SELECT chat_is_off, slow_seconds FROM listening_parties WHERE id = ${partyId}`,
  );
  if (!party || (!party.chat_is_off && party.slow_seconds === 0)) return;
  if (party.chat_is_off) throw new Refusal('chat_off');
  const since = new Date(ctx.clock.now().getTime() - party.slow_seconds * 1000);
  const until = new Date(ctx.clock.now().getTime() + party.slow_seconds * 1000);
  const [last] = await db.rows<{ at: Date }>(sql`
    SELECT created_at AS at FROM chat_messages WHERE author_id = ${viewer.profileId} AND created_at > ${since} AND created_at < ${until} AND party_id = ${partyId}
    ORDER BY created_at DESC LIMIT 1`);
  if (last)
    throw new Refusal('slow_mode', {
      meta: { seconds: Math.max(1, Math.ceil((last.at.getTime() - since.getTime()) / 1000)) },
    });
}

/**
 * Says something. The message goes to the room inside its event; a held one waits for staff and is its author's alone.
 * The same submit again answers with the first message.
 * @throws {Refusal} `not_joined`, `chat_off`, `slow_mode`, `nothing_to_say`, `banned_words`, `rate_limit`, `file_not_usable`, as `requireRoom`
 */
export async function sendMessage(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  body: { content: string; fileId: string | null; submitId: string },
): Promise<{ message: ChatMessage; notice: string | null; seq: number | null }> {
  const { content, fileId } = body;
  const type = fileId === null ? 'text' : 'image';
  const isEmpty = content === '' && fileId === null;
  const created = await createAnswer(ctx, viewer, chatMessage, listeningParty, partyId, body, {
    limit: 'messages',
    noWords: NO_WORDS,
    async check(_party, db) {
      await checkChat(ctx, db, viewer, partyId);
      if (isEmpty) throw new Refusal('invalid', { fields: { content: 'Write a message first.' } });
      return {};
    },
    columns: ({ createdAt }) => ({
      columns: sql`, message_type, file_id`,
      values: sql`, ${type}, ${fileId}::uuid`,
      condition: mayWrite(viewer, createdAt),
    }),
    atOnce: isEmpty || fileId !== null ? null : { condition: sql`` },
    ...(fileId !== null && {
      takeFiles: (tx, id) =>
        claimFiles(ctx, tx, viewer.profileId, [fileId], {
          contentKind: chatMessage.kind,
          contentId: id,
          guarded: true,
          kinds: ['image'],
        }),
    }),
  });
  const { row } = created;
  const [message] = row
    ? [
        newMessage(
          { id: row.id, parentId: partyId, html: row.html, createdAt: row.created_at, place: Number(row.place) },
          personOf(row, await activeCustomRoles(ctx.db)),
        ),
      ]
    : await messagesById(ctx.db, [created.id]);
  return { message: message!, notice: created.notice, seq: created.seq };
}

/** Reacts to a message, or removes the reaction. @throws {Refusal} `not_joined`, `message_not_found`, as `requireRoom` */
export async function reactToMessage(
  ctx: Context,
  viewer: Viewer,
  id: string,
  reaction: string | null,
): Promise<{ reactions: ReactionCount[] }> {
  const facts = await requirePublished(ctx.db, chatMessage, id, viewer);
  const partyId = facts.parent!.id;
  await requireRoom(ctx, ctx.db, partyId, viewer);
  await requireJoined(ctx.db, partyId, viewer);
  return await react(ctx, viewer, chatMessage, facts, reaction, async (tx) =>
    publishToParty(ctx, tx, partyId, 'message_reactions', { id, reactions: await reactionsOf(tx, id, null) }),
  );
}

/**
 * Removes a message: its author, staff, the host and moderators of the party. Its words leave the stored events too, so
 * that nobody who resumes gets them.
 * @throws {Refusal} `message_not_found`, `forbidden`, `staff_protected`, `silenced`
 */
export async function removeMessage(ctx: Context, viewer: Viewer, id: string, reason: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, chatMessage, id, viewer, true);
    const party = facts.parent!;
    const member = await membershipOf(tx, party.id, viewer.profileId);
    const host = { authorId: party.authorId, authorIsAdmin: false, endedAt: null };
    const mayAsModerator = member?.is_moderator === true && standingOf(viewer, host, member).canModerate;
    if (!mayAsModerator && !canRemove({ ...facts, state: 'published' }, viewer, party.authorId)) forbid(facts, viewer);
    if (viewer.silencedUntil && reason !== '' && facts.authorId !== viewer.profileId)
      throw new Refusal('silenced', { meta: { until: viewer.silencedUntil.toISOString() } });
    if (facts.state === 'removed') return;
    await removeBy(ctx, tx, viewer, chatMessage, facts, reason);
  });
}
