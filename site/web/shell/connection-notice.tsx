import { useEffect, useSyncExternalStore } from 'react';
import { connectionState, followNetwork, onConnectionState } from '#platform/web/lib/socket/connection-state.ts';

const words = { online: '', reconnecting: 'Reconnecting…', offline: 'No connection. Trying again…' };

/** Says that the site or its live connection is not reached, as long as that is so. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(onConnectionState, connectionState, () => 'online' as const);
  useEffect(followNetwork, []);
  // The element stays, so that screen readers announce what it says.
  return (
    <p className="connection-notice" role="status">
      {words[state]}
    </p>
  );
}
