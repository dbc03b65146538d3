import type { Prefetch } from '#features/player/web/engine/prefetch.ts';
import { nextUrl } from '#features/player/web/engine/prefetch.ts';
import type { Core } from '#features/player/web/engine/core.ts';
import type { Deck } from './deck.ts';
import { amplitudeOf } from './gain.ts';
import type { StreamSource } from '#features/player/web/engine/stream/source.ts';

const storeEveryMs = 5000;
/** Milliseconds between two drawings while sound plays: at the least, and at the most, as often as the element reports. */
const drawnMs = { least: 100, most: 250 };
/** Pixels of a usual waveform: more drawings than these would show nothing new. */
const drawnSteps = 600;

/** Handlers of a deck's events. */
export interface DeckActions {
  play(): void;
  pause(): void;
  /** The track has ended. */
  advance(): void;
  /** The sound failed to load. */
  recover(): void;
  /** What follows the track in one stream. */
  next(): StreamSource | null;
  /** It sounds. */
  syncSpare(): void;
}

/**
 * Follows decks while each is the one that is heard, and draws while sound plays: in steps of about a pixel, never as
 * often as the screen, and nothing while the page is hidden. @returns attaches a deck
 */
export function makeDeckFollower(core: Core, prefetch: Prefetch, actions: DeckActions): (deck: Deck) => Deck {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storedAt = 0;

  const draw = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (document.hidden) return;
    core.onFrame.emit();
    const { status, durationMs, modes } = core.state();
    const stepMs = durationMs / drawnSteps / modes.rate;
    if (status === 'playing' && !calm.matches && stepMs < drawnMs.most)
      timer = setTimeout(draw, Math.max(drawnMs.least, stepMs));
  };
  document.addEventListener('visibilitychange', draw);
  const isAudible = (): boolean => {
    const { status, isMuted, volume } = core.state();
    return status === 'playing' && !core.deck.audio.seeking && !isMuted && volume > 0;
  };
  const moved = (): void => {
    const { status, queue, durationMs, modes } = core.state();
    core.plays.tick(core.positionMs(), isAudible(), modes.rate);
    if (timer === undefined) draw();
    if (status === 'playing') {
      core.tries = 0;
      if (core.deck.stream) core.deck.stream.follow(actions.next());
      else prefetch.fetch(nextUrl(queue, core.positionMs(), durationMs));
    }
    if (performance.now() - storedAt < storeEveryMs) return;
    storedAt = performance.now();
    core.store();
  };
  const sounds = (): void => {
    // It was paused between the first sound and this event.
    if (!core.wantsSound) return;
    core.set({ status: 'playing', failure: null });
    const { track } = core.state();
    if (!core.isCounted && track) core.plays.begin(track);
    core.isCounted = true;
    if (timer === undefined) draw();
    actions.syncSpare();
  };

  return (deck) => {
    const { audio } = deck;
    const on = (type: keyof HTMLMediaElementEventMap, action: () => void): void =>
      audio.addEventListener(type, () => deck === core.deck && action());
    on('loadedmetadata', () => {
      if (core.pendingMs !== null) deck.moveTo(core.pendingMs / 1000);
      core.pendingMs = null;
    });
    on('durationchange', () => {
      const durationMs = audio.duration * 1000;
      // A stream is longer than what is heard.
      if (!deck.stream && Number.isFinite(durationMs) && durationMs > 0) core.set({ durationMs });
    });
    on('playing', sounds);
    on('waiting', () => {
      if (core.wantsSound && core.state().status === 'playing') core.set({ status: 'loading' });
    });
    on('pause', () => {
      // The machine paused it: headphones were pulled out, a call came.
      if (core.wantsSound && !audio.ended && audio.error === null) actions.pause();
    });
    on('ended', () => {
      // Between the end and this event the listener may have gone back, or asked for silence.
      if (!core.wantsSound) core.isCounted = !audio.ended && core.isCounted;
      else if (audio.ended) actions.advance();
      else actions.play();
    });
    on('seeked', core.jumped);
    on('progress', draw);
    on('timeupdate', moved);
    on('error', actions.recover);
    deck.setLevels({ volume: amplitudeOf(core.state().volume) });
    audio.muted = core.state().isMuted;
    return deck;
  };
}
