import type { MediaFile } from '#content/media/contract/endpoints.ts';

/** One version of a video that can be played. */
export interface VideoStream {
  readonly url: string;
  /** Pixels of its shorter side, by which qualities are named. */
  readonly side: number;
}

/** What is streamed at most: full HD, lying or standing. */
const FULL_HD = { long: 1920, short: 1080 };
/** A version that has this part of the pixels that are shown is sharp enough. */
const ENOUGH = 0.9;

/** The versions of a video, largest first; empty while there is nothing to play. */
export function streamsOf({
  url,
  renditions,
  width,
  height,
}: Pick<MediaFile, 'url' | 'renditions' | 'width' | 'height'>): VideoStream[] {
  if (url === null) return [];
  const [long, short] = [Math.max(width ?? 0, height ?? 0), Math.min(width ?? 0, height ?? 0)];
  const scale = Math.min(1, FULL_HD.long / Math.max(1, long), FULL_HD.short / Math.max(1, short));
  const smaller = renditions.flatMap((one) =>
    one.name.startsWith('stream-') ? [{ url: one.url, side: Math.min(one.width ?? 0, one.height ?? 0) }] : [],
  );
  return [{ url, side: Math.round(short * scale) }, ...smaller.toSorted((one, other) => other.side - one.side)];
}

/** What decides a choice: how large the video is shown, in pixels of the screen, and what is known of the line. */
export interface Viewing {
  /** Shorter side of the place. */
  readonly side: number;
  /** The reader saves data, or the line is slow: the smallest one. */
  readonly isSlow: boolean;
}

/** The smallest version that is sharp at this size. @param streams largest first, not empty */
export function chosenStream(streams: readonly VideoStream[], { side, isSlow }: Viewing): VideoStream {
  return (isSlow ? streams : streams.filter((one) => one.side >= side * ENOUGH)).at(-1) ?? streams[0]!;
}

/** What browsers say of the line, where they do. */
interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** How a place on the page is seen. @param place with the video's shape */
export function viewingOf(place: Element): Viewing {
  const { width, height } = place.getBoundingClientRect();
  const { connection } = navigator as { connection?: Line };
  return {
    side: Math.min(width, height) * devicePixelRatio,
    isSlow: connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? ''),
  };
}

/** `auto`, or the shorter side that the reader has chosen on this device. */
export type VideoQuality = 'auto' | number;

const KEY = 'looproom.video-quality';

/** The reader's choice on this device. */
export function videoQuality(): VideoQuality {
  try {
    const side = Number(localStorage.getItem(KEY) ?? 'auto');
    return Number.isInteger(side) && side > 0 ? side : 'auto';
  } catch {
    // No storage, no choice.
    return 'auto';
  }
}

/** Keeps the reader's choice on this device. */
export function keepVideoQuality(quality: VideoQuality): void {
  try {
    localStorage.setItem(KEY, String(quality));
  } catch {
    // It holds for this video alone.
  }
}

/** The version for a choice: of a chosen quality that a video does not have, the next smaller one. */
export function streamFor(streams: readonly VideoStream[], quality: VideoQuality, viewing: Viewing): VideoStream {
  if (quality === 'auto') return chosenStream(streams, viewing);
  return streams.find(({ side }) => side <= quality) ?? streams.at(-1)!;
}
