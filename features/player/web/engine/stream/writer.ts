import { type Frames, NoFrames, secondsOf } from './frames.ts';
import type { StreamSource } from './source.ts';

/** Tolerance for equal times, in seconds: the clocks of streams count in microseconds. */
export const same = 0.002;

/** One sound on the stream's own clock. */
export interface Part extends StreamSource {
  readonly frames: Frames;
  readonly startsAt: number;
  endsAt: number;
}

/** The end of a sound on the stream, from its last frame. */
export function endOf({ frames, startsAt }: Omit<Part, 'endsAt'>, lastFrame: number): number {
  const padding = frames.count * frames.frameSamples - frames.skip - frames.samples;
  return startsAt + secondsOf(frames, lastFrame + 1) - padding / frames.rate;
}

/** Writes pieces of sounds into a stream. */
export interface Writer {
  /** The end of what can be played from a second on; that second itself where nothing can. */
  playableTo(at: number): number;
  /** The frame that follows what was written last; null where a second is another one's. */
  frameBehind(part: Part, at: number): number | null;
  /** Writes frames of a sound. @throws {NoFrames} */
  write(part: Part, frame: number, count: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Removes the buffered range between two seconds. */
  remove(from: number, to: number): Promise<void>;
  /** Evicts what was played more than so many seconds ago. */
  forget(seconds: number): Promise<void>;
}

/** Runs one operation of a buffer to its end. */
function settled(buffer: SourceBuffer, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    buffer.addEventListener('updateend', () => resolve(), { once: true });
    buffer.addEventListener('error', () => reject(new NoFrames()), { once: true });
    start();
  });
}

/** A writer for the one sound channel of a source, which is open. */
export function makeWriter(audio: HTMLAudioElement, source: MediaSource, first: Frames): Writer {
  const buffer = source.addSourceBuffer(first.type);
  let { type } = first;
  /** Where the last piece ended: the next frame is known there to the sample. */
  let tail: { part: Part; frame: number; at: number } | null = null;

  return {
    playableTo(at) {
      const { buffered } = audio;
      for (let index = 0; index < buffered.length; index++)
        if (buffered.start(index) <= at + same && at < buffered.end(index)) return buffered.end(index);
      return at;
    },
    frameBehind: (part, at) => (tail?.part === part && Math.abs(tail.at - at) < same ? tail.frame : null),
    async write(part, frame, count, bytes) {
      const { frames } = part;
      const packed = frames.pack(bytes, frame, count);
      if (packed.isLast) part.endsAt = endOf(part, packed.first + packed.count - 1);
      if (type !== frames.type) buffer.changeType(frames.type);
      ({ type } = frames);
      // What is before the sound and behind it in its frames is decoded, and cut off.
      buffer.appendWindowStart = 0;
      buffer.appendWindowEnd = part.endsAt;
      buffer.appendWindowStart = part.startsAt;
      buffer.timestampOffset = part.startsAt + secondsOf(frames, frames.head ? 0 : packed.first);
      if (frames.head && tail?.part !== part) await settled(buffer, () => buffer.appendBuffer(frames.head!));
      await settled(buffer, () => buffer.appendBuffer(packed.data));
      if (source.duration < part.endsAt) source.duration = part.endsAt;
      const at = packed.isLast ? part.endsAt : part.startsAt + secondsOf(frames, packed.first + packed.count);
      tail = { part, frame: packed.first + packed.count, at };
    },
    async remove(from, to) {
      tail = null;
      await settled(buffer, () => buffer.remove(from, to));
    },
    async forget(seconds) {
      const begun = buffer.buffered.length > 0 ? buffer.buffered.start(0) : Infinity;
      const to = audio.currentTime - seconds;
      // Not a little at a time.
      if (begun < to - seconds) await settled(buffer, () => buffer.remove(0, to));
    },
  };
}
