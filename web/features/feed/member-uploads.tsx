import { EmptyState } from '#web/ui/empty-state.tsx';
import { FeedList } from './feed-list.tsx';
import { wholeFeed } from './filter.ts';

/** What one member has shared, on the member's page. */
export function MemberUploads({ username }: { username: string }) {
  return (
    <section aria-label="Uploads by this member">
      <FeedList
        empty={<EmptyState title="No uploads yet." />}
        filter={{ ...wholeFeed, author: username }}
        key={username}
      />
    </section>
  );
}
