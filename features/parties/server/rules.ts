import type { PartyCard } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { Refusal } from '#platform/server/http/refusal.ts';

/** When a party begins and ended. */
export interface PartyTimes {
  readonly startsAt: Date | null;
  readonly endedAt: Date | null;
}

/** The state of a party at a time. Its room opens `earlyMinutes` before the beginning. */
export function stateOf({ startsAt, endedAt }: PartyTimes, now: Date): PartyCard['state'] {
  if (endedAt) return 'ended';
  return startsAt && startsAt > now ? 'scheduled' : 'active';
}

/** The rooms of parties that begin until then are open now. */
export const opensUntil = (now: Date): Date => new Date(now.getTime() + limits.earlyMinutes * 60_000);

/** Whether members may be in the room. */
export function isRoomOpen({ startsAt, endedAt }: PartyTimes, now: Date): boolean {
  return !endedAt && (!startsAt || startsAt <= opensUntil(now));
}

/**
 * The id of a Spotify playlist: 22 characters of base 62, alone, in an address of open.spotify.com or in a
 * `spotify:playlist:` URI. Empty text is none.
 * @throws {Refusal} `invalid`
 */
export function playlistIdOf(text: string): string | null {
  if (text === '') return null;
  const [, id] =
    /^(?:spotify:playlist:|https:\/\/open\.spotify\.com\/(?:intl-[a-z]{2}\/)?playlist\/)?([A-Za-z0-9]{22})(?:[?#].*)?$/.exec(
      text,
    ) ?? [];
  if (id === undefined)
    throw new Refusal('invalid', {
      fields: { spotifyPlaylistId: 'Paste the address of a Spotify playlist, or its 22 characters.' },
    });
  return id;
}

/** @throws {Refusal} `invalid` for a beginning that has passed or lies too far ahead */
export function checkedStart(startsAt: string | null, now: Date): Date | null {
  if (startsAt === null) return null;
  const at = new Date(startsAt);
  if (at <= now) throw new Refusal('invalid', { fields: { startsAt: 'Choose a time that lies ahead.' } });
  if (at.getTime() > now.getTime() + limits.aheadDays * 86_400_000)
    throw new Refusal('invalid', { fields: { startsAt: `Choose a time within ${limits.aheadDays} days.` } });
  return at;
}

/** What plays, as a function of the server's clock. */
export interface Playback {
  readonly isPlaying: boolean;
  /** Position in the track at `at`. */
  readonly positionMs: number;
  /** Milliseconds of the server's clock; may lie ahead. */
  readonly at: number;
}

/** Position at a time of the server's clock, within the track. */
export function positionAt({ isPlaying, positionMs, at }: Playback, now: number, durationMs: number): number {
  const position = isPlaying ? positionMs + Math.max(0, now - at) : positionMs;
  return Math.min(Math.max(0, position), durationMs);
}

/** When the track that plays ends, in milliseconds of the server's clock; null while nothing plays. */
export function endOf({ isPlaying, positionMs, at }: Playback, durationMs: number): number | null {
  return isPlaying ? at + Math.max(0, durationMs - positionMs) : null;
}

/** Milliseconds by which a beginning may lie ahead of now: commands and further tracks begin sooner. */
export const AHEAD_MAX_MS = 10_000;

/** Whether a beginning lies so far ahead that the server's clock was set back since. */
export const isTooFarAhead = ({ isPlaying, at }: Playback, now: number): boolean =>
  isPlaying && at > now + AHEAD_MAX_MS;

/**
 * How far ahead a command takes effect, so that it has reached the slowest quarter of the room.
 * @param roundTrips as pages measured them, milliseconds
 */
export function leadOf(roundTrips: readonly number[]): number {
  const sorted = roundTrips.toSorted((a, b) => a - b);
  const slow = sorted[Math.floor(sorted.length * 0.75)] ?? 0;
  return Math.min(limits.leadMaxMs, Math.max(limits.leadMinMs, Math.round(slow + limits.leadExtraMs)));
}

/** Votes that skip a track: more than half of the room. */
export const skipNeeded = (inRoom: number): number => Math.floor(inRoom / 2) + 1;
