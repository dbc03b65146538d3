import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import { messagesUntil, positionWhen, replayedIndex } from './replay.ts';

const message = (id: string, createdAt: string, authorId = 'ada') =>
  ({ id, createdAt, author: { id: authorId } }) as ChatMessage;

describe('a party that is played again', () => {
  it('shows messages from the position at which they were written, and none of blocked authors', () => {
    const played = { startedAt: '2026-05-01T20:00:00.000Z', item: { durationMs: 60_000 }, playback: [] };
    const messages = [
      message('a', '2026-05-01T20:00:05.000Z'),
      message('b', '2026-05-01T20:00:06.000Z', 'bo'),
      // While the stage was paused: later than the sound is long.
      message('c', '2026-05-01T20:03:00.000Z'),
    ];
    const at = (ms: number) => messagesUntil(messages, played, ms, ['bo']).map(({ id }) => id);
    expect([at(4999), at(5000), at(58_999), at(59_000)]).toEqual([[], ['a'], ['a'], ['a', 'c']]);
  });

  it('shows them where the track was when they were written, through pauses and seeks', () => {
    const playback = [
      { afterMs: 0, positionMs: 0, isPlaying: true },
      { afterMs: 10_000, positionMs: 10_000, isPlaying: false },
      { afterMs: 40_000, positionMs: 10_000, isPlaying: true },
      { afterMs: 45_000, positionMs: 5000, isPlaying: true },
    ];
    const played = { startedAt: '2026-05-01T20:00:00.000Z', item: { durationMs: 60_000 }, playback };
    const messages = [
      message('in the pause', '2026-05-01T20:00:30.000Z'),
      message('after it', '2026-05-01T20:00:42.000Z'),
      message('gone back', '2026-05-01T20:00:46.000Z'),
    ];
    expect(messages.map((one) => positionWhen(played, one.createdAt))).toEqual([10_000, 12_000, 6000]);
    const shown = messagesUntil(messages, played, 11_000, []).map(({ id }) => id);
    expect(shown).toEqual(['gone back', 'in the pause']);
  });

  it('knows which entry plays, also of a track that was played twice, and none when another track plays', () => {
    const [one, two] = [{ trackId: 'one' }, { trackId: 'two' }];
    const entries = [one, two, one];
    expect(replayedIndex(entries, [one])).toBe(0);
    expect(replayedIndex(entries, [one, two])).toBe(1);
    expect(replayedIndex(entries, [one, two, one])).toBe(2);
    expect(replayedIndex(entries, [{ trackId: 'other' }])).toBe(-1);
    expect(replayedIndex([], [])).toBe(-1);
  });
});
