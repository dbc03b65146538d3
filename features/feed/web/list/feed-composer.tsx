import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { Composer } from '#features/composer/web/composer.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { putInFront, staleFeeds } from '#features/feed/web/cache.ts';
import { feedAddress, type FeedFilter, wholeFeed } from './filter.ts';
import { showCard } from './feed-list.tsx';

/** The composer over a feed: a new upload is shown first at once, also while staff review it. */
export function FeedComposer({ viewer, filter }: { viewer: Viewer; filter: FeedFilter }) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const show = async (uploadId: string) => {
    const upload = await call('GET /uploads/:uploadId', { params: { uploadId } });
    putInFront(client, wholeFeed, upload);
    staleFeeds(client);
    // A narrowed feed may have no place for it.
    if (feedAddress(filter) !== feedAddress(wholeFeed)) await router.navigate({ href: feedAddress(wholeFeed) });
    showCard(uploadId);
  };
  return (
    <div className="mb-4">
      <Composer
        mode="feed"
        onSent={({ id }) => {
          // It is shared all the same; the feed has it when it is loaded next.
          show(id).catch(() => staleFeeds(client));
        }}
        viewer={viewer}
      />
    </div>
  );
}
