import { useState } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import type { Track } from '#features/player/web/track.ts';

/** The picture of a track in the player, in its smallest size; without one, or when loading fails, the site's colours. */
export function ArtworkPicture({ track, className }: { track: Track; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = classes('player-art', className);
  const src = track.artwork[0]?.src;
  if (src === undefined || src === failed) return <span aria-hidden="true" className={style} />;
  return <img alt="" className={style} onError={() => setFailed(src)} src={src} />;
}
