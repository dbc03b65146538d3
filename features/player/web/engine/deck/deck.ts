import type { SoundStream } from '#features/player/web/engine/stream/source.ts';

/** One sound: an audio element and, where the browser has Web Audio, a gain node after it. */
export interface Deck {
  readonly audio: HTMLAudioElement;
  /** Seconds of the element's clock at which the track begins: not 0 where it follows another one in a stream. */
  startsAt: number;
  /** Where the track comes from in pieces; null where the element loads it by itself. */
  stream: SoundStream | null;
  /** Loads an address. */
  load(url: string): void;
  /** Seconds of the track. */
  position(): number;
  moveTo(seconds: number): void;
  /** Starts the sound. Call it while a click or key is handled: browsers let nothing sound without one. */
  play(): Promise<void>;
  pause(): void;
  /** Times the recorded speed, at the same pitch. */
  setRate(rate: number): void;
  /** Factors on the sound: its own (loudness, may be above 1), the listener's volume, and the fade of a comparison. */
  setLevels(levels: Partial<Levels>): void;
  /** Output latency in milliseconds, as the browser estimates it; 0 where it does not know. */
  outputMs(): number;
  /** Unloads the sound. */
  empty(): void;
}

/** The gain factors of a deck. */
export interface Levels {
  readonly gain: number;
  readonly volume: number;
  readonly fade: number;
}

/** Seconds of the ramp to a new gain: too short to be heard as a fade, long enough not to click. */
const rampSeconds = 0.012;
/** Milliseconds of silence after which the sound card may sleep. */
const idleMs = 15_000;

let context: AudioContext | null | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
const sounding = new Set<Deck>();

/** The page's audio context; null where the browser has none. Made in a gesture: before one, browsers complain. */
function audioContext(): AudioContext | null {
  if (context !== undefined) return context;
  try {
    context = new AudioContext({ latencyHint: 'playback' });
  } catch {
    // Without it quiet sounds are not raised; loud ones come down by the element's own volume.
    context = null;
  }
  return context;
}

function wake(): void {
  clearTimeout(idle);
  if (context && context.state !== 'running') context.resume().catch(() => {});
}

function sleepSoon(): void {
  clearTimeout(idle);
  if (sounding.size === 0) idle = setTimeout(() => void context?.suspend().catch(() => {}), idleMs);
}

/** Output latency of the context in milliseconds; 0 where the browser does not know. */
function outputMsOf(of: AudioContext): number {
  // Safari has no output latency; before the first sound nobody has a timestamp.
  const { outputLatency } = of;
  if (outputLatency > 0) return outputLatency * 1000;
  const audible = audibleTime(of);
  return audible === null ? 0 : Math.max(0, (of.currentTime - audible) * 1000);
}

/** Seconds of the context's clock that are heard now; null where the browser does not know. */
function audibleTime(of: AudioContext): number | null {
  const { contextTime = 0, performanceTime = 0 } = of.getOutputTimestamp?.() ?? {};
  return contextTime === 0 ? null : contextTime + (performance.now() - performanceTime) / 1000;
}

/**
 * Schedules samples at a time, on the output that all sounds of the page have. Those that would begin in the past, or
 * before the context runs, are left out. Call it first while handling a user gesture.
 * @param rate samples a second
 * @param heardAt on the clock of `performance.now()`
 */
export function playSamples(samples: Float32Array<ArrayBuffer>, rate: number, heardAt: number): void {
  const audioGraph = audioContext();
  if (!audioGraph) return;
  wake();
  sleepSoon();
  // Its clock goes in steps of a block, the timestamp does not.
  const audible = audibleTime(audioGraph) ?? audioGraph.currentTime - outputMsOf(audioGraph) / 1000;
  const at = audible + (heardAt - performance.now()) / 1000;
  if (audioGraph.state !== 'running' || at < audioGraph.currentTime) return;
  const buffer = audioGraph.createBuffer(1, samples.length, rate);
  buffer.copyToChannel(samples, 0);
  const source = audioGraph.createBufferSource();
  source.buffer = buffer;
  source.connect(audioGraph.destination);
  source.start(at);
}

/** An empty deck. */
export function makeDeck(): Deck {
  const audio = new Audio();
  audio.preload = 'none';
  let node: GainNode | null = null;
  let levels: Levels = { gain: 1, volume: 1, fade: 1 };

  const level = (): number => levels.gain * levels.volume * levels.fade;
  const apply = (): void => {
    if (node) node.gain.setTargetAtTime(level(), node.context.currentTime, rampSeconds / 3);
    else audio.volume = Math.min(1, level());
  };
  const connect = (): void => {
    const audioGraph = node ? null : audioContext();
    if (!audioGraph) return;
    node = audioGraph.createGain();
    node.gain.value = level();
    audio.volume = 1;
    audioGraph.createMediaElementSource(audio).connect(node).connect(audioGraph.destination);
  };

  const letGo = (): void => {
    deck.stream?.close();
    deck.stream = null;
    deck.startsAt = 0;
  };

  const deck: Deck = {
    audio,
    startsAt: 0,
    stream: null,
    position: () => audio.currentTime - deck.startsAt,
    moveTo(seconds) {
      audio.currentTime = seconds + deck.startsAt;
    },
    load(url) {
      letGo();
      audio.src = url;
    },
    async play() {
      connect();
      wake();
      sounding.add(deck);
      await audio.play();
    },
    pause() {
      sounding.delete(deck);
      audio.pause();
      sleepSoon();
    },
    setRate(rate) {
      // Loading takes the default one.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    setLevels(next) {
      levels = { ...levels, ...next };
      apply();
    },
    outputMs: () => (node && context ? outputMsOf(context) : 0),
    empty() {
      deck.pause();
      letGo();
      audio.removeAttribute('src');
      audio.load();
    },
  };
  return deck;
}
