import { readKeysOn } from './stored-state.ts';
import { focusNeeds, keyAction } from './keyboard.ts';
import type { Player } from './state.ts';

/** Lets keys drive the player from anywhere on a page, while there is something to play. */
export function joinKeys(player: Player): void {
  addEventListener('keydown', (event) => {
    const { track, durationMs } = player.state();
    if (track === null) return;
    const found = keyAction(event, focusNeeds(event.target));
    if (!found || !readKeysOn()) return;
    event.preventDefault();
    switch (found.action) {
      case 'toggle':
        return player.toggle();
      case 'mute':
        return player.toggleMute();
      case 'next':
        return player.next();
      case 'previous':
        return player.previous();
      case 'skip':
        return player.skip(found.byMs);
      case 'share':
        return player.seekTo(found.share * durationMs);
    }
  });
}
