import { useQueryClient } from '@tanstack/react-query';
import type { Viewer } from '#contract/accounts.ts';
import { Composer } from '#web/features/composer/composer.tsx';
import { feedKeys } from './queries.ts';

/** The composer over a feed: what it shares stands in the feed at once. */
export function FeedComposer({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient();
  return (
    <Composer mode="feed" onSent={() => void client.invalidateQueries({ queryKey: feedKeys.lists })} viewer={viewer} />
  );
}
