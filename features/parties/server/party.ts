import type { Party, PartyCard } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Submitted, submit } from '#content/core/server/create.ts';
import {
  canRemove,
  canReport,
  restorableAmong,
  canSeeAdult,
  canSpeak,
  checkRowSeen,
  isActiveMember,
  requirePublished,
  requireSeen,
} from '#content/core/server/policies.ts';
import { noticeFor, visibilityOf } from '#content/core/server/present.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { blockedEitherWay, isSubjectToBlocks, unblockedOnly } from '#people/friends/server/store.ts';
import { readWords } from '#content/moderation/server/actions.ts';
import { readableName } from '#people/profiles/server/actions.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import { activeCustomRoles, peopleById } from '#people/profiles/server/store.ts';
import { record } from '#content/moderation/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { presentCard } from './present.ts';
import { announceParties, publishToParty, stageTopic } from './publish.ts';
import { remindJob } from './reminders.ts';
import { checkedStart, isRoomOpen, playlistIdOf, stateOf } from './rules.ts';
import {
  type Membership,
  type PartyRow,
  isHere,
  isInRoom,
  isReader,
  mayReadRoom,
  membershipOf,
  partiesById,
  successorOf,
} from './store.ts';
import { type PartyExtra, listeningParty } from './types.ts';

interface PlaceRow {
  readonly id: string;
  readonly place: Date;
}

/** One page of parties of a state; parties that a reader may not see never shorten a page. */
export async function listParties(
  ctx: Context,
  viewer: Viewer | null,
  query: { state: PartyCard['state']; after?: string | undefined },
): Promise<{ items: PartyCard[]; next: string | null }> {
  const after = readTimeCursor(query.after);
  const now = ctx.clock.now();
  const seen = sql`state = 'published'${canSeeAdult(viewer) ? sql`` : sql` AND NOT is_adult`}${unblockedOnly(viewer, sql`host_id`)}`;
  const limit = limits.perPage + 1;
  const before = (column: 'created_at' | 'ended_at') =>
    after ? sql` AND (${sql.raw(column)}, id) < (${after.at}, ${after.id}::uuid)` : sql``;
  const places = await ctx.db.rows<PlaceRow>(
    query.state === 'active'
      ? sql`SELECT id, created_at AS place FROM listening_parties
          WHERE ended_at IS NULL AND (starts_at IS NULL OR starts_at <= ${now}) AND ${seen}${before('created_at')}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`
      : query.state === 'ended'
        ? sql`SELECT id, ended_at AS place FROM listening_parties WHERE ended_at IS NOT NULL AND ${seen}${before('ended_at')}
            ORDER BY ended_at DESC, id DESC LIMIT ${limit}`
        : sql`SELECT id, starts_at AS place FROM listening_parties WHERE ended_at IS NULL AND starts_at > ${now} AND ${seen}${
            after ? sql` AND (starts_at, id) > (${after.at}, ${after.id}::uuid)` : sql``
          } ORDER BY starts_at, id LIMIT ${limit}`,
  );
  const page = places.slice(0, limits.perPage);
  const last = places.length > page.length ? page.at(-1) : undefined;
  const ids = page.map((row) => row.id);
  const rows = await partiesById(ctx.db, ids, now);
  return { items: await cardsOf(ctx, viewer, rows), next: last ? timeCursor(last.place, last.id) : null };
}

async function cardsOf(ctx: Context, viewer: Viewer | null, rows: readonly PartyRow[]): Promise<PartyCard[]> {
  const uploads = rows.flatMap((row) => row.playing_upload_id ?? []);
  const showsFaces = (row: PartyRow) => viewer !== null || row.allows_listeners;
  const [roles, people, tracks, files] = await Promise.all([
    activeCustomRoles(ctx.db),
    peopleById(
      ctx.db,
      rows.flatMap((row) => [...(row.playing_author_id ? [row.playing_author_id] : []), ...row.here_ids]),
    ),
    playablesOf(ctx.db, uploads),
    filesOf(ctx.db, 'upload', uploads),
  ]);
  return rows.map((row) => presentCard(row, roles, { people, tracks, files, showsFaces }, ctx.clock.now()));
}

/** A member's standing in a room, beside their rights on the site. */
export interface Standing {
  readonly hasJoined: boolean;
  readonly canModerate: boolean;
}

/** A member's standing in a party. @param facts the host, and whether it has ended */
export function standingOf(
  viewer: Viewer | null,
  facts: { authorId: string; authorIsAdmin: boolean; endedAt: Date | null },
  member: Membership | null,
): Standing {
  const hasJoined = member !== null && member.left_at === null && member.removed_at === null;
  const isHost = viewer?.profileId === facts.authorId;
  const isModerator = hasJoined && member.is_moderator;
  const mayAsStaff = isStaff(viewer) && (viewer!.isAdmin || !facts.authorIsAdmin);
  return { hasJoined, canModerate: isActiveMember(viewer) && (isHost || isModerator || mayAsStaff) };
}

/** One party with its room, as its reader sees it. @throws {Refusal} `party_not_found`, `adults_only` */
export async function readParty(ctx: Context, viewer: Viewer | null, id: string): Promise<Party> {
  const now = ctx.clock.now();
  const [row] = await partiesById(ctx.db, [id], now);
  const seen = row && { id, author_id: row.host_id, state: row.state, is_adult: row.is_adult };
  await checkRowSeen(ctx.db, listeningParty, seen, viewer);
  const [restorable, [card], member, reminder, hidden, holderIsHere, hostIsHere] = await Promise.all([
    restorableAmong(ctx, listeningParty, [row!], viewer),
    cardsOf(ctx, viewer, [row!]),
    viewer ? membershipOf(ctx.db, id, viewer.profileId) : null,
    viewer
      ? ctx.db.rows(
          sql`SELECT 1 FROM listening_party_reminders WHERE party_id = ${id} AND profile_id = ${viewer.profileId}`,
        )
      : [],
    isSubjectToBlocks(viewer) ? blockedEitherWay(ctx.db, viewer.profileId) : [],
    isInRoom(ctx.db, id, row!.stage_holder_id ?? row!.host_id, now),
    isInRoom(ctx.db, id, row!.host_id, now),
  ]);
  const times = { startsAt: row!.starts_at, endedAt: row!.ended_at };
  const owned = {
    authorId: row!.host_id,
    authorIsAdmin: row!.person_is_admin,
    state: row!.state,
    removedBy: row!.removed_by,
  };
  const isOpen = row!.state === 'published' && isRoomOpen(times, now);
  const { hasJoined, canModerate } = standingOf(viewer, { ...owned, endedAt: row!.ended_at }, member);
  const isHost = viewer?.profileId === row!.host_id;
  const holderId = row!.stage_holder_id ?? row!.host_id;
  const isHolder = viewer?.profileId === holderId;
  const mayTake =
    isOpen &&
    hasJoined &&
    isActiveMember(viewer) &&
    !isHolder &&
    (isHost || (!holderIsHere && (await successorOf(ctx.db, id, holderId, now)) === viewer.profileId));
  return {
    ...card!,
    visibility: visibilityOf(row!.state),
    notice: noticeFor({ ...seen!, hold_reasons: row!.hold_reasons, removed_reason: row!.removed_reason }, viewer),
    chat: { isOff: row!.chat_is_off, slowSeconds: row!.slow_seconds as 0 },
    eventSeq: Number(row!.event_seq ?? 0),
    hasJoined,
    isRemoved: Boolean(member?.removed_at),
    isDjMode: row!.is_dj_mode,
    isDj: hasJoined && member?.is_dj === true,
    holderIsHere,
    hostIsHere,
    hasReminder: reminder.length > 0,
    hiddenAuthors: hidden,
    can: {
      read: isReader(viewer, member),
      listen: isOpen && (hasJoined || (row!.allows_listeners && (viewer === null || isReader(viewer, member)))),
      join: isOpen && isActiveMember(viewer) && !hasJoined && !member?.removed_at,
      chat: isOpen && hasJoined && canSpeak(viewer),
      drive: isOpen && hasJoined && isActiveMember(viewer) && isHolder,
      takeStage: mayTake,
      setDjMode: isOpen && hasJoined && isActiveMember(viewer) && isHost,
      moderate: canModerate,
      end: row!.state === 'published' && !row!.ended_at && canRemove(owned, viewer),
      delete: canRemove(owned, viewer),
      restore: restorable.has(id),
      report: canReport(owned, viewer),
    },
  };
}

/** The form of a new party. */
export interface NewParty {
  readonly name: string;
  readonly description: string;
  readonly spotifyPlaylistId: string;
  readonly isAdult: boolean;
  readonly startsAt: string | null;
  readonly allowsListeners: boolean;
  readonly submitId: string;
}

/**
 * Opens a party, or announces one; its host has joined. The same submit again answers with the first one.
 * @throws {Refusal} `name_unreadable`, `banned_words`, `rate_limit`, `too_many_parties`, `adults_only`, `invalid`
 */
export async function createParty(ctx: Context, viewer: Viewer, body: NewParty): Promise<Submitted> {
  return await submit(ctx, viewer, listeningParty, {
    submitId: body.submitId,
    limit: 'posts',
    async prepare() {
      if (body.isAdult && !canSeeAdult(viewer)) throw new Refusal('adults_only');
      const name = readableName(body.name, { field: 'name', max: limits.nameMax });
      const playlistId = playlistIdOf(body.spotifyPlaylistId);
      const startsAt = checkedStart(body.startsAt, ctx.clock.now());
      return { words: readWords(`${name}\n${body.description}`), name, playlistId, startsAt };
    },
    async insert(tx, content, { name, playlistId, startsAt }) {
      const { id, state, submitId, createdAt } = content;
      await checkOpenParties(tx, viewer.profileId);
      const rows = await tx.rows(sql`
        INSERT INTO listening_parties (id, name, description, spotify_playlist_id, host_id, is_adult, starts_at, allows_listeners, state, submit_id, created_at, seen_at, stage_at, participant_count)
        VALUES (${id}, ${name}, ${body.description}, ${playlistId}, ${viewer.profileId}, ${body.isAdult}, ${startsAt}::timestamptz, ${body.allowsListeners}, ${state}, ${submitId}, ${createdAt}, ${startsAt ?? createdAt}::timestamptz, ${createdAt}, 1)
        ON CONFLICT (host_id, submit_id) DO NOTHING RETURNING id`);
      if (rows.length === 0) return null;
      await tx.rows(sql`
        INSERT INTO listening_party_participants (id, party_id, participant_id, joined_at, seen_at)
        VALUES (${id}, ${id}, ${viewer.profileId}, ${createdAt}, ${createdAt})`);
      if (startsAt)
        await ctx.jobs.enqueue(
          tx,
          remindJob,
          { id },
          { startAfter: new Date(startsAt.getTime() - limits.reminderMinutes * 60_000) },
        );
      return {
        title: name,
        isAdult: body.isAdult,
        parent: null,
        startsAt,
        endedAt: null,
        stageHolderId: null,
        isDjMode: false,
        allowsListeners: body.allowsListeners,
      };
    },
  });
}

/** @throws {Refusal} `too_many_parties` */
async function checkOpenParties(tx: Tx, hostId: string): Promise<void> {
  const [row] = await tx.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM listening_parties WHERE host_id = ${hostId} AND ended_at IS NULL AND state <> 'removed'`);
  if (row!.count >= limits.openPerHost) throw new Refusal('too_many_parties');
}

/**
 * A room that this reader may read: its chat, stage, queue, people and record, and its live events. One who was removed
 * from it for good may not.
 * @throws {Refusal} `party_removed`, as `requireSeen`
 */
export async function requireReader(
  db: Executor,
  id: string,
  viewer: Viewer | null,
  lock = false,
): Promise<Awaited<ReturnType<typeof requireSeen<PartyExtra>>>> {
  const facts = await requireSeen(db, listeningParty, id, viewer, lock);
  if (!(await mayReadRoom(db, id, viewer))) throw new Refusal('party_removed');
  return facts;
}

/**
 * A room of which this reader may read what plays and who is there: as `requireReader`, and visitors where its host lets
 * them listen. They are not counted, and get neither chat nor record.
 * @throws {Refusal} `sign_in_required` for every room that is not a visitor's, as `requireReader` for members
 */
export async function requireListener(
  db: Executor,
  id: string,
  viewer: Viewer | null,
): Promise<Awaited<ReturnType<typeof requireSeen<PartyExtra>>>> {
  if (viewer) return await requireReader(db, id, viewer);
  const facts = await requirePublished(db, listeningParty, id, null).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!facts?.allowsListeners || facts.endedAt !== null) throw new Refusal('sign_in_required');
  return facts;
}

/** A party whose room is open. @throws {Refusal} `party_not_found`, `party_ended`, `party_not_open`, `adults_only` */
export async function requireRoom(
  ctx: Context,
  db: Executor,
  id: string,
  viewer: Viewer,
  lock = false,
): Promise<Awaited<ReturnType<typeof requirePublished<PartyExtra>>>> {
  const facts = await requirePublished(db, listeningParty, id, viewer, lock);
  const now = ctx.clock.now();
  if (stateOf(facts, now) === 'ended') throw new Refusal('party_ended');
  if (!isRoomOpen(facts, now)) throw new Refusal('party_not_open');
  return facts;
}

/** A member's row of a room that they have joined. @throws {Refusal} `not_joined` */
export async function requireJoined(db: Executor, partyId: string, viewer: Viewer): Promise<Membership> {
  const member = await membershipOf(db, partyId, viewer.profileId);
  if (!member || member.left_at || member.removed_at) throw new Refusal('not_joined');
  return member;
}

/** Ends a party: playback stops, and its chat is closed. Idempotent. */
export async function endParty(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const now = ctx.clock.now();
  const rows = await tx.rows(sql`
    UPDATE listening_parties SET ended_at = ${now}, participant_count = (
        SELECT count(*) FROM listening_party_participants WHERE party_id = ${id} AND ${isHere(now)}), stage_is_playing = false, stage_version = stage_version + 1
    WHERE id = ${id} AND ended_at IS NULL RETURNING id`);
  if (rows.length === 0) return false;
  await tx.rows(sql`
    UPDATE listening_party_queue SET state = 'played', ended_at = ${now} WHERE party_id = ${id} AND state = 'playing'`);
  await publishToParty(ctx, tx, id, 'party_changed', { id });
  tx.afterCommit(() => ctx.realtime.recheck({ topics: [stageTopic(id)] }));
  announceParties(ctx, tx, id);
  return true;
}

/** Handler of `POST …/end`. @throws {Refusal} `party_not_found`, `forbidden`, `adults_only` */
export async function endByMember(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requirePublished(tx, listeningParty, id, viewer, true);
    if (!canRemove(facts, viewer)) throw new Refusal('forbidden');
    if (!(await endParty(ctx, tx, id))) return;
    await record(ctx, tx, viewer, facts.authorId, {
      action: 'listening_party.end',
      targetKind: 'listening_party',
      targetId: id,
      details: { before: { hasEnded: false }, after: { hasEnded: true } },
    });
  });
}
