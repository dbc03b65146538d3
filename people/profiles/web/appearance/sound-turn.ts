/** The channel on which whatever begins to sound says so (`engine/tabs.ts`): the player of each tab, and profiles. */
const channelName = 'looproom.player';

/**
 * Takes the turn to sound: the site's player pauses, in this tab and others. @param yieldTurn called when something else
 * begins. @returns what ends the turn
 */
export function takeTurn(yieldTurn: () => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => data === 'playing' && yieldTurn());
  channel.postMessage('playing');
  return () => channel.close();
}
