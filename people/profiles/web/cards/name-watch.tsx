import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { nameCard } from '#people/profiles/contract/appearance-limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { profileCardQuery } from './card-query.ts';
import type { Named } from './name-at.ts';
import NameCard from './name-card.tsx';
import { watchNames } from './watch-names.ts';

/** Props of {@link NameWatch}. */
export interface NameWatchProps {
  /** The name that its code was loaded for, and when it was reached for (`performance.now()`). */
  first: { readonly named: Named; readonly at: number };
}

/** Shows the card of each name that is reached for. */
export default function NameWatch({ first }: NameWatchProps) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const [shown, setShown] = useState<{ named: Named; open: boolean } | null>(null);

  useEffect(() => {
    const close = () => setShown((old) => old && { ...old, open: false });
    const watch = watchNames(first, {
      ...nameCard,
      onIntent: (of) => void client.prefetchQuery(profileCardQuery(call, of)),
      onOpen: (named) => setShown({ named, open: true }),
      onClose: close,
    });
    const stopRouter = router.subscribe('onBeforeNavigate', watch.close);
    return () => {
      watch.stop();
      stopRouter();
    };
  }, [call, client, router, first]);

  return shown && <NameCard {...shown} onClose={() => setShown({ ...shown, open: false })} />;
}
