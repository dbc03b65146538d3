import type { Participant, PartyCard, PartyPlaying } from '#features/parties/contract/endpoints.ts';
import { presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import type { Person } from '#platform/contract/shapes.ts';
import type { Roles } from '#content/core/server/present.ts';
import type { Playable } from '#features/feed/server/actions.ts';
import { personOf } from '#people/profiles/server/store.ts';
import { stateOf } from './rules.ts';
import type { ParticipantRow, PartyRow } from './store.ts';

/** What cards of parties need beside their rows. */
export interface CardParts {
  /** Those who are present and authors of what plays, by profile id. */
  readonly people: ReadonlyMap<string, Person>;
  /** As `playablesOf` and `filesOf` answer. */
  readonly tracks: ReadonlyMap<string, Playable>;
  readonly files: ReadonlyMap<string, readonly FileRow[]>;
  /** The reader learns who is present: members, and where they may listen visitors. */
  readonly showsFaces: (row: PartyRow) => boolean;
}

/** What plays in a party; null where nothing does, or not for everybody. */
function presentPlaying(row: PartyRow, { people, tracks, files }: CardParts): PartyPlaying | null {
  const author = people.get(row.playing_author_id ?? '');
  const track = tracks.get(row.playing_track_id ?? '');
  if (!track || !author) return null;
  const file = files.get(row.playing_upload_id!)?.find(({ id }) => id === row.playing_file_id);
  return {
    uploadId: row.playing_upload_id!,
    trackId: row.playing_track_id!,
    title: track.title,
    artwork: [...track.artwork],
    author,
    file: file ? presentFile(file) : null,
    positionMs: row.stage_position_ms,
    at: row.stage_at.getTime(),
  };
}

/** One party of a list. */
export function presentCard(row: PartyRow, roles: Roles, parts: CardParts, now: Date): PartyCard {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    host: personOf(row, roles),
    state: stateOf({ startsAt: row.starts_at, endedAt: row.ended_at }, now),
    isAdult: row.is_adult,
    participantCount: row.participant_count,
    spotifyPlaylistId: row.spotify_playlist_id,
    createdAt: row.created_at.toISOString(),
    startsAt: row.starts_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    playing: presentPlaying(row, parts),
    faces: parts.showsFaces(row) ? row.here_ids.flatMap((id) => parts.people.get(id) ?? []) : [],
    allowsListeners: row.allows_listeners,
  };
}

/** One member of a room. */
export function presentParticipant(row: ParticipantRow, roles: Roles, hostId: string): Participant {
  return {
    person: personOf(row, roles),
    presence: row.is_away ? 'away' : 'here',
    isHost: row.participant_id === hostId,
    isModerator: row.is_moderator,
    isDj: row.is_dj,
    joinedAt: row.joined_at.toISOString(),
  };
}
