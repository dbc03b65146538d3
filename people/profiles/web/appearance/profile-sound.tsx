import { Pause, Play, Volume1 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ProfileAppearance } from '#people/profiles/contract/appearance.ts';
import { customization, defaultTheme } from '#people/profiles/contract/appearance-limits.ts';
import { Slider } from '#platform/web/ui/controls/slider.tsx';
import { useMotion } from './effects-choice.ts';
import { takeTurn } from './sound-turn.ts';
import '#platform/web/styles/player.css';
import './appearance.css';

/** Props of {@link ProfileSound}. */
export interface ProfileSoundProps {
  sound: NonNullable<ProfileAppearance['backgroundAudio']>;
  /** Draws the spectrum of the playing sound. */
  visualizer: boolean;
  colors: ProfileAppearance['theme'];
}

/** The sound of a profile: it begins with a click, quietly, and makes way for the site's player as that does for it. */
export default function ProfileSound({ sound, visualizer, colors }: ProfileSoundProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<'paused' | 'playing' | 'failed'>('paused');
  const [volume, setVolume] = useState<number>(customization.audioVolume);
  const isPlaying = state === 'playing';
  useEffect(() => {
    if (audio.current) audio.current.volume = volume;
  }, [volume]);
  useEffect(() => (isPlaying ? takeTurn(() => audio.current?.pause()) : undefined), [isPlaying]);
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    element.volume = volume;
    element.play().catch(() => {});
  };
  // A file without a title of its own goes by its name.
  const title = sound.title.replace(/\.[a-z\d]{2,5}$/i, '') || sound.title;
  const label = `${isPlaying ? 'Pause' : 'Play'} ${title}`;
  return (
    <section
      aria-label="Sound of this profile"
      className="profile-sound stage-panel"
      data-visualizer={visualizer || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music, as a member has put it there */}
      <audio
        ref={audio}
        loop
        onError={() => setState('failed')}
        onPause={() => setState('paused')}
        onPlaying={() => setState('playing')}
        preload="none"
        src={sound.url}
      />
      <button
        aria-label={label}
        className="play-button touch-target size-10"
        onClick={toggle}
        title={label}
        type="button"
      >
        {isPlaying ? (
          <Pause aria-hidden="true" fill="currentColor" size={18} />
        ) : (
          <Play aria-hidden="true" fill="currentColor" size={18} />
        )}
      </button>
      <div className="min-w-0">
        <p className="truncate font-semibold">{title}</p>
        {state === 'failed' ? (
          <p className="text-sm text-danger" role="alert">
            This sound cannot be played.
          </p>
        ) : (
          <label className="flex items-center gap-2 text-soft">
            <Volume1 aria-hidden="true" className="shrink-0" size={16} />
            <span className="sr-only">Volume of {title}</span>
            <Slider
              aria-valuetext={`${Math.round(volume * 100)} percent`}
              className="min-w-0 flex-1"
              max={1}
              min={0}
              onChange={setVolume}
              step={0.01}
              value={volume}
            />
          </label>
        )}
      </div>
      {visualizer && <Visualizer audio={audio} colors={colors ?? defaultTheme} isPlaying={isPlaying} />}
    </section>
  );
}

/** The spectrum of the playing sound, for readers without `prefers-reduced-motion`. */
function Visualizer({
  audio,
  colors,
  isPlaying,
}: {
  audio: { readonly current: HTMLAudioElement | null };
  colors: { readonly primary: string; readonly accent: string };
  isPlaying: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const release = useRef(() => {});
  useEffect(() => () => release.current(), []);
  const motion = useMotion();
  const { primary, accent } = colors;
  const isDue = isPlaying && motion === 'moving';
  useEffect(() => {
    if (!isDue) return;
    let stop: (() => void) | undefined;
    let isWanted = true;
    const start = async (): Promise<void> => {
      const { releaseSound, runVisualizer } = await import('./effects/visualizer.ts');
      const element = audio.current;
      if (!isWanted || !canvas.current || !element) return;
      stop = runVisualizer(element, canvas.current, { primary, accent });
      release.current = () => releaseSound(element);
    };
    // Without it there is still the sound.
    start().catch(() => {});
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [isDue, audio, primary, accent]);
  return <canvas ref={canvas} aria-hidden="true" className="profile-spectrum" />;
}
