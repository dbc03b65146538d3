import type { Participant, PartyCard } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Person } from '#platform/contract/shapes.ts';
import type { Roles } from '#content/core/server/present.ts';
import type { Playable } from '#features/feed/server/actions.ts';
import { personOf } from '#people/profiles/server/store.ts';
import { stateOf } from './rules.ts';
import type { ParticipantRow, PartyRow } from './store.ts';

/** One party of a list. @param playing of the tracks that play: authors by profile id, and what `playablesOf` says */
export function presentCard(
  row: PartyRow,
  roles: Roles,
  playing: { readonly authors: ReadonlyMap<string, Person>; readonly tracks: ReadonlyMap<string, Playable> },
  now: Date,
): PartyCard {
  const author = playing.authors.get(row.playing_author_id ?? '');
  const track = playing.tracks.get(row.playing_track_id ?? '');
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
    playing: track && author ? { title: track.title, artwork: track.artwork.slice(0, 1), author } : null,
  };
}

/** One member of a room. */
export function presentParticipant(row: ParticipantRow, roles: Roles, hostId: string, now: Date): Participant {
  const isGone = now.getTime() - row.seen_at.getTime() > 2000 * limits.presenceSeconds;
  return {
    person: personOf(row, roles),
    presence: isGone ? 'gone' : row.is_away ? 'away' : 'here',
    isHost: row.participant_id === hostId,
    isModerator: row.is_moderator,
    isDj: row.is_dj,
    joinedAt: row.joined_at.toISOString(),
  };
}
