import { fetchBytes, prepare } from './bytes.ts';
import { type Frames, NoFrames, frameAt } from './frames.ts';
import { framesOfMp3 } from './mp3.ts';
import { framesOfMp4 } from './mp4.ts';
import type { StreamSource } from './source.ts';
import { type Part, type Writer, endOf, makeWriter, same } from './writer.ts';

export { prepare };

/** Seconds that are fetched ahead of the playhead, in one piece, and held behind it. */
const aheadSeconds = 30;
const pieceSeconds = 10;
const behindSeconds = 60;
/** Seconds before the end of a sound at which the next one is fetched; nearer to it than the second there is no time left. */
const nextSeconds = { from: 20, to: 0.5 };
const retryMs = 2000;
/** Seconds of sound that have to be left for another try. */
const retrySeconds = 4;

/** Feeds an element with one sound after another, so that the last sample of one is followed by the first of the next. */
export interface Feed {
  /** What follows; null where nothing does. */
  follow(next: StreamSource | null): void;
  /** Looks for what has to be done now. */
  pump(): void;
  /** The playhead has jumped: what is being fetched may be of no use. */
  seek(): void;
  close(): void;
}

/** What a feed reports. */
export interface FeedEvents {
  /** A sound lies on the stream from a second on, and is so many seconds long. */
  placed(key: string, startsAt: number, seconds: number): void;
  /** The sound that was to follow does not. */
  removed(): void;
  /** It will not come from here. */
  failed(): void;
}

/** Reads the frames of a file. @returns them, and the beginning of the file */
async function framesOf(url: string, signal: AbortSignal): Promise<[Frames, Uint8Array<ArrayBuffer>]> {
  const bytes = await prepare(url);
  signal.throwIfAborted();
  try {
    return [bytes[0] === 0xff ? framesOfMp3(bytes) : framesOfMp4(bytes), bytes];
  } catch (error) {
    if (!(error instanceof NoFrames) || error.needed === 0) throw error;
    const more = await fetchBytes(url, 0, error.needed, signal);
    return [framesOfMp4(more), more];
  }
}

/** How many frames lie whole in the beginning of their file. */
function framesIn(frames: Frames, bytes: number): number {
  let count = 0;
  while (count < frames.count && frames.bytesOf(0, count + 1)[1] <= bytes) count++;
  return count;
}

/** Fetches what follows in a sound from a second of the stream on, and writes it; nothing where that is not wanted any more. */
async function writePiece(writer: Writer, part: Part, end: number, signal: AbortSignal): Promise<void> {
  const { frames } = part;
  const frame = writer.frameBehind(part, end) ?? frameAt(frames, end - part.startsAt);
  const count = Math.ceil((pieceSeconds * frames.rate) / frames.frameSamples);
  const bytes = await fetchBytes(part.url, ...frames.bytesOf(frame, count), signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!bytes || signal.aborted) return;
  await writer.write(part, frame, count, bytes);
  // It would be asked for again without an end.
  if (writer.playableTo(end) === end) throw new NoFrames();
}

/** Makes a feed whose first sound is a wanted one. Its source is open. */
export function makeFeed(audio: HTMLAudioElement, source: MediaSource, first: StreamSource, events: FeedEvents): Feed {
  const stop = new AbortController();
  const parts: Part[] = [];
  let writer: Writer | null = null;
  let next: StreamSource | null = null;
  /** Key of a sound that cannot follow. */
  let refused = '';
  /** The piece that is on its way. */
  let piece = new AbortController();

  async function open({ key, url }: StreamSource, startsAt: number): Promise<void> {
    const known = parts.find((part) => part.url === url);
    const [frames, bytes] = known ? [known.frames, null] : await framesOf(url, stop.signal);
    const part: Part = { key, url, frames, startsAt, endsAt: 0 };
    part.endsAt = endOf(part, frames.count - 1);
    if (part.endsAt - startsAt < same) throw new NoFrames();
    if (parts.length > 0 && next?.key !== key) return;
    if (parts.length === 0) source.duration = part.endsAt;
    writer ??= makeWriter(audio, source, frames);
    parts.push(part);
    events.placed(key, startsAt, frames.samples / frames.rate);
    // What came with the index is enough to begin.
    const count = bytes ? framesIn(frames, bytes.length) : 0;
    if (bytes && count > 0) await writer.write(part, 0, count, bytes.subarray(frames.bytesOf(0, 1)[0]));
  }

  /** Does one thing that has to be done. @returns false where nothing has */
  async function step(): Promise<boolean> {
    const last = parts.at(-1);
    if (!last || !writer) {
      await open(first, 0);
      return true;
    }
    const now = audio.currentTime;
    if (parts.length > 1 && last.startsAt > now && next?.key !== last.key) {
      parts.pop();
      events.removed();
      await writer.remove(last.startsAt, Infinity);
      return true;
    }
    const end = writer.playableTo(now);
    // The last samples count where nothing of them is there; else clocks may differ by more.
    const near = end === now ? same / 20 : same;
    const part = parts.find((candidate) => end >= candidate.startsAt - same && end < candidate.endsAt - near);
    if (part && end - now < aheadSeconds) {
      await writer.forget(behindSeconds);
      piece = new AbortController();
      await writePiece(writer, part, end, piece.signal);
      return true;
    }
    if (part || end < last.endsAt - near) return false;
    // What comes in time takes it back.
    if (source.readyState === 'open') source.endOfStream();
    const left = last.endsAt - now;
    if (!next || [last.key, refused].includes(next.key) || left > nextSeconds.from || left < nextSeconds.to)
      return false;
    const { key } = next;
    try {
      await open(next, last.endsAt);
    } catch (error) {
      if (stop.signal.aborted) throw error;
      // Then this one ends, and the player goes on by itself.
      refused = key;
      if (parts.at(-1) !== last) parts.pop();
      events.removed();
    }
    return parts.at(-1) !== last;
  }

  const pump = makeTurns(stop.signal, step, (error) => {
    const left = (writer?.playableTo(audio.currentTime) ?? 0) - audio.currentTime;
    // A lost connection may be back before the sound has run out.
    if (error instanceof NoFrames || left < retrySeconds) events.failed();
    else setTimeout(pump, retryMs);
  });

  return {
    pump,
    follow(wanted) {
      if (wanted?.key === next?.key && wanted?.url === next?.url) return;
      next = wanted;
      pump();
    },
    seek() {
      if (writer?.playableTo(audio.currentTime) === audio.currentTime) piece.abort();
      pump();
    },
    close() {
      stop.abort();
      piece.abort();
    },
  };
}

/**
 * Does one step after another, as long as there is one.
 * @param step false where nothing has to be done
 * @returns asks for steps; any time, also while one is done
 */
function makeTurns(signal: AbortSignal, step: () => Promise<boolean>, failed: (error: unknown) => void): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      while (!signal.aborted && (await step()));
    }
  };
  return () => {
    isAsked = true;
    if (isBusy || signal.aborted) return;
    isBusy = true;
    run().then(
      () => (isBusy = false),
      (error: unknown) => {
        isBusy = false;
        if (!signal.aborted) failed(error);
      },
    );
  };
}
