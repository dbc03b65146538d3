import { readKeysOn } from './stored-state.ts';
import { focusNeeds, keyAction } from './keyboard.ts';
import type { Player } from './state.ts';

/** Adds the player's keyboard shortcuts to the page, while there is something to play. */
export function joinKeys(player: Player): void {
  addEventListener('keydown', (event) => {
    const { track, durationMs } = player.state();
    if (track === null) return;
    const command = keyAction(event, focusNeeds(event.target));
    if (!command || !readKeysOn()) return;
    event.preventDefault();
    switch (command.action) {
      case 'toggle':
        return player.toggle();
      case 'mute':
        return player.toggleMute();
      case 'next':
        return player.next();
      case 'previous':
        return player.previous();
      case 'skip':
        return player.skip(command.byMs);
      case 'share':
        return player.seekTo(command.share * durationMs);
    }
  });
}
