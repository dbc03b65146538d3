import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { nameCard } from '#contract/limits/customization.ts';
import { useCall } from '#web/lib/api.ts';
import { latePart } from '#web/ui/late-part.tsx';
import { profileCardQuery } from './card-query.ts';
import type { NameCardProps } from './name-card.tsx';
import { type Named, watchNames } from './watch-names.ts';

const NameCard = latePart<NameCardProps>(() => import('./name-card.tsx'), { name: 'The card', notice: 'float' });

/**
 * The cards of members' names, for every name on every page: links to profiles, mentions inside what members wrote, and
 * elements with `data-card` (an id or a username). One listener for all; the card's code comes with the first name that
 * is reached for.
 */
export function NameCards() {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const [shown, setShown] = useState<{ named: Named; open: boolean } | null>(null);

  useEffect(() => {
    const close = () => setShown((old) => old && { ...old, open: false });
    const watch = watchNames({
      ...nameCard,
      onIntent(of) {
        NameCard.preload();
        void client.prefetchQuery(profileCardQuery(call, of));
      },
      onOpen: (named) => setShown({ named, open: true }),
      onClose: close,
    });
    const stopRouter = router.subscribe('onBeforeNavigate', watch.close);
    return () => {
      watch.stop();
      stopRouter();
    };
  }, [call, client, router]);

  if (!shown) return null;
  return <NameCard {...shown} onClose={() => setShown({ ...shown, open: false })} onGiveUp={() => setShown(null)} />;
}
