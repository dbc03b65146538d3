import { useState } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import type { Track } from '#features/player/web/track.ts';
import '#platform/web/styles/player.css';

/**
 * The cover of a track in its smallest size, beside words that name it; without one, or when loading fails, the site's
 * colours.
 */
export function ArtworkPicture({ track, className }: { track: Pick<Track, 'artwork'>; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = classes('player-art', className);
  const src = track.artwork[0]?.src;
  if (src === undefined || src === failed) return <span aria-hidden="true" className={style} />;
  return <img alt="" className={style} decoding="async" loading="lazy" onError={() => setFailed(src)} src={src} />;
}
