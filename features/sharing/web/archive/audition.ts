import { useCallback, useEffect, useMemo, useState } from 'react';

/** The playback state of a sound of an archive. */
export type AuditionState = 'idle' | 'loading' | 'playing' | 'failed';

/** The sound that was asked for last. */
interface Asked {
  readonly position: number | null;
  readonly state: AuditionState;
  /** Why it failed, and what to do. */
  readonly reason?: string;
}

/** Said where the server has nothing to say: the network failed. */
const NOT_LOADED = 'It could not be loaded. Please try again.';

/** Asks why a sound did not come: an audio element does not say it. */
async function reasonOf(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { headers: { range: 'bytes=0-0' } });
    const problem = answer.ok ? null : ((await answer.json()) as { detail?: string });
    return problem?.detail ?? NOT_LOADED;
  } catch {
    return NOT_LOADED;
  }
}

/** Sounds that are loaded ahead, or stay loaded for another press. */
const MAX_READY = 8;

/** Where a sound of an archive is heard. */
export const soundAddress = (fileId: string, position: number): string => `/archives/${fileId}/${position}`;

/** Plays the sounds of one archive, one at a time. Those that may come next are loaded ahead, so that they sound at once. */
class Auditioner {
  readonly #fileId: string;
  readonly #onChange: (asked: Asked) => void;
  /** By position; the last used is the last to go. */
  readonly #ready = new Map<number, HTMLAudioElement>();
  #playing: number | null = null;

  constructor(fileId: string, onChange: (asked: Asked) => void) {
    this.#fileId = fileId;
    this.#onChange = onChange;
  }

  /** Loads a sound that is likely to be played. */
  prepare(position: number): HTMLAudioElement {
    const known = this.#ready.get(position);
    this.#ready.delete(position);
    const audio = known ?? this.#load(position);
    this.#ready.set(position, audio);
    for (const [place, old] of this.#ready) {
      if (this.#ready.size <= MAX_READY) break;
      if (place === this.#playing) continue;
      old.removeAttribute('src');
      this.#ready.delete(place);
    }
    return audio;
  }

  #load(position: number): HTMLAudioElement {
    const audio = new Audio();
    audio.preload = 'auto';
    const report = (state: AuditionState) => () => {
      if (this.#playing !== position) return;
      if (state === 'idle') this.#playing = null;
      this.#onChange({ position, state });
    };
    audio.addEventListener('playing', report('playing'));
    audio.addEventListener('ended', report('idle'));
    audio.addEventListener('error', () => {
      // A later press loads it again.
      this.#ready.delete(position);
      if (this.#playing === position) void this.#fail(position);
    });
    audio.src = soundAddress(this.#fileId, position);
    return audio;
  }

  async #fail(position: number): Promise<void> {
    const reason = await reasonOf(soundAddress(this.#fileId, position));
    if (this.#playing !== position) return;
    this.#playing = null;
    this.#onChange({ position, state: 'failed', reason });
  }

  /** Plays a sound from its beginning, in the place of the one before. */
  play(position: number): void {
    this.stop();
    // One sound at a time, on the whole page.
    void import('#features/player/web/engine/use-player.ts').then(({ sitePlayer }) => sitePlayer().pause());
    const audio = this.prepare(position);
    this.#playing = position;
    this.#onChange({ position, state: 'loading' });
    audio.currentTime = 0;
    audio.play().catch((error: unknown) => {
      // Another one was asked for meanwhile; a sound that cannot be read says so by its event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.stop();
    });
  }

  stop(): void {
    if (this.#playing === null) return;
    const position = this.#playing;
    this.#playing = null;
    this.#ready.get(position)?.pause();
    this.#onChange({ position, state: 'idle' });
  }

  close(): void {
    this.stop();
    for (const audio of this.#ready.values()) audio.removeAttribute('src');
    this.#ready.clear();
  }
}

/** The sounds of an archive, as its list hears them. */
export interface Audition {
  readonly stateOf: (position: number) => AuditionState;
  /** Why the last one failed; null where it did not. */
  readonly failure: string | null;
  /** Plays a sound, or stops it while it sounds. */
  readonly toggle: (position: number) => void;
  readonly play: (position: number) => void;
  readonly prepare: (position: number) => void;
}

/** Auditions the sounds of an archive; it falls silent with the component. */
export function useAudition(fileId: string): Audition {
  const [now, setNow] = useState<Asked>({ position: null, state: 'idle' });
  const auditioner = useMemo(() => new Auditioner(fileId, setNow), [fileId]);
  useEffect(() => () => auditioner.close(), [auditioner]);
  const play = useCallback((position: number) => auditioner.play(position), [auditioner]);
  const prepare = useCallback((position: number) => void auditioner.prepare(position), [auditioner]);
  const isOn = now.state === 'loading' || now.state === 'playing';
  return {
    failure: now.reason ?? null,
    stateOf: (position) => (now.position === position ? now.state : 'idle'),
    toggle: (position) => (isOn && now.position === position ? auditioner.stop() : auditioner.play(position)),
    play,
    prepare,
  };
}
