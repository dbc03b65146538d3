import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentDialogs } from '#content/core/web/content-controls.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { OwnShowcaseCard } from './own-showcase-card.tsx';
import { ownShowcaseQuery, showcasesQuery, staleList } from './queries.ts';
import { ShowcaseRow } from './showcase-row.tsx';

const ConnectDialog = lateWindow('The form', () => import('./connect-dialog.tsx'));

const title = 'Artist Leaderboard';
const lead = 'Artists at Spotify that members have connected, by followers.';

/** `/spotify-showcase`: the leaderboard of connected artists, and the member's own. */
export function ShowcasePage() {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const list = useInfiniteQuery(startingAt(showcasesQuery(call), useStart()));
  const mine = useQuery({ ...ownShowcaseQuery(call), enabled: viewer !== null });
  const own = (viewer && mine.data?.showcase) ?? null;
  const [isOpen, setIsOpen] = useState(false);
  const [reported, setReported] = useState<string | null>(null);
  const items = itemsOf(list.data);

  // Name and picture have come: the leaderboard has them too.
  const seen = useRef(own?.state);
  useEffect(() => {
    if (seen.current === 'asking' && own?.state !== 'asking') staleList(client);
    seen.current = own?.state;
  }, [client, own?.state]);

  const connect =
    viewer && mine.data && !own ? (
      <Button
        icon={<Link2 aria-hidden="true" size={18} />}
        onClick={() => setIsOpen(true)}
        onFocus={ConnectDialog.preload}
        onPointerEnter={ConnectDialog.preload}
        variant="primary"
      >
        Connect Spotify Artist
      </Button>
    ) : undefined;
  return (
    <Page>
      <PageHeading actions={connect} lead={lead} title={<PartName name={title} page="/spotify-showcase" />} />
      <div className="mt-4 grid gap-4">
        {own && <OwnShowcaseCard onUpdate={() => setIsOpen(true)} preload={ConnectDialog.preload} showcase={own} />}
        {list.isPending && <ShowcaseSkeleton />}
        {list.error && !list.data && (
          <ErrorState
            busy={list.isFetching}
            error={list.error}
            onRetry={() => void list.refetch()}
            title="The leaderboard could not be loaded."
          />
        )}
        {list.data && items.length === 0 && (
          <EmptyState
            action={viewer ? undefined : <ButtonLink to="/auth">Sign in</ButtonLink>}
            title="No artists showcased yet. Be the first to connect your Spotify!"
          />
        )}
        {items.length > 0 && (
          <Card flush>
            <ol aria-label="Artists by followers" className="divide-y divide-hairline">
              {items.map((item) => (
                <ShowcaseRow
                  key={item.id}
                  isOwn={item.id === own?.id}
                  onReport={() => setReported(item.id)}
                  showcase={item}
                />
              ))}
            </ol>
          </Card>
        )}
        <ListEnd linked list={list} />
      </div>
      {isOpen && viewer && (
        <ConnectDialog onClose={() => setIsOpen(false)} onGiveUp={() => setIsOpen(false)} own={own} />
      )}
      {reported !== null && (
        <ContentDialogs
          dialog="report"
          id={reported}
          isOwn={false}
          kind="spotify_showcase"
          noun="showcase"
          onClose={() => setReported(null)}
          onDelete={async () => {}}
        />
      )}
    </Page>
  );
}

/** The page while it loads. */
export function ShowcasePending() {
  return (
    <Page>
      <PageHeading lead={lead} title={<PartName name={title} page="/spotify-showcase" />} />
      <div className="mt-4">
        <ShowcaseSkeleton />
      </div>
    </Page>
  );
}

function ShowcaseSkeleton() {
  return <ListSkeleton label="Loading the leaderboard" rows={limits.skeletons} />;
}
