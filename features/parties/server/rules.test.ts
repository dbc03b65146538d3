import { describe, expect, it } from 'vitest';
import type { Refusal } from '#platform/server/http/refusal.ts';
import {
  checkedStart,
  endOf,
  isRoomOpen,
  isTooFarAhead,
  leadOf,
  opensUntil,
  playlistIdOf,
  positionAt,
  skipNeeded,
  stateOf,
} from './rules.ts';

const now = new Date('2026-05-01T20:00:00Z');
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const party = (startsAt: Date | null, endedAt: Date | null = null) => ({ startsAt, endedAt });

describe('a party', () => {
  it('is announced until it begins, active then, and ended once it was', () => {
    expect(stateOf(party(null), now)).toBe('active');
    expect(stateOf(party(minutes(1)), now)).toBe('scheduled');
    expect(stateOf(party(now), now)).toBe('active');
    expect(stateOf(party(minutes(1), minutes(-1)), now)).toBe('ended');
  });

  it('has its room open from fifteen minutes before it begins to its end', () => {
    expect(opensUntil(now)).toEqual(minutes(15));
    expect(isRoomOpen(party(null), now)).toBe(true);
    expect(isRoomOpen(party(minutes(15)), now)).toBe(true);
    expect(isRoomOpen(party(minutes(15.001)), now)).toBe(false);
    expect(isRoomOpen(party(null, now), now)).toBe(false);
  });

  it('begins ahead of now, within ninety days', () => {
    const why = (startsAt: string): string => {
      try {
        return String(checkedStart(startsAt, now)?.toISOString());
      } catch (error) {
        return `${(error as Refusal).code}: ${(error as Refusal).fields?.['startsAt']}`;
      }
    };
    expect(checkedStart(null, now)).toBeNull();
    expect(why(minutes(1).toISOString())).toBe('2026-05-01T20:01:00.000Z');
    expect(why(now.toISOString())).toBe('invalid: Choose a time that lies ahead.');
    expect(why(minutes(90 * 1440).toISOString())).toBe('2026-07-30T20:00:00.000Z');
    expect(why(minutes(90 * 1440 + 1).toISOString())).toBe('invalid: Choose a time within 90 days.');
  });
});

describe('a Spotify playlist', () => {
  const id = '37i9dQZF1DXcBWIGoYBM5M';

  it.each([
    id,
    `spotify:playlist:${id}`,
    `https://open.spotify.com/playlist/${id}`,
    `https://open.spotify.com/intl-de/playlist/${id}?si=abc#x`,
    `${id}#x`,
  ])('is found in %s', (text) => expect(playlistIdOf(text)).toBe(id));

  it('is none in an empty text', () => expect(playlistIdOf('')).toBeNull());

  it.each([
    `http://open.spotify.com/playlist/${id}`,
    `https://open.spotify.com/intl-deu/playlist/${id}`,
    `https://open.spotify.com/intl-DE/playlist/${id}`,
    `https://open.spotify.com/album/${id}`,
    `https://openxspotify.com/playlist/${id}`,
    `https://open.spotifyxcom/playlist/${id}`,
    `x${id}`,
    `${id}x`,
    `${id} `,
    id.slice(1),
    `${id.slice(1)}-`,
  ])('is refused in %s', (text) => {
    expect(() => playlistIdOf(text)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        fields: { spotifyPlaylistId: 'Paste the address of a Spotify playlist, or its 22 characters.' },
      }),
    );
  });
});

describe('what plays', () => {
  const playing = { isPlaying: true, positionMs: 1000, at: 5000 };
  const paused = { ...playing, isPlaying: false };

  it('goes on with the clock, from its beginning and to its end', () => {
    expect(positionAt(playing, 6500, 60_000)).toBe(2500);
    expect(positionAt(playing, 4000, 60_000)).toBe(1000);
    expect(positionAt(playing, 90_000, 60_000)).toBe(60_000);
    expect(positionAt(paused, 6500, 60_000)).toBe(1000);
    expect(positionAt({ ...paused, positionMs: -5 }, 6500, 60_000)).toBe(0);
  });

  it('ends when its rest has played', () => {
    expect(endOf(playing, 60_000)).toBe(64_000);
    expect(endOf({ ...playing, positionMs: 61_000 }, 60_000)).toBe(5000);
    expect(endOf(paused, 60_000)).toBeNull();
  });

  it('begins at most ten seconds ahead, unless the clock was set back', () => {
    expect(isTooFarAhead({ ...playing, at: 15_000 }, 5000)).toBe(false);
    expect(isTooFarAhead({ ...playing, at: 15_001 }, 5000)).toBe(true);
    expect(isTooFarAhead({ ...paused, at: 15_001 }, 5000)).toBe(false);
  });
});

describe('a command', () => {
  it('takes effect when it has reached the slowest quarter, within its limits', () => {
    expect(leadOf([])).toBe(300);
    expect(leadOf([100])).toBe(300);
    expect(leadOf([800, 20, 30, 400])).toBe(950);
    expect(leadOf([1000, 9, 90, 400.4, 50])).toBe(550);
    expect(leadOf([9000])).toBe(2000);
  });

  it('to skip needs more than half of the room', () => {
    expect([1, 2, 3, 4, 5].map((count) => skipNeeded(count))).toEqual([1, 2, 2, 3, 3]);
  });
});
