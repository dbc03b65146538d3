import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LadderStep, ladder } from '#contract/ranks.ts';
import { subscribe } from '#web/lib/socket.ts';

/** The rank that the member has reached just now, until it is put away; null most of the time. */
export function useRankReached(profileId: string | null): [step: LadderStep | null, dismiss: () => void] {
  const queries = useQueryClient();
  const [reached, setReached] = useState<{ by: string; step: LadderStep } | null>(null);
  useEffect(() => {
    if (profileId === null) return;
    return subscribe(`viewer:${profileId}`, {
      onEvent({ type, data }) {
        if (type !== 'rank_reached') return;
        void queries.invalidateQueries({ queryKey: ['ledger'] });
        const { rank } = data as { rank?: unknown };
        const step = ladder.find((each) => each.rank === rank);
        // One tab celebrates: the one that is looked at.
        if (step && document.visibilityState === 'visible') setReached({ by: profileId, step });
      },
    });
  }, [profileId, queries]);
  return [reached?.by === profileId ? reached.step : null, () => setReached(null)];
}
