import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { FeedList } from './feed-list.tsx';
import { memberFeed } from './filter.ts';

/** What one member has shared, or the sounds of it, on the member's page. */
export function MemberUploads({ username, kind = '' }: { username: string; kind?: '' | 'audio' }) {
  const isTracks = kind === 'audio';
  return (
    <section aria-label={isTracks ? 'Tracks by this member' : 'Uploads by this member'}>
      <FeedList
        empty={<EmptyState title={isTracks ? 'No tracks yet.' : 'No uploads yet.'} />}
        filter={memberFeed(username, kind)}
        key={`${kind}${username}`}
      />
    </section>
  );
}
