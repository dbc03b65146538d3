/** Compressed frames of a sound: where they are in its file, and which samples of what they decode to are the sound. */
export interface Frames {
  /** As `SourceBuffer` takes it. */
  readonly type: string;
  /** Samples a second. */
  readonly rate: number;
  /** Samples of one frame. */
  readonly frameSamples: number;
  readonly count: number;
  /** Samples that the encoder has put before the sound. */
  readonly skip: number;
  /** Samples of the sound itself: what is behind them fills the last frame. */
  readonly samples: number;
  /** Begins a stream of such frames; null where they need no beginning. */
  readonly head: Uint8Array<ArrayBuffer> | null;
  /** Bytes of the file with so many frames from one on: from the first to behind the last. May be a guess, a little early. */
  bytesOf(first: number, count: number): readonly [number, number];
  /**
   * Frames as a stream takes them.
   * @param bytes what `bytesOf` named
   * @throws {NoFrames}
   */
  pack(bytes: Uint8Array<ArrayBuffer>, first: number, count: number): Packed;
}

/** Frames that are ready for a stream. */
export interface Packed {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly first: number;
  readonly count: number;
  /** The file has no more. */
  readonly isLast: boolean;
}

/** The bytes are no sound that can be streamed frame by frame, or more of them are needed to know. */
export class NoFrames extends Error {
  /** Bytes from the beginning of the file that are needed; 0 where none would help. */
  readonly needed: number;

  constructor(needed = 0) {
    super('no frames');
    this.needed = needed;
  }
}

/** Seconds of the track at which a frame begins; negative for what is before the sound. */
export function secondsOf(frames: Frames, frame: number): number {
  return (frame * frames.frameSamples - frames.skip) / frames.rate;
}

/** The frame that has a second of the track. */
export function frameAt(frames: Frames, seconds: number): number {
  const frame = Math.floor((seconds * frames.rate + frames.skip) / frames.frameSamples);
  return Math.min(frames.count - 1, Math.max(0, frame));
}
