import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#platform/web/lib/socket/use-live.ts';

/** The key of the rank that the member has reached just now, until it is put away; null most of the time. */
export function useRankReached(profileId: string | null): [rank: string | null, dismiss: () => void] {
  const queries = useQueryClient();
  const [reached, setReached] = useState<{ by: string; rank: string } | null>(null);
  useLive(profileId === null ? null : `viewer:${profileId}`, {
    // What was bought, given or has ended: whatever depends on it is read again.
    rights_changed() {
      void queries.invalidateQueries();
    },
    rank_reached({ rank }) {
      void queries.invalidateQueries({ queryKey: ['ledger'] });
      // One tab shows the celebration: the visible one.
      if (profileId !== null && document.visibilityState === 'visible') setReached({ by: profileId, rank });
    },
  });
  return [reached?.by === profileId ? reached.rank : null, () => setReached(null)];
}
