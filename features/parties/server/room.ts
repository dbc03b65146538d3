import type { Participant } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { requirePublished, requireSeen } from '#content/core/server/policies.ts';
import { activeCustomRoles } from '#people/profiles/server/store.ts';
import { audit, record } from '#content/moderation/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { requireListener, requireRoom, standingOf } from './party.ts';
import { presentParticipant } from './present.ts';
import { announceParties, hintPeople, publishToParty, stageTopic } from './publish.ts';
import { playable } from './queue/queue-order.ts';
import { AHEAD_MAX_MS } from './rules.ts';
import { advance, giveStage, goOnIfSkipped } from './stage/stage.ts';
import { countRoom, goneAt, isHere, isInRoom, membershipOf, participantPage } from './store.ts';
import { listeningParty } from './types.ts';

const MINUTE = 60_000;

/** Joins a party. Idempotent. @throws {Refusal} `party_full`, `party_removed`, as `requireRoom` */
export async function joinParty(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await requireRoom(ctx, tx, id, viewer, true);
    const member = await membershipOf(tx, id, viewer.profileId);
    if (member?.removed_at) throw new Refusal('party_removed');
    if (member && member.left_at === null) return;
    const now = ctx.clock.now();
    await tx.rows(sql`
      INSERT INTO listening_party_participants (id, party_id, participant_id, joined_at, seen_at)
      VALUES (${newId(now)}, ${id}, ${viewer.profileId}, ${now}, ${now})
      ON CONFLICT (party_id, participant_id) DO UPDATE SET left_at = NULL, joined_at = excluded.joined_at, seen_at = excluded.seen_at, is_away = false`);
    const { joined, here } = await countRoom(tx, id, now);
    // Counted after the row was written, so that of many at once none is too many.
    if (joined > limits.participantsMax) throw new Refusal('party_full');
    tx.afterCommit(() => hintPeople(ctx, id, here));
  });
}

/**
 * Leaves a party. Idempotent.
 * @param stageTo who gets the stage from its holder; without one a host's is empty until somebody takes it
 * @throws {Refusal} `forbidden` for a stage that is not the member's, `not_joined` where the other is not present, as `requireSeen`
 */
export async function leaveParty(ctx: Context, viewer: Viewer, id: string, stageTo: string | null): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, listeningParty, id, viewer, true);
    const now = ctx.clock.now();
    const isHolder = (facts.stageHolderId ?? facts.authorId) === viewer.profileId;
    if (stageTo !== null && (!isHolder || stageTo === viewer.profileId)) throw new Refusal('forbidden');
    if (stageTo !== null && !(await isInRoom(tx, id, stageTo, now))) throw new Refusal('not_joined');
    const rows = await tx.rows(sql`
      UPDATE listening_party_participants SET left_at = ${now}, is_moderator = false, dj_at = NULL
      WHERE party_id = ${id} AND participant_id = ${viewer.profileId} AND left_at IS NULL RETURNING id`);
    if (rows.length === 0) return;
    const { here } = await countRoom(tx, id, now);
    if (stageTo !== null) await giveStage(ctx, tx, id, stageTo === facts.authorId ? null : stageTo);
    else if (facts.stageHolderId === viewer.profileId) await giveStage(ctx, tx, id, null);
    // The room sees at once that its host has left, whoever has the stage.
    else if (facts.authorId === viewer.profileId) await publishToParty(ctx, tx, id, 'party_changed', { id });
    await goOnIfSkipped(ctx, tx, id);
    tx.afterCommit(() => hintPeople(ctx, id, here));
  });
}

/**
 * A sign of presence: the member is in the room, and the minute counts for the reward of a community event; or its page
 * was closed. One statement for the row and the minute. A host who comes back gets the stage back.
 * @throws {Refusal} `not_joined`, as `requireRoom`
 */
export async function notePresence(
  ctx: Context,
  viewer: Viewer,
  id: string,
  sign: { presence: Participant['presence'] | 'gone'; roundTripMs: number | null },
): Promise<{ participantCount: number; stageVersion: number; holderIsHere: boolean }> {
  const facts = await requireRoom(ctx, ctx.db, id, viewer);
  const now = ctx.clock.now();
  const isGone = sign.presence === 'gone';
  const seenAt = isGone ? goneAt(now) : now;
  const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
  const [row] = await ctx.db.rows<{
    participant_count: number;
    stage_version: number;
    holder_is_here: boolean;
    is_stuck: boolean;
    was_gone: boolean;
  }>(sql`
    WITH seen AS (
      UPDATE listening_party_participants SET seen_at = ${seenAt}, is_away = ${sign.presence === 'away'},
        round_trip_ms = coalesce(${sign.roundTripMs === null ? null : Math.round(sign.roundTripMs)}::int, round_trip_ms)
      WHERE party_id = ${id} AND participant_id = ${viewer.profileId} AND left_at IS NULL AND removed_at IS NULL RETURNING party_id
    ), counted AS (
      INSERT INTO listening_party_presence (party_id, profile_id, minute)
      SELECT party_id, ${viewer.profileId}::uuid, ${minute}::timestamptz FROM seen WHERE NOT ${isGone}::boolean ON CONFLICT DO NOTHING
    ), alive AS (
      UPDATE listening_parties SET seen_at = ${now} WHERE id = ${id} AND seen_at < ${minute} AND NOT ${isGone}::boolean AND EXISTS (SELECT 1 FROM seen)
    )
    SELECT stage_version, (SELECT count(*)::int FROM listening_party_participants
        WHERE party_id = ${id} AND participant_id <> ${viewer.profileId} AND ${isHere(now)}) + ${isGone ? 0 : 1}::int AS participant_count,
      NOT EXISTS (SELECT 1 FROM listening_party_participants
        WHERE party_id = ${id} AND participant_id = ${viewer.profileId} AND ${isHere(now)}) AS was_gone,
      coalesce(stage_holder_id, host_id) = ${viewer.profileId} OR EXISTS (SELECT 1 FROM listening_party_participants
        WHERE party_id = ${id} AND participant_id = coalesce(stage_holder_id, host_id) AND ${isHere(now)}) AS holder_is_here,
      stage_is_playing AND (stage_at > ${new Date(now.getTime() + AHEAD_MAX_MS)} OR NOT EXISTS (SELECT 1 ${playable}
        WHERE q.id = listening_parties.stage_item_id
          AND o.stage_at + (f.duration_ms - o.stage_position_ms + ${limits.gapMs}) * interval '1 millisecond' > ${now})) AS is_stuck
    FROM listening_parties WHERE id = (SELECT party_id FROM seen)`);
  if (!row) throw new Refusal('not_joined');
  // Who looks away and back does so often: every page of a large room would read its people for each.
  if (row.was_gone !== isGone) {
    hintPeople(ctx, id, row.participant_count);
    // Who may take the stage depends on it, and the room sees that its host has left or is back.
    if ([facts.authorId, facts.stageHolderId].includes(viewer.profileId))
      await ctx.db.tx((tx) => publishToParty(ctx, tx, id, 'party_changed', { id }));
  }
  // What plays was removed, held or is 18+ now; or it has ended without anybody going on, or the server's clock was set.
  if (row.is_stuck) await advance(ctx, id);
  // The host is back. In DJ mode the turns go on.
  if (!isGone && facts.authorId === viewer.profileId && facts.stageHolderId !== null && !facts.isDjMode)
    await ctx.db.tx(async (tx) => {
      await requireRoom(ctx, tx, id, viewer, true);
      await giveStage(ctx, tx, id, null);
    });
  return {
    participantCount: row.participant_count,
    stageVersion: row.stage_version,
    holderIsHere: row.holder_is_here,
  };
}

/** One page of a room. @throws {Refusal} as `requireListener` */
export async function listParticipants(
  ctx: Context,
  viewer: Viewer | null,
  id: string,
  after: string | undefined,
): Promise<{ items: Participant[]; next: string | null }> {
  const facts = await requireListener(ctx.db, id, viewer);
  const limit = limits.participantsPerPage;
  const now = ctx.clock.now();
  const [rows, roles] = await Promise.all([
    participantPage(ctx.db, id, facts.authorId, facts.endedAt ?? now, readTimeCursor(after), limit + 1),
    activeCustomRoles(ctx.db),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : null;
  return {
    items: page.map((row) => presentParticipant(row, roles, facts.authorId)),
    next: last && timeCursor(last.joined_at, last.id),
  };
}

/** A room in which this member has a say. @throws {Refusal} `forbidden`, as `requirePublished` */
async function requireModerated(tx: Tx, id: string, viewer: Viewer) {
  const facts = await requirePublished(tx, listeningParty, id, viewer, true);
  const { canModerate } = standingOf(viewer, facts, await membershipOf(tx, id, viewer.profileId));
  if (!canModerate) throw new Refusal('forbidden');
  return facts;
}

/**
 * Removes a member from a room for good. Nobody removes the host; moderators of the party remove no other moderators, and
 * nobody but admins an admin.
 * @throws {Refusal} `forbidden`, `staff_protected`, `not_joined`
 */
export async function removeParticipant(ctx: Context, viewer: Viewer, id: string, profileId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireModerated(tx, id, viewer);
    const member = await membershipOf(tx, id, profileId);
    if (!member) throw new Refusal('not_joined');
    const [target] = await tx.rows<{ is_staff: boolean; is_admin: boolean }>(sql`
      SELECT is_admin OR is_moderator AS is_staff, is_admin FROM profiles WHERE id = ${profileId}`);
    const isHost = viewer.profileId === facts.authorId;
    if (target?.is_staff && !isHost && !viewer.isAdmin) throw new Refusal('staff_protected');
    if (profileId === facts.authorId || (member.is_moderator && !isHost && !isStaff(viewer)))
      throw new Refusal('forbidden');
    if (member.removed_at) return;
    const now = ctx.clock.now();
    await tx.rows(sql`
      UPDATE listening_party_participants SET removed_at = ${now}, removed_by = ${viewer.profileId}, is_moderator = false, dj_at = NULL
      WHERE party_id = ${id} AND participant_id = ${profileId}`);
    if (facts.stageHolderId === profileId) await giveStage(ctx, tx, id, null);
    await goOnIfSkipped(ctx, tx, id);
    const { here } = await countRoom(tx, id, now);
    if (isStaff(viewer))
      await audit(ctx, tx, viewer, {
        action: 'listening_party.remove_member',
        targetKind: 'profile',
        targetId: profileId,
        details: { party: id, before: { isRemoved: false }, after: { isRemoved: true } },
      });
    tx.afterCommit(() => {
      ctx.realtime.recheck({ members: [profileId] });
      hintPeople(ctx, id, here);
    });
  });
}

/** The host makes a participant a moderator, or no longer. @throws {Refusal} `forbidden`, `not_joined` */
export async function setModerator(
  ctx: Context,
  viewer: Viewer,
  id: string,
  profileId: string,
  on: boolean,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requirePublished(tx, listeningParty, id, viewer, true);
    if (viewer.profileId !== facts.authorId) throw new Refusal('forbidden');
    const before = await membershipOf(tx, id, profileId);
    const rows = await tx.rows(sql`
      UPDATE listening_party_participants SET is_moderator = ${on}
      WHERE party_id = ${id} AND participant_id = ${profileId} AND left_at IS NULL AND removed_at IS NULL RETURNING id`);
    if (rows.length === 0) throw new Refusal('not_joined');
    await record(ctx, tx, viewer, facts.authorId, {
      action: 'listening_party.moderator',
      targetKind: 'listening_party',
      targetId: id,
      details: {
        member: profileId,
        before: { isModerator: before?.is_moderator ?? false },
        after: { isModerator: on },
      },
    });
    await publishToParty(ctx, tx, id, 'party_changed', { id });
  });
}

/** Lets visitors and members who have not joined hear what plays, or no longer. @throws {Refusal} `forbidden`, as `requireRoom` */
export async function setListeners(ctx: Context, viewer: Viewer, id: string, on: boolean): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requirePublished(tx, listeningParty, id, viewer, true);
    if (viewer.profileId !== facts.authorId) throw new Refusal('forbidden');
    if (facts.endedAt !== null) throw new Refusal('party_ended');
    if (facts.allowsListeners === on) return;
    await tx.rows(sql`UPDATE listening_parties SET allows_listeners = ${on} WHERE id = ${id}`);
    tx.afterCommit(() => ctx.realtime.recheck({ topics: [stageTopic(id)] }));
    await publishToParty(ctx, tx, id, 'party_changed', { id });
    announceParties(ctx, tx, id);
  });
}

/** Slows the chat down, or turns it off. @throws {Refusal} `forbidden` */
export async function setChat(
  ctx: Context,
  viewer: Viewer,
  id: string,
  chat: { isOff: boolean; slowSeconds: number },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const { authorId } = await requireModerated(tx, id, viewer);
    const [before] = await tx.rows<{ isOff: boolean; slowSeconds: number }>(
      sql`SELECT chat_is_off AS "isOff", slow_seconds AS "slowSeconds" FROM listening_parties WHERE id = ${id}`,
    );
    await tx.rows(sql`
      UPDATE listening_parties SET chat_is_off = ${chat.isOff}, slow_seconds = ${chat.slowSeconds} WHERE id = ${id}`);
    // Members whom the host made moderators of the room are no staff.
    if (isStaff(viewer))
      await record(ctx, tx, viewer, authorId, {
        action: 'listening_party.chat',
        targetKind: 'listening_party',
        targetId: id,
        details: { before: before!, after: { isOff: chat.isOff, slowSeconds: chat.slowSeconds } },
      });
    await publishToParty(ctx, tx, id, 'party_changed', { id });
  });
}
