import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { useInboxActions } from './actions.ts';
import { NoticeLine } from './notice-line.tsx';
import { NoticeSkeleton } from './notice-skeleton.tsx';
import { inboxQuery, unreadQuery } from './queries.ts';

/** `/notifications`: the whole inbox, or what is unread. @param only from the address */
export function NotificationsPage({ only }: { only: 'unread' | undefined }) {
  const call = useCall();
  const { data: unread } = useQuery(unreadQuery(call, useAuth().unread));
  const query = useSuspenseInfiniteQuery(inboxQuery(call, only));
  const actions = useInboxActions();
  const items = query.data.pages.flatMap((page) => page.items);
  const newest = items[0];
  return (
    <Page>
      <PageHeading
        actions={
          newest && (
            <Button
              aria-disabled={unread === 0}
              icon={<Check aria-hidden="true" size={16} />}
              onClick={() => unread > 0 && void actions.readAll(newest.createdAt)}
            >
              Mark all as read
            </Button>
          )
        }
        title="Notifications"
      />
      <Filters only={only} />
      {items.length === 0 ? (
        <Nothing only={only} />
      ) : (
        <Card flush>
          <ul aria-label="Notifications" className="divide-y divide-hairline">
            {items.map((item) => (
              <NoticeLine item={item} key={item.id} onRead={() => void actions.read(item)} withMark />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd list={query} />
      <p className="mt-4 text-sm text-soft">
        You choose what you hear of, and by which way, in{' '}
        <AppLink className="font-semibold text-primary-text hover:underline" to="/settings/account#notifications">
          Settings
        </AppLink>
        .
      </p>
    </Page>
  );
}

function Filters({ only }: { only: 'unread' | undefined }) {
  return (
    <div className="my-3">
      <ChipRow label="Which notifications">
        <Chip selected={only === undefined} to="/notifications">
          All
        </Chip>
        <Chip selected={only === 'unread'} to="/notifications?only=unread">
          Unread
        </Chip>
      </ChipRow>
    </div>
  );
}

function Nothing({ only }: { only: 'unread' | undefined }) {
  if (only === 'unread')
    return (
      <EmptyState
        action={<ButtonLink to="/notifications">All notifications</ButtonLink>}
        title="You have read it all."
      />
    );
  return (
    <EmptyState action={<ButtonLink to="/forum">Open the forum</ButtonLink>} title="No notifications yet.">
      Replies, mentions, reactions, friend requests and decisions of staff show up here.
    </EmptyState>
  );
}

/** The page while it loads. */
export function NotificationsPending() {
  return (
    <Page>
      <PageHeading title="Notifications" />
      <Filters only={undefined} />
      <Card flush>
        <NoticeSkeleton rows={6} />
      </Card>
    </Page>
  );
}
