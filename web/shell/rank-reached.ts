import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { subscribe } from '#web/lib/socket.ts';

/** The key of the rank that the member has reached just now, until it is put away; null most of the time. */
export function useRankReached(profileId: string | null): [rank: string | null, dismiss: () => void] {
  const queries = useQueryClient();
  const [reached, setReached] = useState<{ by: string; rank: string } | null>(null);
  useEffect(() => {
    if (profileId === null) return;
    return subscribe(`viewer:${profileId}`, {
      onEvent({ type, data }) {
        if (type !== 'rank_reached') return;
        void queries.invalidateQueries({ queryKey: ['ledger'] });
        // One tab shows the celebration: the visible one.
        if (document.visibilityState === 'visible')
          setReached({ by: profileId, rank: (data as { rank: string }).rank });
      },
    });
  }, [profileId, queries]);
  return [reached?.by === profileId ? reached.rank : null, () => setReached(null)];
}
