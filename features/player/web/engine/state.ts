import type { Track } from '#features/player/web/track.ts';
import { type Modes, initialModes } from './modes.ts';
import { type Queue, emptyQueue } from './queue.ts';
import type { Failure } from './why-failed.ts';

/** What the player does. A value: every change makes another. */
export interface PlayerState {
  readonly queue: Queue;
  /** What is heard, or would be; null before the first. */
  readonly track: Track | null;
  /** `loading`: sound is wanted and on its way. */
  readonly status: 'paused' | 'loading' | 'playing' | 'failed';
  /** Why no sound comes. With `network` and `loading` it is being tried again. */
  readonly failure: Exclude<Failure['why'], 'moved'> | null;
  /** 0 while nobody knows. */
  readonly durationMs: number;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Two versions of the track that are compared, at equal loudness. */
  readonly comparison: readonly [Track, Track] | null;
  readonly modes: Modes;
  /** Decibels by which what is heard is really raised or lowered. */
  readonly playedDb: number;
}

/** The one player of a page. */
export interface Player {
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  positionMs(): number;
  /** How far the sound has come from the network, 0 to 1. */
  bufferedShare(): number;
  /**
   * Listens to the playhead, some times a second while sound plays and the page is seen, and to other moves of it or of
   * the buffer. @returns unsubscribes
   */
  onFrame(listener: () => void): () => void;
  /** Listens to jumps of the playhead. @returns unsubscribes */
  onJump(listener: () => void): () => void;
  /** Plays a track, from a position; the tracks around it follow. The same track goes on where it is. */
  start(track: Track, options?: { tracks?: readonly Track[]; atMs?: number }): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seekTo(ms: number): void;
  skip(byMs: number): void;
  next(): void;
  /** Back to the beginning, or, near it, to the track before. */
  previous(): void;
  /** Changes the queue; when another item is the one to be heard, it is. */
  change(change: (queue: Queue) => Queue): void;
  /** Tries a sound that failed again. */
  retry(): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  setModes(modes: Partial<Modes>): void;
  /** Plays one of two versions of a track; the other is preloaded beside it. */
  compare(versions: readonly [Track, Track], heard: 0 | 1): void;
  endComparison(): void;
  /** Silence, and an empty queue. */
  close(): void;
}

/** Before anything was played; what the server renders. */
export const initialState: PlayerState = {
  queue: emptyQueue,
  track: null,
  status: 'paused',
  failure: null,
  durationMs: 0,
  volume: 1,
  isMuted: false,
  comparison: null,
  modes: initialModes,
  playedDb: 0,
};
