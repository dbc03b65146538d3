import { useSyncExternalStore } from 'react';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { hasPlayer, onPlayer, preloadPlayerBy } from '#features/player/web/engine/presence.ts';

const PlayerConsole = latePart<object>(() => import('./player-console.tsx'), { name: 'The player', notice: 'float' });
preloadPlayerBy(PlayerConsole.preload);

/** The site's player, at the bottom of every page. The shell mounts it; its code is loaded lazily, with the first play. */
export function PlayerBar() {
  const isHere = useSyncExternalStore(onPlayer, hasPlayer, () => false);
  return isHere ? <PlayerConsole /> : null;
}
