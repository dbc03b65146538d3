import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AppLink } from '#web/ui/controls/link.tsx';
import { FeedComposer } from './feed-composer.tsx';
import { FeedList } from './feed-list.tsx';
import { wholeFeed } from './filter.ts';

/** The home page's own column: the composer for members, and every upload beneath it. */
export function HomeFeed() {
  const { viewer } = useAuth();
  return (
    <>
      {viewer && <FeedComposer filter={wholeFeed} viewer={viewer} />}
      <FeedList
        auto={false}
        empty={<EmptyState title="No uploads yet. Use the composer above to share something!" />}
        filter={wholeFeed}
      />
      <p className="mt-2 text-center">
        <AppLink className="link text-sm font-semibold" to="/uploads">
          All uploads
        </AppLink>
      </p>
    </>
  );
}
