import type { Player } from './state.ts';

/** One sound at a time over all tabs: who begins to play is heard, everybody else pauses. */
export function joinTabs(player: Player): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel('looproom.player');
  channel.addEventListener('message', ({ data }) => data === 'playing' && player.pause());
  let was = false;
  player.subscribe(() => {
    const { status } = player.state();
    const is = status === 'playing' || status === 'loading';
    if (is && !was) channel.postMessage('playing');
    was = is;
  });
}
