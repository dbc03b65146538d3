import type { CSSProperties } from 'react';
import { classes } from '#web/ui/classes.ts';
import { sitePlayer, usePlayer } from '#web/features/player/engine/use-player.ts';

/** How loud the listener wants it. */
export function Volume({ className }: { className?: string }) {
  const volume = usePlayer((state) => (state.isMuted ? 0 : state.volume));
  return (
    <input
      aria-label="Volume"
      aria-valuetext={`${Math.round(volume * 100)} percent`}
      className={classes('volume', className)}
      max={1}
      min={0}
      onChange={(event) => sitePlayer().setVolume(event.target.valueAsNumber)}
      step={0.01}
      style={{ '--level': volume } as CSSProperties}
      type="range"
      value={volume}
    />
  );
}
