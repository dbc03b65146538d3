import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { Slider } from '#platform/web/ui/controls/slider.tsx';

/** Volume slider and mute button. */
export function Volume({ className }: { className?: string }) {
  const volume = usePlayer((state) => state.volume);
  const isMuted = usePlayer((state) => state.isMuted);
  const { setVolume, toggleMute } = sitePlayer();
  const Icon = isMuted || volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  const heard = isMuted ? 0 : volume;
  return (
    <>
      <IconButton
        aria-keyshortcuts="M"
        aria-pressed={isMuted}
        icon={<Icon aria-hidden="true" size={18} />}
        label={isMuted ? 'Unmute' : 'Mute'}
        onClick={toggleMute}
      />
      <Slider
        aria-label="Volume"
        aria-valuetext={`${Math.round(heard * 100)} percent`}
        className={className}
        max={1}
        min={0}
        onChange={setVolume}
        step={0.01}
        value={heard}
      />
    </>
  );
}
