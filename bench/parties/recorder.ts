/** What a sounding element was doing at a time. */
export interface Sample {
  /** Milliseconds of the machine's clock, the same for all browsers on it. */
  readonly at: number;
  /** Address of the sound. */
  readonly src: string;
  /** Position that is heard: that of the element, without what the output still holds back. */
  readonly positionMs: number;
  readonly rate: number;
  /** Nothing sounds: paused, seeking, or waiting for data. */
  readonly isSilent: boolean;
  /** Seeks of this browser so far, of elements that have sounded before. */
  readonly seeks: number;
}

/** Milliseconds between two samples. */
export const SAMPLE_MS = 100;

/**
 * Runs in each page before its own code: records every sounding element ten times a second, from the element itself and
 * its audio context; nothing is asked of the site's code. What was recorded is `window.soundRecord`.
 */
export function recordSound(everyMs: number): void {
  const elements = new Set<HTMLMediaElement>();
  const contexts = new Set<AudioContext>();
  const record: Sample[] = [];
  let seeks = 0;
  const OriginalContext = globalThis.AudioContext;
  globalThis.AudioContext = class extends OriginalContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.add(this);
    }
  };
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!elements.has(this)) {
      elements.add(this);
      // While it is paused too: a page may pause a sound to move it.
      this.addEventListener('seeking', () => seeks++);
    }
    return play.call(this);
  };
  const sample = (): void => {
    const now = performance.now();
    const held = Math.max(0, ...[...contexts].map((context) => context.outputLatency || 0)) * 1000;
    for (const element of elements) {
      if (element.currentSrc === '') continue;
      record.push({
        at: performance.timeOrigin + now,
        src: element.currentSrc,
        positionMs: element.currentTime * 1000 - held * element.playbackRate,
        rate: element.playbackRate,
        isSilent: element.paused || element.seeking || element.readyState < 3,
        seeks,
      });
    }
  };
  setInterval(sample, everyMs);
  Object.assign(globalThis, { soundRecord: record });
}
